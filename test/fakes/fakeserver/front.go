// Package fakeserver wraps the fakes of remote APIs for tests. It counts and logs requests, and makes them fail on
// demand, before or after they take effect.
//
// Start at Front. A fake of an API supplies the handler.
package fakeserver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// Kind is how a request fails.
type Kind int

// The kinds of faults.
const (
	Break  Kind = iota // the connection breaks without a response
	Refuse             // Status, with Body and RetryAfter
)

// Fault makes one request fail.
type Fault struct {
	Kind Kind
	// After makes the request take effect first. Its response is lost.
	After bool
	// Status, Body, ContentType and RetryAfter are the response of Refuse.
	Status      int
	Body        string
	ContentType string
	RetryAfter  string
}

// HTML is the response of a proxy.
func HTML(status int) Fault {
	return Fault{
		Kind: Refuse, Status: status, ContentType: "text/html", Body: "<!doctype html><title>Bad gateway</title><h1>502</h1>",
	}
}

// Request is one line of the log.
type Request struct {
	// Number counts from 1 over the lifetime of the Front.
	Number       int
	Method, Path string
	// Query is the query as sent.
	Query  string
	Header http.Header
	Body   []byte
	// Status is the status of the response. 0 for a broken connection.
	Status int
}

// String is "PUT /path".
func (r Request) String() string { return r.Method + " " + r.Path }

// Front is an http.Handler in front of a fake. Its methods are safe for concurrent use. Requests reach the fake one
// after the other.
type Front struct {
	handler http.Handler

	serving sync.Mutex
	mu      sync.Mutex
	log     []Request
	faults  map[int]Fault
	downAt  int // 0: never
	after   bool
}

// New returns a Front for a handler.
func New(handler http.Handler) *Front { return &Front{handler: handler, faults: map[int]Fault{}} }

// Fail makes the n-th request from now fail. 1 is the next.
func (f *Front) Fail(n int, fault Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults[len(f.log)+n] = fault
}

// DieAt breaks the connections of the n-th request from now and of all later ones until Revive, as if the caller had
// been killed. With after, the n-th request takes effect first.
func (f *Front) DieAt(n int, after bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.downAt, f.after = len(f.log)+n, after
}

// Revive ends DieAt and removes all pending faults.
func (f *Front) Revive() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.downAt, f.faults = 0, map[int]Fault{}
}

// Requests returns the log so far.
func (f *Front) Requests() []Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.log)
}

// Contains reports whether any request has the text in its address, a header or its body.
func (f *Front) Contains(text string) bool {
	return slices.ContainsFunc(f.Requests(), func(r Request) bool {
		return strings.Contains(r.Path+"?"+r.Query+fmt.Sprint(r.Header), text) || bytes.Contains(r.Body, []byte(text))
	})
}

func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") != "" {
		f.handler.ServeHTTP(w, r) // a stream, not a call
		return
	}
	f.serving.Lock()
	defer f.serving.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the client disconnected
	}
	number, fault, faulty := f.note(r, body)
	if faulty && !fault.After {
		f.fail(w, number, fault)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	answer := httptest.NewRecorder()
	f.handler.ServeHTTP(answer, r)
	if faulty {
		f.fail(w, number, fault)
		return
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	f.answered(number, answer.Code)
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes()) // fails only when the client disconnected
}

// note logs a request and returns its fault.
func (f *Front) note(r *http.Request, body []byte) (int, Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	number := len(f.log) + 1
	f.log = append(f.log, Request{
		Number: number, Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: body,
	})
	if f.downAt > 0 && number >= f.downAt {
		return number, Fault{Kind: Break, After: f.after && number == f.downAt}, true
	}
	fault, faulty := f.faults[number]
	return number, fault, faulty
}

func (f *Front) answered(number, status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log[number-1].Status = status
}

func (f *Front) fail(w http.ResponseWriter, number int, fault Fault) {
	if fault.Kind == Break {
		panic(http.ErrAbortHandler)
	}
	if fault.ContentType == "" {
		fault.ContentType = "application/json"
	}
	w.Header().Set("Content-Type", fault.ContentType)
	if fault.RetryAfter != "" {
		w.Header().Set("Retry-After", fault.RetryAfter)
	}
	f.answered(number, fault.Status)
	w.WriteHeader(fault.Status)
	_, _ = io.WriteString(w, fault.Body) // fails only when the client disconnected
}

// errBroken is the error of Do for a broken connection.
var errBroken = errors.New("connection reset by peer")

// Do sends a request to the Front without a network, like http.Client.Do.
func (f *Front) Do(r *http.Request) (response *http.Response, err error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	defer func() {
		if cause := recover(); cause != nil {
			if cause != http.ErrAbortHandler {
				panic(cause)
			}
			response, err = nil, errBroken
		}
	}()
	served := r.Clone(r.Context())
	served.RequestURI, served.Host = r.URL.RequestURI(), r.URL.Host
	if served.Body == nil {
		served.Body = http.NoBody
	}
	answer := httptest.NewRecorder()
	f.ServeHTTP(answer, served)
	response = answer.Result()
	response.Request = r
	return response, nil
}
