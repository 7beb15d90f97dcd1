package deploy

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/link"
)

// traffic is what the workers of a world serve while a canary is watched.
type traffic struct {
	*world
	// served and failed count the requests since the last reset. Code with "bad" fails.
	served, failed int
	looks          int
	// atLook is called before each look.
	atLook func(look int)
	since  []time.Time
}

// judge serves 50 requests and asserts count >= 100 and error_rate < 0.05.
func (w *traffic) judge(_ context.Context, since time.Time) (rollout.Judgment, error) {
	w.since = append(w.since, since)
	w.looks++
	if w.atLook != nil {
		w.atLook(w.looks)
	}
	for range 50 {
		w.served++
		if strings.Contains(w.edge.Serve("ledger-main").Code, "bad") {
			w.failed++
		}
	}
	rate := float64(w.failed) / float64(w.served)
	return rollout.Judgment{
		Holds: w.served >= 100 && rate < 0.05, Enough: w.served >= 100, Values: fmt.Sprintf("error_rate: %.3f", rate),
	}, nil
}

// gradual makes the deploys of a world gradual.
func (w *world) gradual() *traffic {
	t := &traffic{world: w}
	w.change = func(o *Options) { o.Canary = &Canary{Percent: 10, For: 15 * time.Minute, Judge: t.judge} }
	return t
}

// share returns how many of 100 requests code with a text gets.
func (w *world) share(text string) (count int) {
	for range 100 {
		if strings.HasSuffix(w.edge.Serve("ledger-main").Code, text) {
			count++
		}
	}
	return count
}

func TestGoodCanaryIsPromotedAfterItsTime(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	seen := w.gradual()
	var shares []int
	seen.atLook = func(int) { shares = append(shares, w.share("main2")) }
	began := w.now
	w.mustDeploy()
	if took := w.now.Sub(began); took < 15*time.Minute || took > 17*time.Minute {
		t.Errorf("it took %s", took)
	}
	if seen.since[0].Second() != 0 || seen.since[0].Before(began) {
		t.Errorf("invocations count since %s, it began at %s", seen.since[0], began)
	}
	for _, share := range shares {
		if share != 10 {
			t.Errorf("shares of the new version: %v", shares)
			break
		}
	}
	w.isLive("main2")
}

// isLive demands that one code has all traffic, that a plan has nothing to do, and that the lock is gone.
func (w *world) isLive(code string) {
	w.Helper()
	if got := w.share(code); got != 100 {
		w.Errorf("%s has %d%% of the traffic", code, got)
	}
	if strings.Contains(w.edge.Dump(false), owner.LockTag) {
		w.Error("the lock is left")
	}
	w.app.code = strings.TrimPrefix(code, "main")
	w.change = nil
	if p := w.plan(); !p.IsEmpty() {
		w.Errorf("there is still to do:\n%s", lines(p))
	}
}

func TestBadCanaryIsRolledBackWhenThereAreEnoughInvocations(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2 bad"
	seen := w.gradual()
	var back *RolledBackError
	if _, err := w.deploy(); !errors.As(err, &back) || !strings.Contains(back.Values, "error_rate") {
		t.Fatalf("it said %v", err)
	}
	if seen.looks > 3 {
		t.Errorf("it looked %d times", seen.looks)
	}
	past, _, err := journal.History(w.dir)
	if err != nil || past[0].Outcome != journal.Failed {
		t.Errorf("%v, %+v", err, past[0])
	}
	w.isLive("main1")
	w.app.code = "3"
	w.gradual()
	w.mustDeploy() // the next canary starts from the beginning
	w.isLive("main3")
}

func TestCanaryWithoutTrafficIsRolledBackAtItsEnd(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	w.change = func(o *Options) {
		o.Canary = &Canary{Percent: 10, For: time.Minute, Judge: func(context.Context, time.Time) (rollout.Judgment, error) {
			return rollout.Judgment{Values: "count >= 100: 0"}, nil
		}}
	}
	var back *RolledBackError
	if _, err := w.deploy(); !errors.As(err, &back) {
		t.Fatalf("it said %v", err)
	}
	w.isLive("main1")
}

// runGradual deploys until the killer strikes. It does not fail the test on an error.
func (w *world) runGradual(k *killer) (killed bool, err error) {
	w.do = k.before
	defer func() { w.do = nil }()
	ended, done := make(chan struct{}), false
	go func() {
		defer close(ended)
		var d *Deployment
		if d, err = Begin(w.Context(), w.options()); err == nil {
			defer func() { _ = d.End() }()
			_, err = d.Apply(w.Context())
		}
		done = true
	}()
	<-ended
	return !done, err
}

func TestKilledCanaryIsResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	for _, c := range []struct{ code, live string }{{"2", "main2"}, {"2 bad", "main1"}} {
		make := func(t *testing.T) *world {
			w := newWorld(t)
			w.mustDeploy()
			w.app.code = c.code
			w.gradual()
			return w
		}
		count := &killer{}
		if _, err := make(t).runGradual(count); (err != nil) != (c.live == "main1") {
			t.Fatal(err)
		}
		t.Logf("%d requests", count.seen)
		for at := 1; at <= count.seen; at += 1 + at/40*7 { // most requests are those of the watch
			for _, after := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %d after=%v", c.code, at, after), func(t *testing.T) {
					w := make(t)
					if killed, err := w.runGradual(&killer{at: at, after: after}); !killed {
						t.Fatalf("the killer did not strike: %v", err)
					}
					began := w.now
					_, err := w.deploy()
					var back *RolledBackError
					if err != nil && !(errors.As(err, &back) && c.live == "main1") {
						t.Fatal(err)
					}
					if w.now.Sub(began) > 17*time.Minute {
						t.Errorf("it watched again for %s", w.now.Sub(began))
					}
					if err == nil && c.live == "main1" { // it was killed after everything was back: a new canary
						t.Error("a bad canary was promoted")
					}
					w.isLive(c.live)
				})
			}
		}
	}
}

