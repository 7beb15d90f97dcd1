package deploy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// component is one component of a CRM project.
type component struct {
	UID, Type string
	// config is canonical JSON. file is the metadata's path, starting at the app's folder.
	config, file string
}

// crmProject is a parsed CRM project.
type crmProject struct {
	components map[string]component
	// sources are all other files by path, in the form of component.file.
	sources map[string]source
	app     appConfig
	appUID  string
}

// source is a file that does not describe a component.
type source struct {
	digest string
	bytes  int
}

// appConfig is the part of the app's configuration that a plan compares.
type appConfig struct {
	Distribution string `json:"distribution"`
	Auth         struct {
		Type           string   `json:"type"`
		RequiredScopes []string `json:"requiredScopes"`
		OptionalScopes []string `json:"optionalScopes"`
	} `json:"auth"`
	PermittedURLs map[string][]string `json:"permittedUrls"`
}

// appType is the component type of the app itself.
const appType = "app"

// readProject parses a project. Unreadable metadata counts as a source.
func readProject(files map[string][]byte, suffix string) crmProject {
	p := crmProject{components: map[string]component{}, sources: map[string]source{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		below, inside := belowApp(name)
		if !inside {
			continue
		}
		var meta struct {
			UID    string          `json:"uid"`
			Type   string          `json:"type"`
			Config json.RawMessage `json:"config"`
		}
		if !strings.HasSuffix(name, suffix) || json.Unmarshal(files[name], &meta) != nil || meta.UID == "" {
			sum := sha256.Sum256(files[name])
			p.sources[below] = source{hex.EncodeToString(sum[:]), len(files[name])}
			continue
		}
		p.components[meta.UID] = component{UID: meta.UID, Type: meta.Type, config: canonical(meta.Config), file: below}
		if meta.Type == appType {
			p.appUID = meta.UID
			_ = json.Unmarshal(meta.Config, &p.app) // an unknown form leaves it empty
		}
	}
	return p
}

// belowApp returns the part of a path from the app's folder on. Archives and projects have different roots.
func belowApp(name string) (string, bool) {
	parts := strings.Split(path.Clean(name), "/")
	i := slices.Index(parts, "app")
	if i < 0 {
		return "", false
	}
	return strings.Join(parts[i:], "/"), true
}

// canonical returns JSON with sorted members and no white space.
func canonical(text json.RawMessage) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return string(text)
	}
	sorted, _ := json.Marshal(value) // decoded JSON always marshals
	return string(sorted)
}
