package edgefake

import (
	"encoding/json"
	"slices"
)

// SeedScript adds a script of another tool, with tags and plain-text bindings.
func (f *Fake) SeedScript(name string, tags []string, vars map[string]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := &script{classes: map[string]bool{}, tags: tags, from: "dash"}
	v := &version{
		main: "index.js", modules: map[string]module{
			"index.js": {"application/javascript+module", []byte("export default {};")},
		},
		compatibilityDate: "2026-01-01", cause: "upload", message: "made elsewhere",
	}
	for name, text := range vars {
		v.bindings = append(v.bindings, map[string]json.RawMessage{
			"type": quote("plain_text"), "name": quote(name), "text": quote(text),
		})
	}
	f.scripts[name] = s
	f.publish(s, v)
}

// SeedVersion adds a version without traffic to a script, as the platform's own tools can.
func (f *Fake) SeedVersion(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.scripts[name]
	next := *s.latest()
	f.add(s, &next)
}

// Names returns the names of all scripts, sorted.
func (f *Fake) Names() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	names := make([]string, 0, len(f.scripts))
	for name := range f.scripts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Secret returns a secret of a script's live version, or "". The API never exposes its value.
func (f *Fake) Secret(script, name string) string {
	return f.value(script, name, "secret_text")
}

// Var returns the text of a plain-text binding of a script's live version, or "".
func (f *Fake) Var(script, name string) string {
	return f.value(script, name, "plain_text")
}

func (f *Fake) value(script, name, kind string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.scripts[script]
	if s == nil {
		return ""
	}
	for _, b := range s.live().bindings {
		if word(b["name"]) == name && word(b["type"]) == kind {
			return word(b["text"])
		}
	}
	return ""
}

// Code returns the text of the main module of a script's live version.
func (f *Fake) Code(script string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.scripts[script]
	if s == nil {
		return ""
	}
	return string(s.live().modules[s.live().main].text)
}
