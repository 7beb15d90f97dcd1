package host

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/control"
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
	if r.Body != nil {
		defer r.Body.Close()
	}
	return serveOrCut(crm, r)
}

// serveOrCut calls the handler. A handler that aborts cuts the connection.
func serveOrCut(handler http.Handler, r *http.Request) (response *http.Response, err error) {
	defer func() {
		switch why := recover(); why {
		case nil:
		case http.ErrAbortHandler:
			err = cmp.Or(r.Context().Err(), errCut)
		default:
			panic(why)
		}
	}()
	return control.InProcess(handler)(r)
}
