package conformance

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// host is one of the two hosts of the runtime.
type host interface {
	name() string
	// address is where a worker of a variant listens, host:port.
	address(app, worker string) string
	// state returns all keys of one actor, with their values as JSON text.
	state(ctx context.Context, app, class, actor string) (map[string]string, error)
	// forget restarts an actor, so that it loses its memory, if the host supports that.
	forget(ctx context.Context, app, class, actor string) error
	// settle returns when the journal has everything that workers reported before.
	settle(ctx context.Context) error
	close() error
}

// rig is a host with the state of the runner for it.
type rig struct {
	host
	journal *journal
	outside *outside
	client  *client
	signers map[string]signer
	// bindings are those of each variant.
	bindings map[string]map[string]string
}

const (
	// patience is how long the runner waits for an expectation, unless the case sets a limit.
	patience = time.Minute
	// failurePatience is short, because a known failure fails anyway.
	failurePatience = 2 * time.Second
)

// pollPause is the interval between two checks of the effects.
const pollPause = 5 * time.Millisecond

// repeatPause is the interval between two copies of a request with Within.
const repeatPause = 100 * time.Millisecond

// seen is what one run of a case produced.
type seen struct {
	faults []string
	// answers are in the order of groups, requests and copies, each with the expectation that it met.
	answers []answered
	calls   []call
	events  []event
	states  []string
	// wants are the decoded sections checkpoint, error and logs. A value that they leave open may differ.
	wants map[string][]any
	took  time.Duration
}

// answered is an answer with its expectation.
type answered struct {
	answer
	line int
	want message
}

// running is the run of a case in one host.
type running struct {
	*rig
	c      *caseFile
	number int
	values *values
	world  *world
	mark   int
	seen   seen
	// patience is how long it waits for an expectation.
	patience time.Duration
	// expected are the sections of each kind that have been read so far.
	expected map[string][]string
	// concurrent cases have effects without a fixed order.
	concurrent bool
	// looking is held while a request of a group looks at effects.
	looking sync.Mutex
}

// run runs the case. The number is unique to the case.
func (r *rig) run(ctx context.Context, c *caseFile, number int, s *Suite) *seen {
	now := s.Now
	start := now()
	w := &running{
		rig: r, c: c, number: number, patience: patience, concurrent: c.concurrent(),
		values: newValues(number, r.bindings[c.App], now), world: r.outside.begin(number, c),
		mark: r.journal.mark(), expected: map[string][]string{},
	}
	if s.KnownFailures[c.Name] != "" {
		w.patience = failurePatience
	}
	defer r.outside.end(w.world)
	if r.bindings[c.App] == nil {
		w.fault(0, "unknown variant %q: add it to variants.json", c.App)
		return &w.seen
	}
	for i, s := range c.steps {
		again := i+1 < len(c.steps) && c.steps[i+1].kind == s.kind
		if err := w.step(ctx, s, again); err != nil {
			w.fault(s.line, "%v", err)
			break
		}
	}
	w.finish(ctx)
	w.seen.took = now().Sub(start)
	return &w.seen
}

