// Package simtest has what the tests of the emulated CRM share. Tests only.
package simtest

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/jsvm"
)

// Token is the access token of the requests.
const Token = "test-token"

// At is the time of the requests.
var At = time.Date(2026, 11, 20, 9, 30, 0, 250_000_000, time.UTC)

// New returns an emulated CRM whose clock stands at At.
func New(t testing.TB, options crmsim.Options) *crmsim.Sim {
	t.Helper()
	now := At
	return NewAt(t, &now, options)
}

// NewAt returns an emulated CRM whose clock the test sets.
func NewAt(t testing.TB, now *time.Time, options crmsim.Options) *crmsim.Sim {
	t.Helper()
	options.Clock, options.Token = crmsim.RealClock(func() time.Time { return *now }), Token
	s, err := crmsim.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Send sends a request and returns the status and body of the response.
func Send(s *crmsim.Sim, method, path, body string) (int, string) {
	w := SendAs(s, Token, method, path, body)
	return w.Code, strings.TrimSpace(w.Body.String())
}

// SendAs sends a request with an access token.
func SendAs(s *crmsim.Sim, token, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "https://crm.example"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// SendForm sends a form without an access token.
func SendForm(s *crmsim.Sim, path, form string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "https://crm.example"+path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// Exchange is a request and the expected response. Want is the whole body without the correlationId of errors. With
// "..." in front it is a part of the body.
type Exchange = struct {
	Method, Path, Body string
	Status             int
	Want               string
}

// Check sends the requests in order and compares the responses.
func Check(t testing.TB, s *crmsim.Sim, exchanges []Exchange) {
	t.Helper()
	for _, e := range exchanges {
		status, body := Send(s, e.Method, e.Path, e.Body)
		got := withoutCorrelation(body)
		part, isPart := strings.CutPrefix(e.Want, "...")
		if status != e.Status || isPart && !strings.Contains(got, part) || !isPart && got != e.Want {
			t.Errorf("%s %s %s\n got %d %s\nwant %d %s", e.Method, e.Path, e.Body, status, got, e.Status, e.Want)
		}
	}
}

func withoutCorrelation(body string) string {
	before, rest, found := strings.Cut(body, `,"correlationId":"00000000-0000-4000-8000-`)
	if !found {
		return body
	}
	return before + strings.TrimPrefix(rest[12:], `"`)
}

// Rows returns the body of a batch.
func Rows(inputs ...string) string { return `{"inputs":[` + strings.Join(inputs, ",") + `]}` }

// Page is a page of a list or a search.
type Page struct {
	Total   int
	Results []struct{ ID string }
	Paging  *struct{ Next struct{ After, Link string } }
}

// IDs returns the ids of the results, separated by spaces.
func (p Page) IDs() string {
	ids := []string{}
	for _, r := range p.Results {
		ids = append(ids, r.ID)
	}
	return strings.Join(ids, " ")
}

// ReadPage sends a request and decodes the page of the response.
func ReadPage(t testing.TB, s *crmsim.Sim, method, path, body string) Page {
	t.Helper()
	status, text := Send(s, method, path, body)
	var p Page
	if err := json.Unmarshal([]byte(text), &p); err != nil || status != 200 {
		t.Fatalf("%s %s %s: %d %s", method, path, body, status, text)
	}
	return p
}

// Clock is a virtual clock. Time advances when every goroutine waits.
type Clock struct{ *jsvm.Lockstep }

// Sleep waits for virtual time to pass.
func (c Clock) Sleep(ctx context.Context, d time.Duration) error {
	return jsvm.Sleep(ctx, c.Lockstep, d)
}

// Go runs f on a goroutine that the clock counts.
func (c Clock) Go(ctx context.Context, f func(context.Context)) { jsvm.Go(ctx, c.Lockstep, f) }

// InVirtualTime runs a test in virtual time, from At.
func InVirtualTime(t *testing.T, run func(ctx context.Context, clock Clock)) {
	t.Helper()
	clock := Clock{jsvm.NewLockstep(At)}
	if err := clock.Run(t.Context(), func(ctx context.Context) { run(ctx, clock) }); err != nil {
		t.Fatal(err)
	}
}
