// This file tests rollbacks.

package deploy

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/rollback"
	"github.com/appsvc/svc/internal/link"
)

func (w *world) rollbackOptions(to string) rollback.Options {
	w.Helper()
	o := w.options()
	return rollback.Options{Options: o.locking(), Link: o.Link, To: to, Edge: o.Edge, Health: o.Health}
}

func (w *world) rollback(to string) (*rollback.Rollback, error) {
	w.Helper()
	r, err := rollback.Begin(w.Context(), w.rollbackOptions(to))
	if err != nil {
		return nil, err
	}
	_, err = r.Apply(w.Context())
	return r, errors.Join(err, r.End())
}

// live says which code a worker runs, by a digest in the fake's dump.
func (w *world) live(script string) string {
	_, text, _ := strings.Cut(w.edge.Dump(false), `"`+script+`": {`)
	_, text, _ = strings.Cut(text, `"modules": {`)
	text, _, _ = strings.Cut(text, "}")
	return text
}

// deploys are the ids of former deploys, oldest first, after one for each code.
func (w *world) deploys(codes ...string) (ids []string, lives []string) {
	w.Helper()
	for _, code := range codes {
		w.app.code = code
		w.mustDeploy()
		past, _, err := journal.History(w.dir)
		if err != nil {
			w.Fatal(err)
		}
		ids, lives = append(ids, past[0].ID), append(lives, w.live("ledger-main"))
		w.now = w.now.Add(1e9)
	}
	return ids, lives
}

func TestRollbackRestoresThePreviousDeployAndKeepsTheAppWorker(t *testing.T) {
	w := newWorld(t)
	ids, lives := w.deploys("1", "2", "3")
	app := w.live("ledger")
	w.reset()
	r, err := w.rollback("")
	if err != nil || r.To != ids[1] || len(r.Moves) != 2 {
		t.Fatalf("%v: %+v", err, r)
	}
	if w.live("ledger-main") != lives[1] || w.live("ledger") != app {
		t.Errorf("live: %s", w.live("ledger-main"))
	}
	for _, change := range w.changes() {
		if strings.HasPrefix(change, "PATCH ledger/") || strings.HasPrefix(change, "PUT") {
			t.Errorf("it did %s", change)
		}
	}
	again, err := w.rollback("")
	if err != nil || again.To != ids[0] || w.live("ledger-main") != lives[0] {
		t.Errorf("%v: %+v", err, again)
	}
	if _, err := w.rollback(""); !errors.Is(err, rollback.ErrNothingToRollBack) {
		t.Errorf("behind the first deploy: %v", err)
	}
	past, _, err := journal.History(w.dir)
	if err != nil || past[0].Kind != journal.KindRollback || past[0].Outcome != journal.Succeeded || past[0].To != ids[0] {
		t.Errorf("%v: %+v", err, past[0])
	}
	if got := lines(w.mustDeploy()); strings.Count(got, "update script") != 2 {
		t.Errorf("the next deploy brings nothing forward:\n%s", got)
	}
	if w.live("ledger-main") != lives[2] {
		t.Error("the next deploy did not bring the newest code")
	}
}

func TestRollbackRestoresTheNamedDeploy(t *testing.T) {
	w := newWorld(t)
	ids, lives := w.deploys("1", "2", "3")
	if _, err := w.rollback(ids[0]); err != nil || w.live("ledger-main") != lives[0] {
		t.Fatalf("%v", err)
	}
	if _, err := w.rollback(ids[2]); err != nil || w.live("ledger-main") != lives[2] {
		t.Fatalf("%v", err)
	}
	r, err := w.rollback(ids[2])
	if err != nil || r.Moves[0].To != "" || r.Moves[0].Why != "it is live already" {
		t.Errorf("%v: %+v", err, r.Moves)
	}
	var unknown *rollback.UnknownDeployError
	if _, err := w.rollback("20200101-000000-aaaaaa"); !errors.As(err, &unknown) || len(unknown.Known) != 3 {
		t.Errorf("%v", err)
	}
}

