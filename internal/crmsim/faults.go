// This file holds faults: what goes wrong on purpose, and which requests it strikes.

package crmsim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// longestLatency is beyond what any client waits, and of any use.
const longestLatency = time.Hour

// Fault is one thing that goes wrong for some requests. Without more than a choice of requests it does nothing.
type Fault struct {
	// Method and Path choose requests; empty ones choose all. In a path, * stands for any text within a segment
	// and ** as the last segment for any rest: "/crm/v3/objects/*/batch/**".
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	// Skip is how many of these it lets pass first.
	Skip int `json:"skip,omitempty"`
	// Count is how many requests it strikes at most; 0 for any number.
	Count int `json:"count,omitempty"`
	// Probability is how likely it strikes one that it could strike, above 0 and up to 1; 0 means always.
	Probability float64 `json:"probability,omitempty"`

	// LatencyMs is how much later the answer comes, in milliseconds. The account has done by then what was asked.
	LatencyMs int64 `json:"latencyMs,omitempty"`
	// Status is answered in place of what the account would answer, with Headers and Body when there are any.
	Status  int               `json:"status,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body,omitempty"`
	// Policy is what a Status of 429 names: TEN_SECONDLY_ROLLING, SECONDLY or DAILY.
	Policy string `json:"policy,omitempty"`
	// Cut ends the connection without an answer.
	Cut bool `json:"cut,omitempty"`
	// Malformed answers the first half of the body.
	Malformed bool `json:"malformed,omitempty"`
	// Executed says that the account does what was asked for, before Status or Cut hide it.
	Executed bool `json:"executed,omitempty"`
}

func (f *Fault) check() error {
	switch {
	case f.Path != "" && !strings.HasPrefix(f.Path, "/"):
		return fmt.Errorf("the path of a fault begins with a slash: %q", f.Path)
	case f.Skip < 0 || f.Count < 0:
		return errors.New("skip and count of a fault are not negative")
	case !(f.Probability >= 0 && f.Probability <= 1):
		return fmt.Errorf("the probability of a fault is between 0 and 1, not %v", f.Probability)
	case f.LatencyMs < 0 || f.LatencyMs > longestLatency.Milliseconds():
		return fmt.Errorf("the latency of a fault is between 0 and %d ms, not %d", longestLatency.Milliseconds(), f.LatencyMs)
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return fmt.Errorf("the status of a fault is between 200 and 599, not %d", f.Status)
	case f.Status == 0 && (f.Body != "" || len(f.Headers) > 0):
		return errors.New("a fault with headers or a body needs a status")
	case f.Policy != "" && (f.Status != http.StatusTooManyRequests || policies[f.Policy].name == ""):
		return fmt.Errorf(
			"a fault with the status 429 has the policy TEN_SECONDLY_ROLLING, SECONDLY or DAILY, not %q", f.Policy,
		)
	case f.Cut && (f.Status != 0 || f.Malformed):
		return errors.New("a fault that cuts the connection answers nothing")
	case f.LatencyMs == 0 && f.Status == 0 && !f.Cut && !f.Malformed:
		return errors.New("a fault has a latency, a status, cut or malformed")
	}
	return nil
}

// activeFault is a fault and what it has done. Guarded by the mutex of its Sim.
type activeFault struct {
	Fault
	passed  int // requests that it let pass at first
	strikes int
	// random is its own, so that one more fault does not change whom the others strike.
	random *rand.Rand
}

// AddFaults has more go wrong from now on.
func (s *Sim) AddFaults(faults ...Fault) error {
	for i := range faults {
		if err := faults[i].check(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range faults {
		s.faultsMade++
		s.faults = append(s.faults, &activeFault{Fault: f, random: rand.New(rand.NewPCG(s.options.Seed, s.faultsMade))})
	}
	return nil
}

// ClearFaults has nothing go wrong any more.
func (s *Sim) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// struck is the first fault that strikes the request; nil when none does.
func (s *Sim) struck(r *http.Request) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first *activeFault
	for _, f := range s.faults {
		if f.chooses(r) && first == nil {
			first = f
		}
	}
	if first == nil {
		return nil
	}
	first.strikes++
	return &first.Fault
}

// chooses says whether the fault would strike the request. It draws for each that it could strike.
func (f *activeFault) chooses(r *http.Request) bool {
	if f.Method != "" && !strings.EqualFold(f.Method, r.Method) || f.Path != "" && !matchesPath(
		f.Path, r.URL.EscapedPath(),
	) {
		return false
	}
	if f.passed < f.Skip {
		f.passed++
		return false
	}
	if f.Probability > 0 && f.random.Float64() >= f.Probability {
		return false
	}
	return f.Count == 0 || f.strikes < f.Count
}

// matchesPath compares a path with a pattern of a fault, segment by segment.
func matchesPath(pattern, path string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, segment := range want {
		if segment == "**" && i == len(want)-1 {
			return len(have) >= i
		}
		if i >= len(have) || !wildcard(segment, have[i]) {
			return false
		}
	}
	return len(want) == len(have)
}
