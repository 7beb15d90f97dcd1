// This file kills deploys after every single request, before and after it took effect, and runs them again.

package deploy

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// killer ends the goroutine that sends the n-th request, as a kill ends a process: nothing of the engine runs after.
type killer struct {
	at, seen int
	after    bool
}

func (k *killer) before(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		k.seen++
		if k.seen != k.at {
			return send(r)
		}
		if k.after {
			_, _ = send(r)
		}
		runtime.Goexit()
		return nil, nil
	}
}

// run deploys until the killer strikes, and reports whether it did.
func (w *world) run(k *killer) (killed bool) {
	w.Helper()
	w.do = k.before
	defer func() { w.do = nil }()
	ended, done := make(chan struct{}), false
	var err error
	go func() {
		defer close(ended)
		var d *Deployment
		if d, err = Begin(w.Context(), w.options()); err == nil {
			defer func() { _ = d.End() }() // the system does so when a process dies
			_, err = d.Apply(w.Context())
		}
		done = true
	}()
	<-ended
	if err != nil {
		w.Fatalf("killed at %d (after: %v): %v", k.at, k.after, err)
	}
	return !done
}

// scenario is a deploy to kill: what was there before, and what is deployed.
type scenario struct {
	name string
	// before deploys former states; change makes the app what is deployed in the end.
	before func(*world)
	change func(*app)
}

var scenarios = []scenario{
	{name: "the first deploy", before: func(*world) {}, change: func(*app) {}},
	{name: "a change of everything", before: func(w *world) {
		w.app.workers = append(w.app.workers, "old")
		w.mustDeploy()
	}, change: func(a *app) {
		a.workers, a.code, a.appCode = []string{"cards", "main", "new"}, "2", "2"
		a.crons = map[string][]string{"main": {"0 * * * *"}, "new": {"0 3 * * *"}}
		a.scopes = append(a.scopes, "crm.objects.deals.read")
		a.actions = map[string]string{"action-a": "a", "action-c": "c"}
		a.classes = append([]string{"Extra"}, a.classes...)
	}},
	{name: "the first deploy to a project of another tool", before: func(w *world) {
		w.app.actions["action-old"] = "old"
		w.deployWithOtherTool("Ledger Project")
	}, change: func(a *app) {
		delete(a.actions, "action-old")
		a.crmProject = "Ledger Project"
	}},
}

// prepare makes a world in which the scenario's deploy is next.
func (s scenario) prepare(t *testing.T) *world {
	w := newWorld(t)
	s.before(w)
	s.change(&w.app)
	return w
}

func TestDeployResumesAfterAKillAtAnyRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			calm := s.prepare(t)
			count := &killer{}
			if calm.run(count) {
				t.Fatal("nobody was to be killed")
			}
			want := calm.state()
			t.Logf("%d requests", count.seen)
			for at := 1; at <= count.seen; at++ {
				for _, after := range []bool{false, true} {
					t.Run(fmt.Sprintf("%d after=%v", at, after), func(t *testing.T) {
						w := s.prepare(t)
						if !w.run(&killer{at: at, after: after}) {
							t.Fatal("the killer did not strike")
						}
						w.mustDeploy()
						w.settledAs(want)
					})
				}
			}
		})
	}
}

func TestDeployResumesAfterRepeatedKills(t *testing.T) {
	if testing.Short() {
		t.Skip("deploys for many points")
	}
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			calm := s.prepare(t)
			calm.run(&killer{})
			for step := 13; step <= 37; step += 4 {
				w := s.prepare(t)
				for kills, killed := 0, true; killed; kills++ {
					if kills == 100 {
						t.Fatalf("killed at each %dth request it makes no way", step)
					}
					killed = w.run(&killer{at: step, after: kills%2 == 0})
					step++ // what has been learned before has to be asked again
				}
				w.settledAs(calm.state())
			}
		})
	}
}

// settledAs demands the state of an undisturbed deploy: nothing twice, nothing left over, keys that fit.
func (w *world) settledAs(want string) {
	w.Helper()
	if got := w.state(); got != want {
		w.Errorf("the state differs:\n%s", difference(want, got))
	}
	if again := w.plan(); !again.IsEmpty() {
		w.Errorf("there is still to do:\n%s", lines(again))
	}
	dump := w.edge.Dump(false)
	for name, prefix := range map[string]string{port.ControlKey: "SVC_CONTROL_KEY_", port.SealKey: "SVC_SEAL_KEY_"} {
		id, _, _ := strings.Cut(w.vault[name], ":")
		if strings.Count(dump, prefix) != 1 || !strings.Contains(dump, `"`+prefix+id+`"`) {
			w.Errorf("the app worker has not the one %s that this machine keeps, %s", name, id)
		}
	}
	if value, waits := w.vault["LEDGER_TOKEN"]; waits {
		w.Errorf("the secret %s still waits on this machine", value)
	}
	past, _, err := journal.History(w.dir)
	if err != nil || len(past) == 0 || past[0].Outcome != journal.Succeeded {
		w.Errorf("history: %v, %+v", err, past)
	}
	linked, err := link.Read(w.dir)
	if err != nil || linked.Environment(w.environment).Origin == "" {
		w.Errorf("link: %v, %+v", err, linked)
	}
}

// difference shows the lines that differ.
func difference(want, got string) string {
	wanted, have := strings.Split(want, "\n"), strings.Split(got, "\n")
	var text []string
	for i := range max(len(wanted), len(have)) {
		a, b := "", ""
		if i < len(wanted) {
			a = wanted[i]
		}
		if i < len(have) {
			b = have[i]
		}
		if a != b {
			text = append(text, "- "+a, "+ "+b)
		}
		if len(text) > 12 {
			break
		}
	}
	return strings.Join(text, "\n")
}
