package crmsim_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func faulty(t *testing.T, faults ...crmsim.Fault) *crmsim.Sim {
	t.Helper()
	return simtest.New(t, crmsim.Options{Faults: faults, Control: true})
}

// statuses returns the statuses of n reads.
func statuses(s *crmsim.Sim, n int) (all []int) {
	for range n {
		status, _ := simtest.Send(s, "GET", readPath, "")
		all = append(all, status)
	}
	return all
}

func TestFaultHitsSelectedRequests(t *testing.T) {
	const batch = "/crm/v3/objects/contacts/batch/read"
	for _, c := range []struct {
		fault        crmsim.Fault
		method, path string
		isHit        bool
	}{
		{crmsim.Fault{}, "GET", readPath, true},
		{crmsim.Fault{Method: "POST"}, "GET", readPath, false},
		{crmsim.Fault{Method: "get"}, "GET", readPath, true},
		{crmsim.Fault{Path: readPath}, "GET", readPath, true},
		{crmsim.Fault{Path: readPath}, "GET", readPath + "?properties=email", true},
		{crmsim.Fault{Path: readPath}, "GET", readPath + "1", false},
		{crmsim.Fault{Path: "/crm/v3/objects/*/101"}, "GET", readPath, true},
		{crmsim.Fault{Path: "/crm/v3/objects/*/1*1"}, "GET", readPath, true},
		{crmsim.Fault{Path: "/crm/v3/objects/con*/*"}, "GET", readPath, true},
		{crmsim.Fault{Path: "/crm/v3/objects/*"}, "GET", readPath, false},
		{crmsim.Fault{Path: "/crm/v3/objects/**"}, "GET", readPath, true},
		{crmsim.Fault{Path: "/crm/v3/objects/**"}, "POST", batch, true},
		{crmsim.Fault{Path: "/**"}, "POST", batch, true},
		{crmsim.Fault{Path: "/crm/v3/objects/*/batch/**"}, "POST", batch, true},
		{crmsim.Fault{Path: "/crm/v3/objects/*/batch/**"}, "GET", readPath, false},
		{crmsim.Fault{Path: "/crm/*/objects/c*n*s/1*"}, "GET", readPath, true},
		{crmsim.Fault{Path: "/crm/*/objects/c*x*s/1*"}, "GET", readPath, false},
		{crmsim.Fault{Path: "/oauth/**"}, "GET", readPath, false},
	} {
		c.fault.Status = 503
		status, body := simtest.Send(faulty(t, c.fault), c.method, c.path, `{"inputs":[{"id":"101"}],"properties":[]}`)
		if hits := status == 503; hits != c.isHit {
			t.Errorf("%s %q of %s %s: %d %s", c.fault.Method, c.fault.Path, c.method, c.path, status, body)
		}
	}
}

func TestFaultSkipsAndCountsSelectedRequests(t *testing.T) {
	s := faulty(
		t, crmsim.Fault{Path: readPath, Skip: 2, Count: 3, Status: 500}, crmsim.Fault{Path: "/elsewhere", Status: 502},
	)
	want := []int{200, 200, 500, 500, 500, 200, 200}
	for i, status := range statuses(s, len(want)) {
		if status != want[i] {
			t.Errorf("request %d: %d, want %d", i+1, status, want[i])
		}
	}
}

func TestProbabilityDependsOnTheSeedOnly(t *testing.T) {
	half := crmsim.Fault{Path: readPath, Probability: 0.25, Status: 500}
	draw := func(seed uint64, faults ...crmsim.Fault) (hits int, which string) {
		s := simtest.New(t, crmsim.Options{Faults: faults, Seed: seed})
		for _, status := range statuses(s, 400) {
			if status == 500 {
				hits++
				which += "x"
			} else {
				which += "."
			}
		}
		return hits, which
	}
	hits, which := draw(7, half)
	if hits < 60 || hits > 140 {
		t.Errorf("a quarter of 400 is %d", hits)
	}
	if _, again := draw(7, half); again != which {
		t.Error("the same seed hits other requests")
	}
	if _, more := draw(7, half, crmsim.Fault{Path: readPath, Probability: 0.5, LatencyMs: 1}); more != which {
		t.Error("one more fault changes which requests the first one hits")
	}
	if _, other := draw(8, half); other == which {
		t.Error("another seed hits the same requests")
	}
}

