// This file makes the report of a run.

package simulate

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/crmsim"
)

// Report is what came of a simulation. Times are virtual.
type Report struct {
	Capability string            `json:"capability"` // <worker>/<id>
	Kind       string            `json:"kind"`
	Surface    devserver.Surface `json:"surface"`
	Rows       int               `json:"rows,omitempty"`
	Tier       string            `json:"tier"`
	Isolates   int               `json:"isolates"`
	Seed       uint64            `json:"seed"`
	Faults     []string          `json:"faults"`
	// Invocations is how many there were, Requests how often they came: some are asked to come again.
	Invocations int `json:"invocations"`
	Requests    int `json:"requests"`
	// Outcomes counts invocations by how they ended in the end.
	Outcomes map[string]int `json:"outcomes"`
	// TurnedAway counts requests that met a spent budget.
	TurnedAway int `json:"turnedAway"`
	// GaveUp counts invocations that were asked to come again until they did not any more.
	GaveUp int `json:"gaveUp"`
	// Sample is the input that was made up, where none was given.
	Sample json.RawMessage `json:"sampleInput,omitempty"`
	// Unfinished counts invocations that ended without their work being done for want of budget.
	Unfinished int     `json:"unfinished"`
	WallMs     float64 `json:"wallMs"`
	// Lateness is from the arrival of an invocation to its last answer.
	Lateness Spread         `json:"lateness"`
	CRM      Traffic        `json:"crm"`
	Waits    Waits          `json:"waits"`
	Syncs    *SyncTotals    `json:"syncs,omitempty"` // where syncs ran
	Window   Headroom       `json:"window"`
	Search   Headroom       `json:"search"`
	Day      Headroom       `json:"day"`
	Outside  map[string]int `json:"outside"`
	Thrown   []Thrown       `json:"thrown"`
	Series   Series         `json:"series"`
	// Fits says that the work was done within the limits; Findings say what to know, the worst first.
	Fits bool `json:"fits"`
	// OK says that it fits, and that no invocation ended in an error, late, given up, or with its input refused.
	OK       bool     `json:"ok"`
	Findings []string `json:"findings"`
}

// Spread is how a time is spread over many.
type Spread struct {
	P50Ms float64 `json:"p50Ms"`
	P95Ms float64 `json:"p95Ms"`
	MaxMs float64 `json:"maxMs"`
}

// Traffic is what reached the CRM.
type Traffic struct {
	Calls    int            `json:"calls"`
	Searches int            `json:"searches"`
	Batches  int            `json:"batches"`
	InBatch  int            `json:"rowsInBatches"`
	Limited  int            `json:"status429"`
	Policies map[string]int `json:"policies"` // of the 429s
	Statuses map[string]int `json:"statuses"` // "none" where no answer came
}

// Waits tells of calls that waited in the worker for their turn.
type Waits struct {
	Calls   int     `json:"calls"`
	TotalMs float64 `json:"totalMs"`
	Spread
}

// Headroom is what a limit leaves: Peak of Limit was in use at most, Left is the rest, from 0 to 1.
type Headroom struct {
	Limit    int     `json:"limit"`
	WindowMs float64 `json:"windowMs"`
	Peak     int     `json:"peak"`
	Left     float64 `json:"left"`
}

// Thrown is an error that handlers did not catch.
type Thrown struct {
	Message string `json:"message"`
	Times   int    `json:"times"`
}

// Series is the traffic over time.
type Series struct {
	StepMs float64  `json:"stepMs"`
	Points []Points `json:"points"`
}

// Points counts the requests of one step.
type Points struct {
	AtMs    float64 `json:"atMs"`
	Calls   int     `json:"calls"`
	Limited int     `json:"limited"`
}

const day = 24 * time.Hour

