// This file tests what goes wrong on purpose.

package crmsim

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

// turns is a virtual clock: time passes when everybody waits.
type turns struct{ *jsvm.Lockstep }

func (c turns) Sleep(ctx context.Context, d time.Duration) error {
	return jsvm.Sleep(ctx, c.Lockstep, d)
}

func (c turns) Go(ctx context.Context, f func(context.Context)) { jsvm.Go(ctx, c.Lockstep, f) }

// inTurns runs a test in virtual time.
func inTurns(t *testing.T, run func(ctx context.Context, clock turns)) {
	t.Helper()
	clock := turns{jsvm.NewLockstep(at)}
	if err := clock.Run(t.Context(), func(ctx context.Context) { run(ctx, clock) }); err != nil {
		t.Fatal(err)
	}
}

func faulty(t *testing.T, faults ...Fault) *Sim {
	t.Helper()
	return newSim(t, Options{Faults: faults, Control: true})
}

// statuses are those of n reads.
func statuses(s *Sim, n int) (all []int) {
	for range n {
		status, _ := send(s, "GET", readPath, "")
		all = append(all, status)
	}
	return all
}

func TestAFaultStrikesTheRequestsThatItChooses(t *testing.T) {
	const batch = "/crm/v3/objects/contacts/batch/read"
	for _, c := range []struct {
		fault        Fault
		method, path string
		strikes      bool
	}{
		{Fault{}, "GET", readPath, true},
		{Fault{Method: "POST"}, "GET", readPath, false},
		{Fault{Method: "get"}, "GET", readPath, true},
		{Fault{Path: readPath}, "GET", readPath, true},
		{Fault{Path: readPath}, "GET", readPath + "?properties=email", true},
		{Fault{Path: readPath}, "GET", readPath + "1", false},
		{Fault{Path: "/crm/v3/objects/*/101"}, "GET", readPath, true},
		{Fault{Path: "/crm/v3/objects/*/1*1"}, "GET", readPath, true},
		{Fault{Path: "/crm/v3/objects/con*/*"}, "GET", readPath, true},
		{Fault{Path: "/crm/v3/objects/*"}, "GET", readPath, false},
		{Fault{Path: "/crm/v3/objects/**"}, "GET", readPath, true},
		{Fault{Path: "/crm/v3/objects/**"}, "POST", batch, true},
		{Fault{Path: "/**"}, "POST", batch, true},
		{Fault{Path: "/crm/v3/objects/*/batch/**"}, "POST", batch, true},
		{Fault{Path: "/crm/v3/objects/*/batch/**"}, "GET", readPath, false},
		{Fault{Path: "/crm/*/objects/c*n*s/1*"}, "GET", readPath, true},
		{Fault{Path: "/crm/*/objects/c*x*s/1*"}, "GET", readPath, false},
		{Fault{Path: "/oauth/**"}, "GET", readPath, false},
	} {
		c.fault.Status = 503
		status, body := send(faulty(t, c.fault), c.method, c.path, `{"inputs":[{"id":"101"}],"properties":[]}`)
		if struck := status == 503; struck != c.strikes {
			t.Errorf("%s %q of %s %s: %d %s", c.fault.Method, c.fault.Path, c.method, c.path, status, body)
		}
	}
}

func TestAFaultSkipsAndCountsTheRequestsThatItCouldStrike(t *testing.T) {
	s := faulty(t, Fault{Path: readPath, Skip: 2, Count: 3, Status: 500}, Fault{Path: "/elsewhere", Status: 502})
	want := []int{200, 200, 500, 500, 500, 200, 200}
	for i, status := range statuses(s, len(want)) {
		if status != want[i] {
			t.Errorf("request %d: %d, want %d", i+1, status, want[i])
		}
	}
}

