package publicurl

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
)

// loopbackResolver resolves every name to 127.0.0.1 by a DNS server on a loopback socket.
func loopbackResolver(t *testing.T) *net.Resolver {
	t.Helper()
	socket, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	go func() {
		query := make([]byte, 512)
		for {
			n, from, err := socket.ReadFrom(query)
			if err != nil {
				return
			}
			_, _ = socket.WriteTo(dnsAnswer(query[:n]), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp4", socket.LocalAddr().String())
	}}
}

// dnsAnswer answers an A query with 127.0.0.1, and others without a record.
func dnsAnswer(query []byte) []byte {
	const header = 12
	end := header
	for query[end] != 0 {
		end += int(query[end]) + 1
	}
	question := query[header : end+5]
	answer := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, question...)
	if isA := question[len(question)-3] == 1; isA {
		answer[7] = 1
		answer = append(answer, 0xc0, header, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1)
	}
	return answer
}

// countingServer counts the connections that it accepts.
func countingServer(t *testing.T, handler http.Handler) (url string, accepted *atomic.Int32) {
	t.Helper()
	accepted = &atomic.Int32{}
	server := httptest.NewUnstartedServer(handler)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			accepted.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	return server.URL, accepted
}

func get(t *testing.T, transport http.RoundTripper, url string) error {
	t.Helper()
	client := &http.Client{Transport: transport}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err == nil {
		_ = response.Body.Close()
	}
	return err
}

func anyURL(string) error { return nil }

func anyAddress(netip.Addr) error { return nil }

func TestTransportRefusesAPublicNameThatResolvesToAPrivateAddress(t *testing.T) {
	url, accepted := countingServer(t, http.NotFoundHandler())
	url = strings.Replace(url, "127.0.0.1", "rebound.example.com", 1)
	dialer := func() *net.Dialer { return &net.Dialer{Resolver: loopbackResolver(t)} }

	err := get(t, newTransport(dialer(), anyURL, judgeAddress), url)
	if err == nil || !strings.Contains(err.Error(), "its host resolves to 127.0.0.1, a loopback address") {
		t.Errorf("the request ended with %v, want an error about the loopback address", err)
	}
	if n := accepted.Load(); n != 0 {
		t.Errorf("the server accepted %d connections, want 0", n)
	}
	if err := get(t, newTransport(dialer(), anyURL, anyAddress), url); err != nil || accepted.Load() != 1 {
		t.Errorf("without the judge: %v and %d connections, want one request", err, accepted.Load())
	}
}

func TestTransportJudgesEachRedirect(t *testing.T) {
	target, accepted := countingServer(t, http.NotFoundHandler())
	first, _ := countingServer(t, http.RedirectHandler(target, http.StatusFound))
	judge := func(url string) error {
		if strings.HasPrefix(url, first) {
			return nil
		}
		return Judge(url)
	}
	err := get(t, newTransport(&net.Dialer{}, judge, anyAddress), first)
	if err == nil || !strings.Contains(err.Error(), "it is http, not https") || accepted.Load() != 0 {
		t.Errorf("the redirect ended with %v after %d connections, want it refused", err, accepted.Load())
	}
}

func TestTransportUsesNoProxy(t *testing.T) {
	proxy, accepted := countingServer(t, http.NotFoundHandler())
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy)
	}
	transport := newTransport(&net.Dialer{Resolver: loopbackResolver(t)}, anyURL, judgeAddress)
	for _, url := range []string{"http://rebound.example.com", "https://rebound.example.com"} {
		if err := get(t, transport, url); err == nil {
			t.Errorf("GET %s succeeded", url)
		}
	}
	if n := accepted.Load(); n != 0 {
		t.Errorf("the proxy accepted %d connections, want 0", n)
	}
}

func TestTransportClosesTheBodyOfARefusedRequest(t *testing.T) {
	body := &closedBody{}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "https://127.0.0.1/", body)
	response, err := Transport().RoundTrip(request)
	if err == nil {
		_ = response.Body.Close()
		t.Fatal("the request succeeded")
	}
	if !body.closed || !strings.Contains(err.Error(), `cannot connect to "127.0.0.1": its host 127.0.0.1 is a loopback`) {
		t.Errorf("closed = %t, error %v", body.closed, err)
	}
}

type closedBody struct{ closed bool }

func (*closedBody) Read([]byte) (int, error) { return 0, errors.New("read") }

func (b *closedBody) Close() error {
	b.closed = true
	return nil
}

func TestSocketsAreJudgedByTheirAddress(t *testing.T) {
	for _, public := range []string{"8.8.8.8:443", "[2606:4700:4700::1111]:443", "[64:ff9b::808:808]:443"} {
		if err := judgeSocket("tcp4", public, judgeAddress); err != nil {
			t.Errorf("%s: %v", public, err)
		}
	}
	for address, want := range map[string]string{
		"127.0.0.1:443": "loopback", "169.254.169.254:80": "link-local", "[fe80::1%eth0]:443": "link-local",
		"[::ffff:10.0.0.1]:443": "private", "[64:ff9b::a00:1]:443": "private", "nonsense": "invalid address",
	} {
		if err := judgeSocket("tcp6", address, judgeAddress); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
	if err := judgeSocket("udp4", "8.8.8.8:443", judgeAddress); err == nil {
		t.Error("a UDP socket is accepted")
	}
}
