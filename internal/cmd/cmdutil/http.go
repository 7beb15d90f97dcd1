package cmdutil

import (
	"context"
	"net"
	"net/http"
	"strings"
)

// maxResponseHeader is the size of the longest header of a response, in bytes: the edge's limit.
const maxResponseHeader = 128 << 10

// Network returns what connects to other machines, and to the hosts of workers on this one: names below localhost mean
// this machine (RFC 6761), but not every system resolves them.
func Network() http.RoundTripper {
	network := http.DefaultTransport.(*http.Transport).Clone()
	network.MaxResponseHeaderBytes = maxResponseHeader
	dial := network.DialContext
	network.DialContext = func(ctx context.Context, kind, address string) (net.Conn, error) {
		if host, port, err := net.SplitHostPort(address); err == nil && strings.HasSuffix(host, ".localhost") {
			address = net.JoinHostPort("localhost", port)
		}
		return dial(ctx, kind, address)
	}
	return network
}

// NoRedirects makes an http.Client return redirects as responses. A credential or grant is for one host only.
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
