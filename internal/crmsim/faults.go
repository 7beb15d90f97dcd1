package crmsim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// maxLatency is the longest latency of a fault. No client waits longer.
const maxLatency = time.Hour

// maxFault is the longest time of a fault. Without a time it has no end.
const maxFault = 366 * 24 * time.Hour

// Fault is a failure that the emulated CRM produces for some requests. It has at least one effect.
type Fault struct {
	// Name is the caller's name for the fault.
	Name string `json:"name,omitempty"`
	// Method and Path select requests; empty ones select all. In a path, * matches any text within a segment and **
	// as the last segment matches any rest: "/crm/v3/objects/*/batch/**".
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	// Skip is the number of selected requests that pass first.
	Skip int `json:"skip,omitempty"`
	// Count is the number of requests that the fault hits; 0 for no limit.
	Count int `json:"count,omitempty"`
	// Probability is the share of selected requests that the fault hits, up to 1; 0 means all.
	Probability float64 `json:"probability,omitempty"`
	// ForMs is how long the fault lasts, in milliseconds; 0 for no end.
	ForMs int64 `json:"forMs,omitempty"`

	// LatencyMs delays the response, in milliseconds. The account executes the request before the delay.
	LatencyMs int64 `json:"latencyMs,omitempty"`
	// Status replaces the account's response, with Headers and Body if present.
	Status  int               `json:"status,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body,omitempty"`
	// Policy is the limit that a Status of 429 names: TEN_SECONDLY_ROLLING, SECONDLY or DAILY.
	Policy string `json:"policy,omitempty"`
	// Cut closes the connection without a response.
	Cut bool `json:"cut,omitempty"`
	// Malformed sends the first half of the body.
	Malformed bool `json:"malformed,omitempty"`
	// Executed makes the account execute the request before Status or Cut hide the result.
	Executed bool `json:"executed,omitempty"`
	// EventUIDs refuses app events by uid. Documents of the platform differ on whether it accepts them besides full names.
	EventUIDs bool `json:"eventUids,omitempty"`
}

// Check returns why the fault is invalid; nil if it is not.
func (f *Fault) Check() error {
	switch {
	case f.Path != "" && !strings.HasPrefix(f.Path, "/"):
		return fmt.Errorf("invalid path %q of a fault: expected a leading slash", f.Path)
	case f.Skip < 0 || f.Count < 0:
		return errors.New("invalid fault: skip and count must not be negative")
	case !(f.Probability >= 0 && f.Probability <= 1):
		return fmt.Errorf("invalid probability %v of a fault: expected a number from 0 to 1", f.Probability)
	case f.ForMs < 0 || f.ForMs > maxFault.Milliseconds():
		return fmt.Errorf("invalid time %d of a fault: expected 0 to %d ms", f.ForMs, maxFault.Milliseconds())
	case f.LatencyMs < 0 || f.LatencyMs > maxLatency.Milliseconds():
		return fmt.Errorf("invalid latency %d of a fault: expected 0 to %d ms", f.LatencyMs, maxLatency.Milliseconds())
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return fmt.Errorf("invalid status %d of a fault: expected 200 to 599", f.Status)
	case f.Status == 0 && (f.Body != "" || len(f.Headers) > 0):
		return errors.New("invalid fault: headers and a body need a status")
	case f.Policy != "" && (f.Status != http.StatusTooManyRequests || policies[f.Policy].name == ""):
		return fmt.Errorf(
			"invalid policy %q of a fault: expected TEN_SECONDLY_ROLLING, SECONDLY or DAILY, with the status 429", f.Policy,
		)
	case f.Cut && (f.Status != 0 || f.Malformed):
		return errors.New("invalid fault: cut excludes status and malformed")
	case f.LatencyMs == 0 && f.Status == 0 && !f.Cut && !f.Malformed && !f.EventUIDs:
		return errors.New("invalid fault: latencyMs, status, cut, malformed or eventUids is required")
	}
	return nil
}

// activeFault is a fault and its counters. The mutex of its Sim guards it.
type activeFault struct {
	Fault
	skipped int
	hits    int
	ends    time.Time // zero for never
	// random belongs to the fault, so that one more fault does not change which requests the others hit.
	random *rand.Rand
}

