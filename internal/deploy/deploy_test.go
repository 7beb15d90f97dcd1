// This file tests what a deploy does in its order, and what it refuses.

package deploy

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/test/fakes/edgefake"
)

// changes are the requests that changed something since reset, without the account.
func (w *world) changes() []string {
	var list []string
	for _, r := range append(w.edge.Requests()[w.edgeSeen:], w.crm.Requests()[w.crmSeen:]...) {
		path := strings.TrimPrefix(r.Path, "/accounts/"+edgefake.Account+"/workers/scripts/")
		if r.Method != "GET" && !strings.Contains(path, "auth/refresh") {
			list = append(list, r.Method+" "+path)
		}
	}
	return list
}

// reset begins to count changes from zero.
func (w *world) reset() { w.edgeSeen, w.crmSeen = len(w.edge.Requests()), len(w.crm.Requests()) }

func TestFirstDeployBindsNothingBeforeItExists(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	want := []string{
		"PUT ledger-cards", "PUT ledger-main", // placeholders
		"PUT ledger", "PUT ledger-cards", "PUT ledger-main",
		"POST ledger/subdomain", "POST ledger-cards/subdomain", "POST ledger-main/subdomain", "PUT ledger-main/schedules",
		"PATCH ledger/script-settings",
		"POST /developer/projects/v1",
		"POST /project-components-external/v3/upload/new-api", "POST /dfs/deploy/v3/deploys/queue/async",
	}
	if got := w.changes(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if again := w.plan(); !again.IsEmpty() {
		t.Errorf("there is still to do:\n%s", lines(again))
	}
	if strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Error("the mark was left on the app worker")
	}
	if w.crm.Contains(".invalid") {
		t.Error("a made-up origin was uploaded")
	}
}

func TestDeployKeepsAnUnchangedAppWorker(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.reset()
	w.app.code = "2"
	if got, want := lines(
		w.mustDeploy(),
	), "update script ledger-cards: upload the worker \"cards\"\nupdate script ledger-main: upload the worker \"main\""; got != want {
		t.Errorf("plan:\n%s", got)
	}
	if got := strings.Join(w.changes(), ", "); strings.Contains(got, "PUT ledger,") || strings.Contains(got, "/dfs/") {
		t.Errorf("it did %s", got)
	}
}

func TestDeployUnbindsARemovedWorkerBeforeDeletingIt(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.reset()
	w.app.workers = []string{"main"}
	plan := w.mustDeploy()
	if got := plan.Of(Delete); len(got) != 1 || got[0].Target != "ledger-cards" || got[0].Impact == "" {
		t.Errorf("the plan deletes %+v", got)
	}
	var order []string
	for _, r := range w.edge.Requests()[w.edgeSeen:] {
		if r.Method == "PUT" || r.Method == "DELETE" {
			order = append(order, r.Method+r.Path[strings.LastIndex(r.Path, "/"):])
		}
	}
	if got := strings.Join(order, " "); got != "PUT/ledger DELETE/ledger-cards" {
		t.Errorf("it did %s", got)
	}
}

func TestPlanIsTheSameOnAnotherMachine(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	linked, err := link.Read(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	w.dir, w.vault = t.TempDir(), memory{}
	if err := link.Write(w.dir, linked); err != nil {
		t.Fatal(err)
	}
	p := w.plan()
	if !p.IsEmpty() || len(p.Problems) > 0 {
		t.Errorf("%s\n%+v", lines(p), p.Problems)
	}
	if !slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Fix == "svc deploy --new-key" }) {
		t.Errorf("nobody says that this machine has no control key: %+v", p.Notes)
	}
	w.change = func(o *Options) { o.NewKey = true }
	if got := lines(w.mustDeploy()); !strings.HasPrefix(got, "create key ledger: bind the control key k") ||
		strings.Contains(got, "\n") {
		t.Errorf("plan:\n%s", got)
	}
	if n := strings.Count(w.edge.Dump(false), "SVC_CONTROL_KEY_"); n != 2 {
		t.Errorf("the app worker has %d control keys", n)
	}
	if n := strings.Count(w.edge.Dump(false), "SVC_SEAL_KEY_"); n != 1 {
		t.Errorf("the app worker has %d sealing keys", n)
	}
}

func TestEnvironmentsAreIndependent(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	production := w.edge.Dump(true)
	w.environment, w.vault["LEDGER_TOKEN"] = "staging", "canary-staging"
	w.mustDeploy()
	for _, name := range []string{`"ledger-staging"`, `"ledger-main-staging"`} {
		if !strings.Contains(w.edge.Dump(false), name) {
			t.Errorf("there is no %s", name)
		}
	}
	if !strings.Contains(
		w.edge.Dump(true),
		production[strings.Index(production, `"ledger-main"`):strings.Index(production, `"subdomain": "acme"`)-10],
	) {
		t.Error("production has changed")
	}
	w.environment = link.Production
	if p := w.plan(); !p.IsEmpty() {
		t.Errorf("production has changed:\n%s", lines(p))
	}
}

