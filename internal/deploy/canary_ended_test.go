package deploy

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/rollout"
)

func TestCanaryThatWasAbortedElsewhereIsWatchedAnew(t *testing.T) {
	w := newWorld(t)
	w.leaveStanding()
	o := w.options()
	o.Dir = t.TempDir()
	if _, err := w.end(o, false); err != nil {
		t.Fatal(err)
	}
	seen := w.gradual()
	began := w.now
	w.mustDeploy()
	if seen.since[0].Before(began) || seen.looks < 40 {
		t.Errorf("invocations count since %s, it began at %s and looked %d times", seen.since[0], began, seen.looks)
	}
	w.isLive("main2")
}

func TestDecisionIsForgottenWhenTheCanaryWasEndedElsewhere(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	w.gradual()
	// It is killed after it decided to promote, before any traffic moved.
	w.do = func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		posts := 0
		return func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/deployments") {
				if posts++; posts > 2 { // the first two start the canary
					runtime.Goexit()
				}
			}
			return send(r)
		}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if d, err := Begin(context.Background(), w.options()); err == nil {
			defer func() { _ = d.End() }()
			_, _ = d.Apply(context.Background())
		}
	}()
	<-ended
	w.do = nil
	if w.share("main2") != 10 {
		t.Fatalf("%d%%", w.share("main2"))
	}
	o := w.options()
	o.Dir = t.TempDir()
	if _, err := w.end(o, false); err != nil {
		t.Fatal(err)
	}
	seen := w.gradual()
	w.mustDeploy()
	if seen.looks < 40 {
		t.Errorf("it promoted after %d looks", seen.looks)
	}
	w.isLive("main2")
}

func TestCanaryThatIsEndedElsewhereWhileItIsWatchedStaysAsItWasEnded(t *testing.T) {
	for promote, live := range map[bool]string{false: "main1", true: "main2"} {
		w := newWorld(t)
		w.mustDeploy()
		w.app.code = "2"
		if promote {
			w.app.code = "2 bad"
			live = "main2 bad"
		}
		seen := w.gradual()
		seen.atLook = func(look int) {
			if look == 1 {
				o := w.options()
				o.Dir = t.TempDir()
				if _, err := w.end(o, promote); err != nil {
					t.Error(err)
				}
			}
		}
		var moved *rollout.MovedError
		if _, err := w.deploy(); !errors.As(err, &moved) {
			t.Errorf("promote=%v: it said %v", promote, err)
		}
		w.isLive(live)
	}
}

func TestCanaryThatCannotBeStoppedStillStands(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	seen := w.gradual()
	unreachable := false
	w.do = func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		return func(r *http.Request) (*http.Response, error) {
			if unreachable && strings.Contains(r.URL.Path, "/ledger-main/") {
				return nil, errors.New("connection refused")
			}
			return send(r)
		}
	}
	seen.atLook = func(look int) {
		if look == 1 {
			w.edge.SeedScript("ledger-cards", nil, nil) // another tool replaces it
			unreachable = true
		}
	}
	d, err := Begin(t.Context(), w.options())
	if err != nil {
		t.Fatal(err)
	}
	var moved *rollout.MovedError
	if _, err := d.Apply(t.Context()); !errors.As(err, &moved) {
		t.Errorf("it said %v", err)
	}
	if got := d.Standing(); len(got) != 1 || got[0].Script != "ledger-main" {
		t.Errorf("standing: %+v", got)
	}
	if err := d.End(); err != nil {
		t.Error(err)
	}
}

func TestPromotedCanaryThatIsNotHealthyIsCheckedAgain(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.code = "2"
	w.gradual()
	w.down = map[string]bool{"ledger-main": true}
	var unhealthy *health.Error
	for range 2 {
		if _, err := w.deploy(); !errors.As(err, &unhealthy) {
			t.Fatalf("it said %v", err)
		}
	}
	w.down = nil
	w.mustDeploy()
	w.isLive("main2")
}

func TestPlanOfAResumedCanaryDoesNotCompareItWithItself(t *testing.T) {
	w := newWorld(t)
	w.leaveStanding()
	text := contentsIn(t, w.plan(), "ledger-main")
	if !strings.Contains(text, " stands, so that its changes are not compared") || strings.Contains(text, "source map") {
		t.Error(text)
	}
}

func TestCanaryThatStoodForLongIsJudgedByItsLastMinutes(t *testing.T) {
	w := newWorld(t)
	w.leaveStanding()
	w.now = w.now.Add(5 * time.Hour)
	seen, resumed := w.gradual(), w.now
	seen.served = 100 // meanwhile
	w.mustDeploy()
	if since := seen.since[0]; resumed.Sub(since) > rollout.MaxWatch || since.Second() != 0 {
		t.Errorf("invocations count since %s, it was resumed at %s", since, resumed)
	}
	w.isLive("main2")
}