func TestAProbabilityIsDrawnFromTheSeedAndFromNoOtherFault(t *testing.T) {
	half := Fault{Path: readPath, Probability: 0.25, Status: 500}
	draw := func(seed uint64, faults ...Fault) (struck int, which string) {
		s := newSim(t, Options{Faults: faults, Seed: seed})
		for _, status := range statuses(s, 400) {
			if status == 500 {
				struck++
				which += "x"
			} else {
				which += "."
			}
		}
		return struck, which
	}
	struck, which := draw(7, half)
	if struck < 60 || struck > 140 {
		t.Errorf("a quarter of 400 is %d", struck)
	}
	if _, again := draw(7, half); again != which {
		t.Error("the same seed strikes others")
	}
	if _, more := draw(7, half, Fault{Path: readPath, Probability: 0.5, LatencyMs: 1}); more != which {
		t.Error("one more fault changes whom the first one strikes")
	}
	if _, other := draw(8, half); other == which {
		t.Error("another seed strikes the same")
	}
}

func TestAStatusIsAnsweredAsThePlatformWould(t *testing.T) {
	for _, c := range []struct {
		fault Fault
		want  exchange
	}{
		{Fault{Status: 503}, exchange{status: 503, want: `{"status":"error","message":"Service Unavailable"}`}},
		{Fault{Status: 429}, exchange{status: 429, want: `..."policyName":"TEN_SECONDLY_ROLLING"`}},
		{Fault{Status: 429, Policy: "DAILY"}, exchange{
			status: 429, want: `..."message":"You have reached your daily limit."`,
		}},
		{Fault{Status: 502, Body: "<html>"}, exchange{status: 502, want: "<html>"}},
		{Fault{Status: 204}, exchange{status: 204, want: ""}},
		{Fault{Malformed: true}, exchange{status: 200, want: `...{"archived":false,"createdAt"`}},
	} {
		c.want.method, c.want.path = "GET", readPath
		check(t, faulty(t, c.fault), []exchange{c.want})
	}
	_, body := send(faulty(t, Fault{Malformed: true}), "GET", readPath, "")
	if json.Valid([]byte(body)) {
		t.Errorf("it is well-formed: %s", body)
	}
	s := faulty(t, Fault{Status: 477, Headers: map[string]string{"Retry-After": "3"}})
	r := httptest.NewRequest("GET", readPath, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != 477 || w.Header().Get("Retry-After") != "3" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

func TestARequestIsCarriedOutBeforeAFaultOnlyWhenItSaysSo(t *testing.T) {
	const body = `{"properties":{"email":"new@x.example"}}`
	for name, c := range map[string]struct {
		fault Fault
		made  bool
	}{
		"status": {Fault{Status: 500}, false}, "status, executed": {Fault{Status: 500, Executed: true}, true},
		"cut": {Fault{Cut: true}, false}, "cut, executed": {Fault{Cut: true, Executed: true}, true},
		"malformed": {Fault{Malformed: true}, true}, "latency": {Fault{LatencyMs: 1}, true},
	} {
		c.fault.Method, c.fault.Path = "POST", "/crm/v3/objects/contacts"
		s := faulty(t, c.fault)
		func() {
			defer func() {
				if why := recover(); (why == http.ErrAbortHandler) != c.fault.Cut {
					t.Errorf("%s: %v", name, why)
				}
			}()
			send(s, "POST", c.fault.Path, body)
		}()
		status, _ := send(s, "GET", "/crm/v3/objects/contacts/new@x.example?idProperty=email", "")
		if made := status == 200; made != c.made {
			t.Errorf("%s: made is %v", name, made)
		}
	}
}

func TestACutConnectionHasNoAnswer(t *testing.T) {
	server := httptest.NewServer(faulty(t, Fault{Cut: true, Count: 1}))
	defer server.Close()
	if answer, err := server.Client().Post(server.URL+readPath, "text/plain", strings.NewReader("x")); err == nil {
		t.Errorf("%d", answer.StatusCode)
	}
	answer, err := server.Client().Get(server.URL + readPath)
	if err != nil || answer.StatusCode != 401 {
		t.Errorf("the next one: %v %v", answer, err)
	}
}

func TestLatencyPassesOnTheClockAndEndsWithTheClient(t *testing.T) {
	inTurns(t, func(ctx context.Context, clock turns) {
		s, err := New(Options{Clock: clock, Token: token, Faults: []Fault{{LatencyMs: 90_000, Count: 2}}})
		if err != nil {
			t.Error(err)
			return
		}
		r := httptest.NewRequest("GET", readPath, nil).WithContext(ctx)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 200 || !clock.Now().Equal(at.Add(90*time.Second)) {
			t.Errorf("%d at %v", w.Code, clock.Now())
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		defer func() {
			if why := recover(); why != http.ErrAbortHandler || !clock.Now().Equal(at.Add(90*time.Second)) {
				t.Errorf("%v at %v", why, clock.Now())
			}
		}()
		s.ServeHTTP(httptest.NewRecorder(), r.WithContext(gone))
	})
}

func TestAFaultComesAfterTheLimits(t *testing.T) {
	s := newSim(t, Options{Limits: &Limits{Burst: 2}, Faults: []Fault{{Status: 500}}})
	want := []int{500, 500, 429}
	for i, status := range statuses(s, 3) {
		if status != want[i] {
			t.Errorf("request %d: %d, want %d", i+1, status, want[i])
		}
	}
	s = newSim(t, Options{Limits: &Limits{Burst: 2}, Faults: []Fault{{Malformed: true}}})
	r := httptest.NewRequest("GET", readPath, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Header().Get("X-Crm-RateLimit-Remaining") != "1" {
		t.Errorf("a malformed answer has headers too: %v", w.Header())
	}
}

func TestFaultsThatCannotBeAreRefused(t *testing.T) {
	for name, fault := range map[string]Fault{
		"nothing": {}, "path": {Path: "crm", Cut: true}, "skip": {Skip: -1, Cut: true}, "count": {Count: -1, Cut: true},
		"probability": {Probability: 1.1, Cut: true}, "latency": {LatencyMs: -1}, "endless": {LatencyMs: 1 << 40}, "status": {
			Status: 99,
		},
		"body": {Body: "x", Cut: true}, "headers": {Headers: map[string]string{"a": "b"}, Cut: true}, "policy": {
			Status: 500, Policy: "DAILY",
		},
		"unknown policy": {Status: 429, Policy: "HOURLY"}, "cut with status": {Cut: true, Status: 500}, "cut and malformed": {
			Cut: true, Malformed: true,
		},
	} {
		if _, err := New(Options{Clock: RealClock(time.Now), Faults: []Fault{fault}}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestTheControlPathSetsFaultsAndTellsWhatWasSpent(t *testing.T) {
	s := newSim(t, Options{Control: true, Limits: &Limits{Burst: 3}, Faults: []Fault{{Path: "/nowhere", Cut: true}}})
	const faults = ControlPath + "faults"
	check(t, s, []exchange{
		{"GET", faults, "", 200, `[{"path":"/nowhere","cut":true,"strikes":0}]`},
		{"DELETE", faults, "", 204, ""},
		{
			"POST", faults, `{"method":"GET","status":500,"count":1}`, 200,
			`[{"method":"GET","count":1,"status":500,"strikes":0}]`,
		},
		{"GET", readPath, "", 500, `{"status":"error","message":"Internal Server Error"}`},
		{
			"POST", faults, ` [{"latencyMs":5}, {"cut":true,"path":"/x"}]`, 200,
			`...[{"method":"GET","count":1,"status":500,"strikes":1},{"latencyMs":5,"strikes":0}`,
		},
		{"DELETE", faults, "", 204, ""},
		{"GET", faults, "", 200, "[]"},
		{"POST", faults, `{"status":1}`, 400, `..."error"`},
		{"POST", faults, `{"stauts":500}`, 400, `...unknown field`},
		{"POST", faults, `{"status":500} x`, 400, `..."error"`},
		{"POST", faults, `nonsense`, 400, `..."error"`},
		{"GET", faults, "", 200, "[]"},
		{"PUT", faults, "", 404, "...is no control"},
		{"GET", ControlPath + "x", "", 404, "...is no control"},
		{"GET", ControlPath + "usage", "", 200, `{"1000001":{"burst":1,"search":0,"day":1,"refused":{}}}`},
	})
	if status, _ := send(newSim(t, Options{}), "GET", faults, ""); status != 404 {
		t.Errorf("it answers %d where nobody has asked for it", status)
	}
}

// netFunc is a network of one function.
type netFunc func(*http.Request) (*http.Response, error)

func (f netFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

var errNetwork = errors.New("the network is down")

func answering(status int) *http.Response {
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader("{}"))}
}
