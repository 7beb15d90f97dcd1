package deploy

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// destroy removes the environment of the world.
func (w *world) destroy() (*Plan, error) {
	w.Helper()
	d, err := BeginDestroy(w.Context(), w.options())
	if err != nil {
		return nil, err
	}
	_, err = d.Apply(w.Context())
	return d.Plan(), errors.Join(err, d.End())
}

// isGone demands that nothing of the environment is left.
func (w *world) isGone() {
	w.Helper()
	if left := w.edge.Names(); len(left) > 0 {
		w.Errorf("scripts are left: %v", left)
	}
	if dump := w.crm.Dump(false); strings.Contains(dump, "ledger") {
		w.Errorf("the CRM has %s", dump)
	}
	if len(w.vault) > 0 {
		w.Errorf("this machine has %v", sortedKeys(w.vault))
	}
	linked, err := link.Read(w.dir)
	if err != nil || linked.ProjectID == "" || len(linked.Names()) > 0 {
		w.Errorf("link: %v, %+v", err, linked)
	}
	if p, err := PlanDestroy(w.Context(), w.options()); err != nil || !p.IsEmpty() {
		w.Errorf("there is still to remove: %v, %s", err, lines(p))
	}
}

func TestDestroyRemovesEverythingOfAnEnvironment(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	p, err := w.destroy()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"delete component action-a: remove the workflow-action", "delete crm-project ledger: delete the project in the CRM",
		"delete schedule ledger-main: stop running at */15 * * * *",
		"delete secret ledger-main: delete the secret LEDGER_TOKEN", "delete script ledger-main: ",
		"delete-state script ledger: delete the app worker", "delete key ledger: delete the control key k",
		"delete-state state ledger: delete the Durable Objects of InstallActor",
		"update link .svc/project.json: remove production",
	} {
		if !strings.Contains(lines(p), want) {
			t.Errorf("the plan lacks %q:\n%s", want, lines(p))
		}
	}
	w.isGone()
	w.vault["LEDGER_TOKEN"] = "canary-ledger-token"
	w.mustDeploy() // the environment can be deployed again
}

func TestDestroyTouchesNothingOfOthers(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.environment, w.vault = "staging", memory{"LEDGER_TOKEN": "canary-ledger-token"}
	w.mustDeploy()
	w.edge.SeedScript("ledger-other", owner.Owner{Project: "prj-other", Environment: "staging"}.Tags(nil), nil)
	w.edge.SeedScript("by-hand", nil, nil)
	if _, err := w.destroy(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(w.edge.Names(), " "); got != "by-hand ledger ledger-cards ledger-main ledger-other" {
		t.Errorf("left: %s", got)
	}
	linked, err := link.Read(w.dir)
	if err != nil || linked.Environment(link.Production).Origin == "" || len(linked.Names()) != 1 {
		t.Errorf("link: %v, %v", err, linked.Names())
	}
	if dump := w.crm.Dump(false); strings.Contains(dump, "ledger-staging") || !strings.Contains(dump, `"ledger"`) {
		t.Errorf("CRM: %s", dump)
	}
}

func TestDestroyFindsAnEnvironmentThatAnotherMachineDeployed(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	committed, err := link.Read(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	w.environment, w.vault["LEDGER_TOKEN"] = "pr-7", "canary-ledger-token"
	w.mustDeploy()
	w.dir, w.vault = t.TempDir(), memory{}
	if err := link.Write(w.dir, committed); err != nil {
		t.Fatal(err)
	}
	if _, err := w.destroy(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(w.edge.Names(), " "); got != "ledger ledger-cards ledger-main" {
		t.Errorf("left: %s", got)
	}
	if dump := w.crm.Dump(false); strings.Contains(dump, "ledger-pr-7") {
		t.Errorf("CRM: %s", dump)
	}
}

func TestDestroyKeepsAProjectOfTheCRMThatAnotherToolUploaded(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.deployWithOtherTool("ledger-staging")
	w.environment, w.vault = "staging", memory{}
	before := w.crm.Dump(true) + w.edge.Dump(true)
	p, err := w.destroy()
	if err != nil || !p.IsEmpty() || len(p.Notes) != 1 || !strings.Contains(p.Notes[0].Text, `"ledger-staging" is kept`) {
		t.Fatalf("%v\n%s\n%v", err, lines(p), p.Notes)
	}
	if after := w.crm.Dump(true) + w.edge.Dump(true); after != before {
		t.Errorf("it changed\n%s\nto\n%s", before, after)
	}
}

// runDestroy destroys until the killer strikes, and reports whether it did.
func (w *world) runDestroy(k *killer) (killed bool) {
	w.Helper()
	w.do = k.before
	defer func() { w.do = nil }()
	ended, done := make(chan struct{}), false
	var err error
	go func() {
		defer close(ended)
		var d *Destruction
		if d, err = BeginDestroy(w.Context(), w.options()); err == nil {
			defer func() { _ = d.End() }()
			_, err = d.Apply(w.Context())
		}
		done = true
	}()
	<-ended
	if err != nil {
		w.Fatalf("killed at %d (after: %v): %v", k.at, k.after, err)
	}
	return !done
}

func TestDestroyContinuesAfterAKillAtAnyRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	calm := newWorld(t)
	calm.mustDeploy()
	count := &killer{}
	calm.runDestroy(count)
	calm.isGone()
	for at := 1; at <= count.seen; at++ {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d after=%v", at, after), func(t *testing.T) {
				w := newWorld(t)
				w.mustDeploy()
				if !w.runDestroy(&killer{at: at, after: after}) {
					t.Fatal("the killer did not strike")
				}
				if _, err := w.destroy(); err != nil {
					t.Fatal(err)
				}
				w.isGone()
			})
		}
	}
}

