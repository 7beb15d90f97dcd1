package webapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

const (
	// maxRedirects is the Fetch standard's limit.
	maxRedirects = 20
	// readSize is the maximum size of one chunk of a response body, in bytes.
	readSize = 64 << 10
)

// exchange is one fetch: redirects, bodies in both directions, abort.
type exchange struct {
	w          *world
	method     string
	url        *url.URL
	header     http.Header
	body       []byte        // in memory, so that it can be sent again after a redirect
	upload     io.ReadCloser // a stream; nil if body is complete
	redirect   string        // "follow", "manual"
	redirected bool
	transport  http.RoundTripper
}

func fetchNatives(w *world) natives {
	return natives{
		// send(method, url, headers, bytes | null, streamed, redirect) starts a fetch. It returns
		// {response: Promise, abort(), write(Uint8Array): Promise, end(), fail(why)}.
		"send": func(call goja.FunctionCall) goja.Value {
			w.needCall()
			x := &exchange{w: w, method: call.Argument(0).String(), redirect: call.Argument(5).String()}
			x.transport = w.vm.Options().Transport
			if x.transport == nil {
				return w.typeError("fetch failed: this host has no network")
			}
			target, err := url.Parse(call.Argument(1).String())
			if err != nil {
				return w.typeError("fetch failed: %v", err)
			}
			if target.Scheme != "http" && target.Scheme != "https" {
				return w.typeError("Fetch API cannot load: %s", target)
			}
			x.url = target
			x.header = w.headerOf(call.Argument(2))
			if data := call.Argument(3); !goja.IsNull(data) {
				x.body = bytes.Clone(w.bytes(data)) // the script may change its buffer meanwhile
			}
			return x.start(call.Argument(4).ToBoolean())
		},
	}
}

// headerOf reads name, value, name, value, ...
func (w *world) headerOf(flat goja.Value) http.Header {
	header := http.Header{}
	list := w.strings(flat)
	for i := 0; i+1 < len(list); i += 2 {
		header.Add(list[i], list[i+1])
	}
	return header
}

// flatHeader is what Headers.received of js/headers.js reads: name, value, name, value, ... in no order, names in lower
// case. Values are UTF-8, as on the edge. The Fetch standard would read one character per byte.
func (w *world) flatHeader(header http.Header) goja.Value {
	flat := make([]any, 0, 2*len(header))
	for name, values := range header {
		switch name = strings.ToLower(name); {
		case len(values) == 0:
		case name == "set-cookie":
			list := make([]any, len(values))
			for i, value := range values {
				list[i] = w.headerValue(value)
			}
			flat = append(flat, name, w.rt.NewArray(list...))
		default:
			flat = append(flat, name, w.headerValue(strings.Join(values, ", ")))
		}
	}
	return w.rt.NewArray(flat...)
}

// headerValue returns a value as scripts see it. It throws where Headers.append does.
func (w *world) headerValue(value string) string {
	value = strings.Trim(strings.ToValidUTF8(value, "\ufffd"), "\t\n\r ")
	if strings.ContainsAny(value, "\x00\r\n") {
		w.typeError("Headers.append: %q is an invalid header value.", value)
	}
	return value
}

// strings reads an array of strings. Lone surrogates become replacement characters.
func (w *world) strings(array goja.Value) []string {
	object := array.ToObject(w.rt)
	n := int(object.Get("length").ToInteger())
	list := make([]string, n)
	for i := range list {
		list[i] = object.Get(strconv.Itoa(i)).String()
	}
	return list
}

// start sends the request on a new goroutine.
func (x *exchange) start(streamed bool) goja.Value {
	w := x.w
	operation := w.rt.NewObject()
	owner, _ := w.vm.Context()
	ctx, cancel := context.WithCancel(owner)
	if streamed {
		reader, writer := io.Pipe()
		x.upload = reader
		w.uploadMethods(operation, writer)
	}
	w.method(operation, "abort", func(goja.FunctionCall) goja.Value {
		cancel()
		return goja.Undefined()
	})
	response := w.vm.Go(func(context.Context) (func() goja.Value, error) {
		answer, err := x.run(ctx)
		if err != nil {
			cancel()
			return nil, w.fetchFailed(err)
		}
		return func() goja.Value { return x.answer(answer, cancel) }, nil
	})
	w.set(operation, "response", response)
	return operation
}

// uploadMethods let the script write a body in pieces.
func (w *world) uploadMethods(operation *goja.Object, writer *io.PipeWriter) {
	w.method(operation, "write", func(call goja.FunctionCall) goja.Value {
		data := bytes.Clone(w.bytes(call.Argument(0)))
		return w.vm.Go(func(context.Context) (func() goja.Value, error) {
			_, err := writer.Write(data)
			return goja.Undefined, err
		})
	})
	w.method(operation, "end", func(goja.FunctionCall) goja.Value {
		_ = writer.Close() // never fails
		return goja.Undefined()
	})
	w.method(operation, "fail", func(call goja.FunctionCall) goja.Value {
		_ = writer.CloseWithError(errors.New(call.Argument(0).String())) // never fails
		return goja.Undefined()
	})
}
