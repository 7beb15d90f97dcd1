package edgefake

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Dump returns the state of the account as indented JSON, without ids and times, to compare two fakes. Secrets are
// digests. History adds versions and deployments, which differ when an upload was repeated with the same effect.
func (f *Fake) Dump(history bool) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	scripts := map[string]any{}
	for name, s := range f.scripts {
		shown := s.describe()
		if history {
			shown["history"] = s.past()
		}
		scripts[name] = shown
	}
	text, err := json.MarshalIndent(map[string]any{"subdomain": f.subdomain, "scripts": scripts}, "", "  ")
	if err != nil {
		panic(err) // all values came from JSON
	}
	return string(text)
}

func (s *script) describe() map[string]any {
	live := s.live()
	modules := map[string]string{}
	for name, m := range live.modules {
		modules[name] = m.contentType + " " + digest(m.text)
	}
	bindings := map[string]string{}
	for _, b := range live.bindings {
		bindings[word(b["name"])] = describeBinding(b)
	}
	return map[string]any{
		"main": live.main, "modules": modules, "bindings": bindings, "compatibilityDate": live.compatibilityDate,
		"compatibilityFlags": live.compatibilityFlags, "limits": live.limits, "tags": s.tags, "schedules": s.schedules,
		"migrationTag": s.migrationTag, "classes": slices.Sorted(maps.Keys(s.classes)), "observability": s.observed,
		"subdomain": s.onSubdomain, "previews": s.previews,
	}
}

func describeBinding(b map[string]json.RawMessage) string {
	if word(b["type"]) == "secret_text" {
		return "secret " + digest(b["text"])
	}
	text, _ := json.Marshal(b) // cannot fail: it came from JSON, and members are sorted
	return string(text)
}

func (s *script) past() map[string]any {
	numbers := map[string]int{}
	var versions, deployments []string
	for i, v := range s.versions {
		numbers[v.id] = i + 1
		versions = append(versions, fmt.Sprintf("%s %q %q %s", v.cause, v.message, v.tag, v.etag()[:12]))
	}
	for _, d := range s.deployments {
		line := fmt.Sprintf("%s %q", d.cause, d.message)
		for _, share := range d.shares {
			line += fmt.Sprintf(" %d:%d%%", numbers[share.id], share.percent)
		}
		deployments = append(deployments, line)
	}
	return map[string]any{"versions": versions, "deployments": deployments}
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
