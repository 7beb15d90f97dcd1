package bundle

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// packageJSON is what a package.json says about where its files are.
type packageJSON struct {
	Main    any             `json:"main"`
	Module  any             `json:"module"`
	Browser any             `json:"browser"`
	Exports json.RawMessage `json:"exports"`
	Imports json.RawMessage `json:"imports"`
}

// fields checks the files that the fields other than `exports` and `imports` name.
func (g *guard) fields(dir string, manifest *packageJSON) error {
	for _, field := range []any{manifest.Main, manifest.Module, manifest.Browser} {
		if path, isText := field.(string); isText {
			if err := g.file(filepath.Join(dir, filepath.FromSlash(path))); err != nil {
				return err
			}
		}
	}
	remapped, _ := manifest.Browser.(map[string]any)
	for _, to := range remapped {
		if path, isText := to.(string); isText {
			if err := g.target(dir, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// entries checks the targets of those entries of `exports` or `imports` that a path can match.
func (g *guard) entries(dir, field, path string) error {
	manifest := g.packages[dir]
	if manifest == nil {
		return nil
	}
	raw := manifest.Exports
	if field == "imports" {
		raw = manifest.Imports
	}
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return nil
	}
	for _, target := range targetsOf(value, path, nil) {
		if err := g.target(dir, target); err != nil {
			return err
		}
	}
	return nil
}

// targetsOf adds the paths in a value to which a path can lead. A key that starts with "." or "#" is a path, with "*"
// for any text, and other keys are conditions.
func targetsOf(value any, path string, targets []string) []string {
	switch value := value.(type) {
	case string:
		if !strings.Contains(value, "*") && !strings.HasSuffix(value, "/") {
			return append(targets, value)
		}
		for at := range len(path) + 1 { // the text for "*" is a part of the path, but which one depends on the key
			if at == 0 || path[at-1] == '/' || path[at-1] == '.' || path[at-1] == '#' {
				full := strings.ReplaceAll(value, "*", path[at:])
				targets = append(targets, full)
				if strings.HasSuffix(value, "/") {
					targets = append(targets, value+path[at:])
				}
			}
		}
	case []any:
		for _, one := range value {
			targets = targetsOf(one, path, targets)
		}
	case map[string]any:
		for key, one := range value {
			isPath := strings.HasPrefix(key, ".") || strings.HasPrefix(key, "#")
			if !isPath || key == path || strings.Contains(key, "*") || strings.HasSuffix(key, "/") {
				targets = targetsOf(one, path, targets)
			}
		}
	}
	return targets
}
