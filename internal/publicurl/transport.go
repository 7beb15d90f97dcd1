package publicurl

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// dialLimit is the time limit for a connection. http.DefaultTransport has the same.
const dialLimit = 30 * time.Second

// Transport returns a transport that connects to public hosts only. It judges the URL of each request, which includes
// each redirect, and the address of each connection: a public name may resolve to a private address. It uses no proxy,
// which would resolve names itself.
func Transport() http.RoundTripper { return newTransport(&net.Dialer{}, Judge, judgeAddress) }

// newTransport returns a Transport that connects with a dialer and its own judges.
func newTransport(
	dialer *net.Dialer, judge func(url string) error, judgeAddress func(netip.Addr) error,
) http.RoundTripper {
	dialer.Timeout = dialLimit
	dialer.ControlContext = func(_ context.Context, network, address string, _ syscall.RawConn) error {
		return judgeSocket(network, address, judgeAddress)
	}
	return &transport{judge: judge, network: &http.Transport{
		DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxIdleConns: 100, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: 10 * time.Second, ExpectContinueTimeout: time.Second,
	}}
}

type transport struct {
	judge   func(url string) error
	network *http.Transport
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := t.judge(r.URL.String()); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // the error is why nothing was read
		}
		return nil, fmt.Errorf("cannot connect to %q: %w", r.URL.Host, err)
	}
	return t.network.RoundTrip(r)
}

// CloseIdleConnections lets http.Client close connections.
func (t *transport) CloseIdleConnections() { t.network.CloseIdleConnections() }

// judgeSocket judges an address after its name is resolved and before the socket connects.
func judgeSocket(network, address string, judge func(netip.Addr) error) error {
	if network != "tcp4" && network != "tcp6" {
		return errors.New("its connection is not TCP")
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("invalid address %q: %w", address, err)
	}
	return judge(to.Addr().WithZone("")) // ranges contain no address with a zone
}

// judgeAddress returns nil for an address of the public internet.
func judgeAddress(address netip.Addr) error {
	if why := privateAddress(address); why != "" {
		return fmt.Errorf("its host resolves to %s, %s", address, why)
	}
	return nil
}
