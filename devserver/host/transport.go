package host

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim"
)

// transport sends requests to the CRM's origin to the emulated CRM, and all others to the network.
type transport struct {
	// crm returns the emulated CRM, which its first call creates; nil for a live CRM.
	crm     func() (*crmsim.Sim, error)
	origin  *url.URL
	network http.RoundTripper
}

var errCut = errors.New("the connection was cut")

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.crm == nil || !strings.EqualFold(r.URL.Host, t.origin.Host) || r.URL.Scheme != t.origin.Scheme {
		return t.network.RoundTrip(r)
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	crm, err := t.crm()
	if err != nil {
		return nil, err
	}
	inner := r.Clone(r.Context())
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	defer inner.Body.Close()
	if inner.Host == "" {
		inner.Host = inner.URL.Host
	}
	answer := &answerWriter{header: http.Header{}}
	if err := serveHTTP(crm, answer, inner); err != nil {
		return nil, err
	}
	return answer.response(r), nil
}

// serveHTTP calls the handler. A handler that aborts cuts the connection.
func serveHTTP(handler http.Handler, w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		switch why := recover(); why {
		case nil:
		case http.ErrAbortHandler:
			err = cmp.Or(r.Context().Err(), errCut)
		default:
			panic(why)
		}
	}()
	handler.ServeHTTP(w, r)
	return nil
}

// answerWriter buffers the response of a handler.
type answerWriter struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *answerWriter) Header() http.Header { return w.header }

func (w *answerWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *answerWriter) Write(data []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(data)
}

func (w *answerWriter) response(r *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	return &http.Response{
		Status:     strconv.Itoa(w.status) + " " + http.StatusText(w.status),
		StatusCode: w.status,
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        w.header,
		Body:          io.NopCloser(&w.body),
		ContentLength: int64(w.body.Len()),
		Request:       r,
	}
}
