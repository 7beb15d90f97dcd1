package host

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"

	"github.com/appsvc/svc/internal/jsvm"
)

// maxTracedBody is the length of the longest body that a record of a request has, in bytes.
const maxTracedBody = 16 << 10

// traceKey is the context key of the trace of a request that a worker serves.
type traceKey struct{}

// trace is a request that a worker serves. What its code does has a context with the trace.
type trace struct {
	id      int64
	request *jsvm.Request
}

// lastTrace is the id of the newest trace of this process.
var lastTrace atomic.Int64

// WithRequest returns a context whose work belongs to a request. OnRecord then receives, besides what the runtime
// writes:
//
//	{type: "request", request, invocation, method, url, body?}        with each invocation of the request
//	{type: "fetch", request, method, url, status, durationMs, at}     for each request that does not go to the CRM
func (h *Host) WithRequest(ctx context.Context, r *jsvm.Request) context.Context {
	if h.options.OnRecord == nil {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, &trace{lastTrace.Add(1), r})
}

// traceRequest records the request that an invocation belongs to.
func (r *reporter) traceRequest(invocation string) {
	if r.h.options.OnRecord == nil || r.context == nil {
		return
	}
	of, traced := r.context().Value(traceKey{}).(*trace)
	if !traced {
		return
	}
	document := map[string]any{
		"type": "request", "request": of.id, "invocation": invocation, "method": of.request.Method, "url": of.request.URL,
	}
	if body := of.request.Body; len(body) <= maxTracedBody && json.Valid(body) {
		document["body"] = json.RawMessage(body)
	}
	r.h.recordTraced(document)
}

// recordTraced passes a record of this package on. Its type comes first, as in those of the runtime.
func (h *Host) recordTraced(document map[string]any) {
	kind := document["type"].(string)
	delete(document, "type")
	text, err := json.Marshal(document)
	if err == nil {
		h.record(`{"type":"` + kind + `",` + string(text[1:]))
	}
}

// tracedNetwork records the requests that the code of a request sends outside the CRM.
type tracedNetwork struct {
	h    *Host
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t tracedNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	of, traced := r.Context().Value(traceKey{}).(*trace)
	if !traced {
		return t.next.RoundTrip(r)
	}
	start, at := t.h.machine(), t.h.Now()
	response, err := t.next.RoundTrip(r)
	shown := *r.URL
	shown.User, shown.RawQuery, shown.Fragment = nil, "", "" // they may have secrets
	document := map[string]any{
		"type": "fetch", "request": of.id, "method": Shorten(r.Method), "url": Shorten(shown.String()), "status": nil,
		"durationMs": float64(t.h.machine().Sub(start).Microseconds()) / 1000, "at": at.UnixMilli(),
	}
	if err == nil {
		document["status"] = response.StatusCode
	}
	t.h.recordTraced(document)
	return response, err
}
