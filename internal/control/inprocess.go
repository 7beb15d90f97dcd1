package control

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
)

// InProcess returns a function that sends requests to the handler, and keeps each response in memory.
func InProcess(handler http.Handler) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		served := r.Clone(r.Context())
		served.RequestURI = r.URL.RequestURI()
		if served.Host == "" {
			served.Host = r.URL.Host
		}
		if served.Body == nil {
			served.Body = http.NoBody
		}
		a := &answer{header: http.Header{}}
		handler.ServeHTTP(a, served)
		a.WriteHeader(http.StatusOK)
		return &http.Response{
			Status: fmt.Sprintf("%d %s", a.status, http.StatusText(a.status)), StatusCode: a.status,
			Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: a.header, Body: io.NopCloser(&a.body), ContentLength: int64(a.body.Len()), Request: r,
		}, nil
	}
}

// answer buffers what the handler writes.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(data []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(data)
}

// Flush implements http.Flusher, for handlers that stream.
func (a *answer) Flush() {}
