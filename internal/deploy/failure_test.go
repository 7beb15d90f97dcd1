// This file tests deploys that platforms refuse, break off or answer with something else.

package deploy

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/fakeserver"
)

// unreadable is a CRM that does not give archives.
type unreadable struct{ CRM }

func (unreadable) Archive(context.Context, string, int64) (map[string][]byte, error) {
	return nil, &crmapi.Error{Status: http.StatusForbidden}
}

func TestEverySingleAnswerMayFailOnceAndTheDeployStillEndsAsUndisturbed(t *testing.T) {
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
				"edge": func(w *world) *fakeserver.Front { return w.edge.Front }, "crm": func(w *world) *fakeserver.Front { return w.crm.Front },
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

func TestAPlatformThatStaysDownSaysSoAndNothingIsLost(t *testing.T) {
	w := newWorld(t)
	w.edge.DieAt(5, false)
	_, err := w.deploy()
	var silent *edgeapi.UnreachableError
	var at *StepError
	if !errors.As(err, &silent) || !errors.As(err, &at) || at.Step.Name != "upload:ledger" {
		t.Fatalf("%v", err)
	}
	w.edge.Revive()
	w.mustDeploy()
}

func TestABuildThatTheCRMRefusesIsToldComponentByComponent(t *testing.T) {
	w := newWorld(t)
	w.crm.FailBuild("action-a", "label is too long")
	_, err := w.deploy()
	var failed *BuildError
	if !errors.As(err, &failed) || len(failed.Parts) != 1 || failed.Parts[0].Name != "action-a" || PartReason(failed.Parts[0]) != "label is too long" {
		t.Fatalf("%v", err)
	}
	w.mustDeploy() // the same content is uploaded anew: the failure may have been the platform's
}

func TestADeployThatTheCRMRefusesIsToldComponentByComponent(t *testing.T) {
	w := newWorld(t)
	w.crm.FailDeploy("action-a", "no room")
	_, err := w.deploy()
	var failed *DeployError
	if !errors.As(err, &failed) || len(failed.Parts) != 1 || failed.Parts[0].Name != "action-a" {
		t.Fatalf("%v", err)
	}
	w.mustDeploy()
	if strings.Count(w.crm.Dump(true), "content ") != 2 { // one build, shown as deployed and in the history
		t.Errorf("the project was uploaded twice:\n%s", w.crm.Dump(true))
	}
}

func TestABlockedDeployIsForcedOnlyWhereARemovalWasPlanned(t *testing.T) {
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