// AddFaults adds faults to those that are active.
func (s *Sim) AddFaults(faults ...Fault) error {
	for i := range faults {
		if err := faults[i].Check(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range faults {
		s.faultsAdded++
		active := &activeFault{Fault: f, random: rand.New(rand.NewPCG(s.options.Seed, s.faultsAdded))}
		if f.ForMs > 0 {
			active.ends = s.options.Clock.Now().Add(time.Duration(f.ForMs) * time.Millisecond)
		}
		s.faults = append(s.faults, active)
	}
	return nil
}

// endFaults removes the faults whose time is over. The caller holds the mutex.
func (s *Sim) endFaults() {
	now := s.options.Clock.Now()
	s.faults = slices.DeleteFunc(s.faults, func(f *activeFault) bool { return !f.ends.IsZero() && !now.Before(f.ends) })
}

// FaultView is an active fault.
type FaultView struct {
	Fault
	// Strikes is the number of requests that it hit.
	Strikes int `json:"strikes"`
	// LeftMs is how long it still lasts, in milliseconds; 0 for no end.
	LeftMs int64 `json:"leftMs,omitempty"`
}

// Faults returns the active faults in the order in which they were added.
func (s *Sim) Faults() []FaultView {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endFaults()
	views := []FaultView{}
	for _, f := range s.faults {
		view := FaultView{Fault: f.Fault, Strikes: f.hits}
		if !f.ends.IsZero() {
			view.LeftMs = f.ends.Sub(s.options.Clock.Now()).Milliseconds()
		}
		views = append(views, view)
	}
	return views
}

// ClearFaults removes all faults.
func (s *Sim) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// match returns the first fault that hits the request, or nil.
func (s *Sim) match(r *http.Request) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, noPage := s.pages.Find(&api.Call{Request: r}, r.URL.EscapedPath()); noPage == nil {
		return nil
	}
	s.endFaults()
	var first *activeFault
	for _, f := range s.faults {
		if f.matches(r) && first == nil {
			first = f
		}
	}
	if first == nil {
		return nil
	}
	first.hits++
	return &first.Fault
}

// matches reports whether the fault would hit the request. It draws for each request that it selects.
func (f *activeFault) matches(r *http.Request) bool {
	if f.Method != "" && !strings.EqualFold(f.Method, r.Method) {
		return false
	}
	if f.Path != "" && !matchesPath(f.Path, r.URL.EscapedPath()) {
		return false
	}
	if f.skipped < f.Skip {
		f.skipped++
		return false
	}
	if f.Probability > 0 && f.random.Float64() >= f.Probability {
		return false
	}
	return f.Count == 0 || f.hits < f.Count
}

// matchesPath compares a path with the pattern of a fault, segment by segment.
func matchesPath(pattern, path string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, segment := range want {
		if segment == "**" && i == len(want)-1 {
			return len(have) >= i
		}
		if i >= len(have) || !api.MatchWildcard(segment, have[i]) {
			return false
		}
	}
	return len(want) == len(have)
}

// errCut reports that a fault cuts the connection.
var errCut = errors.New("a fault cut the connection")

// passesThrough reports whether the request reaches the account. A nil fault has no effect, here and below.
func (f *Fault) passesThrough() bool { return f == nil || !f.Cut || f.Executed }

// replaces reports whether the response is the fault's own.
func (f *Fault) replaces() bool { return f != nil && f.Status != 0 }

// apply delays the response. It returns an error if the client is gone afterwards.
func (f *Fault) apply(ctx context.Context, clock Clock) error {
	if f == nil {
		return nil
	}
	if f.LatencyMs > 0 {
		if err := clock.Sleep(ctx, time.Duration(f.LatencyMs)*time.Millisecond); err != nil {
			return err
		}
	}
	if f.Cut {
		return errCut
	}
	return nil
}

// answer returns the fault's own response: its body, or an error of the platform.
func (f *Fault) answer(c *api.Call, appID int64) (int, any) {
	for name, value := range f.Headers {
		c.Header.Set(name, value)
	}
	switch {
	case f.Body != "":
		return f.Status, []byte(f.Body)
	case f.Status == http.StatusNoContent:
		return f.Status, nil
	case f.Status == http.StatusTooManyRequests:
		return failed(c, f.policy().tooManyRequests(c.Caller, appID))
	}
	return failed(c, &api.Error{Status: f.Status, Message: http.StatusText(f.Status)})
}

func (f *Fault) policy() policy {
	if f.Policy == "" {
		return burstPolicy
	}
	return policies[f.Policy]
}

// corruptResponse truncates a response that the fault makes malformed.
func (f *Fault) corruptResponse(answered response) response {
	if f != nil && f.Malformed {
		answered.body = answered.body[:len(answered.body)/2]
	}
	return answered
}
