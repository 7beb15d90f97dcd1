// This file tests the first deploy to a CRM project that another tool uploaded, as after svc import.

package deploy

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/port"
)

// deployWithOtherTool uploads and deploys the app's project under a name, with a message that svc does not write.
func (w *world) deployWithOtherTool(name string) {
	w.Helper()
	o := w.options()
	files := map[string][]byte{}
	for _, file := range w.app.project(name, w.environment, o.Link) {
		files[file.Path] = file.Data
	}
	source, err := crmapi.ReadSource(o.Profile, files)
	if err != nil {
		w.Fatal(err)
	}
	if _, err := o.CRM.CreateProject(w.Context(), name); err != nil {
		w.Fatal(err)
	}
	build, err := o.CRM.Upload(w.Context(), name, source, "Fix the card")
	if err != nil {
		w.Fatal(err)
	}
	if _, err := o.CRM.WaitBuild(w.Context(), name, build, nil); err != nil {
		w.Fatal(err)
	}
	id, err := o.CRM.Deploy(w.Context(), name, build, false)
	if err != nil {
		w.Fatal(err)
	}
	if _, err := o.CRM.WaitDeploy(w.Context(), name, id, nil); err != nil {
		w.Fatal(err)
	}
	w.reset()
}

func TestDeployTakesOverTheProjectThatTheAppNames(t *testing.T) {
	w := newWorld(t)
	w.app.actions["action-old"] = "old"
	w.deployWithOtherTool("Ledger Project")
	delete(w.app.actions, "action-old")
	w.app.crmProject = "Ledger Project"
	want := []string{"Ledger Project", "action-old"}
	var got []string
	for _, change := range w.plan().Of(Delete) {
		got = append(got, change.Target)
	}
	if !slices.Equal(got, want) {
		t.Errorf("changes that need --allow delete: %q, want %q", got, want)
	}
	w.mustDeploy()
	if p := w.plan(); !p.IsEmpty() {
		t.Errorf("there is still to do:\n%s", lines(p))
	}
	w.app.code = "2"
	if deletes := w.mustDeploy().Of(Delete); len(deletes) > 0 {
		t.Errorf("a later deploy takes the project over again: %+v", deletes)
	}
}

func TestDeployRejectsAProjectOfAnotherToolThatTheAppDoesNotName(t *testing.T) {
	w := newWorld(t)
	w.deployWithOtherTool("ledger")
	var foreign *port.ForeignError
	if _, err := w.deploy(); !errors.As(err, &foreign) || !strings.Contains(foreign.Fix, "crmProject: 'ledger'") {
		t.Errorf("%v", err)
	}
	if got := w.changes(); len(got) > 0 {
		t.Errorf("it did %v", got)
	}
}

func TestDeployRejectsANamedProjectOfAnotherFolder(t *testing.T) {
	w, other := newWorld(t), newWorld(t)
	other.crm, other.app.crmProject, w.app.crmProject = w.crm, "Ledger Project", "Ledger Project"
	other.mustDeploy()
	before := w.crm.Dump(true)
	var foreign *port.ForeignError
	if _, err := w.deploy(); !errors.As(err, &foreign) || !strings.Contains(foreign.Why, "none of its builds belongs to") {
		t.Errorf("%v", err)
	}
	if w.crm.Dump(true) != before {
		t.Error("the project of the other folder changed")
	}
}
