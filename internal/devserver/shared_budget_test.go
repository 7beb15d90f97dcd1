package devserver

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

const readingWorker = `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('NAME');
worker.cardBackend('read-NAME', { handler: async ({ crm }) => (await crm.objects.get('contacts', '101')).id });
export default worker;
`

// twoWorkers is a project of the workers main and second, each with a card backend of one call.
func twoWorkers(t *testing.T) (*fixture, map[string]*project.Worker) {
	f := newFixtureFile(t, strings.ReplaceAll(readingWorker, "NAME", "main"))
	file := filepath.Join(f.options.Dir, "src", "workers", "second.ts")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(readingWorker, "NAME", "second")), 0o644); err != nil {
		t.Fatal(err)
	}
	options := project.Options{Dir: f.options.Dir}
	loaded, err := project.Load(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	f.all = Capabilities(loaded)
	second, err := host.BuildWorker(context.Background(), options, loaded, "src/workers/second.ts")
	if err != nil {
		t.Fatal(err)
	}
	return f, map[string]*project.Worker{"main": f.worker, "second": second}
}

func TestConcurrentWorkersOfAnAppSeeNo429(t *testing.T) {
	f, workers := twoWorkers(t)
	clock := jsvm.NewLockstep(time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC))
	f.hooks.Clock, f.options.InMemory = clock, true
	h := f.host()
	isolates := map[string]*Isolate{}
	for name, worker := range workers {
		isolate, err := StartIsolate(t.Context(), h, IsolateOptions{
			Worker: worker, Capability: f.invocation("read-"+name, "").Capability,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer isolate.Close()
		isolates[name] = isolate
	}
	const each = 80 // an account of the emulated CRM takes 100 in 10 seconds
	var open atomic.Int64
	open.Store(int64(each * len(isolates)))
	over := make(chan struct{})
	err := clock.Run(t.Context(), func(ctx context.Context) {
		for range each {
			for name, isolate := range isolates {
				jsvm.Go(ctx, clock, func(ctx context.Context) {
					if r, err := isolate.Send(ctx, f.invocation("read-"+name, "")); err != nil || r.Error != nil {
						t.Errorf("%+v, %v", r, err)
					}
					if open.Add(-1) == 0 {
						close(over)
					}
				})
			}
		}
		_ = jsvm.Await(ctx, over)
	})
	if err != nil {
		t.Fatal(err)
	}
	used := usage(t, h)
	if len(used.Refused) != 0 || used.Day < 90 {
		t.Errorf("the CRM took %d calls and refused %v", used.Day, used.Refused)
	}
}

func usage(t *testing.T, h *host.Host) crmsim.Usage {
	t.Helper()
	crm, err := h.CRM()
	if err != nil {
		t.Fatal(err)
	}
	return crm.Usage()[host.DefaultPortal]
}

func TestWorkersOfAServerShareTheBudgetOfTheirPortal(t *testing.T) {
	f, workers := twoWorkers(t)
	f.options.InMemory = true
	clock := jsvm.NewLockstep(time.Now()) // stands still: however slow this machine is, the coordinator answers in time
	f.hooks.Clock = clock
	f.options.Bindings = map[string]string{clientSecret: "client secret"}
	s, err := NewServer(t.Context(), f.host(), ServerOptions{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	for name := range workers {
		body := []byte(`{"input":{}}`)
		r := httptest.NewRequest(
			"POST", "http://"+name+workerDomain+"/_svc/cards/read-"+name+"?portalId=7", bytes.NewReader(body),
		)
		r.Header.Set("Content-Type", "application/json")
		crmsim.SignV3(r, body, f.options.Profile.HeaderPrefix, f.options.Bindings[clientSecret], clock.Now())
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 200 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	third := `{"protocol":1,"class":"PortalActor","name":"static","method":"paceJoin","args":{
		"isolate":"third","wasAway":false,"own":{"general":{"ages":[],"heldMs":0},"search":{"ages":[],"heldMs":0}}}}`
	answer, err := s.host.CallActor(t.Context(), third)
	if err != nil || !strings.Contains(answer, `"clients":3`) {
		t.Errorf("a third isolate gets %s, %v", answer, err)
	}
}