func (w *running) fault(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if line > 0 {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	w.seen.faults = append(w.seen.faults, text)
}

// finish waits for the records of the invocations that responses named, because that of a stream follows it, and
// collects all effects of the case.
func (w *running) finish(ctx context.Context) {
	err := w.eventually(ctx, step{kind: sectionCheckpoint}, w.patience, func() (faults []string) {
		for _, invocation := range w.journal.unrecorded(w.number) {
			faults = append(faults, "no record of the invocation "+invocation)
		}
		return faults
	})
	if err != nil {
		w.fault(0, "%v", err)
	}
	w.seen.calls, w.seen.events = w.calls(), w.events()
	w.seen.wants = map[string][]any{}
	for _, kind := range []string{sectionCheckpoint, sectionError} {
		for _, text := range w.expected[kind] {
			want, _ := decode(w.values.fill(text)) // invalid JSON has failed already
			w.seen.wants[kind] = append(w.seen.wants[kind], want)
		}
	}
	for _, line := range w.wantedLogs() {
		level, fields := splitLog(line)
		_, message, _ := strings.Cut(level, " ")
		w.seen.wants[sectionLogs] = append(w.seen.wants[sectionLogs], map[string]any{"message": message, "fields": fields})
	}
	w.outside.mu.Lock()
	defer w.outside.mu.Unlock()
	w.seen.faults = slices.Concat(w.seen.faults, w.world.faults, w.leaks())
}

func (w *running) calls() []call {
	w.outside.mu.Lock()
	defer w.outside.mu.Unlock()
	return slices.Clone(w.world.calls)
}

func (w *running) events() []event { return w.journal.since(w.mark, w.number, w.c.Slow) }

func (w *running) step(ctx context.Context, s step, again bool) error {
	switch s.kind {
	case sectionRequest:
		return w.group(ctx, s)
	case sectionOutside:
		script, err := readScript(w.values.fill(s.text))
		if err != nil {
			return err
		}
		w.outside.mu.Lock()
		defer w.outside.mu.Unlock()
		w.world.scripts = append(w.world.scripts, script)
		return nil
	case sectionWait:
		return w.wait(ctx, s)
	case sectionForget:
		class, actor, _ := strings.Cut(strings.TrimSpace(w.values.fill(s.text)), " ")
		return w.forget(ctx, w.c.App, class, actor)
	case sectionState:
		return w.eventually(ctx, s, w.patience, func() []string { return w.checkStates(ctx, s.text) })
	}
	if strings.TrimSpace(s.text) != "none" {
		w.expected[s.kind] = append(w.expected[s.kind], s.text)
	}
	if again {
		return nil // the last of consecutive sections of a kind checks all of them
	}
	return w.eventually(ctx, s, w.patience, func() []string { return w.checkLeft(s.kind) })
}

// eventually repeats look until it returns no faults or the limit has passed.
func (w *running) eventually(ctx context.Context, s step, limit time.Duration, look func() []string) error {
	end := w.values.now().Add(limit)
	for {
		if err := w.settle(ctx); err != nil {
			return err
		}
		faults := look()
		if len(faults) == 0 {
			return nil
		}
		if w.values.now().After(end) || ctx.Err() != nil {
			for _, fault := range faults {
				w.fault(s.line, "%s: %s", s.kind, fault)
			}
			return nil
		}
		time.Sleep(pollPause)
	}
}

// repeat sends a request with Within again until its response matches or the time has passed.
func (w *running) repeat(ctx context.Context, one sent, answers []answer) error {
	header := parseMessage(one.request)
	within, err := header.takeDuration("Within")
	if err != nil {
		return err
	}
	end := w.values.now().Add(within)
	for w.values.now().Before(end) && ctx.Err() == nil {
		if _, faults := w.match(one.responses[0], 0, answers[0]); len(faults) == 0 {
			return nil
		}
		time.Sleep(repeatPause)
		r, err := w.request(one.request, 0)
		if err != nil {
			return err
		}
		answers[0] = w.send(ctx, r)
	}
	return nil
}

// send sends one request and notes the invocation that the response names.
func (w *running) send(ctx context.Context, r *request) answer {
	got := w.client.do(ctx, r)
	if got.invocation != "" {
		w.journal.own(got.invocation, owner{w.number, got.aborted})
	}
	return got
}

// request builds one copy of a request and signs it just before it is sent.
func (w *running) request(text string, number int) (*request, error) {
	values := w.values.with("i", strconv.Itoa(number))
	r, signs, err := readRequest(values.fill(text), w.c.App)
	if err != nil {
		return nil, err
	}
	signer, known := w.signers[r.app]
	if !known {
		return nil, fmt.Errorf("unknown variant %q: add it to variants.json", r.app)
	}
	for _, line := range signs {
		if err := signer.sign(r, line); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// compare assigns each copy's answer to the first matching response that is not used up.
func (w *running) compare(one sent, answers []answer) {
	left := make([]int, len(one.responses))
	for i, response := range one.responses {
		left[i] = response.count
	}
	for number, got := range answers {
		var faults []string
		matched := false
		for i, response := range one.responses {
			if left[i] == 0 {
				continue
			}
			want, differences := w.match(response, number, got)
			if len(differences) == 0 {
				left[i]--
				w.seen.answers = append(w.seen.answers, answered{got, one.line, want})
				matched = true
				break
			}
			if faults == nil {
				faults = differences
			}
		}
		if !matched {
			w.seen.answers = append(w.seen.answers, answered{answer: got, line: one.line})
			w.fault(one.line, "copy %d: %s\n    %s", number, strings.Join(faults, "\n    "), got.text())
		}
	}
}

// match compares a copy's answer with one response, and returns the response with its placeholders filled in.
func (w *running) match(response counted, number int, got answer) (want message, faults []string) {
	want = parseMessage(w.values.with("i", strconv.Itoa(number)).fill(response.text))
	want.take("Count")
	m := &matcher{values: w.values}
	m.answer(want, got)
	return want, m.faults
}

// answer compares one answer with its expectation.
func (m *matcher) answer(want message, got answer) {
	switch {
	case got.err != nil:
		m.fault("", "want %s, got no answer: %v", want.first, got.err)
		return
	case got.aborted != (want.first == "aborted"):
		m.fault("", "want %s, got %s", want.first, got.text())
		return
	case got.aborted:
		return
	case want.first != strconv.Itoa(got.status):
		m.fault("status", "want %s, got %d", want.first, got.status)
	}
	for _, h := range want.headers {
		values := got.headers.Values(h.name)
		switch {
		case h.value == absent && len(values) > 0:
			m.fault("header "+h.name, "want none, got %q", values)
		case h.value != absent && len(values) == 0:
			m.fault("header "+h.name, "want %q, got none", h.value)
		case h.value != absent:
			m.text("header "+h.name, m.values.signed(h.value, got.body), strings.Join(values, ", "))
		}
	}
	if !want.hasBody && got.body != "" {
		m.fault("body", "want none, got %s", short(got.body))
	} else if want.hasBody && strings.TrimSpace(want.body) != "{any}" {
		m.body("body", want.body, got.body)
	}
}

// text formats the answer for messages.
func (a answer) text() string {
	switch {
	case a.err != nil:
		return a.err.Error()
	case a.aborted:
		return "aborted"
	}
	return fmt.Sprintf("got %d %s", a.status, short(a.body))
}

// concurrent reports whether the case sends concurrent requests or declares that its order is not fixed.
func (c *caseFile) concurrent() bool {
	return c.AnyOrder || slices.ContainsFunc(c.steps, func(s step) bool {
		return len(s.group) > 1 || slices.ContainsFunc(s.group, func(r sent) bool {
			_, several := parseMessage(r.request).header("Times")
			return several
		})
	})
}
