package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// isDisabled reports whether the package.json around a folder maps an import to false for browsers.
func (g *guard) isDisabled(dir, path string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for at := dir; g.inside(at); at = filepath.Dir(at) {
		if manifest := g.packages[at]; manifest != nil {
			mapped, _ := manifest.Browser.(map[string]any)
			return len(mapped) > 0 && mapsToFalse(mapped, at, dir, path)
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return false
}

// mapsToFalse tries a path as it is, and with what an import may leave out.
func mapsToFalse(mapped map[string]any, root, dir, path string) bool {
	if isRelative(path) {
		rel, err := filepath.Rel(root, filepath.Join(dir, filepath.FromSlash(path)))
		if err != nil {
			return false
		}
		path = "./" + filepath.ToSlash(rel)
	}
	for _, base := range []string{"", "/index"} {
		for _, extension := range append([]string{""}, extensions...) {
			if mapped[path+base+extension] == false {
				return true
			}
		}
	}
	return false
}

// maxTargets is how many files a package may map one path to: one per condition.
const maxTargets = 100

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
	targets := targetsOf(value, path, "", nil)
	if len(targets) > maxTargets {
		return fmt.Errorf("its package maps the path to more than %d files", maxTargets)
	}
	for _, target := range targets {
		if err := g.target(dir, target); err != nil {
			return err
		}
	}
	return nil
}

// targetsOf adds the paths in a value to which a path can lead. A key that starts with "." or "#" is a path, with "*"
// for any text, and other keys are conditions. matched is the text for "*" in the value. A target that is too long to
// be resolved is replaced by another one that is.
func targetsOf(value any, path, matched string, targets []string) []string {
	switch value := value.(type) {
	case string:
		if stars := strings.Count(value, "*"); len(value)+stars*len(matched) > maxPath {
			return append(targets, "./"+strings.Repeat("*", maxPath))
		}
		targets = append(targets, strings.ReplaceAll(value, "*", matched))
		if strings.HasSuffix(value, "/") {
			targets = append(targets, value+matched)
		}
	case []any:
		for _, one := range value {
			targets = targetsOf(one, path, matched, targets)
		}
	case map[string]any:
		for key, one := range value {
			if !strings.HasPrefix(key, ".") && !strings.HasPrefix(key, "#") {
				targets = targetsOf(one, path, matched, targets)
				continue
			}
			if text, ok := matchKey(key, path); ok {
				targets = targetsOf(one, path, text, targets)
			}
		}
	}
	return targets
}

// matchKey returns the text for "*" in a key that a path matches, or for what follows a key that ends with a slash.
func matchKey(key, path string) (text string, ok bool) {
	before, after, wild := strings.Cut(key, "*")
	rest, ok := strings.CutPrefix(path, before)
	switch {
	case !ok:
		return "", false
	case wild:
		return strings.CutSuffix(rest, after)
	}
	return rest, rest == "" || strings.HasSuffix(key, "/")
}

const (
	// duplicatesFrom is the size of a package.json, in bytes, from which duplicate keys are counted.
	duplicatesFrom = 64 << 10
	// maxDuplicates is how many keys a package.json may repeat. esbuild takes a time for each that grows with the file.
	maxDuplicates = 100
)

// repeatsKeys reports whether more than maxDuplicates keys of a JSON text repeat another one of their object.
func repeatsKeys(text []byte) bool {
	if len(text) < duplicatesFrom {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	var open []map[string]bool // the keys of the objects around, nil for a list
	isKey, repeated := false, 0
	for repeated <= maxDuplicates {
		token, err := decoder.Token()
		if err != nil {
			return false // the end, or esbuild reports the error
		}
		switch token {
		case json.Delim('{'):
			open, isKey = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, isKey = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if key, isText := token.(string); isKey && isText {
				keys := open[len(open)-1]
				if keys[key] {
					repeated++
				}
				keys[key], isKey = true, false
				continue
			}
		}
		isKey = len(open) > 0 && open[len(open)-1] != nil
	}
	return true
}
