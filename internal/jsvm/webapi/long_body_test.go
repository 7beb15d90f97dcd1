package webapi

import (
	"io"
	"net/http"
	"testing"

	"github.com/appsvc/svc/internal/jsvm"
)

// longTransport responds to every request with more than a worker can hold.
type longTransport struct{}

func (longTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.NopCloser(io.LimitReader(zeros{}, maxBuffered+1))
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Header: http.Header{}, Body: body, Request: r}, nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestBodiesThatAWorkerCannotHoldAreNotReadAsAWhole(t *testing.T) {
	o := options()
	o.Transport = longTransport{}
	for name, read := range map[string]string{
		"at once": `response.arrayBuffer()`, "a stream": `new Response(response.body).arrayBuffer()`,
	} {
		vm := newVM(t, o)
		load(t, vm, `globalThis.`+jsvm.FetchFunction+` = async () => {
			const response = await fetch('http://h/');
			return new Response(await `+read+`.then((read) => 'read ' + read.byteLength, String));
		};`)
		response := get(t, vm, &jsvm.Request{Method: "GET", URL: "http://h/"})
		if got, want := string(response.Body), "TypeError: Memory limit would be exceeded before EOF."; got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