func TestResumedCanaryKeepsItsTime(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	seen := w.gradual()
	ctx, cancel := context.WithCancel(t.Context())
	seen.atLook = func(look int) {
		if look == 10 {
			cancel()
		}
	}
	d, err := Begin(ctx, w.options())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Apply(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("it said %v", err)
	}
	if got := d.Standing(); len(got) != 2 || got[0].Percent != 10 || w.share("main2") != 10 {
		t.Errorf("standing: %+v, %d%%", got, w.share("main2"))
	}
	if err := d.End(); err != nil {
		t.Fatal(err)
	}
	first, began := seen.since[0], w.now
	seen.since = nil
	w.mustDeploy()
	if seen.since[0] != first || w.now.Sub(began) > 14*time.Minute {
		t.Errorf("since %s, before %s; it took another %s", seen.since[0], first, w.now.Sub(began))
	}
	w.isLive("main2")
}

func TestDeployIsRefusedWhileACanaryStands(t *testing.T) {
	for name, change := range map[string]func(*world){
		"without --canary":   func(w *world) { w.change = nil },
		"with another build": func(w *world) { w.app.code = "3" },
		"with --force-unlock": func(w *world) {
			w.change = func(o *Options) { o.ForceUnlock = true }
		},
		"from another machine": func(w *world) {
			linked, err := link.Read(w.dir)
			if err != nil {
				w.Fatal(err)
			}
			w.dir, w.change = w.TempDir(), nil
			if err := link.Write(w.dir, linked); err != nil {
				w.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.leaveStanding()
			change(w)
			before := w.edge.Dump(true)
			var standing *rollout.StandingError
			if _, err := w.deploy(); !errors.As(err, &standing) || standing.Standing.Canaries[0].Percent != 10 {
				t.Errorf("it said %v", err)
			}
			if after := w.edge.Dump(true); after != before {
				t.Errorf("it changed\n%s\nto\n%s", before, after)
			}
		})
	}
}

// leaveStanding deploys code 1, and stops a canary of code 2 while it is watched.
func (w *world) leaveStanding() {
	w.Helper()
	w.mustDeploy()
	w.app.code = "2"
	seen := w.gradual()
	ctx, cancel := context.WithCancel(w.Context())
	seen.atLook = func(int) { cancel() }
	d, err := Begin(ctx, w.options())
	if err != nil {
		w.Fatal(err)
	}
	if _, err := d.Apply(ctx); err == nil {
		w.Fatal("it was not stopped")
	}
	if err := d.End(); err != nil {
		w.Fatal(err)
	}
}

// end ends the canary that stands by hand.
func (w *world) end(o Options, promote bool) (*rollout.Standing, error) {
	e := rollout.Ending{
		Dir: o.Dir, Own: owner.Owner{Project: o.Link.ProjectID, Environment: o.Environment}, Edge: o.Edge, Now: o.Clock.Now,
		Host: o.Host, PID: o.PID, Promote: promote,
	}
	return e.Run(w.Context())
}

func TestStandingCanaryIsEndedByHand(t *testing.T) {
	for _, promote := range []bool{true, false} {
		for _, elsewhere := range []bool{true, false} {
			t.Run(fmt.Sprintf("promote=%v elsewhere=%v", promote, elsewhere), func(t *testing.T) {
				w := newWorld(t)
				w.leaveStanding()
				o := w.options()
				if elsewhere {
					o.Dir = t.TempDir()
				}
				ended, err := w.end(o, promote)
				if err != nil || len(ended.Canaries) != 2 {
					t.Fatalf("%v, %+v", err, ended)
				}
				if _, err := w.end(o, promote); !errors.Is(err, rollout.ErrNone) {
					t.Errorf("twice: %v", err)
				}
				live := "main1"
				if promote {
					live = "main2"
				}
				w.isLive(live)
				w.app.code = "3"
				w.mustDeploy()
				w.isLive("main3")
			})
		}
	}
}

func TestCanaryStopsWhenAnotherDeployGetsThereFirst(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	seen := w.gradual()
	seen.atLook = func(look int) {
		if look == 5 {
			o := w.options()
			o.Dir = t.TempDir() // another machine ends it
			if _, err := w.end(o, false); err != nil {
				t.Error(err)
			}
			w.edge.SeedVersion("ledger-main") // and deploys
			versions, err := o.Edge.Versions(t.Context(), "ledger-main")
			if err == nil {
				all := edgeapi.Share{VersionID: versions[0].ID, Percentage: 100}
				_, err = o.Edge.Deploy(t.Context(), "ledger-main", "other", all)
			}
			if err != nil {
				t.Error(err)
			}
		}
	}
	var moved *rollout.MovedError
	if _, err := w.deploy(); !errors.As(err, &moved) {
		t.Fatalf("it said %v", err)
	}
	if dump := w.edge.Dump(true); strings.Contains(dump, "10%") && strings.Contains(dump, owner.LockTag) {
		t.Errorf("the lock is left: %s", dump)
	}
	if strings.HasSuffix(w.edge.Serve("ledger-cards").Code, "cards2") {
		t.Error("the other worker was not rolled back")
	}
}
