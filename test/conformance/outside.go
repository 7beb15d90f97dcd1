package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/workerd"
)

// outside gets the outbound requests of one host. It assigns each to a running case, records it, and responds as
// the case scripts or as the emulated CRM does.
type outside struct {
	mu   sync.Mutex
	runs []*world
	// last is the highest number of a started case.
	last int
	// crm creates the emulated CRM of a variant.
	crm    func(app string, w *world) (http.Handler, error)
	origin func(app string) string
	now    func() time.Time
}

// world is the outside of one case.
type world struct {
	number int
	// slow cases run concurrently and get only requests with their portal or word.
	slow bool
	// limits are those of the emulated CRM. Each 429 of it is a fault of the case.
	limits *crmsim.Limits
	// crmFaults are faults that the emulated CRM produces.
	crmFaults []crmsim.Fault
	scripts   []*script
	calls     []call
	faults    []string
	crms      map[string]http.Handler
	ended     chan struct{}
	// answered is the number of requests of the present group that have their answers.
	answered atomic.Int32
}

// call is one outbound request.
type call struct {
	method, url string
	headers     http.Header
	body        string
	at          time.Time
}

// script is one scripted response.
type script struct {
	method string
	url    *regexp.Regexp
	left   int // remaining responses, negative for no limit
	delay  time.Duration
	// answers is how many requests of the group must have their answers before.
	answers int
	hangs   bool
	breaks  bool
	// isEndless repeats the body until the client disconnects.
	isEndless bool
	status    int
	headers   []header
	body      string
}

// errBroken drops the connection.
var errBroken = errors.New("the case drops the connection")

// begin starts to accept requests of a case.
func (o *outside) begin(number int, c *caseFile) *world {
	w := &world{
		number: number, slow: c.Slow, limits: c.Limit, crmFaults: c.Faults,
		crms: map[string]http.Handler{}, ended: make(chan struct{}),
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.runs = append(o.runs, w)
	o.last = max(o.last, number)
	return w
}

// end removes a case and releases its hanging requests.
func (o *outside) end(w *world) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, run := range o.runs {
		if run == w {
			o.runs = append(o.runs[:i:i], o.runs[i+1:]...)
		}
	}
	close(w.ended)
}

// caseID matches the portals and words that are unique to a case.
var caseID = regexp.MustCompile(`(?:^|[^0-9])u?(7[0-9]{6})(?:[^0-9]|$)`)

// owner returns the case whose portal or word a request contains. A request without one belongs to the quick case.
// It returns nil for a request of a case that has ended.
func (o *outside) owner(c call) *world {
	text := c.url + "\n" + c.body
	for _, values := range c.headers {
		text += "\n" + strings.Join(values, "\n")
	}
	var quick *world
	for _, run := range o.runs {
		if !run.slow {
			quick = run
		}
	}
	for _, found := range caseID.FindAllStringSubmatch(text, -1) {
		number := caseNumber(found[1])
		if number > o.last {
			continue // a part of a random id
		}
		for _, run := range o.runs {
			if number == run.number {
				return run
			}
		}
		quick = nil
	}
	return quick
}

