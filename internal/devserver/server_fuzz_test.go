package devserver

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/contract"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/test/canary"
)

// fuzzedWorker has a capability for each kind of route of a user worker.
const fuzzedWorker = `
import { defineSource } from '@svc/sdk';
worker.tool('echo', { label: 'Echo', objectType: 'contact', input: { text: { type: 'string' } },
	output: { text: { type: 'string' } }, agent: { description: 'Echo', expose: ['text'] },
	handler: ({ input }) => ok({ text: input.text }) });
worker.cardBackend('card', { handler: ({ input }) => ({ input }) });
worker.trigger('created', { eventType: 'contact.creation', handler() {} });
const auth = { type: 'hmac', secret: 'PUSHED_KEY' };
const pushed = defineSource.push({ name: 'pushed', auth, receive: () => ({ rows: [] }) });
worker.sync(pushed, { schedule: 'event', into: 'contact', idProperty: 'email', schema: { email: 'email' } });
worker.sync('nightly', { schedule: 'manual', handler() {} });`

// fuzzedSecrets are the bindings that no answer may have.
var fuzzedSecrets = map[string]string{"PUSHED_KEY": "the shared key of a source"}

// senders sign a request as each kind of caller does, so that it gets behind the authentication.
var senders = []func(s *served, r *http.Request, body []byte) error{
	func(*served, *http.Request, []byte) error { return nil },
	func(s *served, r *http.Request, body []byte) error {
		crmsim.SignV3(r, body, s.options.Profile.HeaderPrefix, s.options.Bindings[clientSecret], time.Now())
		return nil
	},
	func(s *served, r *http.Request, body []byte) error {
		key := control.Key{ID: "k", Secret: s.options.Bindings["SVC_CONTROL_KEY_k"], Environment: "dev"}
		return key.Sign(r, body, time.Now(), rand.Reader)
	},
	func(s *served, r *http.Request, body []byte) error {
		signSource(r, body, &SourceAuth{Header: "X-Signature"}, s.options.Bindings["PUSHED_KEY"], time.Now())
		return nil
	},
}

// Indexes of senders.
const (
	unsigned = iota
	byCRM
	byTools
	bySource
)

// controlRequests reach every control route.
var controlRequests = []string{
	"GET /_svc/control/checkpoints?windowMs=60000", "GET /_svc/control/installs", "GET /_svc/control/installs/static",
	"PUT /_svc/control/installs/static/config", "PUT /_svc/control/installs/static/state",
	"DELETE /_svc/control/installs/static", "GET /_svc/control/flags", "GET /_svc/control/flags/f",
	"PUT /_svc/control/flags/f", "DELETE /_svc/control/flags/f", "GET /_svc/control/billing/static",
	"PUT /_svc/control/billing/static", "GET /_svc/control/syncs", "GET /_svc/control/syncs/runs?limit=-1",
	"GET /_svc/control/poison?sync=pushed", "GET /_svc/control/poison/0123456789abcdef01234567",
	"POST /_svc/control/poison/retry", "POST /_svc/control/poison/discard", "GET /_svc/manifest",
}

// requestLimit is the time for one answer. A request that reaches it hangs: an answer takes milliseconds.
const requestLimit = time.Minute

// maxAnswer is the longest answer to a request that runs no user code beyond an echo, in bytes above the body's size.
const maxAnswer = 64 << 10

// fuzzedRequest is a seed of FuzzRequestsToTheServer.
type fuzzedRequest struct {
	method, target, headers, body string
	atApp                         bool
	sender                        uint8
}

