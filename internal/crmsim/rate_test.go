package crmsim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

// limited is an emulated CRM with limits whose clock the test sets.
type limited struct {
	*crmsim.Sim
	t   *testing.T
	now time.Time
}

func newLimited(t *testing.T, limits *crmsim.Limits, options crmsim.Options) *limited {
	t.Helper()
	return newLimitedAt(t, simtest.At, limits, options)
}

func newLimitedAt(t *testing.T, start time.Time, limits *crmsim.Limits, options crmsim.Options) *limited {
	t.Helper()
	l := &limited{t: t, now: start}
	options.Limits = limits
	l.Sim = simtest.NewAt(t, &l.now, options)
	return l
}

// portalID is the account of the token by default.
const portalID = 1000001

const (
	readPath   = "/crm/v3/objects/contacts/101"
	searchPath = "/crm/v3/objects/contacts/search"
)

func (l *limited) as(bearer, method, path string) *httptest.ResponseRecorder {
	return simtest.SendAs(l.Sim, bearer, method, path, "{}")
}

func (l *limited) read() *httptest.ResponseRecorder { return l.as(simtest.Token, "GET", readPath) }

func (l *limited) search() *httptest.ResponseRecorder { return l.as(simtest.Token, "POST", searchPath) }

// admitted sends n requests now and returns how many were admitted.
func (l *limited) admitted(n int, send func() *httptest.ResponseRecorder) (admitted int) {
	l.t.Helper()
	for range n {
		switch w := send(); w.Code {
		case http.StatusOK:
			admitted++
		case http.StatusTooManyRequests:
		default:
			l.t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	return admitted
}

func (l *limited) expect(what string, got, want int) {
	l.t.Helper()
	if got != want {
		l.t.Errorf("%s: %d admitted, want %d", what, got, want)
	}
}

func tierLimits(t *testing.T, name string, increases int) *crmsim.Limits {
	t.Helper()
	tier, known := crmsim.TierNamed(name)
	if !known {
		t.Fatalf("no tier %q", name)
	}
	limits, err := tier.Limits(increases)
	if err != nil {
		t.Fatal(err)
	}
	return limits
}

func TestTiersAdmitTheirBurstAndDailyLimit(t *testing.T) {
	for _, c := range []struct {
		tier         string
		increases    int
		burst, daily int
	}{
		{"free", 0, 100, 250_000}, {"starter", 0, 100, 250_000}, {"professional", 0, 190, 625_000}, {
			"enterprise", 0, 190, 1_000_000,
		},
		{"starter", 1, 250, 1_250_000}, {"enterprise", 2, 250, 3_000_000}, {"marketplace", 0, 110, 0},
	} {
		l := newLimited(t, tierLimits(t, c.tier, c.increases), crmsim.Options{})
		name := fmt.Sprintf("%s+%d", c.tier, c.increases)
		l.expect(name, l.admitted(c.burst+20, l.read), c.burst)
		l.now = l.now.Add(crmsim.BurstInterval - 1)
		l.expect(name+" a moment before the window has passed", l.admitted(5, l.read), 0)
		l.now = l.now.Add(1)
		l.expect(name+" when it has", l.admitted(c.burst+1, l.read), c.burst)
		if daily := tierLimits(t, c.tier, c.increases).Daily; daily != c.daily {
			t.Errorf("%s: %d a day, want %d", name, daily, c.daily)
		}
	}
	for name, increases := range map[string]int{"starter": 3, "enterprise": -1, "marketplace": 1} {
		if tier, _ := crmsim.TierNamed(name); tier.Name != name {
			t.Errorf("no tier %q", name)
		} else if _, err := tier.Limits(increases); err == nil {
			t.Errorf("%s accepts %d increases", name, increases)
		}
	}
}

func TestSlidingWindow(t *testing.T) {
	l := newLimited(t, &crmsim.Limits{Burst: 10}, crmsim.Options{})
	l.expect("at first", l.admitted(6, l.read), 6)
	l.now = l.now.Add(8 * time.Second)
	l.expect("after 8 s", l.admitted(6, l.read), 4)
	l.now = l.now.Add(2 * time.Second)
	l.expect("after 10 s", l.admitted(7, l.read), 6)
	l.now = l.now.Add(8 * time.Second)
	l.expect("after 18 s", l.admitted(7, l.read), 4)
}

func TestFixedWindow(t *testing.T) {
	l := newLimited(t, &crmsim.Limits{Burst: 10, Fixed: true, Interval: 5 * time.Second}, crmsim.Options{})
	l.now = l.now.Add(4 * time.Second)
	l.expect("late in the first", l.admitted(12, l.read), 10)
	l.now = l.now.Add(time.Second)
	l.expect("early in the second", l.admitted(12, l.read), 10)
}

func TestRefusedCallsDoNotCount(t *testing.T) {
	l := newLimited(t, &crmsim.Limits{Burst: 2, Daily: 100}, crmsim.Options{})
	l.admitted(50, l.read)
	if used := l.Usage()[portalID]; used.Day != 2 || used.Burst != 2 || used.Refused["TEN_SECONDLY_ROLLING"] != 48 {
		t.Errorf("%+v", used)
	}
}

func TestRateLimitHeaders(t *testing.T) {
	limits := &crmsim.Limits{Burst: 100, Daily: 1000, DailyUsed: 400}
	rates := func(w *httptest.ResponseRecorder) string {
		var all []string
		for name, values := range w.Header() {
			if rest, is := strings.CutPrefix(name, http.CanonicalHeaderKey("X-Other-RateLimit-")); is {
				all = append(all, rest+"="+values[0])
			}
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	const window = "Interval-Milliseconds=10000 Max=100 Remaining=99 Secondly-Remaining=9 Secondly=10"
	l := newLimited(t, limits, crmsim.Options{HeaderPrefix: "X-Other"})
	if got, want := rates(l.read()), "Daily-Remaining=599 Daily=1000 "+window; got != want {
		t.Errorf("static:\n got %s\nwant %s", got, want)
	}
	for what, w := range map[string]*httptest.ResponseRecorder{
		"a search": l.search(), "an error": l.as(
			simtest.Token, "GET", "/crm/v3/objects/contacts/0",
		), "without a token": l.as("", "GET", readPath),
	} {
		if got := rates(w); got != "" {
			t.Errorf("%s has %s", what, got)
		}
	}
	l.admitted(100, l.read)
	want := "Daily-Remaining=499 Daily=1000 " +
		"Interval-Milliseconds=10000 Max=100 Remaining=0 Secondly-Remaining=0 Secondly=10"
	if got := rates(l.read()); got != want {
		t.Errorf("429:\n got %s\nwant %s", got, want)
	}
	l.now = l.now.Add(10 * time.Second)
	l.admitted(5, l.read)
	l.now = l.now.Add(time.Second)
	if got := rates(l.read()); !strings.HasSuffix(got, "Remaining=94 Secondly-Remaining=9 Secondly=10") {
		t.Errorf("after a second: %s", got)
	}
	l = newLimited(t, limits, crmsim.Options{HeaderPrefix: "X-Other", TokenByOAuth: true})
	if got := rates(l.read()); got != window {
		t.Errorf("OAuth:\n got %s\nwant %s", got, window)
	}
	l = newLimited(t, &crmsim.Limits{Burst: 100, Interval: 5 * time.Second}, crmsim.Options{HeaderPrefix: "X-Other"})
	if got := rates(l.read()); !strings.HasSuffix(got, "Secondly-Remaining=19 Secondly=20") {
		t.Errorf("with a window of 5 s: %s", got)
	}
	l = newLimited(t, &crmsim.Limits{Burst: 100, Secondly: -1}, crmsim.Options{HeaderPrefix: "X-Other"})
	if got := rates(l.read()); got != "Interval-Milliseconds=10000 Max=100 Remaining=99" {
		t.Errorf("without the secondly and daily limits: %s", got)
	}
}

func Test429NamesItsPolicy(t *testing.T) {
	for policy, c := range map[string]struct {
		limits  crmsim.Limits
		words   string
		group   string
		byOAuth bool
		search  bool
	}{
		"TEN_SECONDLY_ROLLING": {
			crmsim.Limits{Burst: 1}, "ten_secondly_rolling", "publicapi:private_app-api-calls-ten-secondly:1000001:5001", false,
			false,
		},
		"SECONDLY": {
			crmsim.Limits{Search: 1}, "secondly", "publicapi:private_app-api-calls-secondly:1000001:5001", false, true,
		},
		"DAILY": {crmsim.Limits{Daily: 1}, "daily", "", true, false},
	} {
		l := newLimited(t, &c.limits, crmsim.Options{TokenByOAuth: c.byOAuth})
		send := l.read
		if c.search {
			send = l.search
		}
		l.expect(policy, l.admitted(1, send), 1)
		w := send()
		var body map[string]string
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{
			"status": "error", "message": "You have reached your " + c.words +
				" limit.", "errorType": "RATE_LIMIT", "policyName": policy,
			"correlationId": "00000000-0000-4000-8000-000000000002",
		}
		if c.group != "" {
			want["groupName"] = c.group
		}
		if w.Code != 429 || fmt.Sprint(body) != fmt.Sprint(want) ||
			w.Header().Get("X-Crm-Correlation-Id") != want["correlationId"] {
			t.Errorf("%s: %d %v\n%v", policy, w.Code, w.Header(), body)
		}
	}
}

func TestSearchesCountAgainstTheSearchLimitOnly(t *testing.T) {
	l := newLimited(t, &crmsim.Limits{Burst: 10, Daily: 30}, crmsim.Options{})
	l.expect("searches", l.admitted(9, l.search), 5)
	l.expect("reads", l.admitted(12, l.read), 10)
	l.now = l.now.Add(time.Second)
	l.expect("searches a second later", l.admitted(9, l.search), 5)
	l.expect("reads a second later", l.admitted(3, l.read), 0)
	w := l.as(simtest.Token, "POST", "/crm/objects/2026-09/contacts/search")
	if w.Code != 429 || !strings.Contains(w.Body.String(), `"SECONDLY"`) {
		t.Errorf("the other spelling of the path: %d %s", w.Code, w.Body)
	}
	if used := l.Usage()[portalID]; used.Day != 20 {
		t.Errorf("the day has %d calls", used.Day)
	}
	l.now = l.now.Add(10 * time.Second)
	l.expect("the day ends for both", l.admitted(5, l.search)+l.admitted(10, l.read), 10)
}

func TestEachAccountHasItsOwnLimits(t *testing.T) {
	l := newLimited(t, tierLimits(
		t, "marketplace", 0,
	), crmsim.Options{OAuth: &crmsim.OAuth{ClientID: "c", ClientSecret: "s", Consented: func(code string) (int64, bool) {
		var portal int64
		_, err := fmt.Sscanf(code, "code-%d", &portal)
		return portal, err == nil
	}}})
	var tokens []string
	for _, code := range []string{"code-7", "code-8"} {
		r := httptest.NewRequest(
			"POST", "/oauth/v1/token",
			strings.NewReader("grant_type=authorization_code&client_id=c&client_secret=s&redirect_uri=https://a&code="+code),
		)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		l.ServeHTTP(w, r)
		var answer struct {
			Token string `json:"access_token"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.Token == "" {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		tokens = append(tokens, answer.Token)
	}
	for _, bearer := range tokens {
		l.expect(bearer, l.admitted(150, func() *httptest.ResponseRecorder { return l.as(bearer, "GET", readPath) }), 110)
	}
	if w := l.as(tokens[0], "GET", readPath); strings.Contains(w.Body.String(), "groupName") ||
		w.Header().Get("X-Crm-Ratelimit-Max") != "110" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

func TestRetryAfterForms(t *testing.T) {
	for _, c := range []struct {
		form          crmsim.Form
		burst, search string
		daily         string
	}{
		{crmsim.NoRetryAfter, "", "", ""},
		{crmsim.RetryAfterSecs, "8", "1", "52198"}, // until midnight of UTC
		{
			crmsim.RetryAfterDate, "Fri, 20 Nov 2026 09:30:11 GMT", "Fri, 20 Nov 2026 09:30:04 GMT",
			"Sat, 21 Nov 2026 00:00:00 GMT",
		},
	} {
		l := newLimited(t, &crmsim.Limits{Burst: 1, Search: 1, RetryAfter: c.form}, crmsim.Options{})
		l.admitted(1, l.read)
		l.now = l.now.Add(2250 * time.Millisecond)
		l.admitted(1, l.search)
		burst, search := l.read().Header().Get("Retry-After"), l.search().Header().Get("Retry-After")
		l = newLimited(t, &crmsim.Limits{Daily: 1, DailyUsed: 1, RetryAfter: c.form}, crmsim.Options{})
		l.now = l.now.Add(2250 * time.Millisecond)
		if daily := l.read().Header().Get("Retry-After"); burst != c.burst || search != c.search || daily != c.daily {
			t.Errorf("form %d: %q %q %q, want %q %q %q", c.form, burst, search, daily, c.burst, c.search, c.daily)
		}
	}
}

func TestNewRejectsInvalidLimits(t *testing.T) {
	for name, limits := range map[string]crmsim.Limits{
		"burst": {Burst: -1}, "interval": {Interval: -1}, "search": {Search: -1}, "day": {Daily: -1}, "used": {DailyUsed: -1},
		"no traffic": {Traffic: []crmsim.Traffic{{}}}, "too much": {Traffic: []crmsim.Traffic{{PerSecond: 1e9}}}, "before": {
			Traffic: []crmsim.Traffic{{PerSecond: 1, After: -1}},
		},
	} {
		if _, err := crmsim.New(crmsim.Options{Clock: crmsim.RealClock(time.Now), Limits: &limits}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := crmsim.New(crmsim.Options{}); err == nil {
		t.Error("options without a clock are accepted")
	}
	limits := crmsim.Limits{Burst: 3}
	if _, err := crmsim.New(crmsim.Options{Clock: crmsim.RealClock(time.Now), Limits: &limits}); err != nil ||
		limits.Interval != 0 {
		t.Errorf("the caller's limits are changed: %+v %v", limits, err)
	}
}
