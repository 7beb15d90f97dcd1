package webapi

import (
	"net/http"
	"testing"

	"github.com/appsvc/svc/internal/jsvm"
)

// informationalTransport responds to every request with a status that no response has.
type informationalTransport struct{}

func (informationalTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 99, Status: "099 Unknown", Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

func TestStatusBelow200IsNoResponse(t *testing.T) {
	o := options()
	o.Transport = informationalTransport{}
	vm := newVM(t, o)
	load(t, vm, `globalThis.`+jsvm.FetchFunction+` = () => fetch('http://h/').then(
		(response) => new Response('status ' + response.status), (error) => new Response(error.message));`)
	response := get(t, vm, &jsvm.Request{Method: "GET", URL: "http://h/"})
	want := "fetch failed: the server answered with the status 99: expected 200 or above"
	if got := string(response.Body); got != want {
		t.Error(got)
	}
}
