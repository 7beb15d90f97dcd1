package devserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
)

// testActor is an actor with which these tests and the crash test work.
const testActor = `TestActor: [(state) => ({
	methods: {
		pair(n) { state.store.put('first', n); state.store.put('second', n); return n; },
		read: () => ({ first: state.store.get('first') ?? 0, second: state.store.get('second') ?? 0 }),
		remind({ n, at }) { state.due.set('ring', String(n), at); },
		rang: () => state.store.list({ prefix: 'rang/' }).map(([key]) => key.slice(5)),
		async fetch(url) {
			state.store.put('fetched', (state.store.get('fetched') ?? 0) + 1);
			return (await state.fetch(url)).text();
		},
		step: ({ worker, step, args }) => state.worker(worker, step, args),
		async loop() { state.store.put('half', 1); for (;;) {} },
		wait: () => new Promise(() => {}),
	},
	due: { ring(n) { state.store.put('rang/' + n, true); } },
})],`

// actorAnswer calls the test actor.
func actorAnswer(t *testing.T, h *host.Host, method string, args any) string {
	t.Helper()
	request, err := json.Marshal(map[string]any{
		"protocol": 1, "class": "TestActor", "name": "one", "method": method, "args": args,
	})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := h.CallActor(context.Background(), string(request))
	if err != nil {
		return "error: " + err.Error()
	}
	return answer
}

func (f *fixture) serveActors() *served {
	f.hooks.ExtraActors = testActor
	return f.serve()
}

const nothing = `worker.cardBackend('c', { handler: () => 1 });`

func TestAlarmsSurviveARestart(t *testing.T) {
	f := newFixture(t, nothing)
	s := f.serveActors()
	in := func(d time.Duration) int64 { return time.Now().Add(d).UnixMilli() }
	actorAnswer(t, s.Server.host, "remind", map[string]any{"n": 1, "at": in(-time.Second)})
	actorAnswer(t, s.Server.host, "remind", map[string]any{"n": 2, "at": in(time.Hour)})
	actorAnswer(t, s.Server.host, "remind", map[string]any{"n": 3, "at": in(100 * time.Hour)})
	soon(t, "the first alarm", func() bool { return actorAnswer(t, s.Server.host, "rang", nil) == `{"v":["1"]}` })
	if err := s.Server.Close(); err != nil {
		t.Fatal(err)
	}
	f.options.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	again := f.serveActors()
	soon(t, "the second alarm", func() bool { return actorAnswer(t, again.Server.host, "rang", nil) == `{"v":["1","2"]}` })
}

// outside answers every request with nothing.
type outside func() error

func (o outside) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: r}, o()
}

func TestActorsSendRequestsAfterTheCommit(t *testing.T) {
	f := newFixture(t, nothing)
	var commits atomic.Int64
	f.hooks.FaultHook = func(effect string, do func() error) error {
		err := do()
		if effect == "commit" {
			commits.Add(1)
		}
		return err
	}
	var before int64
	f.hooks.Outbound = outside(func() error {
		if commits.Load() == before {
			return errors.New("the turn's writes are not committed yet")
		}
		return nil
	})
	s := f.serveActors()
	for range 50 {
		before = commits.Load()
		if got := actorAnswer(t, s.Server.host, "fetch", "https://elsewhere.example/"); got != `{"v":""}` {
			t.Fatal(got)
		}
	}
}

func TestActorsRunStepsOfWorkers(t *testing.T) {
	s := newFixture(
		t,
		`worker.trigger('seen', { eventType: 'contact.creation', handler: (ctx) => {
			ctx.logger.info('seen ' + ctx.input.events.length);
			return ok();
		} });`,
	).serveActors()
	delivery := map[string]any{
		"trigger": "seen", "portalId": 7, "events": []any{map[string]any{"objectId": 1}, map[string]any{"objectId": 2}},
	}
	args := map[string]any{"deliveries": []any{delivery}, "url": "https://app.example/webhooks/crm"}
	if got := actorAnswer(t, s.Server.host, "step", map[string]any{
		"worker": "main", "step": "trigger", "args": args,
	}); got != `{"v":{"failed":0}}` {
		t.Errorf("got %s", got)
	}
	if !strings.Contains(s.logged(), "info seen 2") {
		t.Errorf("logs: %s", s.logged())
	}
	if got := actorAnswer(t, s.Server.host, "step", map[string]any{"worker": "main", "step": "nope"}); strings.HasPrefix(
		got, `{"v":`,
	) {
		t.Errorf("a step that does not exist: %s", got)
	}
	if got := actorAnswer(t, s.Server.host, "step", map[string]any{
		"worker": "other", "step": "trigger",
	}); !strings.Contains(got, "actor_error") {
		t.Errorf("a worker that does not exist: %s", got)
	}
}

func TestABlockedActorLosesOnlyItsTurn(t *testing.T) {
	f := newFixture(t, nothing)
	f.hooks.TurnLimit = turnLimit
	s := f.serveActors()
	actorAnswer(t, s.Server.host, "pair", 7)
	waiting := make(chan string)
	go func() { waiting <- actorAnswer(t, s.Server.host, "wait", nil) }()
	for _, got := range []string{actorAnswer(t, s.Server.host, "loop", nil), <-waiting} {
		if !strings.Contains(got, "without yielding") {
			t.Errorf("got %s", got)
		}
	}
	if got := actorAnswer(t, s.Server.host, "read", nil); got != `{"v":{"first":7,"second":7}}` {
		t.Errorf("after it: %s", got)
	}
	kept, err := s.Server.host.State(context.Background(), "TestActor", "one")
	if err != nil || kept["half"] != "" || kept["first"] != "7" {
		t.Errorf("kept %v, %v", kept, err)
	}
	if got := s.answer("c", "{}"); !strings.HasPrefix(got, "200 ") {
		t.Errorf("the user worker: %s", got)
	}
}

func TestAFailedCommitFailsTheCallAndRestartsTheVM(t *testing.T) {
	f := newFixture(t, nothing)
	var full atomic.Bool
	f.hooks.FaultHook = func(effect string, do func() error) error {
		if effect == "commit" && full.Load() {
			return errors.New("the disk is full")
		}
		return do()
	}
	s := f.serveActors()
	actorAnswer(t, s.Server.host, "pair", 1)
	full.Store(true)
	if got := actorAnswer(t, s.Server.host, "pair", 2); !strings.Contains(got, "the disk is full") {
		t.Errorf("got %s", got)
	}
	full.Store(false)
	soon(t, "an answer", func() bool {
		return actorAnswer(t, s.Server.host, "read", nil) == `{"v":{"first":1,"second":1}}`
	})
}

func TestScheduledCallsTheWorker(t *testing.T) {
	s := newFixture(t, nothing).serveActors()
	if err := s.Scheduled(context.Background(), "main", "0 * * * *", time.Now()); err != nil {
		t.Error(err)
	}
	if err := s.Scheduled(context.Background(), "other", "0 * * * *", time.Now()); err == nil ||
		fmt.Sprint(err) != `unknown worker "other"` {
		t.Errorf("got %v", err)
	}
}
