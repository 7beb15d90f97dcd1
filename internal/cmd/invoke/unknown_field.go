package invoke

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/typo"
)

// noteUnknownFields warns of members of the input that the capability does not declare. The handler does not see them.
func (r *invocation) noteUnknownFields(input json.RawMessage) {
	if kind := declared.Kind(r.capability.Kind); kind != declared.Tool && kind != declared.CardBackend {
		return
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(input, &members) != nil {
		return // reported where it is used
	}
	var known []string
	if r.capability.Input != nil {
		for _, m := range r.capability.Input.Members {
			known = append(known, m.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if slices.Contains(known, name) {
			continue
		}
		if near := typo.Nearest(name, known); near != "" {
			r.Env.Notef("warning: unknown input field %.80q of %q (did you mean %q?)", name, r.capability.Name(), near)
		} else {
			r.Env.Notef("warning: unknown input field %.80q: %q does not declare it", name, r.capability.Name())
		}
	}
}
