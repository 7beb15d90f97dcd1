// This file carries fetch over the VM's transport: redirects, bodies in both directions, abort.

package webapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

const (
	// maxRedirects is the Fetch standard's limit.
	maxRedirects = 20
	// readSize is how much of a response body one chunk of a stream holds at most, in bytes.
	readSize = 64 << 10
)

// exchange is one fetch.
type exchange struct {
	w          *world
	method     string
	url        *url.URL
	header     http.Header
	body       []byte        // at hand, so it can be sent again after a redirect
	upload     io.ReadCloser // a stream; nil when body is all there is
	redirect   string        // "follow", "manual"
	redirected bool
	transport  http.RoundTripper
}

func fetchNatives(w *world) natives {
	return natives{
		// send(method, url, headers, bytes | null, streamed, redirect) starts a fetch. It gives
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
				x.body = bytes.Clone(w.bytes(data)) // the script may change its buffer while it is sent
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

// flatHeader is the way back. Names come in no order: Headers sorts them. Values are UTF-8, as on the edge, where the
// Fetch standard would read a character a byte.
func (w *world) flatHeader(header http.Header) goja.Value {
	var flat []any
	for name, values := range header {
		for _, value := range values {
			flat = append(flat, name, strings.ToValidUTF8(value, "\ufffd"))
		}
	}
	return w.rt.NewArray(flat...)
}

// strings reads an array of texts; half a character becomes a replacement character.
func (w *world) strings(array goja.Value) []string {
	object := array.ToObject(w.rt)
	n := int(object.Get("length").ToInteger())
	list := make([]string, n)
	for i := range list {
		list[i] = object.Get(strconv.Itoa(i)).String()
	}
	return list
}

// start sends the request on a goroutine of its own.
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

// uploadMethods let the script write a body piece by piece.
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

// run makes the requests until one answers with what is no redirect to follow.
func (x *exchange) run(ctx context.Context) (*http.Response, error) {
	for hops := 0; ; hops++ {
		response, err := x.once(ctx)
		if err != nil {
			return nil, err
		}
		location := response.Header.Get("Location")
		if !isRedirect(response.StatusCode) || location == "" || x.redirect == "manual" {
			return response, nil
		}
		_ = response.Body.Close() // what it says is of no interest
		if hops == maxRedirects {
			return nil, errors.New("redirect count exceeded")
		}
		if err := x.follow(response.StatusCode, location); err != nil {
			return nil, err
		}
	}
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func (x *exchange) once(ctx context.Context) (*http.Response, error) {
	target := *x.url
	target.Fragment, target.RawFragment = "", ""
	request := (&http.Request{
		Method: x.method, URL: &target, Host: target.Host, Header: x.header.Clone(),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}).WithContext(ctx)
	request.Header.Del("Content-Length") // the transport's to say
	request.Header.Del("Host")           // as is this
	if _, given := request.Header["User-Agent"]; !given {
		request.Header.Set("User-Agent", "") // the edge names none, and Go would
	}
	switch {
	case x.upload != nil:
		request.Body, request.ContentLength = x.upload, -1
	case x.body != nil:
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(x.body)), int64(len(x.body))
		if len(x.body) == 0 {
			request.Body = http.NoBody
		}
	}
	response, err := x.transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	if response.Body == nil {
		response.Body = http.NoBody
	}
	if response.Header.Get("Content-Encoding") == "gzip" && x.method != http.MethodHead {
		response.Body = &unzipped{body: response.Body} // the edge does so too, whoever asked for it
	}
	return response, nil
}

// follow changes the request into the one that a redirect asks for, by the Fetch standard's rules.
func (x *exchange) follow(status int, location string) error {
	target, err := x.url.Parse(location)
	if err != nil {
		return fmt.Errorf("%s redirects to an invalid URL: %w", x.url, err)
	}
	if target.Scheme != "http" && target.Scheme != "https" {
		return fmt.Errorf("%s redirects to %s, which is not HTTP", x.url, target)
	}
	toGet := (status == http.StatusMovedPermanently || status == http.StatusFound) && x.method == http.MethodPost ||
		status == http.StatusSeeOther && x.method != http.MethodGet && x.method != http.MethodHead
	if toGet {
		x.method, x.body, x.upload = http.MethodGet, nil, nil
		for _, name := range []string{"Content-Encoding", "Content-Language", "Content-Location", "Content-Type"} {
			x.header.Del(name)
		}
	} else if x.upload != nil {
		return errors.New("a redirect asks for the body again, and it was a stream")
	}
	if target.Scheme != x.url.Scheme || target.Host != x.url.Host {
		for _, name := range []string{"Authorization", "Cookie", "Proxy-Authorization"} {
			x.header.Del(name)
		}
	}
	if target.Fragment == "" {
		target.Fragment = x.url.Fragment
	}
	x.url, x.redirected = target, true
	return nil
}

// answer is what Response.incoming of js/response.js takes.
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

// incoming is the body of a response: next() gives a chunk or null, all() the rest, cancel() ends it.
func (w *world) incoming(body io.ReadCloser, cancel func()) goja.Value {
	object := w.rt.NewObject()
	// A response that nobody reads holds its connection until the collector finds it.
	runtime.AddCleanup(object, func(body io.ReadCloser) {
		cancel()
		go body.Close() // may wait for the network
	}, body)
	w.method(object, "next", func(goja.FunctionCall) goja.Value {
		return w.vm.Go(func(context.Context) (func() goja.Value, error) {
			data := make([]byte, readSize)
			n, err := io.ReadAtLeast(body, data, 1)
			if errors.Is(err, io.EOF) {
				_ = body.Close() // all of it has been read
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
			data, err := io.ReadAll(body)
			_ = body.Close() // all of it has been read, or err says why not
			cancel()
			if err != nil {
				return nil, w.fetchFailed(err)
			}
			return func() goja.Value { return w.buffer(data) }, nil
		})
	})
	w.method(object, "cancel", func(goja.FunctionCall) goja.Value {
		cancel()
		go body.Close() // may wait for the network
		return goja.Undefined()
	})
	return object
}
