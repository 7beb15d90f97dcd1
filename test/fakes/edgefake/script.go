package edgefake

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"
)

// script is one script of the account.
type script struct {
	versions     []*version // oldest first
	deployments  []deployment
	classes      map[string]bool // of Durable Objects
	migrationTag string
	tags         []string
	schedules    []string
	onSubdomain  bool
	previews     bool
	logpush      bool
	observed     json.RawMessage
	from         string // the tool that uploaded it
	requests     int    // that it served
}

// version is one upload, or one change of secrets.
type version struct {
	id                 string
	created            time.Time
	source, cause      string
	message, tag       string
	main               string
	modules            map[string]module
	compatibilityDate  string
	compatibilityFlags []string
	limits             json.RawMessage
	bindings           []map[string]json.RawMessage
	migrationTag       string
}

type module struct {
	contentType string
	text        []byte
}

// latest returns the newest version, live the version with the traffic.
func (s *script) latest() *version { return s.versions[len(s.versions)-1] }

func (s *script) live() *version {
	newest := s.deployments[len(s.deployments)-1]
	return s.byID(newest.shares[0].id)
}

func (s *script) byID(id string) *version {
	for _, v := range s.versions {
		if v.id == id {
			return v
		}
	}
	return nil
}

func (f *Fake) getService(c *call) {
	s := f.found(c)
	if s == nil {
		return
	}
	c.answer(map[string]any{
		"id": c.r.PathValue("script"),
		"default_environment": map[string]any{
			"environment": "production",
			"script": map[string]any{
				"id": c.r.PathValue("script"), "etag": s.live().etag(), "tags": s.tags, "handlers": []string{"fetch"},
				"migration_tag": s.migrationTag, "last_deployed_from": s.from,
			},
		},
	})
}

func (f *Fake) listScripts(c *call) {
	list := []any{}
	for _, name := range slices.Sorted(maps.Keys(f.scripts)) {
		s := f.scripts[name]
		list = append(list, map[string]any{
			"id": name, "tags": s.tags, "etag": s.live().etag(), "migration_tag": s.migrationTag,
		})
	}
	c.answer(list)
}

func (f *Fake) getSettings(c *call) {
	s := f.found(c)
	if s == nil {
		return
	}
	live := s.live()
	bindings := []any{}
	for _, b := range live.bindings {
		bindings = append(bindings, withoutSecret(b))
	}
	c.answer(map[string]any{
		"bindings": bindings, "compatibility_date": live.compatibilityDate, "compatibility_flags": live.compatibilityFlags,
		"tags": s.tags, "limits": live.limits, "observability": s.observed, "logpush": s.logpush, "usage_model": "standard",
	})
}

// withoutSecret returns a binding as the API shows it.
func withoutSecret(b map[string]json.RawMessage) map[string]json.RawMessage {
	if word(b["type"]) != "secret_text" {
		return b
	}
	shown := maps.Clone(b)
	delete(shown, "text")
	return shown
}

func (f *Fake) patchScriptSettings(c *call) {
	var in struct {
		Observability json.RawMessage `json:"observability"`
		Tags          []string        `json:"tags"`
		Logpush       *bool           `json:"logpush"`
		TailConsumers json.RawMessage `json:"tail_consumers"`
	}
	s := f.found(c)
	if s == nil || !c.decode("application/json", &in) {
		return
	}
	if in.Observability != nil {
		s.observed = in.Observability
	}
	if in.Tags != nil {
		s.tags = in.Tags
	}
	if in.Logpush != nil {
		s.logpush = *in.Logpush
	}
	c.answer(map[string]any{"tags": s.tags, "logpush": s.logpush, "observability": s.observed})
}

func (f *Fake) deleteScript(c *call) {
	if f.found(c) == nil {
		return
	}
	name := c.r.PathValue("script")
	if c.r.URL.Query().Get("force") != "true" {
		if by := f.referrer(name); by != "" {
			c.refuse(http.StatusConflict, 10064, fmt.Sprintf("Cannot delete this Worker as it is referenced by %s.", by))
			return
		}
	}
	delete(f.scripts, name)
	c.answer(nil)
}

// referrer returns a script that binds the named one.
func (f *Fake) referrer(name string) string {
	for _, other := range slices.Sorted(maps.Keys(f.scripts)) {
		if other == name {
			continue // its own bindings are deleted with it
		}
		for _, b := range f.scripts[other].live().bindings {
			if word(b["service"]) == name || word(b["script_name"]) == name {
				return other
			}
		}
	}
	return ""
}

// word returns a JSON string, or "" for another value.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
