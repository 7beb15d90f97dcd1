// This file tests what plans say, and when a saved one does not hold any more.

package deploy

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

func change(kind Kind, target string, risk Risk, what, impact string) Change {
	return *(&Plan{}).add(kind, target, risk, what, impact)
}

func TestPlanDescribesTheImpactOnUsers(t *testing.T) {
	cases := []struct {
		name   string
		change func(*app)
		want   []Change
	}{
		{"a scope more", func(a *app) { a.scopes = append(a.scopes, "tickets") }, []Change{
			change(OfScope, "tickets", Reconsent, "require the scope", "the app stops in every portal until it consents again"),
		}},
		{"a scope less", func(a *app) { a.scopes = nil }, []Change{
			change(OfScope, "oauth", Update, "stop requiring the scope", ""),
		}},
		{"a component less", func(a *app) { delete(a.actions, "action-b") }, []Change{
			change(OfComponent, "action-b", Delete, "remove the workflow-action", "workflows and agents that use it fail"),
		}},
		{"a component more", func(a *app) { a.actions["action-c"] = "c" }, []Change{
			change(OfComponent, "action-c", Create, "add the workflow-action", ""),
		}},
		{"another uid", func(a *app) { delete(a.actions, "action-b"); a.actions["action-renamed"] = "b" }, []Change{
			change(
				OfComponent, "action-renamed", Delete, "change the uid of the workflow-action from action-b",
				"a changed uid is a new component: it orphans the installed workflow-action, and what refers to it",
			),
		}},
		{"other URLs", func(a *app) { a.fetch = []string{"https://new.example.com"} }, []Change{
			change(OfURL, "https://new.example.com", Update, "permit fetch", ""),
			change(OfURL, "https://api.example.com", Update, "stop permitting fetch", "cards that use it get an error"),
		}},
		{"another schedule", func(a *app) { a.crons = map[string][]string{"main": {"0 * * * *"}} }, []Change{
			change(OfSchedule, "ledger-main", Create, "run at 0 * * * *", "it takes effect within 15 minutes of the deploy"),
			change(
				OfSchedule, "ledger-main", Update, "stop running at */15 * * * *",
				"syncs with this schedule no longer start",
			),
		}},
		{"nothing", func(*app) {}, []Change{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.mustDeploy()
			c.change(&w.app)
			p := w.plan()
			if want := lines(&Plan{Changes: c.want}); lines(p) != want {
				t.Fatalf("got\n%s\nwant\n%s", lines(p), want)
			}
			for i := range c.want {
				if !p.Changes[i].same(c.want[i]) {
					t.Errorf("got %+v\nwant %+v", p.Changes[i], c.want[i])
				}
			}
			w.mustDeploy()
			if again := w.plan(); !again.IsEmpty() {
				t.Errorf("there is still to do:\n%s", lines(again))
			}
		})
	}
}

func TestUnreadableProjectNeedsEveryRiskAllowed(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.scopes = append(w.app.scopes, "tickets")
	w.change = func(o *Options) { o.CRM = unreadable{o.CRM} }
	if p := w.plan(); len(p.Of(Delete)) != 1 || len(p.Of(Reconsent)) != 1 {
		t.Errorf("plan:\n%s", lines(p))
	}
}

func TestSavedPlanIsAppliedUnchangedOrRejected(t *testing.T) {
	cases := map[string]struct {
		meanwhile func(*world)
		want      string // "" when it holds
	}{
		"nothing moved":     {func(*world) {}, ""},
		"the build differs": {func(w *world) { w.app.code = "3" }, "build has changed"},
		"another deploy came": {func(w *world) {
			code := w.app.code
			w.app.code = "other"
			w.mustDeploy()
			w.app.code = code
		}, "deployed state has changed"},
		"a schedule was edited": {func(w *world) { w.app.crons["main"] = []string{"1 * * * *"} }, "build has changed"},
		"another environment":   {func(w *world) { w.environment = "staging" }, "it is for production"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.mustDeploy()
			w.app.code = "2"
			text, err := w.plan().Encode()
			if err != nil {
				t.Fatal(err)
			}
			saved, err := DecodePlan(text)
			if err != nil {
				t.Fatal(err)
			}
			c.meanwhile(w)
			w.reset()
			w.change = func(o *Options) { o.From = saved }
			_, err = w.deploy()
			var stale *port.StaleError
			switch {
			case c.want == "" && err != nil:
				t.Errorf("it does not hold: %v", err)
			case c.want != "" && (!errors.As(err, &stale) || !strings.Contains(stale.Why, c.want)):
				t.Errorf("it said %v", err)
			case c.want != "" && len(w.changes()) > 0:
				t.Errorf("it did %v", w.changes())
			}
		})
	}
}

func TestSavedPlanOfAFirstDeployKeepsItsIDs(t *testing.T) {
	w := newWorld(t)
	saved := w.plan()
	w.change = func(o *Options) { o.From = saved }
	w.mustDeploy()
	linked, err := link.Read(w.dir)
	if err != nil || linked.ProjectID != saved.ProjectID {
		t.Errorf("%v: %+v, not %s", err, linked, saved.ProjectID)
	}
	if !strings.HasPrefix(w.vault[port.ControlKey], saved.ControlKey+":") || saved.ControlKey == "" {
		t.Errorf("the key is %s, not %s", w.vault[port.ControlKey], saved.ControlKey)
	}
}

func TestInterruptedSavedPlanIsResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("deploys for each point")
	}
	for at := 1; at <= 27; at++ {
		w := newWorld(t)
		saved := w.plan()
		w.change = func(o *Options) { o.From = saved }
		if !w.run(&killer{at: at, after: true}) {
			break
		}
		if _, err := w.deploy(); err != nil {
			t.Fatalf("killed at %d: %v", at, err)
		}
	}
}

func TestDecodePlanRejectsInvalidPlans(t *testing.T) {
	for _, text := range []string{
		"", "{}", "null", "[]", `{"schemaVersion":1}`, `{"schemaVersion":2,"environment":"x"}`,
		`{"schemaVersion":1,"nope":1}`,
	} {
		if _, err := DecodePlan([]byte(text)); err == nil {
			t.Errorf("%q is taken for a plan", text)
		}
	}
}

func TestDryRunUsesNoClient(t *testing.T) {
	a := ledger()
	p, err := DryRun(t.Context(), DryRunOptions{
		Environment: "staging", Profile: profile(t), Build: func(
			_ context.Context, linked *link.Project,
		) (*build.Output, error) {
			if linked == nil {
				linked = &link.Project{}
			}
			return a.output("staging", linked), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(p); !strings.Contains(got, "create script ledger-main-staging: upload") || !strings.Contains(
		got, "create component action-a",
	) {
		t.Errorf("plan:\n%s", got)
	}
}

func TestPlanListsChangedFilesOfCards(t *testing.T) {
	p := &Plan{}
	was, is := source{"1", 10}, source{"2", 20}
	compareSources(p, map[string]source{
		"app/cards/a.jsx": was, "app/cards/b.jsx": was, "app/cards/c.jsx": was, "app/cards/package-lock.json": was,
	}, map[string]source{"app/cards/b.jsx": is, "app/cards/c.jsx": was, "app/cards/d.jsx": is})
	want := "update component app/cards/b.jsx: change the file\nupdate component app/cards/d.jsx: add the file\nupdate component app/cards/a.jsx: remove the file"
	if got := lines(p); got != want {
		t.Errorf("%s", got)
	}
}
