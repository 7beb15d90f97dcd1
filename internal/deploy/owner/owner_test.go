// This file tests whose a script is by its tags.

package owner

import "testing"

func TestOwnedMatchesProjectAndEnvironment(t *testing.T) {
	own := Owner{Project: "p", Environment: "production", Worker: "w", Digest: "d"}
	for name, c := range map[string]struct {
		tags                 []string
		project, environment string
		want                 bool
	}{
		"its own":             {own.Tags(nil), "p", "production", true},
		"another environment": {own.Tags(nil), "p", "staging", false},
		"another project":     {own.Tags(nil), "q", "production", false},
		"not made by svc":     {[]string{"svc-project=p", "svc-env=production"}, "p", "production", false},
		"without tags":        {nil, "", "", false},
	} {
		if got := Has(c.tags, c.project, c.environment); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