// answer responds to one request of a variant's worker.
func (o *outside) answer(ctx context.Context, app string, r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	c := call{method: r.Method, url: r.URL.String(), headers: r.Header, body: string(body), at: o.now()}
	o.mu.Lock()
	w := o.owner(c)
	if w == nil {
		o.mu.Unlock()
		return textResponse(http.StatusServiceUnavailable, "the case of this request ended"), nil
	}
	w.calls = append(w.calls, c)
	s := w.script(c)
	o.mu.Unlock()
	if s != nil {
		return s.answer(ctx, w)
	}
	if c.url == o.origin(app) || strings.HasPrefix(c.url, o.origin(app)+"/") {
		return o.fromCRM(app, w, r, c)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	w.faults = append(w.faults, fmt.Sprintf("no response for %s %s: add a section outside", c.method, c.url))
	return textResponse(http.StatusBadGateway, "no response for this request"), nil
}

func (o *outside) fromCRM(app string, w *world, r *http.Request, c call) (*http.Response, error) {
	o.mu.Lock()
	crm := w.crms[app]
	if crm == nil {
		var err error
		if crm, err = o.crm(app, w); err != nil {
			o.mu.Unlock()
			return nil, err
		}
		w.crms[app] = crm
	}
	o.mu.Unlock()
	inner := r.Clone(r.Context())
	inner.Body = io.NopCloser(strings.NewReader(c.body))
	inner.Host = inner.URL.Host
	answer := httptest.NewRecorder()
	crm.ServeHTTP(answer, inner)
	if answer.Code == http.StatusTooManyRequests {
		o.mu.Lock()
		defer o.mu.Unlock()
		w.faults = append(w.faults, w.turnedAway(c))
	}
	return answer.Result(), nil
}

// turnedAway describes a 429 of the CRM, with the calls that counted against the limit.
func (w *world) turnedAway(c call) string {
	var before []string
	for _, earlier := range w.calls {
		before = append(before, strconv.FormatInt(c.at.Sub(earlier.at).Milliseconds(), 10))
	}
	return fmt.Sprintf(
		"the CRM answered 429 to %s %s; its calls, in ms before this one: %s", c.method, c.url, strings.Join(before, " "),
	)
}

// script returns the first script that matches, and counts its use.
func (w *world) script(c call) *script {
	for _, s := range w.scripts {
		if (s.method == "ANY" || s.method == c.method) && s.left != 0 && s.url.MatchString(c.url) {
			s.left--
			return s
		}
	}
	return nil
}

func (s *script) answer(ctx context.Context, w *world) (*http.Response, error) {
	wait := make(<-chan time.Time)
	if !s.hangs {
		wait = time.After(s.delay)
	}
	for isWaiting := true; isWaiting; wait = time.After(pollPause) {
		select {
		case <-wait:
			isWaiting = int(w.answered.Load()) < s.answers
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-w.ended:
			return nil, errBroken
		}
	}
	if s.breaks {
		return nil, errBroken
	}
	response := textResponse(s.status, s.body)
	if s.isEndless {
		response.Body, response.ContentLength = io.NopCloser(&endless{body: s.body}), -1
	}
	for _, h := range s.headers {
		response.Header.Add(h.name, h.value)
	}
	return response, nil
}

// endless is a body that repeats without end.
type endless struct{ body, left string }

func (e *endless) Read(p []byte) (int, error) {
	if e.left == "" {
		e.left = e.body
	}
	n := copy(p, e.left)
	e.left = e.left[n:]
	return n, nil
}

func textResponse(status int, body string) *http.Response {
	return &http.Response{
		Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
}

// readScript parses a section outside: a request, an empty line, the response.
func readScript(text string) (*script, error) {
	asked, answer, _ := strings.Cut(text, "\n\n")
	m := parseMessage(asked)
	method, url, found := strings.Cut(m.first, " ")
	if !found {
		return nil, fmt.Errorf("invalid first line %q of a section outside: expected METHOD and URL", m.first)
	}
	s := &script{
		method: method, left: -1,
		url: regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(url)), `\*`, ".*") + "$"),
	}
	var err error
	if _, limited := m.header("Times"); limited {
		if s.left, err = m.number("Times", 1); err != nil {
			return nil, err
		}
	}
	if s.delay, err = m.takeDuration("Delay"); err != nil {
		return nil, err
	}
	if s.answers, err = m.number("After-Answers", 0); err != nil {
		return nil, err
	}
	s.hangs, s.breaks = m.takeOne("Hang") == "yes", m.takeOne("Break") == "yes"
	s.isEndless = m.takeOne("Endless") == "yes"
	if s.hangs || s.breaks {
		return s, nil
	}
	a := parseMessage(answer)
	if s.status, err = strconv.Atoi(a.first); err != nil {
		return nil, fmt.Errorf("invalid response %q in a section outside: expected a status", a.first)
	}
	s.headers, s.body = a.headers, a.body
	if _, typed := a.header("Content-Type"); !typed && s.body != "" {
		s.headers = append(s.headers, header{"Content-Type", "application/json"})
	}
	return s, nil
}

// appHeader names the variant that sends a request from workerd.
const appHeader = "X-Conformance-App"

// ServeHTTP handles the requests of workerd.
func (o *outside) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	app := r.Header.Get(appHeader)
	r.URL.Scheme, r.URL.Host = r.Header.Get(workerd.ProtoHeader), r.Host
	r.Header.Del(appHeader)
	r.Header.Del(workerd.ProtoHeader)
	response, err := o.answer(r.Context(), app, r)
	if err != nil {
		panic(http.ErrAbortHandler) // drops the connection
	}
	defer response.Body.Close()
	for name, values := range response.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(response.StatusCode)
	_, _ = io.Copy(w, response.Body) // fails only when the client disconnected
}

// network passes the requests of a host in this process to the outside.
type network struct {
	*outside
	app string
}

// RoundTrip implements http.RoundTripper.
func (n network) RoundTrip(r *http.Request) (*http.Response, error) {
	inner := r.Clone(r.Context())
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	defer inner.Body.Close()
	response, err := n.answer(r.Context(), n.app, inner)
	if err != nil {
		return nil, &url.Error{Op: r.Method, URL: r.URL.String(), Err: err}
	}
	response.Request = r
	return response, nil
}
