package tunnel

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// send answers a request as a server reads it from a connection.
func send(t *testing.T, h http.Handler, method, target string) *httptest.ResponseRecorder {
	t.Helper()
	text := method + " " + target + " HTTP/1.1\r\nHost: localhost:8787\r\nContent-Length: 0\r\n\r\n"
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
	if err != nil {
		t.Skipf("no server reads it: %v", err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestTheGatewayServesOnlyWhatTheCRMCalls(t *testing.T) {
	origin, err := ParseOrigin("https://Public.example.com/")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_000, 0)
	var seen []string
	g := NewGateway(origin, now.Add(time.Hour), func() time.Time { return now }, http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			scheme := "http"
			if r.TLS != nil {
				scheme = "https"
			}
			seen = append(seen, scheme+"://"+r.Host+r.RequestURI)
		}))
	for target, passes := range map[string]bool{
		"POST /webhooks/crm": true,
		"POST /w/cards/_svc/cards/open-invoices?portalId=7": true,
		"POST /w/main/workflow-actions/mark-paid/invoke":    true,
		"POST /w/main/workflow-actions/x/batched/invoke":    true,
		"GET /oauth-start":                   true,
		"GET /oauth-callback?code=1&state=2": true,

		"GET /webhooks/crm":                              false,
		"POST /webhooks/crm/":                            false,
		"POST /webhooks/ledger":                          false,
		"POST /oauth-callback":                           false,
		"GET /":                                          false,
		"GET /_svc/dev/":                                 false,
		"POST /_svc/dev/invoke":                          false,
		"POST /_svc/control/installs":                    false,
		"GET /_svc/manifest":                             false,
		"GET /_svc/health":                               false,
		"GET /_svc/crm/crm/v3/objects/contacts":          false,
		"POST /w/main/capabilities/x/invoke":             false,
		"POST /w/main/sync/x/run":                        false,
		"POST /w/main/webhooks/crm/x":                    false,
		"POST /w/../_svc/cards/x":                        false,
		"POST /w/main/_svc/cards/..":                     false,
		"POST /w/main/_svc/cards/a%2F..%2F..%2Fx":        false,
		"POST /w/main/_svc/cards/x/../../control/x":      false,
		"POST //webhooks/crm":                            false,
		"POST /%77ebhooks/crm":                           false,
		"POST http://localhost:8787/webhooks/crm":        false,
		"POST http://localhost:8787/_svc/dev/invoke":     false,
		"OPTIONS *":                                      false,
		"POST /w/main/_svc/cards/x;y":                    false,
		"POST /w/main/_svc/dev/cards/panel/fetch":        false,
		"POST /w/a/w/main/_svc/cards/x":                  false,
		"CONNECT localhost:8787":                         false,
		"POST /webhooks/crm#/x":                          false,
		"POST /w/main/workflow-actions/x/invoke/../../y": false,
	} {
		seen = nil
		method, path, _ := strings.Cut(target, " ")
		w := send(t, g, method, path)
		switch {
		case !passes && (len(seen) > 0 || w.Code != http.StatusNotFound):
			t.Errorf("%s: %d, passed on as %q", target, w.Code, seen)
		case passes && (len(seen) != 1 || seen[0] != "https://public.example.com"+path):
			t.Errorf("%s: %d, passed on as %q", target, w.Code, seen)
		}
	}
	now = now.Add(time.Hour)
	seen = nil
	if w := send(t, g, http.MethodPost, "/webhooks/crm"); w.Code != http.StatusGone || len(seen) > 0 {
		t.Errorf("after it has expired: %d, passed on as %q", w.Code, seen)
	}
}

func TestParseOriginRejectsWhatIsNoPublicOrigin(t *testing.T) {
	for _, text := range []string{
		"", "http://a.example", "https://", "a.example", "https://a.example/path", "https://user@a.example",
		"https://a.example?x=1", "https://a.example#x", "ftp://a.example", "https://a.example:bad",
	} {
		if origin, err := ParseOrigin(text); err == nil {
			t.Errorf("%q is %s", text, origin)
		}
	}
}

// FuzzGateway holds that no target leads past the routes of the CRM, however it is written.
func FuzzGateway(f *testing.F) {
	for _, target := range []string{
		"/webhooks/crm", "/w/a/_svc/cards/b?c", "/w/a/../../_svc/dev/x", "//_svc/dev/x", "/_svc%2Fdev/x", "http://h/_svc/dev",
	} {
		f.Add("POST", target)
	}
	origin, err := ParseOrigin("https://public.example.com")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, target string) {
		passed := ""
		g := NewGateway(origin, time.Unix(2, 0), func() time.Time { return time.Unix(1, 0) }, http.HandlerFunc(
			func(_ http.ResponseWriter, r *http.Request) { passed = r.URL.Path }))
		send(t, g, method, target)
		if strings.Contains(passed, "/dev/") || strings.Contains(passed, "/control") || strings.Contains(passed, "..") ||
			strings.Contains(passed, "//") {
			t.Errorf("%s %q is passed on as %q", method, target, passed)
		}
	})
}
