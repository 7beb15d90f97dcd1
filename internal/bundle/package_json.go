package bundle

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/appsvc/svc/internal/bundle/packagejson"
)

// fields checks the files that the fields other than `exports` and `imports` name.
func (g *guard) fields(dir string, manifest *packagejson.File) error {
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
	targets := packagejson.Targets(value, path)
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
