package webapi

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

// watchedBody is a body whose garbage collection is counted.
type watchedBody struct{ io.Reader }

func (*watchedBody) Close() error { return nil }

// watchedTransport responds to every request and counts the garbage-collected bodies.
type watchedTransport struct{ collected atomic.Int32 }

func (w *watchedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body := &watchedBody{bytes.NewReader([]byte("some body"))}
	runtime.AddCleanup(body, func(n *atomic.Int32) { n.Add(1) }, &w.collected)
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Header: http.Header{}, Body: body, Request: r}, nil
}

func TestSignalReleasesFinishedFetches(t *testing.T) {
	for name, read := range map[string]string{
		"read":       `await response.text()`,
		"streamed":   `const reader = response.body.getReader(); while (!(await reader.read()).done);`,
		"not wanted": `await response.body.cancel()`,
	} {
		t.Run(name, func(t *testing.T) {
			transport := &watchedTransport{}
			o := options()
			o.Transport = transport
			vm := newVM(t, o)
			load(t, vm, `const { signal } = new AbortController();
				globalThis.`+jsvm.FetchFunction+` = async () => { const response = await fetch('http://h/', { signal }); `+read+
				`; return new Response(String(signal.aborted)); };`)
			const fetches = 20
			for range fetches {
				get(t, vm, &jsvm.Request{Method: "GET", URL: "http://h/"})
			}
			// The unused part of the engine's stack may still reference the last ones.
			for deadline := time.Now().Add(time.Minute); transport.collected.Load() < fetches-3; time.Sleep(
				time.Millisecond,
			) {
				runtime.GC()
				if time.Now().After(deadline) {
					t.Fatalf("%d of %d bodies were collected", transport.collected.Load(), fetches)
				}
			}
		})
	}
}