func TestFaultStatusHasThePlatformsBody(t *testing.T) {
	for _, c := range []struct {
		fault crmsim.Fault
		want  simtest.Exchange
	}{
		{
			crmsim.Fault{Status: 503}, simtest.Exchange{Status: 503, Want: `{"status":"error","message":"Service Unavailable"}`},
		},
		{crmsim.Fault{Status: 429}, simtest.Exchange{Status: 429, Want: `..."policyName":"TEN_SECONDLY_ROLLING"`}},
		{
			crmsim.Fault{Status: 429, Policy: "DAILY"},
			simtest.Exchange{Status: 429, Want: `..."message":"You have reached your daily limit."`},
		},
		{crmsim.Fault{Status: 502, Body: "<html>"}, simtest.Exchange{Status: 502, Want: "<html>"}},
		{crmsim.Fault{Status: 204}, simtest.Exchange{Status: 204, Want: ""}},
		{crmsim.Fault{Malformed: true}, simtest.Exchange{Status: 200, Want: `...{"archived":false,"createdAt"`}},
	} {
		c.want.Method, c.want.Path = "GET", readPath
		simtest.Check(t, faulty(t, c.fault), []simtest.Exchange{c.want})
	}
	_, body := simtest.Send(faulty(t, crmsim.Fault{Malformed: true}), "GET", readPath, "")
	if json.Valid([]byte(body)) {
		t.Errorf("the body is valid JSON: %s", body)
	}
	s := faulty(t, crmsim.Fault{Status: 477, Headers: map[string]string{"Retry-After": "3"}})
	r := httptest.NewRequest("GET", readPath, nil)
	r.Header.Set("Authorization", "Bearer "+simtest.Token)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != 477 || w.Header().Get("Retry-After") != "3" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

func TestFaultExecutesTheRequestOnlyIfExecuted(t *testing.T) {
	const body = `{"properties":{"email":"new@x.example"}}`
	for name, c := range map[string]struct {
		fault    crmsim.Fault
		executed bool
	}{
		"status": {crmsim.Fault{Status: 500}, false}, "status, executed": {crmsim.Fault{Status: 500, Executed: true}, true},
		"cut": {crmsim.Fault{Cut: true}, false}, "cut, executed": {crmsim.Fault{Cut: true, Executed: true}, true},
		"malformed": {crmsim.Fault{Malformed: true}, true}, "latency": {crmsim.Fault{LatencyMs: 1}, true},
	} {
		c.fault.Method, c.fault.Path = "POST", "/crm/v3/objects/contacts"
		s := faulty(t, c.fault)
		func() {
			defer func() {
				if why := recover(); (why == http.ErrAbortHandler) != c.fault.Cut {
					t.Errorf("%s: %v", name, why)
				}
			}()
			simtest.Send(s, "POST", c.fault.Path, body)
		}()
		status, _ := simtest.Send(s, "GET", "/crm/v3/objects/contacts/new@x.example?idProperty=email", "")
		if executed := status == 200; executed != c.executed {
			t.Errorf("%s: executed is %v", name, executed)
		}
	}
}

func TestCutClosesTheConnection(t *testing.T) {
	server := httptest.NewServer(faulty(t, crmsim.Fault{Cut: true, Count: 1}))
	defer server.Close()
	if answer, err := server.Client().Post(server.URL+readPath, "text/plain", strings.NewReader("x")); err == nil {
		t.Errorf("%d", answer.StatusCode)
	}
	answer, err := server.Client().Get(server.URL + readPath)
	if err != nil || answer.StatusCode != 401 {
		t.Errorf("the next one: %v %v", answer, err)
	}
}

func TestLatencyUsesTheClockAndEndsWithTheRequest(t *testing.T) {
	simtest.InVirtualTime(t, func(ctx context.Context, clock simtest.Clock) {
		s, err := crmsim.New(
			crmsim.Options{Clock: clock, Token: simtest.Token, Faults: []crmsim.Fault{{LatencyMs: 90_000, Count: 2}}},
		)
		if err != nil {
			t.Error(err)
			return
		}
		r := httptest.NewRequest("GET", readPath, nil).WithContext(ctx)
		r.Header.Set("Authorization", "Bearer "+simtest.Token)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 200 || !clock.Now().Equal(simtest.At.Add(90*time.Second)) {
			t.Errorf("%d at %v", w.Code, clock.Now())
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		defer func() {
			if why := recover(); why != http.ErrAbortHandler || !clock.Now().Equal(simtest.At.Add(90*time.Second)) {
				t.Errorf("%v at %v", why, clock.Now())
			}
		}()
		s.ServeHTTP(httptest.NewRecorder(), r.WithContext(gone))
	})
}

func TestLimitsTakePrecedenceOverFaults(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Limits: &crmsim.Limits{Burst: 2}, Faults: []crmsim.Fault{{Status: 500}}})
	want := []int{500, 500, 429}
	for i, status := range statuses(s, 3) {
		if status != want[i] {
			t.Errorf("request %d: %d, want %d", i+1, status, want[i])
		}
	}
	s = simtest.New(t, crmsim.Options{Limits: &crmsim.Limits{Burst: 2}, Faults: []crmsim.Fault{{Malformed: true}}})
	r := httptest.NewRequest("GET", readPath, nil)
	r.Header.Set("Authorization", "Bearer "+simtest.Token)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Header().Get("X-Crm-RateLimit-Remaining") != "1" {
		t.Errorf("a malformed answer has headers too: %v", w.Header())
	}
}

