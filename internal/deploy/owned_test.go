// This file tests whose a script is by its tags.

package deploy

import "testing"

func TestOwnedMatchesProjectAndEnvironment(t *testing.T) {
	own := owner{Project: "p", Environment: "production", Worker: "w", Digest: "d"}
	for name, c := range map[string]struct {
		tags                 []string
		project, environment string
		want                 bool
	}{
		"its own":             {own.tags(nil), "p", "production", true},
		"another environment": {own.tags(nil), "p", "staging", false},
		"another project":     {own.tags(nil), "q", "production", false},
		"not made by svc":     {[]string{"svc-project=p", "svc-env=production"}, "p", "production", false},
		"without tags":        {nil, "", "", false},
	} {
		if got := Owned(c.tags, c.project, c.environment); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
