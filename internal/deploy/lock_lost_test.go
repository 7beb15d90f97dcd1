// This file tests that a deploy whose lock was taken over changes nothing more.

package deploy

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/step"
)

// takeOver gives the lock of the environment to another machine.
func (w *world) takeOver() {
	w.Helper()
	service, err := w.options().Edge.Service(w.Context(), "ledger")
	if err != nil {
		w.Fatal(err)
	}
	other := owner.Holder{Deploy: "20261121-100000-abcdef", Host: "ci", Since: w.now}
	tags := append(owner.WithoutLock(service.Tags), other.Tag())
	if err := w.options().Edge.PatchScriptSettings(w.Context(), "ledger", edgeapi.ScriptSettings{Tags: tags}); err != nil {
		w.Fatal(err)
	}
}

// loseLock takes the lock from a deploy when it begins a step, and counts the requests that change something after.
func (w *world) loseLock(o *Options, at string) (changes *int) {
	changes = new(int)
	lost := false
	o.Progress = func(e step.Event) {
		if e.Step == at && !e.Done && !lost {
			do := w.do
			w.do = nil
			w.takeOver()
			w.do, lost = do, true
		}
	}
	w.do = func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		return func(r *http.Request) (*http.Response, error) {
			if lost && r.Method != http.MethodGet {
				*changes++
			}
			return send(r)
		}
	}
	return changes
}

func TestDestroyStopsBeforeEachStepOfTheCRMWithoutItsLock(t *testing.T) {
	for _, step := range []string{"crm-components", "crm-delete", "schedules:ledger-main", "delete:ledger-cards"} {
		for _, force := range []bool{false, true} {
			w := newWorld(t)
			w.mustDeploy()
			var changes *int
			w.change = func(o *Options) {
				o.ForceUnlock = force
				changes = w.loseLock(o, step)
			}
			o := w.options()
			w.change = nil
			o.Edge = w.options().Edge
			o.CRM = w.options().CRM
			d, err := BeginDestroy(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			var locked *owner.LockedError
			if _, err := d.Apply(t.Context()); !errors.As(err, &locked) || locked.Holder.Host != "ci" {
				t.Errorf("%s, force %v: it said %v", step, force, err)
			}
			if *changes > 0 {
				t.Errorf("%s, force %v: %d changes without the lock", step, force, *changes)
			}
			if !strings.Contains(w.edge.Dump(false), owner.LockTag+"20261121-100000-abcdef") {
				t.Errorf("%s: the lock of the other deploy is gone", step)
			}
			if err := d.End(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestDeployStopsBeforeTheCRMAndRemovalsWithoutItsLock(t *testing.T) {
	for _, step := range []string{stepBuild, stepDeploy, "delete:ledger-cards"} {
		w := newWorld(t)
		w.mustDeploy()
		w.app.workers, w.app.actions = []string{"main"}, map[string]string{"action-a": "a"}
		var changes *int
		w.change = func(o *Options) { changes = w.loseLock(o, step) }
		o := w.options()
		w.change = nil
		o.Edge, o.CRM = w.options().Edge, w.options().CRM
		d, err := Begin(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		var locked *owner.LockedError
		if _, err := d.Apply(t.Context()); !errors.As(err, &locked) || *changes > 0 {
			t.Errorf("%s: it said %v, with %d changes", step, err, *changes)
		}
		if err := d.End(); err != nil {
			t.Error(err)
		}
	}
}