func TestDeployRejectsForeignScriptsAndProjects(t *testing.T) {
	seeds := map[string]func(*world){
		"not created by svc": func(w *world) { w.edge.SeedScript("ledger-main", nil, nil) },
		"belongs to another project": func(w *world) {
			w.edge.SeedScript("ledger", []string{"svc", "svc-project=prj-x", "svc-env=production", "svc-app"}, nil)
		},
		"not created from this folder": func(w *world) {
			other := newWorld(t)
			other.crm = w.crm
			other.mustDeploy()
		},
	}
	for what, seed := range seeds {
		t.Run(what, func(t *testing.T) {
			w := newWorld(t)
			seed(w)
			before := w.edge.Dump(true) + w.crm.Dump(true)
			_, err := w.deploy()
			var foreign *port.ForeignError
			if !errors.As(err, &foreign) || !strings.Contains(foreign.Error(), what) || foreign.Fix == "" {
				t.Errorf("it said %v", err)
			}
			if w.edge.Dump(true)+w.crm.Dump(true) != before {
				t.Error("something was changed")
			}
		})
	}
}

func TestDeployUsesAnEmptyProjectOfTheSameName(t *testing.T) {
	w := newWorld(t)
	w.crm.SeedProject("ledger")
	w.mustDeploy()
}

func TestMissingSecretsStopADeployBeforeTheFirstChange(t *testing.T) {
	w := newWorld(t)
	delete(w.vault, "LEDGER_TOKEN")
	p, err := w.deploy()
	if !errors.Is(err, ErrProblems) || len(p.Problems) != 1 || p.Problems[0].Fix != "svc secrets set LEDGER_TOKEN" {
		t.Fatalf("%v: %+v", err, p)
	}
	if got := w.changes(); len(got) > 0 {
		t.Errorf("it did %v", got)
	}
	w.environment = "staging"
	if p := w.plan(); p.Problems[0].Fix != "svc secrets set LEDGER_TOKEN --env staging" {
		t.Errorf("%+v", p.Problems)
	}
}

func TestFailedHealthCheckLeavesTheCRMUnchanged(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	crm := w.crm.Dump(true)
	w.app.code, w.app.scopes, w.down["ledger-main"] = "2", []string{"oauth", "tickets"}, true
	_, err := w.deploy()
	var health *health.Error
	var at *step.Error
	if !errors.As(err, &health) || health.Script != "ledger-main" || !errors.As(err, &at) || len(at.Done) == 0 ||
		len(at.Left) == 0 {
		t.Fatalf("%v", err)
	}
	if w.crm.Dump(true) != crm {
		t.Error("the CRM was changed")
	}
	if strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Error("the mark was left on the app worker")
	}
	past, _, err := journal.History(w.dir)
	if err != nil || past[0].Outcome != journal.Failed || past[0].Error == "" {
		t.Errorf("%v: %+v", err, past)
	}
	w.down["ledger-main"] = false
	w.mustDeploy()
}

func TestAccountNeedsASubdomain(t *testing.T) {
	w := newWorld(t)
	w.edge = edgefake.New(edgefake.Options{})
	if p := w.plan(); len(p.Problems) != 1 || !strings.Contains(p.Problems[0].Fix, "--subdomain") {
		t.Errorf("%+v", p.Problems)
	}
	w.change = func(o *Options) { o.Subdomain = "acme" }
	w.mustDeploy()
	w.change = nil
	if p := w.plan(); !p.IsEmpty() {
		t.Errorf("there is still to do:\n%s", lines(p))
	}
}

func TestEnvironmentCannotChangeItsAccount(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.change = func(o *Options) { o.Account = "another" }
	var foreign *port.ForeignError
	if _, err := w.deploy(); !errors.As(err, &foreign) {
		t.Errorf("%v", err)
	}
}

func TestDeletingStateNeedsItsOwnRisk(t *testing.T) {
	w := newWorld(t)
	w.app.classes = append([]string{"Extra"}, w.app.classes...)
	w.mustDeploy()
	w.app.classes = w.app.classes[1:]
	if got := w.plan().Of(DeleteState); len(got) != 1 || got[0].What != "delete the class Extra" {
		t.Errorf("%+v", got)
	}
	w.mustDeploy()
	if p := w.plan(); !p.IsEmpty() {
		t.Errorf("there is still to do:\n%s", lines(p))
	}
}

func TestDeployKeepsAnAppWorkerThatTheBuildDoesNotName(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	linked, err := link.Read(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := link.Write(w.dir, &link.Project{ProjectID: linked.ProjectID}); err != nil {
		t.Fatal(err)
	}
	w.app.name, w.vault["LEDGER_TOKEN"] = "bridge", "canary-2"
	p := w.plan()
	if !slices.Equal(p.Kept, []string{"ledger"}) || len(p.Of(DeleteState)) > 0 {
		t.Errorf("kept %v, deletes state %v", p.Kept, p.Of(DeleteState))
	}
	w.change = func(o *Options) { o.Allow = []Risk{DeleteState} }
	if p := w.plan(); len(p.Of(DeleteState)) != 1 {
		t.Errorf("plan:\n%s", lines(p))
	}
	w.mustDeploy()
	if strings.Contains(w.edge.Dump(false), `"ledger"`) {
		t.Error("the old app worker is still there")
	}
}

func TestSecretsReachAScriptWhoseNewestVersionHasNoTraffic(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.edge.SeedVersion("ledger-main")
	w.app.secrets = map[string][]string{"main": {"LEDGER_TOKEN", "LATER"}}
	w.vault["LATER"] = "canary-later"
	w.mustDeploy()
	if state := w.edge.Dump(false); !strings.Contains(state, `"LATER": "secret `) {
		t.Errorf("the script has no secret LATER:\n%s", state)
	}
	if p := w.plan(); !p.IsEmpty() {
		t.Errorf("the next plan has changes:\n%s", lines(p))
	}
}
