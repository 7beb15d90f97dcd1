package devserver

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
)

// slowNetwork answers every request, and takes a minute for it by its own clock.
type slowNetwork struct {
	start  time.Time
	passed atomic.Int64
}

func (n *slowNetwork) now() time.Time { return n.start.Add(time.Duration(n.passed.Load())) }

func (n *slowNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	n.passed.Add(int64(time.Minute))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

func TestInvokeTimesOutWhenTheDeadlinePassesBeforeTheResponse(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('slow', { handler: async (ctx) => {
		await ctx.http.get('https://elsewhere.example/');
		return 1;
	} });`)
	network := &slowNetwork{start: time.Now().Add(-30 * time.Minute)}
	f.options.Network, f.options.Now = network, network.now
	h := f.host()
	invoke := func(timeout time.Duration) *Result {
		r, err := Invoke(t.Context(), h, InvokeOptions{
			Worker: f.worker, Invocation: f.invocation("slow", ""), Timeout: timeout,
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for range 20 {
		if r := invoke(time.Minute); r.Status != StatusTimeout || r.HTTPStatus != 0 || string(r.Body) != "null" || r.OK {
			t.Fatalf("after the deadline: %+v", r)
		}
	}
	if r := invoke(2 * time.Minute); r.Status != StatusOK || r.DurationMs != float64(time.Minute.Milliseconds()) {
		t.Errorf("before the deadline: %+v", r)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	f.options.Now = time.Now
	if totals := f.totals(); totals.Outcomes["timeout"] != 20 || totals.Outcomes["ok"] != 1 || totals.Count != 21 {
		t.Errorf("recorded %+v", totals)
	}
}

// delayed is a worker whose requests wait while the clock moves.
type delayed struct {
	host.Runner
	host  *host.Host
	moves int // how many requests wait so long
	sent  int
}

func (d *delayed) Fetch(ctx context.Context, r *jsvm.Request) (*jsvm.Response, error) {
	d.sent++
	if d.sent <= d.moves {
		if err := d.host.AdvanceTo(d.host.Now().Add(6 * time.Minute)); err != nil {
			return nil, err
		}
	}
	return d.Runner.Fetch(ctx, r)
}

func TestARequestThatWaitsWhileTheClockMovesIsSignedAgain(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('quick', { handler: () => 1 });`)
	h := f.host()
	o := InvokeOptions{Worker: f.worker, Invocation: f.invocation("quick", ""), Timeout: time.Minute}
	vm, err := o.start(t.Context(), h, &installFixture{h: h, seen: &recorder{}})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	for moves := range 3 {
		waiting := &delayed{Runner: vm, host: h, moves: moves}
		response, err := o.send(t.Context(), h, waiting)
		if err != nil || response.Status != http.StatusOK || waiting.sent != moves+1 {
			t.Errorf("after %d moves: %+v, %v, sent %d times", moves, response, err, waiting.sent)
		}
	}
}
