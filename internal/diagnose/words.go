// This file says it: what the limit is, when it ends, what the runtime does, what to do.

package diagnose

import (
	"fmt"
	"time"
)

// explain fills the sentences in.
func (c *cause) explain(d *Diagnosis) {
	d.Title, d.Why = titles[d.Limit], reasons[d.Limit]
	switch d.Limit {
	case None:
		d.Todo = c.todoNone()
		return
	case Unknown:
		d.Todo = []string{
			"look at policyName in the body: TEN_SECONDLY_ROLLING is the burst, DAILY the day's pool, SECONDLY searches",
			"look at Retry-After: a small one is the burst, hours are the day's pool",
		}
	case Burst:
		d.Ends, d.Runtime, d.Todo = c.endsBurst(), c.runtimeBurst(d.TurnedAway), c.todoBurst()
	case Search:
		d.Ends, d.Runtime, d.Todo = c.endsSoon(time.Second), c.runtimeBurst(d.TurnedAway)+searchApart, todoSearch
	case Daily:
		d.Ends, d.Runtime, d.Todo = c.endsDaily(), c.runtimeDaily(), c.todoDaily()
	}
	if d.Refused {
		d.Todo = append(d.Todo[:len(d.Todo):len(d.Todo)], c.bypass())
	}
}

var titles = map[Limit]string{
	Burst:   "the burst is exhausted: too many calls within seconds",
	Search:  "the account's searches are exhausted: more than 5 in a second",
	Daily:   "the day's pool of calls is exhausted",
	None:    "this is not about a rate limit",
	Unknown: "a rate limit, but the answer does not tell which",
}

var reasons = map[Limit]string{
	Burst: "an app has a number of calls in 10 seconds: 100, 190 or 250 as a private app, by the account's tier, and 110 in each " +
		"account as one of the marketplace; a batch of 100 records is one call",
	Search: "an account takes 5 searches a second, of all its apps together, on every tier; they do not count against the burst, " +
		"and their answers carry no headers of the limit",
	Daily: "an account has a pool of calls a day, which all its private apps share: 250,000, 625,000 or 1,000,000 by its tier, " +
		"1,000,000 more with each limit increase",
	Unknown: "a 429 names its limit in policyName; where that is missing, a small Retry-After means the burst, and hours the day's pool",
}

const searchApart = "; other calls go on, since searches have a bucket of their own"

// endsBurst is the hint, else the window.
func (c *cause) endsBurst() string { return c.endsSoon(c.interval()) }

func (c *cause) endsSoon(window time.Duration) string {
	if c.hinted {
		return "in " + period(c.wait)
	}
	return "within " + period(window)
}

func (c *cause) endsDaily() string {
	const midnight = "the pool is full again at midnight in the account's time zone"
	switch {
	case c.hinted && c.wait >= longRetryAfter:
		return "in " + period(c.wait) + "; " + midnight
	case c.hinted:
		return midnight + "; it says to ask again in " + period(c.wait)
	}
	return midnight
}

func (c *cause) runtimeBurst(turnedAway bool) string {
	if turnedAway {
		return "ctx.crm waits for its turn up to rateLimits.retry.capMs (10 s), and ends longer waits as backpressure: no error, " +
			"recorded as a success; workflows go on without the action, everybody else is asked to come again"
	}
	if !c.isRefusal() {
		return "ctx.crm lets nothing more go to the portal for " + period(c.interval()) + ": calls wait for that up to " +
			"rateLimits.retry.capMs (10 s), or end as backpressure; its refill stays as it is"
	}
	hold := "for a second, twice as long with each further 429 up to its window,"
	if c.hinted {
		hold = "for " + period(c.wait)
	}
	fate := "waits that out"
	if c.hinted && c.wait > burstInterval {
		fate = "ends calls as backpressure meanwhile, as the wait is longer than rateLimits.retry.capMs (10 s)"
	}
	return "ctx.crm empties its bucket, halves its refill until the isolate is recycled (never below 1 a second), holds the " +
		"portal " + hold + " and " + fate
}

func (c *cause) runtimeDaily() string {
	if c.hinted && c.wait >= longRetryAfter {
		return "ctx.crm parks the portal for the whole " + period(c.wait) +
			" in that isolate; every call ends as backpressure"
	}
	if c.hinted && !c.turnedAway() {
		return "ctx.crm holds the portal for " + period(c.wait) + ", then asks once, and so on"
	}
	return "ctx.crm pauses the portal for 60 seconds, then asks once, and so on; every call between ends as backpressure"
}

func (c *cause) todoBurst() []string {
	todo := []string{
		"wait it out; nothing is broken",
		"send fewer calls: ctx.crm.batch takes 100 records in one; svc simulate shows whether the work fits",
	}
	if c.Max != nil && *c.Max > 0 && *c.Max < defaultCapacity {
		todo = append(todo, fmt.Sprintf("set rateLimits.bucket.capacity to %d at most: that is this account's burst", *c.Max))
	}
	return append(todo, "look who else calls with this app: another deploy, a script with its token")
}

// defaultCapacity is what a bucket holds unless the app says otherwise (spec, Client-side budget defaults).
const defaultCapacity = 100

var todoSearch = []string{
	"wait it out; nothing is broken",
	"read by key instead of searching: ctx.crm.batch.objects.read with an idProperty takes 100 in one call, which is no search",
	"look which other app of the account searches: the five are shared",
}

func (c *cause) todoDaily() []string {
	todo := []string{
		"do not repeat: nothing gets through before the pool is full again",
		"find out who spends it: GET /account-info/v3/api-usage/daily/private-apps lists the usage, and when it resets",
	}
	if c.DailyRemaining == nil {
		todo = append(
			todo, "with OAuth, policyName is the only early sign: the two Daily headers are sent to static tokens alone",
		)
	}
	return append(
		todo,
		"make fewer calls (ctx.crm.batch, longer schedules of syncs), or buy a limit increase: 1,000,000 more a day each, two at most",
	)
}

func (c *cause) bypass() string {
	if c.VendorClient {
		return "this is the message of a client of the CRM's own: it goes around ctx.crm and its pacing; call by ctx.crm, or by ctx.crm.request"
	}
	return "if code of a handler got this 429, its call went around ctx.crm (ctx.http, fetch, a client of its own): ctx.crm lets none through"
}

func (c *cause) todoNone() []string {
	switch {
	case c.Body["error"] == "retry_later":
		return []string{"read the handler that answered retryLater; svc explain retry_later says what callers get"}
	case c.Status == statusLocked:
		return []string{"423 is a record that is locked for a moment: ctx.crm asks again"}
	case c.Status == statusMigrating:
		return []string{"477 is an account on the move: come again after Retry-After, which may be up to a day"}
	case c.Status >= 500:
		return []string{"a failure of the CRM: ctx.crm makes typed calls again; see the CRM's status page when it lasts"}
	}
	return []string{"paste the whole answer, status line and headers included, if a 429 was meant"}
}

const (
	statusLocked    = 423
	statusMigrating = 477 // the vendor's own
)

// period is a time as people say it: "7 s", "1 min 30 s", "5 h 12 min".
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