func (d *drive) report() *Report {
	o := d.options
	for _, isolate := range d.isolates {
		d.noteCalls(isolate.BackgroundCalls())
	}
	r := &Report{
		Capability: o.Capability.Name(), Kind: o.Capability.Kind, Surface: d.load.surface, Rows: d.load.rows, Tier: o.Tier.Name,
		Isolates: o.Isolates, Seed: o.Seed, Faults: []string{}, Invocations: d.load.count, Requests: d.sent,
		Outcomes: map[string]int{}, WallMs: ms(
			d.ended,
		), CRM: traffic(d.net.trace), Outside: d.net.outside, Thrown: d.errors(),
		Series: series(d.net.trace, d.ended),
	}
	for _, f := range o.Faults {
		r.Faults = append(r.Faults, f.Text)
	}
	var late []time.Duration
	for _, one := range d.results {
		r.Outcomes[one.status]++
		r.TurnedAway += one.turned
		switch one.status {
		case devserver.StatusBackpressure:
			r.Unfinished++
		case devserver.StatusRetryLater:
			r.GaveUp++
		}
		late = append(late, one.lateness)
	}
	r.Lateness = spread(late)
	r.Waits = Waits{Calls: len(d.waits), Spread: spread(d.waits)}
	for _, wait := range d.waits {
		r.Waits.TotalMs += ms(wait)
	}
	limits := o.Tier.Limits
	r.Window = headroom(
		d.net.trace, limits.Burst, cmp.Or(limits.Interval, crmsim.BurstInterval), func(p passed) bool { return !p.search },
	)
	r.Search = headroom(
		d.net.trace, cmp.Or(limits.Search, crmsim.SearchPerSecond), time.Second, func(p passed) bool { return p.search },
	)
	r.Day = headroom(d.net.trace, limits.Daily, day, func(passed) bool { return true })
	if len(d.syncs.Runs) > 0 {
		r.Syncs = &d.syncs
	}
	if d.load.sampled {
		r.Sample = d.load.input
	}
	r.judge(budgetOf(o.App), d.messages())
	return r
}

// errors are the uncaught errors, the most frequent first.
func (d *drive) errors() []Thrown {
	all := []Thrown{}
	for message, times := range d.thrown {
		all = append(all, Thrown{message, times})
	}
	slices.SortFunc(all, func(a, b Thrown) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Message, b.Message))
	})
	return all
}

// messages are what invocations that were not ok said, the first of each status.
func (d *drive) messages() map[string]string {
	said := map[string]string{}
	for _, one := range d.results {
		if _, known := said[one.status]; !known && one.message != "" {
			said[one.status] = one.message
		}
	}
	return said
}

func messageOf(r *devserver.Result) string {
	var body struct{ Message string }
	if json.Unmarshal(r.Body, &body) != nil {
		return ""
	}
	return body.Message
}

func traffic(trace []passed) Traffic {
	t := Traffic{Policies: map[string]int{}, Statuses: map[string]int{}}
	for _, p := range trace {
		t.Calls++
		if p.search {
			t.Searches++
		}
		if p.batch {
			t.Batches++
			t.InBatch += p.rows
		}
		if p.status == 429 {
			t.Limited++
			t.Policies[cmp.Or(p.policy, "unnamed")]++
		}
		t.Statuses[statusName(p.status)]++
	}
	return t
}

// headroom finds the busiest window of the calls that count. One that was refused did not count.
func headroom(trace []passed, limit int, window time.Duration, counts func(passed) bool) Headroom {
	h := Headroom{Limit: limit, WindowMs: ms(window), Left: 1}
	var inside []time.Duration
	for _, p := range slices.SortedStableFunc(
		slices.Values(trace), func(a, b passed) int { return cmp.Compare(a.at, b.at) },
	) {
		if !counts(p) || p.status == 429 {
			continue
		}
		inside = append(inside, p.at)
		for inside[0] <= p.at-window {
			inside = inside[1:]
		}
		h.Peak = max(h.Peak, len(inside))
	}
	if limit > 0 {
		h.Left = max(0, math.Round((1-float64(h.Peak)/float64(limit))*1000)/1000)
	}
	return h
}

// spread sorts what it is given.
func spread(all []time.Duration) Spread {
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	at := func(share float64) float64 { return ms(all[int(math.Ceil(share*float64(len(all))))-1]) }
	return Spread{P50Ms: at(0.5), P95Ms: at(0.95), MaxMs: at(1)}
}

// steps are the widths that a series may have, and mostSteps how many of them.
var steps = []time.Duration{
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second,
	20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
	2 * time.Hour, 4 * time.Hour, 12 * time.Hour,
}

const mostSteps = 60

func series(trace []passed, wall time.Duration) Series {
	step := steps[len(steps)-1]
	for _, s := range steps {
		if wall/s < mostSteps {
			step = s
			break
		}
	}
	s := Series{StepMs: ms(step), Points: make([]Points, wall/step+1)}
	for i := range s.Points {
		s.Points[i].AtMs = ms(time.Duration(i) * step)
	}
	for _, p := range trace {
		point := &s.Points[min(int(p.at/step), len(s.Points)-1)]
		point.Calls++
		if p.status == 429 {
			point.Limited++
		}
	}
	return s
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// statusName is the key of a status among the counts.
func statusName(status int) string {
	if status == 0 {
		return "none"
	}
	return strconv.Itoa(status)
}

// Sorted are the keys of counts, the most frequent first.
func Sorted(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}
