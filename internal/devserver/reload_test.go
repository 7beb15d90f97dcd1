package devserver

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/appsvc/svc/internal/project"
)

// poisons are ways for a handler to end its VM.
const poisons = `worker.cardBackend('loop', { handler: () => { for (;;) {} } });
	worker.cardBackend('deep', { handler: async () => { await null; const f = () => f(); return f(); } });
	worker.cardBackend('wait', { handler: (ctx) => new Promise(() => { ctx.logger.info('waiting'); }) });
	worker.cardBackend('good', { handler: async (ctx) => { await ctx.store.put('k', 1); return 1; } });`

func TestAPoisonedVMIsReplaced(t *testing.T) {
	f := newFixture(t, poisons)
	f.hooks.TurnLimit = turnLimit
	s := f.serve()
	for i, poison := range []string{"loop", "deep", "loop"} {
		innocent := make(chan string)
		go func() { innocent <- s.answer("wait", "{}") }()
		soon(t, "the other request", func() bool { return strings.Count(s.logged(), "info waiting") == i+1 })
		for _, got := range []string{s.answer(poison, "{}"), <-innocent} {
			if !strings.HasPrefix(got, internalError) {
				t.Errorf("%s: got %s", poison, got)
			}
		}
		if got := s.answer("good", "{}"); got != `200 {"ok":true,"capabilityId":"good","result":1}` {
			t.Errorf("after %s: %s\n%s", poison, got, s.logged())
		}
	}
	// A VM's requests are answered before its end is logged.
	soon(t, "the ends of three VMs in the log", func() bool {
		return strings.Count(s.logged(), "the worker main was stopped and restarted") == 3
	})
}

// rebuilt is the worker of a fixture after a change of its declarations.
func (f *fixture) rebuilt(declarations string) *project.Worker {
	f.Helper()
	return newFixture(f.TB, declarations).worker
}

func TestInvalidHostsAreRejected(t *testing.T) {
	s := newFixture(t, `worker.cardBackend('c', { handler: () => 1 });`).serve()
	for name, want := range map[string]int{
		"..%2f.localhost": 400, "a b": 400, "main.localhost@evil.example": 400, "evil.example": 200, "[::1]:80": 200,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/_svc/health", nil)
		r.Host = name
		s.ServeHTTP(w, r)
		if w.Code != want || strings.Contains(s.logged(), "failed: ") {
			t.Errorf("%q: %d %s; %s", name, w.Code, w.Body, s.logged())
		}
	}
}

func TestReloadKeepsRequestsInTheirVM(t *testing.T) {
	version := func(n int) string {
		return fmt.Sprintf(`worker.cardBackend('v', { handler: () => %d });
		worker.cardBackend('poll', { handler: async (ctx) => {
			ctx.logger.info('polling');
			while (!(await ctx.store.get('go'))) await new Promise((r) => setTimeout(r, 2));
			return %d;
		} });
		worker.cardBackend('go', { handler: (ctx) => ctx.store.put('go', true) });`, n, n)
	}
	f := newFixture(t, version(1))
	s := f.serve()
	slow := make(chan string)
	go func() { slow <- s.answer("poll", "{}") }()
	soon(t, "the slow request", func() bool { return strings.Contains(s.logged(), "info polling") })
	if err := s.Reload(context.Background(), "main", f.rebuilt(version(2))); err != nil {
		t.Fatal(err)
	}
	if got := s.answer("v", "{}"); !strings.HasSuffix(got, `"result":2}`) {
		t.Errorf("after the reload: %s", got)
	}
	s.answer("go", "{}")
	if got := <-slow; !strings.HasSuffix(got, `"result":1}`) {
		t.Errorf("the request from before: %s", got)
	}
}

func TestReloadOfBrokenCodeChangesNothing(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('v', { handler: () => 1 });`)
	s := f.serve()
	broken := newFixtureFile(t, `import { defineWorker } from '@svc/sdk';
export default defineWorker('main');
if (typeof __svc_sdk_local !== 'undefined') throw new Error('not today');
`).worker
	if err := s.Reload(context.Background(), "main", broken); err == nil || !strings.Contains(err.Error(), "not today") {
		t.Errorf("got %v", err)
	}
	if got := s.answer("v", "{}"); !strings.HasSuffix(got, `"result":1}`) {
		t.Errorf("got %s", got)
	}
}

func TestReloadsUnderLoadLoseNoRequest(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('v', { handler: async (ctx) => { await ctx.store.get('x'); return 1; } });`)
	s := f.serve()
	quit := make(chan struct{})
	var clients sync.WaitGroup
	for range 3 {
		clients.Go(func() {
			for {
				select {
				case <-quit:
					return
				default:
				}
				if got := s.answer("v", "{}"); got != `200 {"ok":true,"capabilityId":"v","result":1}` {
					t.Errorf("got %s", got)
					return
				}
			}
		})
	}
	for range 10 {
		if err := s.Reload(context.Background(), "main", f.worker); err != nil {
			t.Error(err)
		}
	}
	if err := s.ReloadApp(context.Background()); err != nil {
		t.Error(err)
	}
	close(quit)
	clients.Wait()
}

func TestShutdownWaitsForRequestsAndKeepsTheState(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('slow', { handler: async (ctx) => {
			ctx.logger.info('slow');
			await new Promise((r) => setTimeout(r, 200));
			await ctx.store.put('k', 5);
			return 1;
		} });
		worker.cardBackend('get', { handler: (ctx) => ctx.store.get('k') });`)
	s := f.serve()
	slow := make(chan string)
	go func() { slow <- s.answer("slow", "{}") }()
	soon(t, "the request", func() bool { return strings.Contains(s.logged(), "info slow") })
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if got := <-slow; !strings.HasSuffix(got, `"result":1}`) {
		t.Errorf("the request in flight: %s", got)
	}
	if got := s.answer("get", "{}"); !strings.HasPrefix(got, internalError) {
		t.Errorf("after the end: %s", got)
	}
	again := f.serve()
	if got := again.answer("get", "{}"); !strings.HasSuffix(got, `"result":5}`) {
		t.Errorf("in the next server: %s", got)
	}
	if !slices.Equal(again.Workers(), []string{"main"}) {
		t.Errorf("workers %q", again.Workers())
	}
}
