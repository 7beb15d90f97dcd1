package webapi

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

func TestDisconnectCancelsTheResponseStream(t *testing.T) {
	vm := serveWith(t, `() => new Response(new ReadableStream({
		pull(c) { c.enqueue(new TextEncoder().encode('x')); },
		cancel(reason) { globalThis.canceled = String(reason); },
	}))`)
	load(
		t, vm,
		`globalThis.ask = async () => {
			while (globalThis.canceled === undefined) await new Promise((r) => setTimeout(r, 1));
			return canceled;
		}`,
	)
	err := vm.FetchTo(context.Background(), &jsvm.Request{Method: "GET", URL: "http://h/"}, &recorded{failAt: 2})
	if !errors.Is(err, errGone) {
		t.Fatalf("FetchTo: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	got, err := vm.Call(ctx, "ask")
	if err != nil || !strings.Contains(got, "the client disconnected") {
		t.Errorf("the stream was canceled with %q, %v", got, err)
	}
}

func TestDisconnectCancelsAnIdleResponseStream(t *testing.T) {
	vm := serveWith(t, `() => new Response(new ReadableStream({
		start(c) { c.enqueue(new TextEncoder().encode('x')); },
		cancel(reason) { globalThis.canceled = String(reason); },
	}))`)
	load(
		t, vm,
		`globalThis.ask = async () => {
			while (globalThis.canceled === undefined) await new Promise((r) => setTimeout(r, 1));
			return canceled;
		}`,
	)
	ctx, leave := context.WithCancel(context.Background())
	w := &leaving{leave: leave}
	if err := vm.FetchTo(ctx, &jsvm.Request{Method: "GET", URL: "http://h/"}, w); !errors.Is(err, context.Canceled) {
		t.Fatalf("FetchTo: %v", err)
	}
	ask, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	if got, err := vm.Call(ask, "ask"); err != nil || !strings.Contains(got, "the client disconnected") {
		t.Errorf("the stream was canceled with %q, %v", got, err)
	}
}

// leaving is a client that disconnects after the first chunk.
type leaving struct {
	recorded
	leave func()
}

func (l *leaving) Chunk([]byte) error {
	l.leave()
	return nil
}

func TestDisconnectAbortsTheRequestSignal(t *testing.T) {
	vm := serveWith(
		t,
		`(request) => new Promise(() => {
			request.signal.addEventListener('abort', () => { globalThis.aborted = request.signal.reason.name; });
			globalThis.started = 'yes';
		})`,
	)
	load(
		t, vm,
		`globalThis.ask = async (name) => {
			while (globalThis[name] === undefined) await new Promise((r) => setTimeout(r, 1));
			return globalThis[name];
		}`,
	)
	limit, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	ctx, disconnect := context.WithCancel(context.Background())
	go func() {
		defer disconnect()
		if _, err := vm.Call(limit, "ask", "started"); err != nil {
			t.Errorf("the handler does not start: %v", err)
		}
	}()
	if _, err := vm.Fetch(ctx, &jsvm.Request{Method: "GET", URL: "http://h/"}); !errors.Is(err, context.Canceled) {
		t.Fatalf("Fetch: %v", err)
	}
	if got, err := vm.Call(limit, "ask", "aborted"); err != nil || got != "AbortError" {
		t.Errorf("the request was aborted with %q, %v", got, err)
	}
}

func TestUnreadResponseReleasesItsConnection(t *testing.T) {
	var gone atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		gone.Add(1)
	}))
	defer func() { server.CloseClientConnections(); server.Close() }()
	vm := serveWith(t, `async () => { await fetch('`+server.URL+`'); return new Response(); }`)
	// The unused part of the engine's stack may still reference the last ones.
	const requests = 10
	for range requests {
		get(t, vm, &jsvm.Request{Method: "GET", URL: "http://h/"})
	}
	for deadline := time.Now().Add(time.Minute); gone.Load() < requests-2; time.Sleep(time.Millisecond) {
		runtime.GC()
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d connections are closed", gone.Load(), requests)
		}
	}
}

func TestFinishedRequestLeavesNoGoroutine(t *testing.T) {
	vm := serveWith(t, `(request) => { request.signal.addEventListener('abort', () => {}); return new Response('x'); }`)
	req := &jsvm.Request{Method: "GET", URL: "http://h/"}
	get(t, vm, req)
	before := runtime.NumGoroutine()
	for range 100 {
		get(t, vm, req)
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before+20; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines became %d", before, runtime.NumGoroutine())
		}
	}
}
