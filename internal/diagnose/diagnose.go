package diagnose

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Limit is a rate limit, or None or Unknown.
type Limit string

// The limits of the CRM's API (spec, Upstream CRM API limits).
const (
	Burst   Limit = "burst"
	Search  Limit = "search"
	Daily   Limit = "daily"
	None    Limit = "none"    // not a rate limit
	Unknown Limit = "unknown" // a rate limit that the response does not name
)

const (
	// smallRetryAfter is the longest Retry-After of the burst, whose window is 10 s.
	smallRetryAfter = time.Minute
	// longRetryAfter is the shortest Retry-After of the daily limit, except near midnight.
	longRetryAfter = time.Hour
)

// policies maps the policy names of 429s to limits. The vendor does not document SECONDLY.
var policies = map[string]Limit{"TEN_SECONDLY_ROLLING": Burst, "DAILY": Daily, "SECONDLY": Search}

// Diagnosis is the result of Diagnose.
type Diagnosis struct {
	Limit Limit  `json:"limit"`
	Title string `json:"title"`
	// TurnedAway reports whether the worker's own budget rejected the call before it was sent.
	TurnedAway bool `json:"turnedAway"`
	// Refused reports whether the CRM rejected the call. If neither is set, the next call would exceed the limit.
	Refused bool `json:"refused"`
	// Evidence is the parts of the response that show the limit, the strongest first.
	Evidence []string `json:"evidence"`
	Why      string   `json:"why"`
	// RetryAfterSeconds and EndsAt are set if the response names a time to retry.
	RetryAfterSeconds *int       `json:"retryAfterSeconds,omitempty"`
	EndsAt            *time.Time `json:"endsAt,omitempty"`
	Ends              string     `json:"ends,omitempty"`
	// Runtime describes what ctx.crm does.
	Runtime string   `json:"runtime,omitempty"`
	Todo    []string `json:"todo"`
	Rates   *Rates   `json:"rates,omitempty"`
}

// Diagnose finds the limit that a response received at a time is about.
func Diagnose(a Answer, now time.Time) Diagnosis {
	c := &cause{Answer: a}
	c.Rates, c.hasRates = a.rates()
	c.wait, c.hinted = a.retryAfter(now)
	d := Diagnosis{Limit: c.find(), TurnedAway: c.turnedAway(), Evidence: c.evidence}
	d.Refused = d.Limit != None && c.isRefusal() && !d.TurnedAway
	if c.hasRates {
		d.Rates = &c.Rates
	}
	if c.hinted && d.Limit != None {
		wait, ends := seconds(c.wait), c.clock(now).Add(c.wait).UTC().Truncate(time.Second)
		d.RetryAfterSeconds, d.EndsAt = &wait, &ends
	}
	c.explain(&d)
	return d
}

// cause is a response in diagnosis.
type cause struct {
	Answer
	Rates
	hasRates bool // from headers
	wait     time.Duration
	hinted   bool // wait is known
	evidence []string
}

func (c *cause) note(format string, args ...any) {
	c.evidence = append(c.evidence, fmt.Sprintf(format, args...))
}

// clock returns the time of the response.
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
		c.note(`"error" is "retry_later": a handler asked for a retry, not a limit`)
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

// isRefusal reports whether a limit rejected the call, by the status or by the body alone.
func (c *cause) isRefusal() bool {
	if c.Status != 0 {
		return c.Status == http.StatusTooManyRequests
	}
	_, named := policies[c.text("policyName")]
	return named || c.text("errorType") == "RATE_LIMIT" || c.text("category") == "RATE_LIMITS"
}

// turnedAway reports whether the response is a backpressure result of the runtime, or its metric.
func (c *cause) turnedAway() bool {
	_, inOutput := member(c.Body, "outputFields")["retryAfterSeconds"]
	return inOutput || c.Event == metricPrefix+"backpressure_total" || budgetMessage().MatchString(c.text("message"))
}

// findNamed finds the limit by its policy name, which is certain.
func (c *cause) findNamed() (Limit, bool) {
	if name := c.text("policyName"); name != "" {
		if limit, ok := policies[name]; ok {
			c.note("policyName is %s", name)
			return limit, true
		}
		c.note("policyName is %q, an unknown limit", name)
	}
	message := strings.ToLower(c.text("message"))
	for _, m := range []struct {
		words string
		limit Limit
	}{{"ten_secondly_rolling limit", Burst}, {"daily limit", Daily}, {"secondly limit", Search}} {
		if strings.Contains(message, m.words) {
			c.note("the message names the %s", m.words)
			return m.limit, true
		}
	}
	return "", false
}

// findCounted finds the limit by headers and path.
func (c *cause) findCounted() (Limit, bool) {
	if c.DailyRemaining != nil && *c.DailyRemaining == 0 {
		c.note("Daily-Remaining is 0")
		return Daily, true
	}
	if left, ok := c.left(); ok && left == 0 {
		c.note("the headers report no calls left in the window")
		return Burst, true
	}
	if c.isSearch() && !(c.hinted && c.wait >= longRetryAfter) {
		c.note("the request was a search")
		return Search, true
	}
	return "", false
}

// findByWait finds the limit by the length of the wait (spec, Diagnosis rules).
func (c *cause) findByWait() Limit {
	switch {
	case !c.hinted:
		c.note("no policyName, no count of 0 and no Retry-After")
		return Unknown
	case c.wait >= longRetryAfter:
		c.note("Retry-After is %s: hours indicate the daily limit", period(c.wait))
		return Daily
	case c.wait <= smallRetryAfter:
		c.note("Retry-After is %s: a short wait indicates the burst", period(c.wait))
		return Burst
	}
	c.note(
		"Retry-After is %s: too long for the burst, and too short for the daily limit except near midnight", period(c.wait),
	)
	return Unknown
}

// findBudget finds the limit by the retry time of an exhausted budget. A long queue takes minutes, the daily limit
// hours.
func (c *cause) findBudget() Limit {
	c.note("the worker's budget rejected the call before it was sent")
	switch {
	case !c.hinted:
		return Unknown
	case c.wait >= longRetryAfter:
		c.note("the retry time is %s: hours indicate the daily limit", period(c.wait))
		return Daily
	case c.isSearch():
		c.note("the call was a search with a retry time of %s", period(c.wait))
		return Search
	}
	c.note("the retry time is %s: the burst, and the calls in the queue", period(c.wait))
	return Burst
}

// findUnrefused finds the limit of a response that is not a rejection but reports no calls left.
func (c *cause) findUnrefused() Limit {
	switch {
	case c.Status >= 300 || !c.hasRates:
	case c.DailyRemaining != nil && *c.DailyRemaining == 0:
		c.note("the call succeeded and Daily-Remaining is 0: the next call would be rejected")
		return Daily
	default:
		if left, ok := c.left(); ok && left == 0 {
			c.note("the call succeeded with no calls left in the window: the next call would be rejected")
			return Burst
		}
	}
	if c.Status != 0 {
		c.note("the status is %d; a rate limit has 429", c.Status)
	}
	return None
}
