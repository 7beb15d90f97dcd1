// This file decides which limit an answer is about.

package diagnose

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Limit is which limit an answer is about.
type Limit string

// The limits of the CRM's API (spec, Upstream CRM API limits), and the two ways of not being about one.
const (
	Burst   Limit = "burst"
	Search  Limit = "search"
	Daily   Limit = "daily"
	None    Limit = "none"    // the answer refuses nothing for a limit
	Unknown Limit = "unknown" // a limit, and the answer does not tell which
)

const (
	// smallRetryAfter is as long as a Retry-After of the burst gets: its window is 10 seconds.
	smallRetryAfter = time.Minute
	// longRetryAfter is how the day's pool shows: hours.
	longRetryAfter = time.Hour
)

// policies maps the names in 429s to what they are about; the third is not in the vendor's documentation.
var policies = map[string]Limit{"TEN_SECONDLY_ROLLING": Burst, "DAILY": Daily, "SECONDLY": Search}

// Diagnosis is what Diagnose finds.
type Diagnosis struct {
	Limit Limit  `json:"limit"`
	Title string `json:"title"`
	// TurnedAway says that the worker's own budget refused, before a call left.
	TurnedAway bool `json:"turnedAway"`
	// Refused says that the CRM took no more; without both, the next call would have met the limit.
	Refused bool `json:"refused"`
	// Evidence is what in the answer tells it, the strongest first.
	Evidence []string `json:"evidence"`
	Why      string   `json:"why"`
	// RetryAfterSeconds and EndsAt are there when the answer says when to come again.
	RetryAfterSeconds *int       `json:"retryAfterSeconds,omitempty"`
	EndsAt            *time.Time `json:"endsAt,omitempty"`
	Ends              string     `json:"ends,omitempty"`
	// Runtime is what ctx.crm does about it by itself.
	Runtime string   `json:"runtime,omitempty"`
	Todo    []string `json:"todo"`
	Rates   *Rates   `json:"rates,omitempty"`
}

// Diagnose says what an answer that came at a time is about.
func Diagnose(a Answer, now time.Time) Diagnosis {
	c := &cause{Answer: a}
	c.Rates, c.told = a.rates()
	c.wait, c.hinted = a.retryAfter(now)
	d := Diagnosis{Limit: c.find(), TurnedAway: c.turnedAway(), Evidence: c.evidence}
	d.Refused = d.Limit != None && c.isRefusal() && !d.TurnedAway
	if c.told {
		d.Rates = &c.Rates
	}
	if c.hinted && d.Limit != None {
		wait, ends := seconds(c.wait), c.clock(now).Add(c.wait).UTC().Truncate(time.Second)
		d.RetryAfterSeconds, d.EndsAt = &wait, &ends
	}
	c.explain(&d)
	return d
}

// cause is an answer on its way to a diagnosis.
type cause struct {
	Answer
	Rates
	told     bool // by a header
	wait     time.Duration
	hinted   bool // wait is known
	evidence []string
}

func (c *cause) note(format string, args ...any) {
	c.evidence = append(c.evidence, fmt.Sprintf(format, args...))
}

// clock is when the answer was written.
func (c *cause) clock(now time.Time) time.Time {
	if sent, err := http.ParseTime(strings.TrimSpace(c.Header["date"])); err == nil {
		return sent
	}
	return now
}

func (c *cause) find() Limit {
	switch {
	case c.turnedAway():
		return c.findBudget()
	case c.Body["error"] == "retry_later":
		c.note(`"error" is "retry_later": a handler of a worker asked to be called again, no limit did`)
		return None
	case !c.isRefusal():
		return c.findUnrefused()
	}
	if limit, ok := c.findNamed(); ok {
		return limit
	}
	if limit, ok := c.findCounted(); ok {
		return limit
	}
	return c.findByWait()
}

// isRefusal tells an answer that a limit refuses with: by its status, or by its body alone.
func (c *cause) isRefusal() bool {
	if c.Status != 0 {
		return c.Status == http.StatusTooManyRequests
	}
	_, named := policies[c.text("policyName")]
	return named || c.text("errorType") == "RATE_LIMIT" || c.text("category") == "RATE_LIMITS"
}

// turnedAway tells a result of the runtime: a backpressure result of a surface, or its metric.
func (c *cause) turnedAway() bool {
	_, inOutput := member(c.Body, "outputFields")["retryAfterSeconds"]
	return inOutput || c.Event == metricPrefix+"backpressure_total" || budgetMessage.MatchString(c.text("message"))
}

// findNamed goes by the policy, which is sure.
func (c *cause) findNamed() (Limit, bool) {
	if name := c.text("policyName"); name != "" {
		if limit, ok := policies[name]; ok {
			c.note("policyName is %s", name)
			return limit, true
		}
		c.note("policyName is %q, which is no name of a known limit", name)
	}
	message := strings.ToLower(c.text("message"))
	for _, m := range []struct {
		words string
		limit Limit
	}{{"ten_secondly_rolling limit", Burst}, {"daily limit", Daily}, {"secondly limit", Search}} {
		if strings.Contains(message, m.words) {
			c.note("the message speaks of the %s", m.words)
			return m.limit, true
		}
	}
	return "", false
}

// findCounted goes by the headers and the path.
func (c *cause) findCounted() (Limit, bool) {
	if c.DailyRemaining != nil && *c.DailyRemaining == 0 {
		c.note("Daily-Remaining is 0")
		return Daily, true
	}
	if left, ok := c.left(); ok && left == 0 {
		c.note("nothing remains of the window, by its headers")
		return Burst, true
	}
	if c.isSearch() && !(c.hinted && c.wait >= longRetryAfter) {
		c.note("the request was a search")
		return Search, true
	}
	return "", false
}

// findByWait goes by how long the wait is (spec, Diagnosis rules).
func (c *cause) findByWait() Limit {
	switch {
	case !c.hinted:
		c.note("it has no policyName, no count that is 0 and no Retry-After")
		return Unknown
	case c.wait >= longRetryAfter:
		c.note("Retry-After is %s: hours are the day's pool", period(c.wait))
		return Daily
	case c.wait <= smallRetryAfter:
		c.note("Retry-After is %s: a small one is the burst", period(c.wait))
		return Burst
	}
	c.note("Retry-After is %s: long for the burst, and short for the day's pool but near midnight", period(c.wait))
	return Unknown
}

// findBudget goes by the hint of a spent budget: a long queue takes minutes, only the day's pool takes hours.
func (c *cause) findBudget() Limit {
	c.note("the worker's budget turned the call away before it left")
	switch {
	case !c.hinted:
		return Unknown
	case c.wait >= longRetryAfter:
		c.note("it says to come again in %s: hours are the day's pool", period(c.wait))
		return Daily
	case c.isSearch():
		c.note("the call was a search, which comes again in %s", period(c.wait))
		return Search
	}
	c.note("it says to come again in %s: the burst, and the calls that wait before this one", period(c.wait))
	return Burst
}

// findUnrefused is about answers that refuse nothing, and may still say that nothing is left.
func (c *cause) findUnrefused() Limit {
	switch {
	case c.Status >= 300 || !c.told:
	case c.DailyRemaining != nil && *c.DailyRemaining == 0:
		c.note("it is a success, and Daily-Remaining is 0: the next call would be refused")
		return Daily
	default:
		if left, ok := c.left(); ok && left == 0 {
			c.note("it is a success, and nothing remains of the window: the next call would be refused")
			return Burst
		}
	}
	if c.Status != 0 {
		c.note("its status is %d; a limit refuses with 429", c.Status)
	}
	return None
}