func fuzzedRequests() []fuzzedRequest {
	seeds := []fuzzedRequest{
		{method: "GET", target: "/_svc/health"},
		{method: "GET", target: "/_svc/manifest", sender: byTools},
		{method: "POST", target: "/_svc/cards/card?portalId=7", body: `{"input":{"a":[1]}}`, sender: byCRM},
		{method: "POST", target: "/_svc/cards/card?portalId=%zz", body: `{"input":`, sender: byCRM},
		{
			method: "POST", target: "/workflow-actions/echo/invoke", sender: byCRM,
			body: `{"origin":{"portalId":7},"inputFields":{"text":"\ud800"}}`,
		},
		{
			method: "POST", target: "/workflow-actions/echo/batched/invoke", sender: byCRM,
			body: `{"inputs":[{"callbackId":"..","origin":{"portalId":7},"inputFields":{}}]}`,
		},
		{method: "POST", target: "/capabilities/echo/invoke?kind=tool", body: `{"input":-1}`, sender: byTools},
		{method: "POST", target: "/sync/nightly/run", body: `{"install":{"portalId":1}}`, sender: byTools},
		{method: "POST", target: "/webhooks/pushed", body: "[]", sender: bySource},
		{method: "POST", target: "/webhooks/pushed?install=7", headers: "X-Signature: 00\r\n", body: "{}"},
		{method: "POST", target: "/webhooks/crm/created", body: `[{"eventId":1,"portalId":7}]`, sender: byCRM},
		{method: "POST", target: "/webhooks/crm", body: `[{"eventId":1,"portalId":7}]`, atApp: true, sender: byCRM},
		{method: "GET", target: "/oauth-callback?code=%00&state=x", headers: "Cookie: a=b; =\r\n", atApp: true},
		{method: "PUT", target: "/_svc/control/flags/%2e%2e", headers: "X-Svc-Grant: v2....\r\n", body: "{}", atApp: true},
		{method: "OPTIONS", target: "/%ff/../__proto__//w/main/_svc/health", headers: "Origin: null\r\n", atApp: true},
		{method: "TRACE", target: "/w/main/_svc/cards/constructor", headers: "Content-Length: 9\r\n", atApp: true},
	}
	for _, request := range controlRequests {
		method, target, _ := strings.Cut(request, " ")
		body := `{"ids":["a"],"state":"active","config":{},"enabled":true,"variations":{},"defaultVariation":"x"}`
		seeds = append(seeds, fuzzedRequest{method: method, target: target, body: body, atApp: true, sender: byTools})
	}
	return seeds
}

// FuzzRequestsToTheServer sends any method, path, header and body to the handler of the local server, most of them
// correctly signed. It finds panics, answers of 5xx that the contract does not have, secrets in answers, and answers
// that are late or long.
func FuzzRequestsToTheServer(f *testing.F) {
	fixture := newFixture(f, fuzzedWorker)
	fixture.options.Bindings = fuzzedSecrets
	s := fixture.serve()
	declared := declaredErrors(f)
	for _, r := range fuzzedRequests() {
		f.Add(r.method, r.target, r.headers, []byte(r.body), r.atApp, r.sender)
	}
	f.Fuzz(func(t *testing.T, method, target, headers string, body []byte, atApp bool, sender uint8) {
		host := "main" + workerDomain
		if atApp {
			host = "localhost"
		}
		head := method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n"
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(head)))
		if err != nil || !servable(r.Header) {
			t.Skip() // the web server answers it without the handler
		}
		ctx, cancel := context.WithTimeout(t.Context(), requestLimit)
		defer cancel()
		if method == http.MethodGet || method == http.MethodHead {
			body = nil // workers do not see it
		}
		r = r.WithContext(ctx)
		r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
		if sender %= uint8(len(senders)); sender != unsigned && r.Header.Get("Content-Type") == "" {
			r.Header.Set("Content-Type", "application/json") // so that more bodies reach a handler
		}
		url := *r.URL
		r.URL.Scheme, r.URL.Host = "http", host
		if err := senders[sender](s, r, body); err != nil {
			t.Fatal(err)
		}
		*r.URL = url
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
		for name, secret := range s.options.Bindings {
			if !strings.Contains(head+string(body), secret) && canary.Find(answer.Body.String(), secret) != "" {
				t.Errorf("the answer has the secret %s: %s", name, answer.Body)
			}
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
