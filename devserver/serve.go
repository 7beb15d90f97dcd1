// This file carries one HTTP request into a VM and the response out again, as they are.

package devserver

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/jsvm"
)

// maxBody is how much of a body a worker is given, in bytes. Routes take less and refuse the rest
// themselves; this only bounds what the host holds in memory.
const maxBody = 16 << 20

// internalError is the body of an answer that no code could give; the runtime's own is the same.
const internalError = `{"ok":false,"error":"internal_error","message":"the request could not be served; the log of the worker has the error"}`

// serve answers a request by the worker in a slot.
func (h *Host) serve(place *slot, w http.ResponseWriter, r *http.Request) {
	request, err := readRequest(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	g, err := place.acquire(r.Context())
	if err != nil {
		h.failed(w, r, err)
		return
	}
	defer g.release()
	ctx, cancel := joined(r.Context(), g.ctx)
	defer cancel()
	out := &responder{w: w, method: r.Method}
	if v, isApp := g.instance.(*stateVM); isApp {
		// An answer leaves only after what it tells of is on disk.
		out.before = func() error { return v.state.committed(ctx, v.vm) }
	}
	switch err := g.machine().FetchTo(ctx, request, out); {
	case err == nil:
	case r.Context().Err() != nil:
		// The client has left; nobody is there to be told.
	case out.begun:
		panic(http.ErrAbortHandler) // the client must not take what it has for the whole
	default:
		h.failed(w, r, err)
	}
}

// failed answers a request that the worker has given no answer to.
func (h *Host) failed(w http.ResponseWriter, r *http.Request, err error) {
	var stopped *jsvm.PoisonedError
	if !errors.As(err, &stopped) && h.options.OnLog != nil { // a VM that was stopped is told of once, when it is replaced
		h.options.OnLog(h.logLine("error", r.Method+" "+r.URL.Path+" was given no answer: "+err.Error()))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(internalError)))
	w.WriteHeader(http.StatusInternalServerError)
	_, _ = io.WriteString(w, internalError) // a client that has left does not matter
}

// hostCharacters are what names, addresses and ports are made of.
const hostCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-._:[]"

// readRequest takes a request as it came: its target, host and bytes are not changed.
func readRequest(r *http.Request) (*jsvm.Request, error) {
	target := r.RequestURI
	if strings.HasPrefix(target, "/") {
		scheme := "http://"
		if r.TLS != nil {
			scheme = "https://"
		}
		target = scheme + r.Host + target
	} else if r.URL.Scheme != "http" && r.URL.Scheme != "https" || r.URL.User != nil {
		return nil, errors.New("the target of the request is no path")
	}
	if strings.Trim(strings.ToLower(r.Host), hostCharacters) != "" {
		return nil, errors.New("the host of the request is no name")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, errors.New("the body could not be read")
	}
	header := r.Header.Clone()
	header.Set("Host", r.Host)
	request := &jsvm.Request{Method: r.Method, URL: target, Header: header}
	if len(body) > 0 || r.ContentLength != 0 {
		request.Body = body
	}
	return request, nil
}

// responder passes a response on. While the client does not read, the handler's stream waits.
type responder struct {
	w      http.ResponseWriter
	method string
	// before is waited for before the response leaves; nil for nothing.
	before func() error
	begun  bool
	stream bool
}

// Head implements jsvm.ResponseWriter.
func (o *responder) Head(status int, _ string, header http.Header, length int64) error {
	if o.before != nil {
		if err := o.before(); err != nil {
			return err
		}
	}
	out := o.w.Header()
	for name, values := range header {
		out[http.CanonicalHeaderKey(name)] = values
	}
	if _, typed := out["Content-Type"]; !typed {
		out["Content-Type"] = nil // or Go would guess one
	}
	if o.method != http.MethodHead {
		out.Del("Content-Length") // the host's to say
		if length >= 0 && status != http.StatusNoContent && status != http.StatusNotModified {
			out.Set("Content-Length", strconv.FormatInt(length, 10))
		}
	}
	out.Del("Transfer-Encoding")
	o.begun, o.stream = true, length < 0
	o.w.WriteHeader(status)
	if o.stream {
		return o.flush()
	}
	return nil
}

// Chunk implements jsvm.ResponseWriter.
func (o *responder) Chunk(data []byte) error {
	if o.before != nil {
		if err := o.before(); err != nil {
			return err
		}
	}
	if _, err := o.w.Write(data); err != nil || !o.stream {
		return err
	}
	return o.flush()
}

func (o *responder) flush() error { return http.NewResponseController(o.w).Flush() }
