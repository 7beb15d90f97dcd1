// This file reads the components of a CRM project out of its files.

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
	// config is canonical JSON; file is the path of its metadata without what stands before the app's folder.
	config, file string
}

// crmProject is a CRM project, taken apart.
type crmProject struct {
	components map[string]component
	// sources are digests of all other files, by path as in component.file.
	sources map[string]string
	app     appConfig
}

// appConfig is what a plan compares of the app itself.
type appConfig struct {
	Distribution string `json:"distribution"`
	Auth         struct {
		Type           string   `json:"type"`
		RequiredScopes []string `json:"requiredScopes"`
		OptionalScopes []string `json:"optionalScopes"`
	} `json:"auth"`
	PermittedURLs map[string][]string `json:"permittedUrls"`
}

// appType is the type of the component that is the app itself.
const appType = "app"

// readProject takes a project apart. What cannot be read counts as a source.
func readProject(files map[string][]byte, suffix string) crmProject {
	p := crmProject{components: map[string]component{}, sources: map[string]string{}}
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
			p.sources[below] = hex.EncodeToString(sum[:])
			continue
		}
		p.components[meta.UID] = component{UID: meta.UID, Type: meta.Type, config: canonical(meta.Config), file: below}
		if meta.Type == appType {
			_ = json.Unmarshal(meta.Config, &p.app) // of another form, nothing is known of it
		}
	}
	return p
}

// belowApp is a path from the app's folder on: archives begin at other folders than projects do.
func belowApp(name string) (string, bool) {
	parts := strings.Split(path.Clean(name), "/")
	i := slices.Index(parts, "app")
	if i < 0 {
		return "", false
	}
	return strings.Join(parts[i:], "/"), true
}

// canonical is JSON with its members sorted and without white space.
func canonical(text json.RawMessage) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return string(text)
	}
	sorted, _ := json.Marshal(value) // it was JSON
	return string(sorted)
}
