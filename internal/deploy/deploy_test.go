package deploy

import (
	"strings"
	"testing"
)

func TestAFirstDeployBringsUpEverythingAndASecondOneHasNothingToDo(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	t.Log(w.edge.Dump(true))
	t.Log(w.crm.Dump(true))
	again := w.plan()
	if !again.IsEmpty() {
		t.Errorf("there is still to do:\n%s", lines(again))
	}
	if strings.Contains(w.edge.Dump(false), lockTag) {
		t.Error("the mark was left on the app worker")
	}
	for _, r := range w.edge.Requests() {
		t.Log(r)
	}
	for _, r := range w.crm.Requests() {
		t.Log(r)
	}
}
