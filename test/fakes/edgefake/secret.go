package edgefake

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
)

func (f *Fake) listSecrets(c *call) {
	s := f.found(c)
	if s == nil {
		return
	}
	list := []any{}
	for _, name := range s.latest().secretNames() {
		list = append(list, map[string]string{"name": name, "type": "secret_text"})
	}
	c.answer(list)
}

func (v *version) secretNames() []string {
	names := []string{}
	for _, b := range v.bindings {
		if word(b["type"]) == "secret_text" {
			names = append(names, word(b["name"]))
		}
	}
	slices.Sort(names)
	return names
}

func (f *Fake) patchSecrets(c *call) {
	var in struct {
		Secrets map[string]*struct {
			Type string  `json:"type"`
			Name string  `json:"name"`
			Text *string `json:"text"`
		} `json:"secrets"`
	}
	s := f.found(c)
	if s == nil || !c.decode("application/merge-patch+json", &in) {
		return
	}
	if newest := s.deployments[len(s.deployments)-1]; len(newest.shares) != 1 || s.live() != s.latest() {
		c.refuse(
			http.StatusBadRequest, 10215, "Secret edit failed. The latest version of your Worker isn't currently deployed.",
		)
		return
	}
	if len(in.Secrets) == 0 || len(in.Secrets) > 100 {
		c.refuse(http.StatusBadRequest, 10021, "a call changes 1 to 100 secrets")
		return
	}
	next := *s.latest()
	next.cause, next.message, next.tag = "secret", "", ""
	next.bindings = slices.DeleteFunc(slices.Clone(next.bindings), func(b map[string]json.RawMessage) bool {
		_, changed := in.Secrets[word(b["name"])]
		return changed && word(b["type"]) == "secret_text"
	})
	for _, name := range slices.Sorted(maps.Keys(in.Secrets)) {
		secret := in.Secrets[name]
		switch {
		case secret == nil:
			continue // deleted above
		case secret.Type != "secret_text" || secret.Name != name || secret.Text == nil:
			c.refuse(http.StatusBadRequest, 10021, "secret "+name+" must have type secret_text, its name and a text")
			return
		case slices.ContainsFunc(next.bindings, func(b map[string]json.RawMessage) bool { return word(b["name"]) == name }):
			c.refuse(http.StatusBadRequest, 10053, "Binding name '"+name+"' already in use.")
			return
		}
		next.bindings = append(next.bindings, map[string]json.RawMessage{
			"type": quote("secret_text"), "name": quote(name), "text": quote(*secret.Text),
		})
	}
	f.publish(s, &next)
	c.answer(map[string]any{"secrets": next.secretNames()})
}

// quote returns a string as JSON. Strings always marshal.
func quote(text string) json.RawMessage {
	raw, _ := json.Marshal(text)
	return raw
}
