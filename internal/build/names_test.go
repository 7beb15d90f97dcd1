package build

import (
	"errors"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/link"
)

func TestScriptNamesAreDistinctAcrossEnvironments(t *testing.T) {
	staging := &link.Project{Environments: map[string]link.Environment{
		"staging": {Script: "app-staging", Scripts: map[string]string{"main": "app-main-staging"}},
	}}
	for name, c := range map[string]struct {
		workers     []string
		environment string
		linked      *link.Project
		want        string // a part of the error; "" for none
	}{
		"production beside nothing":                  {[]string{"main"}, link.Production, nil, ""},
		"staging beside production":                  {[]string{"main"}, "staging", nil, ""},
		"a worker that is named like an environment": {[]string{"staging"}, "staging", nil, "production"},
		"a worker that ends like an environment":     {[]string{"main", "main-staging"}, "staging", nil, "production"},
		"production beside what staging has deployed": {
			[]string{"main-staging"}, link.Production, staging, `"main" in staging`,
		},
		"an environment whose name makes names too long": {
			[]string{strings.Repeat("w", 40)}, "long-environment", nil, "characters",
		},
		"an environment that can be no part of a name": {[]string{"main"}, "Staging", nil, "lower-case"},
	} {
		names, err := scriptNames("app", c.workers, c.environment, c.linked)
		var refused *Refused
		switch {
		case c.want == "" && (err != nil || len(names) != len(c.workers)+1):
			t.Errorf("%s: %v, %v", name, names, err)
		case c.want != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) || refused.Fix == ""):
			t.Errorf("%s: %v", name, err)
		}
	}
}
