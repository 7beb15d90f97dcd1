// This file tests deploys that platforms refuse, break off or answer with something else.

package deploy

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// unreadable is a CRM that does not give archives.
type unreadable struct{ port.CRM }

func (unreadable) Archive(context.Context, string, int64) (map[string][]byte, error) {
	return nil, &crmapi.Error{Status: http.StatusForbidden}
}

func TestDeploySurvivesOneFailureOfAnyRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	calm := newWorld(t)
	calm.mustDeploy()
	want := calm.state()
	faults := map[string]fakeserver.Fault{
		"500":  {Kind: fakeserver.Refuse, Status: 500, Body: "{}"},
		"429":  {Kind: fakeserver.Refuse, Status: 429, Body: "{}", RetryAfter: "1"},
		"html": fakeserver.HTML(502),
		"lost": {Kind: fakeserver.Break, After: true},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			fronts := map[string]func(*world) *fakeserver.Front{
				"edge": func(
					w *world,
				) *fakeserver.Front {
					return w.edge.Front
				}, "crm": func(w *world) *fakeserver.Front { return w.crm.Front },
			}
			for platform, front := range fronts {
				for n := 1; n <= len(front(calm).Requests()); n++ {
					w := newWorld(t)
					front(w).Fail(n, fault)
					if _, err := w.deploy(); err != nil {
						w.mustDeploy() // what must not be sent twice is left to the next deploy
					}
					if got := w.state(); fault.After && !strings.Contains(got, "\"busy\": false") || !fault.After && got != want {
						t.Errorf("%s %d: the state differs:\n%s", platform, n, difference(want, got))
					}
					if again := w.plan(); !again.IsEmpty() {
						t.Errorf("%s %d: there is still to do:\n%s", platform, n, lines(again))
					}
				}
			}
		})
	}
}

func TestDeployReportsAPlatformThatStaysDown(t *testing.T) {
	w := newWorld(t)
	w.edge.DieAt(6, false)
	_, err := w.deploy()
	var silent *edgeapi.UnreachableError
	var at *step.Error
	if !errors.As(err, &silent) || !errors.As(err, &at) || at.Step.Name != "upload:ledger" {
		t.Fatalf("%v", err)
	}
	w.edge.Revive()
	w.mustDeploy()
}

func TestFailedCRMBuildReportsEachComponent(t *testing.T) {
	w := newWorld(t)
	w.crm.FailBuild("action-a", "label is too long")
	_, err := w.deploy()
	var failed *crmapi.BuildError
	if !errors.As(err, &failed) || len(failed.Parts) != 1 || failed.Parts[0].Name != "action-a" ||
		failed.Parts[0].Reason() != "label is too long" {
		t.Fatalf("%v", err)
	}
	w.mustDeploy() // the same content is uploaded again: the failure may have been the platform's
}

func TestFailedCRMDeployReportsEachComponent(t *testing.T) {
	w := newWorld(t)
	w.crm.FailDeploy("action-a", "no room")
	_, err := w.deploy()
	var failed *crmapi.DeployError
	if !errors.As(err, &failed) || len(failed.Parts) != 1 || failed.Parts[0].Name != "action-a" {
		t.Fatalf("%v", err)
	}
	w.mustDeploy()
	if strings.Count(w.crm.Dump(true), "content ") != 2 { // one build, shown as deployed and in the history
		t.Errorf("the project was uploaded twice:\n%s", w.crm.Dump(true))
	}
}

func TestBlockedCRMDeployIsForcedOnlyForAPlannedRemoval(t *testing.T) {
	w := newWorld(t)
	w.crm.Block("action-a", "used by a template")
	_, err := w.deploy()
	var blocked *crmapi.BlockedError
	if !errors.As(err, &blocked) || blocked.Forceable() {
		t.Fatalf("%v", err)
	}
	w.crm.Block("", "")
	w.mustDeploy()
	delete(w.app.actions, "action-a")
	w.mustDeploy() // the platform warns of the removal, which the plan has named
	if strings.Contains(w.crm.Dump(false), "action-a") {
		t.Error("the component is still there")
	}
}

func TestCancelledDeployReleasesItsLockAndIsResumed(t *testing.T) {
	for at := 3; at <= 15; at += 3 {
		w := newWorld(t)
		w.mustDeploy()
		w.app.code, w.app.appCode = "2", "2"
		w.app.scopes = append(w.app.scopes, "tickets")
		ctx, cancel := context.WithCancelCause(t.Context())
		stop := errors.New("stop")
		seen, applying := 0, false
		d, err := Begin(ctx, w.cancelling(func() {
			if seen++; applying && seen == at {
				cancel(stop)
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		seen, applying = 0, true
		_, err = d.Apply(ctx)
		if end := d.End(); !errors.Is(err, stop) || end != nil {
			t.Fatalf("%d: %v, %v", at, err, end)
		}
		if strings.Contains(w.edge.Dump(false), owner.LockTag) {
			t.Errorf("%d: the mark is left", at)
		}
		past, _, err := journal.History(w.dir)
		if err != nil || past[0].Outcome != journal.Interrupted {
			t.Errorf("%d: %v: %+v", at, err, past[0])
		}
		w.mustDeploy()
		past, _, err = journal.History(w.dir)
		if err != nil || len(past) != 2 || past[0].ID != d.ID() || past[0].Outcome != journal.Succeeded {
			t.Errorf("%d: %v: %+v", at, err, past[0])
		}
	}
}

// cancelling are options under which every request is announced.
func (w *world) cancelling(announce func()) Options {
	w.do = func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		return func(r *http.Request) (*http.Response, error) {
			announce()
			if err := r.Context().Err(); err != nil {
				return nil, err
			}
			return send(r)
		}
	}
	defer func() { w.do = nil }()
	return w.options()
}

func TestConcurrentReadsGiveTheSamePlan(t *testing.T) {
	w := newWorld(t)
	w.app.workers = append(w.app.workers, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
	w.mustDeploy()
	w.app.code = "2"
	want := w.plan()
	steady := w.now
	w.change = func(o *Options) {
		o.Parallel, o.Clock.Now = 0, func() time.Time { return steady }
		o.Edge.(*edgeapi.Client).Now = o.Clock.Now
	}
	if got := w.plan(); lines(got) != lines(want) || got.State != want.State {
		t.Errorf("got\n%s\nwant\n%s", lines(got), lines(want))
	}
	w.edge.Fail(4, fakeserver.Fault{
		Kind: fakeserver.Refuse, Status: 403,
		Body: `{"success":false,"result":null,"errors":[{"code":10000,"message":"no"}],"messages":[]}`,
	})
	if _, err := MakePlan(t.Context(), w.options()); !edgeapi.IsStatus(err, http.StatusForbidden) {
		t.Errorf("it said %v", err)
	}
}
