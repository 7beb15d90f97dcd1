package deploy

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"testing"
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
