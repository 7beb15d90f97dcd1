// This file tests deploys that meet others: what moved between the plan and the first step, and environments of one
// folder that are deployed at once.

package deploy

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rollback"
	"github.com/appsvc/svc/internal/link"
)

// begin plans a deploy of an environment and leaves it at its question.
func (w *world) begin(environment string) *Deployment {
	w.Helper()
	w.environment = environment
	w.vault["LEDGER_TOKEN"] = "canary-ledger-token" // a deploy forgets it
	d, err := Begin(w.Context(), w.options())
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = d.End() })
	return d
}

func TestConcurrentDeploysOfTwoEnvironmentsAreBothLinked(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	production := w.begin(link.Production)
	staging := w.begin("staging")
	if _, err := staging.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.environment = link.Production
	if _, err := production.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	linked, err := link.Read(w.dir)
	if err != nil || linked.Environment("staging").Origin == "" || linked.Environment(link.Production).Origin == "" {
		t.Errorf("%v: the link has %v", err, linked.Names())
	}
}

func TestConcurrentFirstDeploysCreateOneProject(t *testing.T) {
	w := newWorld(t)
	production, staging := w.begin(link.Production), w.begin("staging")
	if _, err := staging.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.reset()
	var foreign *port.ForeignError
	if _, err := production.Apply(t.Context()); !errors.As(err, &foreign) {
		t.Errorf("the other project says %v", err)
	}
	if got := w.changes(); len(got) > 0 {
		t.Errorf("it did %v", got)
	}
	_ = production.End()
	w.begin(link.Production) // under the id that the folder has now
}

func TestDeployRejectsAPlanThatBecameStale(t *testing.T) {
	for name, meanwhile := range map[string]func(*world){
		"the same app by another machine": func(w *world) {
			o := w.options()
			o.Dir = t.TempDir() // its lock is elsewhere
			if err := link.Write(o.Dir, o.Link); err != nil {
				w.Fatal(err)
			}
			w.app.code = "3"
			d, err := Begin(w.Context(), o)
			if err != nil {
				w.Fatal(err)
			}
			if _, err := d.Apply(w.Context()); err != nil {
				w.Fatal(err)
			}
		},
		"a script of somebody else under the name of a new worker": func(
			w *world,
		) {
			w.edge.SeedScript("ledger-new", nil, nil)
		},
		"a worker's script is gone": func(w *world) {
			if err := w.options().Edge.DeleteScript(context.Background(), "ledger-cards", true); err != nil {
				w.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.mustDeploy()
			w.app.code, w.app.workers = "2", append(w.app.workers, "new")
			d := w.begin(link.Production)
			meanwhile(w)
			before := w.edge.Dump(false)
			var stale *port.StaleError
			if _, err := d.Apply(t.Context()); !errors.As(err, &stale) {
				t.Errorf("it said %v", err)
			}
			if after := w.edge.Dump(false); after != before {
				t.Errorf("it changed\n%s\nto\n%s", before, after)
			}
		})
	}
}

func TestCustomDomainNeedsNoPlatformAddress(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	linked, err := link.Read(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	env := linked.Environment(link.Production)
	env.Origins["main"] = "https://ledger-main.example.com"
	linked.Set(link.Production, env)
	if err := link.Write(w.dir, linked); err != nil {
		t.Fatal(err)
	}
	w.edge.SeedDomain("ledger-main", "ledger-main.example.com")
	w.mustDeploy()
	if err := w.options().Edge.SetSubdomain(t.Context(), "ledger-main", edgeapi.Subdomain{}); err != nil {
		t.Fatal(err)
	}
	if p := w.plan(); !p.IsEmpty() {
		t.Errorf("it would\n%s", lines(p))
	}
}

func TestRollbackChecksTheStateBeforeItsFirstChange(t *testing.T) {
	w := newWorld(t)
	w.deploys("1", "2")
	r, err := rollback.Begin(t.Context(), w.rollbackOptions(""))
	if err != nil {
		t.Fatal(err)
	}
	edge := w.options().Edge
	mark := func(tags ...string) {
		service, err := edge.Service(t.Context(), "ledger")
		if err == nil {
			err = edge.PatchScriptSettings(t.Context(), "ledger", edgeapi.ScriptSettings{
				Tags: append(owner.WithoutLock(service.Tags), tags...),
			})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	mark(owner.Holder{Deploy: "20261121-100000-abcdef", Host: "ci", Since: w.now}.Tag())
	w.reset()
	var locked *owner.LockedError
	if _, err := r.Apply(t.Context()); !errors.As(err, &locked) || locked.Holder.Host != "ci" {
		t.Errorf("while a deploy runs elsewhere: %v", err)
	}
	mark()
	service, err := edge.Service(t.Context(), "ledger-main")
	if err != nil {
		t.Fatal(err)
	}
	other := owner.Read(service.Tags)
	other.Digest = "of-another-deploy"
	if err := edge.PatchScriptSettings(t.Context(), "ledger-main", edgeapi.ScriptSettings{
		Tags: other.Tags(nil),
	}); err != nil {
		t.Fatal(err)
	}
	var stale *port.StaleError
	if _, err := r.Apply(t.Context()); !errors.As(err, &stale) {
		t.Errorf("after a deploy elsewhere: %v", err)
	}
	for _, change := range w.changes() {
		if strings.HasPrefix(change, "POST") {
			t.Errorf("it did %s", change)
		}
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
}
