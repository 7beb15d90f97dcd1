package deploy

import (
	"errors"
	"strings"
	"testing"
)

func TestCanaryIsRefusedForWhatReachesAllTraffic(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*app)
		why    string
	}{
		"the app worker": {func(a *app) { a.appCode = "2" }, "each of them runs one version only"},
		"a migration":    {func(a *app) { a.classes = append([]string{"Extra"}, a.classes...) }, "migrations of Durable"},
		"a new worker":   {func(a *app) { a.workers = append(a.workers, "new") }, "has no second version"},
		"a schedule":     {func(a *app) { a.crons = nil }, "belong to no version"},
		"the CRM":        {func(a *app) { a.actions["action-c"] = "c" }, "one build for all portals"},
	} {
		w := newWorld(t)
		w.mustDeploy()
		w.app.code = "2"
		c.change(&w.app)
		w.gradual()
		d, err := Begin(t.Context(), w.options())
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, problem := range d.Plan().Problems {
			found = found || strings.Contains(problem.Why, c.why)
		}
		if !found {
			t.Errorf("%s: %+v", name, d.Plan().Problems)
		}
		before := w.edge.Dump(true)
		if _, err := d.Apply(t.Context()); !errors.Is(err, ErrProblems) || w.edge.Dump(true) != before {
			t.Errorf("%s: it said %v", name, err)
		}
		if err := d.End(); err != nil {
			t.Error(err)
		}
	}
	w := newWorld(t)
	w.gradual()
	if p := w.plan(); len(p.Problems) == 0 || !strings.Contains(p.Problems[0].Why, "nothing is deployed there") {
		t.Errorf("the first deploy: %+v", p.Problems)
	}
}
