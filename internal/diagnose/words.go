package diagnose

import (
	"fmt"
	"slices"
	"time"
)

// explain adds the sentences.
func (c *cause) explain(d *Diagnosis) {
	d.Title, d.Why = titles[d.Limit], reasons[d.Limit]
	switch d.Limit {
	case None:
		d.Todo = c.todoNone()
		return
	case Unknown:
		d.Todo = []string{
			"look at policyName in the body: TEN_SECONDLY_ROLLING is the burst, DAILY the daily limit, SECONDLY searches",
			"look at Retry-After: seconds indicate the burst, hours the daily limit",
		}
	case Burst:
		d.Ends, d.Runtime, d.Todo = c.endsSoon(c.interval()), c.runtimeBurst(d.TurnedAway), c.todoBurst()
	case Search:
		d.Ends, d.Runtime, d.Todo = c.endsSoon(time.Second), c.runtimeBurst(d.TurnedAway)+searchApart, todoSearch
	case Daily:
		d.Ends, d.Runtime, d.Todo = c.endsDaily(), c.runtimeDaily(), c.todoDaily()
	}
	if d.Refused {
		d.Todo = append(slices.Clip(d.Todo), c.bypass())
	}
}

var titles = map[Limit]string{
	Burst:   "the burst limit is exhausted: too many calls within seconds",
	Search:  "the search limit of the account is exhausted: more than 5 searches per second",
	Daily:   "the daily limit of the account is exhausted",
	None:    "the response is not about a rate limit",
	Unknown: "a rate limit that the response does not name",
}

var reasons = map[Limit]string{
	Burst: "a private app has 100, 190 or 250 calls per 10 seconds, depending on the account's tier; a marketplace app " +
		"has 110 per account; a batch of 100 records is one call",
	Search: "an account has 5 searches per second for all its apps, on every tier; searches do not count against the " +
		"burst, and their responses have no rate limit headers",
	Daily: "all private apps of an account share its calls per day: 250,000, 625,000 or 1,000,000 depending on the " +
		"tier, and 1,000,000 more with each limit increase",
	Unknown: "a 429 names its limit in policyName; without it, a short Retry-After indicates the burst, and hours the " +
		"daily limit",
}

const searchApart = "; other calls continue, because searches have a separate bucket"

// endsSoon returns the retry time of the response, or else the window.
func (c *cause) endsSoon(window time.Duration) string {
	if c.hinted {
		return "in " + period(c.wait)
	}
	return "within " + period(window)
}

func (c *cause) endsDaily() string {
	const midnight = "the limit resets at midnight in the account's time zone"
	switch {
	case c.hinted && c.wait >= longRetryAfter:
		return "in " + period(c.wait) + "; " + midnight
	case c.hinted:
		return midnight + "; the response asks for a retry in " + period(c.wait)
	}
	return midnight
}

// longestWait is the longest wait of a call. The response does not show what the app configures.
const longestWait = "rateLimits.retry.capMs (10 s by default)"

func (c *cause) runtimeBurst(turnedAway bool) string {
	if turnedAway {
		return "ctx.crm waits for budget up to " + longestWait + " and answers with backpressure if the wait is longer; " +
			"backpressure is not an error and counts as a success; workflows continue without the action, other " +
			"callers are asked to retry"
	}
	if !c.isRefusal() {
		return "ctx.crm holds the portal for " + period(c.interval()) + ": calls wait up to " + longestWait +
			", or end as backpressure; the refill rate does not change"
	}
	hold := "for 1 s, doubling with each further 429 up to its window,"
	if c.hinted {
		hold = "for " + period(c.wait)
	}
	calls := "waits"
	if c.hinted && c.wait > burstInterval {
		calls = "ends calls as backpressure meanwhile, because the wait exceeds " + longestWait
	}
	return "ctx.crm empties its bucket, halves its refill rate until the isolate is recycled (at least 1 per second; " +
		"with rateLimits.bucket.adaptive it recovers within 30 s), holds the portal " + hold + " and " + calls
}

func (c *cause) runtimeDaily() string {
	if c.hinted && c.wait >= longRetryAfter {
		return "ctx.crm holds the portal for the whole " + period(c.wait) +
			" in that isolate; every call ends as backpressure"
	}
	if c.hinted && !c.turnedAway() {
		return "ctx.crm holds the portal for " + period(c.wait) + ", then sends a probe, and repeats"
	}
	return "ctx.crm holds the portal for 60 s, then sends a probe, and repeats; meanwhile every call ends as backpressure"
}

func (c *cause) todoBurst() []string {
	todo := []string{
		"wait; nothing is broken",
		"send fewer calls: ctx.crm.batch puts 100 records into one call; svc simulate shows whether the work fits",
	}
	if c.Max != nil && *c.Max > 0 && *c.Max < defaultCapacity {
		todo = append(
			todo, fmt.Sprintf("set rateLimits.bucket.capacity to at most %d, the burst limit of this account", *c.Max),
		)
	}
	return append(todo, "find other callers of this app, such as another deploy or a script with its token")
}

// defaultCapacity is the default capacity of a bucket, in calls (spec, Client-side budget defaults).
const defaultCapacity = 100

var todoSearch = []string{
	"wait; nothing is broken",
	"read by key instead of searching: ctx.crm.batch.objects.read with an idProperty reads 100 records in one call",
	"find other apps of the account that search: all apps share the 5 searches",
}

func (c *cause) todoDaily() []string {
	todo := []string{
		"do not retry: every call fails until the limit resets",
		"find out which app uses it: GET /account-info/v3/api-usage/daily/private-apps lists the usage and the reset time",
	}
	if c.DailyRemaining == nil {
		todo = append(todo, "with OAuth, policyName is the only indication: only static tokens get the two Daily headers")
	}
	return append(
		todo,
		"make fewer calls (ctx.crm.batch, less frequent syncs), or buy up to two limit increases of 1,000,000 calls "+
			"per day each",
	)
}

func (c *cause) bypass() string {
	if c.VendorClient {
		return "this message is from the CRM's own client, which bypasses the pacing of ctx.crm: use ctx.crm or " +
			"ctx.crm.request"
	}
	return "if a handler received this 429, its call bypassed ctx.crm (ctx.http, fetch, another client): ctx.crm " +
		"handles 429s"
}

func (c *cause) todoNone() []string {
	switch {
	case c.Body["error"] == "retry_later":
		return []string{"look at the handler that returned retryLater; svc explain retry_later describes what callers get"}
	case c.Status == statusLocked:
		return []string{"423 means that a record is briefly locked: ctx.crm retries"}
	case c.Status == statusMigrating:
		return []string{"477 means that the account is migrating: retry after Retry-After, which may be up to a day"}
	case c.Status >= 500:
		return []string{"the CRM failed: ctx.crm retries typed calls; check the CRM's status page if it lasts"}
	}
	return []string{"if this is about a 429, paste the whole response with status line and headers"}
}

const (
	statusLocked    = 423
	statusMigrating = 477 // specific to the vendor
)

// period formats a time: "7 s", "1 min 30 s", "5 h 12 min".
func period(d time.Duration) string {
	s := seconds(d)
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600 && s%60 == 0:
		return fmt.Sprintf("%d min", s/60)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	case s/60%60 == 0:
		return fmt.Sprintf("%d h", s/3600)
	}
	return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
}
