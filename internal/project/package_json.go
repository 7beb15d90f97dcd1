package project

import (
	"encoding/json"
	"path"
)

// packageJSON is what svc itself reads of the project's package.json.
type packageJSON struct {
	Name                                                string
	Dependencies, DevDependencies, OptionalDependencies map[string]any
}

// packageJSON returns the project's package.json, empty if there is none. The bundler reports a malformed file.
func (l *loader) packageJSON() (file packageJSON) {
	if text, err := l.root.ReadText("package.json"); err == nil {
		_ = json.Unmarshal([]byte(text), &file) // members of another type stay empty
	}
	return file
}

// baseName returns the name without its scope, or "".
func (p packageJSON) baseName() string { return path.Base(p.Name) }

// lists reports whether the package depends on another one.
func (p packageJSON) lists(name string) bool {
	for _, listed := range []map[string]any{p.Dependencies, p.DevDependencies, p.OptionalDependencies} {
		if _, found := listed[name]; found {
			return true
		}
	}
	return false
}
