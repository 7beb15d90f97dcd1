package access_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/devserver/access"
)

// status returns that of the response to a request with these headers, as names and values.
func status(t *testing.T, handler http.Handler, method string, headers ...string) int {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost:8787/", nil)
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w.Code
}

var fine = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})

func TestServerIsCalledByItsOwnNamesOnly(t *testing.T) {
	hosts, err := access.ParseHosts([]string{"App.Example.com.", ".tunnel.example", "192.0.2.7"})
	if err != nil {
		t.Fatal(err)
	}
	handler := hosts.Only(fine)
	for host, want := range map[string]int{
		"localhost": 200, "localhost:8787": 200, "LOCALHOST.": 200, "127.0.0.1:8787": 200, "127.9.9.9": 200,
		"[::1]:8787": 200, "[::1]": 200, "billing.localhost:8787": 200, "a.b.localhost": 200,
		"app.example.com": 200, "app.example.com:8787": 200, "APP.example.com.": 200,
		"tunnel.example": 200, "a.tunnel.example": 200, "192.0.2.7:80": 200,

		"": 403, "evil.example": 403, "evil.example:8787": 403, "localhost.evil.example": 403, "evillocalhost": 403,
		"x.app.example.com": 403, "xtunnel.example": 403, "192.0.2.8": 403, "0.0.0.0": 403, "[::]": 403,
		"127.0.0.1.nip.example": 403, "localhost:8787@evil.example": 403, "[::1": 403,
	} {
		if got := status(t, handler, http.MethodPost, "Host", host); got != want {
			t.Errorf("%q: %d, want %d", host, got, want)
		}
	}
	for _, name := range []string{
		"", ".", "..", "a..b", "http://a", "a:80", "a/b", "*", "*.a", "a b", strings.Repeat("a.", 200),
	} {
		if _, err := access.ParseHosts([]string{name}); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}

func TestPagesOfOtherOriginsAreRefused(t *testing.T) {
	const site, origin, mode, dest = "Sec-Fetch-Site", "Origin", "Sec-Fetch-Mode", "Sec-Fetch-Dest"
	for name, one := range map[string]struct {
		method           string
		headers          []string
		strict, lenience int
	}{
		"a program":        {"POST", nil, 200, 200},
		"the server's own": {"POST", []string{site, "same-origin", origin, "http://localhost:8787", mode, "cors"}, 200, 200},
		"its own form":     {"POST", []string{site, "same-origin", origin, "null", mode, "navigate"}, 200, 200},
		"its own, plain":   {"POST", []string{origin, "http://localhost:8787"}, 200, 200},
		"an address bar":   {"GET", []string{site, "none", mode, "navigate", dest, "document"}, 200, 200},
		"a foreign page":   {"POST", []string{site, "cross-site", origin, "https://evil.example", mode, "cors"}, 403, 403},
		"a foreign image":  {"GET", []string{site, "cross-site", mode, "no-cors", dest, "image"}, 403, 403},
		"an old browser":   {"POST", []string{origin, "https://evil.example"}, 403, 403},
		"a sandbox":        {"POST", []string{origin, "null"}, 403, 403},
		"another port":     {"POST", []string{site, "same-site", origin, "http://localhost:3000"}, 403, 403},
		"a worker's page":  {"POST", []string{site, "same-site", origin, "http://main.localhost:8787"}, 403, 403},
		"another scheme":   {"POST", []string{origin, "https://localhost:8787"}, 403, 403},
		"a foreign form":   {"POST", []string{site, "cross-site", mode, "navigate", dest, "document"}, 403, 403},
		"a foreign frame":  {"GET", []string{site, "cross-site", mode, "navigate", dest, "iframe"}, 403, 403},
		"a foreign link":   {"GET", []string{site, "cross-site", mode, "navigate", dest, "document"}, 403, 200},
		"a new value":      {"GET", []string{site, "near-by"}, 403, 403},
	} {
		headers := append([]string{"Host", "localhost:8787"}, one.headers...)
		if got := status(t, access.SameOrigin(fine, false), one.method, headers...); got != one.strict {
			t.Errorf("%s: %d, want %d", name, got, one.strict)
		}
		if got := status(t, access.SameOrigin(fine, true), one.method, headers...); got != one.lenience {
			t.Errorf("%s, navigable: %d, want %d", name, got, one.lenience)
		}
	}
}