func TestDeployRestoresAnEnvironmentWhoseRemovalWasKilledBeforeTheAppWorker(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.do = func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		return func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodDelete && strings.HasSuffix(r.URL.Path, "/scripts/ledger") {
				runtime.Goexit()
			}
			return send(r)
		}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d, err := BeginDestroy(w.Context(), w.options())
		if err == nil {
			defer func() { _ = d.End() }()
			_, _ = d.Apply(w.Context())
		}
	}()
	<-ended
	w.do = nil
	if got := strings.Join(w.edge.Names(), " "); got != "ledger" {
		t.Fatalf("left: %s", got)
	}
	before := w.vault[port.SealKey]
	w.vault["LEDGER_TOKEN"] = "canary-ledger-token"
	w.mustDeploy()
	got := strings.Join(w.edge.Names(), " ")
	if got != "ledger ledger-cards ledger-main" || w.vault[port.SealKey] != before {
		t.Errorf("scripts %s; the key of the stored tokens changed: %v", got, w.vault[port.SealKey] != before)
	}
	if strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Error("the lock is left")
	}
}

func TestDestroyStopsIfAnotherDeployGetsThereFirst(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	d, err := BeginDestroy(t.Context(), w.options())
	if err != nil {
		t.Fatal(err)
	}
	o := w.options()
	o.Dir, w.app.code = t.TempDir(), "2" // another machine
	if err := link.Write(o.Dir, o.Link); err != nil {
		t.Fatal(err)
	}
	other, err := Begin(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := w.edge.Dump(false) + w.crm.Dump(false)
	var stale *port.StaleError
	if _, err := d.Apply(t.Context()); !errors.As(err, &stale) {
		t.Errorf("it said %v", err)
	}
	if after := w.edge.Dump(false) + w.crm.Dump(false); after != before {
		t.Errorf("it changed\n%s\nto\n%s", before, after)
	}
	if err := errors.Join(d.End(), other.End()); err != nil {
		t.Error(err)
	}
}

func TestDestroyRefusesWhileADeployRunsElsewhere(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	service, err := w.options().Edge.Service(t.Context(), "ledger")
	if err != nil {
		t.Fatal(err)
	}
	lock := owner.Holder{Deploy: "20261121-100000-abcdef", Host: "ci", Since: w.now}
	locking := edgeapi.ScriptSettings{Tags: append(service.Tags, lock.Tag())}
	if err := w.options().Edge.PatchScriptSettings(t.Context(), "ledger", locking); err != nil {
		t.Fatal(err)
	}
	var locked *owner.LockedError
	if _, err := w.destroy(); !errors.As(err, &locked) || locked.Holder.Host != "ci" {
		t.Errorf("it said %v", err)
	}
}

func TestDestroyLeavesTheScriptsWhenTheCRMRefuses(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.crm.FailDeploy("action-a", "the action is in use")
	var refused *crmapi.DeployError
	if _, err := w.destroy(); !errors.As(err, &refused) {
		t.Fatalf("it said %v", err)
	}
	if len(w.edge.Names()) != 3 || strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Errorf("scripts %v", w.edge.Names())
	}
	if _, err := w.destroy(); err != nil { // the failure of the fake was for once
		t.Fatal(err)
	}
	w.isGone()
}

func TestDestroyForgetsSecretsThatWaitForAScriptThatNeverCame(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.vault["FUTURE_TOKEN"] = "canary-future-token"
	p, err := PlanDestroy(t.Context(), w.options())
	if err != nil || !strings.Contains(lines(p), "delete secret this machine: delete the stored value of FUTURE_TOKEN") {
		t.Errorf("%v\n%s", err, lines(p))
	}
	if _, err := w.destroy(); err != nil {
		t.Fatal(err)
	}
	w.isGone()
	w.vault["FUTURE_TOKEN"] = "canary-future-token" // set again: nothing else of the environment exists
	if _, err := w.destroy(); err != nil {
		t.Fatal(err)
	}
	w.isGone()
}
