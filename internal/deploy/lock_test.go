// This file tests that two deploys of one environment keep apart, and that journals survive crashes.

package deploy

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/rollback"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

func TestLocalLockExcludesASecondDeploy(t *testing.T) {
	w := newWorld(t)
	first, err := Begin(t.Context(), w.options())
	if err != nil {
		t.Fatal(err)
	}
	var locked *owner.LockedError
	if _, err := Begin(t.Context(), w.options()); !errors.As(err, &locked) || locked.Holder.Deploy != first.ID() ||
		!strings.Contains(locked.Why(), "laptop, process 7") {
		t.Errorf("the second one: %v", err)
	}
	w.environment = "staging"
	w.vault["LEDGER_TOKEN"] = "canary"
	if other, err := Begin(t.Context(), w.options()); err != nil {
		t.Errorf("another environment: %v", err)
	} else if err := other.End(); err != nil {
		t.Error(err)
	}
	w.environment = "production"
	if err := first.End(); err != nil {
		t.Fatal(err)
	}
	w.mustDeploy()
}

func TestRemoteLockExcludesAnotherMachine(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	other := owner.Holder{Deploy: "20261121-100000-abcdef", Host: "ci", Since: w.now.Add(-time.Hour)}
	o := w.options()
	service, err := o.Edge.Service(t.Context(), "ledger")
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Edge.PatchScriptSettings(t.Context(), "ledger", edgeapi.ScriptSettings{
		Tags: append(service.Tags, other.Tag()),
	}); err != nil {
		t.Fatal(err)
	}
	w.app.code = "2"
	w.reset()
	var locked *owner.LockedError
	_, err = w.deploy()
	if !errors.As(err, &locked) || !locked.Remote || locked.Holder.Host != "ci" || locked.Age < time.Hour ||
		!strings.Contains(locked.Why(), "1h0m") {
		t.Errorf("it said %v", err)
	}
	if got := w.changes(); len(got) > 0 {
		t.Errorf("it did %v", got)
	}
	w.change = func(o *Options) { o.ForceUnlock = true }
	w.mustDeploy()
	if strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Error("a mark is left")
	}
}

func TestDeployKeepsForeignTags(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	o := w.options()
	for _, script := range []string{"ledger", "ledger-main"} {
		service, err := o.Edge.Service(t.Context(), script)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Edge.PatchScriptSettings(t.Context(), script, edgeapi.ScriptSettings{
			Tags: append(service.Tags, "team=payments"),
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.app.code, w.app.appCode = "2", "2"
	w.mustDeploy()
	if n := strings.Count(w.edge.Dump(false), "team=payments"); n != 2 {
		t.Errorf("%d of 2 are left", n)
	}
}

func TestJournalWithATornLineIsResumed(t *testing.T) {
	w := newWorld(t)
	if !w.run(&killer{at: 12}) {
		t.Fatal("the killer did not strike")
	}
	past, _, err := journal.History(w.dir)
	if err != nil || len(past) != 1 || past[0].Outcome != journal.Interrupted || len(past[0].Open) != 1 {
		t.Fatalf("%v: %+v", err, past)
	}
	path := filepath.Join(w.dir, filepath.FromSlash(journal.Path(past[0].ID)))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < 40; cut += 6 {
		if err := os.WriteFile(path, text[:len(text)-cut], 0o644); err != nil {
			t.Fatal(err)
		}
		torn, _, err := journal.History(w.dir)
		if err != nil || len(torn) != 1 || torn[0].Outcome != journal.Interrupted {
			t.Fatalf("cut by %d: %v: %+v", cut, err, torn)
		}
	}
	torn, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	w.mustDeploy()
	past, _, err = journal.History(w.dir)
	if err != nil || len(past) != 1 || past[0].Outcome != journal.Succeeded {
		t.Errorf("%v: %+v", err, past)
	}
	text, err = os.ReadFile(path)
	if err != nil || torn[len(torn)-1] == '\n' || !bytes.HasPrefix(text, append(torn, '\n')) {
		t.Errorf("%v: the line after the torn one is lost:\n%s", err, text)
	}
}

func TestStepIsJournaledBeforeItsRequest(t *testing.T) {
	w := newWorld(t)
	if !w.run(&killer{at: 6}) { // the app worker's upload
		t.Fatal("the killer did not strike")
	}
	past, _, err := journal.History(w.dir)
	if err != nil || len(past) != 1 || len(past[0].Open) != 1 ||
		!strings.HasPrefix(past[0].Open[0], "placeholder:") && !strings.HasPrefix(past[0].Open[0], "upload:") {
		t.Errorf("%v: %+v", err, past)
	}
}

func FuzzJournalsOfAnyKindAreReadWithoutHarm(f *testing.F) {
	f.Add([]byte(
		`{"event":"begin","kind":"deploy","environment":"x"}` + "\n" + `{"event":"step","step":"a","phase":"done"}` + "\n",
	))
	f.Add([]byte("\x00{}\n[]\nnull\n{\"event\":\"end\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if past, ok := journal.Read("id", text); ok && (past.Changes == nil || past.Done == nil || past.Open == nil) {
			t.Errorf("%+v", past)
		}
	})
}

func TestLockWhoseReleaseWasAnsweredWronglyIsTheNextDeploys(t *testing.T) {
	for name, fault := range map[string]fakeserver.Fault{
		"success without effect": {
			Kind: fakeserver.Refuse, Status: 200, Body: `{"success":true,"result":{},"errors":[],"messages":[]}`,
		},
		"a lost response": {Kind: fakeserver.Break, After: true},
		"an error":        {Kind: fakeserver.Refuse, Status: 403, Body: `{"success":false,"errors":[{"code":1,"message":"no"}]}`},
	} {
		w := newWorld(t)
		w.mustDeploy()
		calm := len(w.edge.Requests())
		w.app.code = "2"
		w.mustDeploy()
		last := len(w.edge.Requests()) - calm
		w.app.code = "3"
		w.edge.Fail(last, fault)
		_, _ = w.deploy() // it can fail
		if left := strings.Contains(w.edge.Dump(false), owner.LockTag); left != (fault.Kind == fakeserver.Refuse) {
			t.Fatalf("%s: the lock is left: %v", name, left)
		}
		r, err := rollback.Begin(t.Context(), w.rollbackOptions(""))
		if err != nil {
			t.Errorf("%s: a rollback: %v", name, err)
		} else if err := r.End(); err != nil {
			t.Error(err)
		}
		w.app.code = "4"
		w.mustDeploy()
		if strings.Contains(w.edge.Dump(false), owner.LockTag) {
			t.Errorf("%s: the lock is left", name)
		}
	}
}