func TestNewRejectsInvalidFaults(t *testing.T) {
	for name, fault := range map[string]crmsim.Fault{
		"nothing": {}, "path": {Path: "crm", Cut: true}, "skip": {Skip: -1, Cut: true}, "count": {Count: -1, Cut: true},
		"probability": {Probability: 1.1, Cut: true}, "latency": {LatencyMs: -1}, "endless": {LatencyMs: 1 << 40}, "status": {
			Status: 99,
		},
		"body": {Body: "x", Cut: true}, "headers": {
			Headers: map[string]string{"a": "b"}, Cut: true,
		}, "policy": {Status: 500, Policy: "DAILY"},
		"unknown policy": {Status: 429, Policy: "HOURLY"}, "cut with status": {Cut: true, Status: 500}, "cut and malformed": {
			Cut: true, Malformed: true,
		},
	} {
		if _, err := crmsim.New(crmsim.Options{
			Clock: crmsim.RealClock(time.Now), Faults: []crmsim.Fault{fault},
		}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestControlRoutes(t *testing.T) {
	s := simtest.New(
		t,
		crmsim.Options{
			Control: true, Limits: &crmsim.Limits{Burst: 3}, Faults: []crmsim.Fault{{Path: "/nowhere", Cut: true}},
		},
	)
	const faults = crmsim.ControlPath + "faults"
	simtest.Check(t, s, []simtest.Exchange{
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
		{"PUT", faults, "", 404, "...unknown control route"},
		{"GET", crmsim.ControlPath + "x", "", 404, "...unknown control route"},
		{"GET", crmsim.ControlPath + "usage", "", 200, `{"1000001":{"burst":1,"search":0,"day":1,"refused":{}}}`},
	})
	if status, _ := simtest.Send(simtest.New(t, crmsim.Options{}), "GET", faults, ""); status != 404 {
		t.Errorf("without Control it answers %d", status)
	}
}
