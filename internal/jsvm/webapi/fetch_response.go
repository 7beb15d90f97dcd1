package webapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

// answer creates the argument of Response.incoming in js/response.js.
func (x *exchange) answer(response *http.Response, cancel func()) goja.Value {
	w := x.w
	answer := w.rt.NewObject()
	final := *x.url
	final.Fragment, final.RawFragment = "", ""
	statusText := strings.TrimSpace(strings.TrimPrefix(response.Status, strconv.Itoa(response.StatusCode)))
	w.set(answer, "status", response.StatusCode)
	w.set(answer, "statusText", statusText)
	w.set(answer, "headers", w.flatHeader(response.Header))
	w.set(answer, "url", final.String())
	w.set(answer, "redirected", x.redirected)
	if x.method == http.MethodHead || response.Body == http.NoBody {
		cancel()
		w.set(answer, "body", goja.Null())
		return answer
	}
	w.set(answer, "body", w.incoming(response.Body, cancel))
	return answer
}

// maxBuffered is the size of the longest body that can be read as a whole, in bytes: the edge's limit, and MAX_BUFFERED
// of js/bodystreams.js. Without it an endless response would take the memory of the process.
const maxBuffered = 128 << 20

// tooLong is the message of the edge.
const tooLong = "Memory limit would be exceeded before EOF."

// incoming is the body of a response: next() returns a chunk or null, all() the rest, cancel() ends it.
func (w *world) incoming(body io.ReadCloser, cancel func()) goja.Value {
	object := w.rt.NewObject()
	// A response that is not read holds its connection until the garbage collector finds it.
	runtime.AddCleanup(object, func(body io.ReadCloser) {
		cancel()
		go body.Close() // may block on the network
	}, body)
	w.method(object, "next", func(goja.FunctionCall) goja.Value {
		return w.vm.Go(func(context.Context) (func() goja.Value, error) {
			data := make([]byte, readSize)
			n, err := io.ReadAtLeast(body, data, 1)
			if errors.Is(err, io.EOF) {
				_ = body.Close() // after the last byte
				cancel()
				return goja.Null, nil
			}
			if err != nil {
				return nil, w.fetchFailed(err)
			}
			return func() goja.Value { return w.buffer(data[:n:n]) }, nil
		})
	})
	w.method(object, "all", func(goja.FunctionCall) goja.Value {
		return w.vm.Go(func(context.Context) (func() goja.Value, error) {
			data, err := io.ReadAll(io.LimitReader(body, maxBuffered+1))
			_ = body.Close() // after the last byte, or err explains
			cancel()
			if err != nil {
				return nil, w.fetchFailed(err)
			}
			if len(data) > maxBuffered {
				return nil, &jsvm.Thrown{Value: func() goja.Value { return w.vm.NewError("TypeError", tooLong) }}
			}
			return func() goja.Value { return w.buffer(data) }, nil
		})
	})
	w.method(object, "cancel", func(goja.FunctionCall) goja.Value {
		cancel()
		go body.Close() // may block on the network
		return goja.Undefined()
	})
	return object
}
