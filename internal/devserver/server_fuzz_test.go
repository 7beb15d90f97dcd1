package devserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/contract"
	"github.com/appsvc/svc/internal/crmsim"
)

// fuzzedWorker has a capability for each kind of route of a user worker.
const fuzzedWorker = `
worker.tool('echo', { label: 'Echo', objectType: 'contact', input: { text: { type: 'string' } },
	output: { text: { type: 'string' } }, agent: { description: 'Echo', expose: 'all' },
	handler: ({ input }) => ok({ text: input.text }) });
worker.cardBackend('card', { handler: ({ input }) => ({ input }) });`

// requestLimit is the time for one answer. A request that reaches it hangs: an answer takes milliseconds.
const requestLimit = time.Minute

// maxAnswer is the longest answer to a request that runs no user code beyond an echo, in bytes above the body's size.
const maxAnswer = 64 << 10

// FuzzRequestsToTheServer sends any method, path, header and body to the handler of the local server, some of them
// signed. It finds panics, answers of 5xx that the contract does not have, and answers that are late or long.
func FuzzRequestsToTheServer(f *testing.F) {
	s := newFixture(f, fuzzedWorker).serve()
	declared := declaredErrors(f)
	for _, seed := range []struct {
		method, target, headers, body string
		atApp, signed                 bool
	}{
		{method: "GET", target: "/_svc/health"},
		{method: "GET", target: "/_svc/manifest", headers: "X-Svc-Grant: v2.k.1.00.00\r\n"},
		{method: "POST", target: "/_svc/cards/card?portalId=7", body: `{"input":{"a":[1]}}`, signed: true},
		{method: "POST", target: "/_svc/cards/card?portalId=%zz", body: `{"input":`, signed: true},
		{
			method: "POST", target: "/workflow-actions/echo/invoke", signed: true,
			body: `{"origin":{"portalId":7},"inputFields":{"text":"\ud800"}}`,
		},
		{
			method: "POST", target: "/workflow-actions/echo/batched/invoke", signed: true,
			body: `{"inputs":[{"callbackId":"..","origin":{"portalId":7},"inputFields":{}}]}`,
		},
		{method: "POST", target: "/capabilities/echo/invoke?kind=tool", body: `{"input":-1}`},
		{method: "POST", target: "/webhooks/x", headers: "X-Signature: 00\r\n", body: "[]", atApp: true},
		{method: "POST", target: "/webhooks/crm", body: `[{"eventId":1,"portalId":7}]`, atApp: true, signed: true},
		{method: "GET", target: "/oauth-callback?code=%00&state=x", headers: "Cookie: a=b; =\r\n", atApp: true},
		{method: "PUT", target: "/_svc/control/flags/%2e%2e", headers: "X-Svc-Grant: v2....\r\n", body: "{}", atApp: true},
		{method: "OPTIONS", target: "/%ff/../__proto__//w/main/_svc/health", headers: "Origin: null\r\n", atApp: true},
		{method: "TRACE", target: "/w/main/_svc/cards/constructor", headers: "Content-Length: 9\r\n", atApp: true},
	} {
		f.Add(seed.method, seed.target, seed.headers, []byte(seed.body), seed.atApp, seed.signed)
	}
	f.Fuzz(func(t *testing.T, method, target, headers string, body []byte, atApp, signed bool) {
		host := "main" + workerDomain
		if atApp {
			host = "localhost"
		}
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(
			method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n",
		)))
		if err != nil || !servable(r.Header) {
			t.Skip() // the web server answers it without the handler
		}
		ctx, cancel := context.WithTimeout(t.Context(), requestLimit)
		defer cancel()
		r = r.WithContext(ctx)
		r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
		if signed {
			if r.Header.Get("Content-Type") == "" {
				r.Header.Set("Content-Type", "application/json") // so that more bodies reach a handler
			}
			url := *r.URL
			r.URL.Scheme, r.URL.Host = "http", host
			crmsim.SignV3(r, body, s.options.Profile.HeaderPrefix, s.options.Bindings[clientSecret], time.Now())
			*r.URL = url
		}
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, r)
		if ctx.Err() != nil {
			t.Errorf("the answer took more than %s", requestLimit)
		}
		if max := maxAnswer + 4*len(body) + len(target); answer.Body.Len() > max {
			t.Errorf("the answer has %d bytes, at most %d are expected", answer.Body.Len(), max)
		}
		if answer.Code >= 500 && !declared.has(answer) {
			t.Errorf("undeclared answer %d %s\n%s", answer.Code, answer.Body, s.logged())
		}
	})
}

// servable reports whether the web server passes a header to the handler. It answers others with 400.
func servable(header http.Header) bool {
	for name, values := range header {
		if strings.ContainsFunc(name, func(c rune) bool {
			return c <= ' ' || c >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
		}) {
			return false
		}
		if strings.ContainsFunc(strings.Join(values, ""), func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
			return false
		}
	}
	return true
}

// errorStatuses are the statuses of the contract's error codes.
type errorStatuses map[string]int

func declaredErrors(t testing.TB) errorStatuses {
	t.Helper()
	list, err := contract.Errors()
	if err != nil || len(list) == 0 {
		t.Fatalf("the contract has %d errors: %v", len(list), err)
	}
	statuses := errorStatuses{}
	for _, e := range list {
		statuses[e.Code] = e.Status
	}
	// The handlers of the fuzzed worker do not throw, so a request that gets this has found a defect.
	delete(statuses, "internal_error")
	return statuses
}

// has reports whether the answer is that of a declared error.
func (s errorStatuses) has(answer *httptest.ResponseRecorder) bool {
	var body struct{ Error string }
	return json.Unmarshal(answer.Body.Bytes(), &body) == nil && s[body.Error] == answer.Code
}