func TestRollbackKeepsANewerWorker(t *testing.T) {
	w := newWorld(t)
	ids, _ := w.deploys("1")
	w.app.workers = append(w.app.workers, "new")
	w.deploys("2")
	r, err := w.rollback(ids[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range r.Moves {
		if (move.Worker == "new") != (move.Why == "it did not exist then") {
			t.Errorf("%+v", move)
		}
	}
}

func TestRollbackKeepsLaterSecrets(t *testing.T) {
	w := newWorld(t)
	ids, _ := w.deploys("1")
	value := "canary-rotated"
	if err := w.options().Edge.PatchSecrets(t.Context(), "ledger-main", map[string]*string{
		"LEDGER_TOKEN": &value,
	}); err != nil {
		t.Fatal(err)
	}
	rotated := w.edge.Dump(false)
	rotated = rotated[strings.Index(rotated, `"LEDGER_TOKEN"`):][:40]
	w.deploys("2")
	if _, err := w.rollback(ids[0]); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(w.edge.Dump(false), rotated) {
		t.Error("the rotated secret is not live")
	}
}

func TestKilledRollbackIsFinishedByTheNextOne(t *testing.T) {
	if testing.Short() {
		t.Skip("deploys for each point")
	}
	for at := 1; ; at++ {
		w := newWorld(t)
		ids, lives := w.deploys("1", "2")
		k := &killer{at: at, after: true}
		w.do = k.before
		done := make(chan struct{})
		finished := false
		go func() {
			defer close(done)
			r, err := rollback.Begin(w.Context(), w.rollbackOptions(ids[0]))
			if err == nil {
				defer func() { _ = r.End() }()
				_, err = r.Apply(w.Context())
			}
			finished = err == nil
		}()
		<-done
		w.do = nil
		if finished {
			return
		}
		if _, err := w.rollback(ids[0]); err != nil || w.live("ledger-main") != lives[0] {
			t.Fatalf("killed at %d: %v", at, err)
		}
		w.mustDeploy()
		if w.live("ledger-main") != lives[1] {
			t.Errorf("killed at %d: the next deploy did not bring the newest code", at)
		}
	}
}

func TestRollbackWaitsForADeploy(t *testing.T) {
	w := newWorld(t)
	w.deploys("1", "2")
	d, err := Begin(t.Context(), w.options())
	if err != nil {
		t.Fatal(err)
	}
	var locked *owner.LockedError
	if _, err := w.rollback(""); !errors.As(err, &locked) {
		t.Errorf("%v", err)
	}
	if err := d.End(); err != nil {
		t.Fatal(err)
	}
	if linked, err := link.Read(w.dir); err != nil || linked == nil {
		t.Fatal(err)
	}
}

func TestRollbackSkipsDeploysThatFailed(t *testing.T) {
	for name, forget := range map[string]bool{"in this folder": false, "from another machine": true} {
		w := newWorld(t)
		ids, lives := w.deploys("1", "2")
		var failed []string
		for _, code := range []string{"3", "4", "5"} {
			w.app.code, w.down["ledger-main"] = code, true
			var unhealthy *health.Error
			if _, err := w.deploy(); !errors.As(err, &unhealthy) {
				t.Fatalf("%s: %v", name, err)
			}
			past, _, err := journal.History(w.dir)
			if err != nil {
				t.Fatal(err)
			}
			failed = append(failed, past[0].ID)
			w.now = w.now.Add(1e9)
		}
		w.down["ledger-main"] = false
		if forget {
			if err := os.RemoveAll(journal.In(w.dir).Path()); err != nil {
				t.Fatal(err)
			}
		}
		r, err := w.rollback("")
		skipped := []string{failed[1], failed[0]}
		if err != nil || r.To != ids[1] || r.Outcome != journal.Succeeded || !slices.Equal(r.Skipped, skipped) {
			t.Fatalf("%s: %v: to %s (%s), skipped %v", name, err, r.To, r.Outcome, r.Skipped)
		}
		if w.live("ledger-main") != lives[1] {
			t.Errorf("%s: another version is live", name)
		}
		named, err := w.rollback(failed[1])
		if err != nil || named.To != failed[1] || named.Outcome != journal.Failed {
			t.Errorf("%s: %v: to %s (%s)", name, err, named.To, named.Outcome)
		}
	}
}

func TestRollbackWithoutASuccessfulDeployIsAnError(t *testing.T) {
	w := newWorld(t)
	w.down["ledger-main"] = true
	for _, code := range []string{"1", "2"} {
		w.app.code = code
		if _, err := w.deploy(); err == nil {
			t.Fatal("an unhealthy deploy succeeded")
		}
		w.now = w.now.Add(1e9)
	}
	var none *rollback.NoneSucceededError
	if _, err := w.rollback(""); !errors.As(err, &none) || len(none.Earlier) != 1 {
		t.Errorf("got %v", err)
	}
}

func TestResumedDeployFailsWhileAWorkerIsUnhealthy(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code, w.down["ledger-main"] = "2", true
	for range 2 { // the second one has no changes
		var unhealthy *health.Error
		if _, err := w.deploy(); !errors.As(err, &unhealthy) {
			t.Fatalf("got %v", err)
		}
	}
	var details []string
	for _, e := range w.events {
		if e.Step == "health:ledger-main" && e.Title == "" {
			details = append(details, e.Detail)
		}
	}
	want := "status 503 (attempt 2 of 16, after 1s) at https://ledger-main.acme.workers.dev/_svc/health"
	if len(details) != 2*15 || details[1] != want {
		t.Errorf("%d attempts, the second one %q", len(details), details[1])
	}
	w.down["ledger-main"] = false
	w.mustDeploy()
	past, _, err := journal.History(w.dir)
	if err != nil || len(past) != 2 || past[0].Outcome != journal.Succeeded || len(past[0].Changes) == 0 {
		t.Errorf("%v: %+v", err, past)
	}
	if ids := owner.Good(w.tags()["ledger"]); len(ids) != 2 || ids[0] != past[0].ID {
		t.Errorf("the app worker names %v", ids)
	}
}

func TestRollbackNeverRestoresACanaryThatWasRolledBack(t *testing.T) {
	w := newWorld(t)
	w.app.code = "1"
	w.mustDeploy()
	first := w.live("ledger-main")
	w.now = w.now.Add(1e9)
	w.app.code = "2 bad"
	w.gradual()
	var back *RolledBackError
	if _, err := w.deploy(); !errors.As(err, &back) {
		t.Fatalf("it said %v", err)
	}
	w.change = nil
	w.now = w.now.Add(1e9)
	w.app.code = "1"
	w.app.actions["action-c"] = "c" // a deploy that leaves the workers as they are
	w.mustDeploy()
	w.now = w.now.Add(1e9)
	past, _, err := journal.History(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	w.app.code = "3"
	w.mustDeploy()
	if _, err := w.rollback(past[0].ID); err != nil {
		t.Fatal(err)
	}
	if w.live("ledger-main") != first || w.share("main1") != 100 {
		t.Errorf("live: %s", w.edge.Serve("ledger-main").Code)
	}
}

func TestRollbackRestoresACanaryThatWasPromoted(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.now = w.now.Add(1e9)
	w.app.code = "2"
	w.gradual()
	w.mustDeploy()
	w.change = nil
	w.now = w.now.Add(1e9)
	w.app.code = "3"
	w.mustDeploy()
	if _, err := w.rollback(""); err != nil || w.share("main2") != 100 {
		t.Errorf("%v: %s", err, w.edge.Serve("ledger-main").Code)
	}
}
