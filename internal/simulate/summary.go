package simulate

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver"
)

const day = 24 * time.Hour

// report returns the report of a finished run.
func (d *drive) report() *Report {
	o := d.options
	for _, isolate := range d.isolates {
		d.noteCalls(isolate.BackgroundCalls())
	}
	r := &Report{
		Capability: o.Capability.Name(), Kind: o.Capability.Kind, Surface: d.load.surface, Rows: d.load.rows,
		Tier: o.Tier.Name, Isolates: o.Isolates, Seed: o.Seed, Faults: []string{},
		Invocations: d.load.count, Requests: d.sent, Outcomes: map[string]int{}, WallMs: ms(d.ended),
		CRM: traffic(d.net.trace), Outside: d.net.outside, Thrown: d.errors(), Series: series(d.net.trace, d.ended),
	}
	for _, f := range o.Faults {
		r.Faults = append(r.Faults, f.Text)
	}
	var lateness []time.Duration
	for _, result := range d.results {
		r.Outcomes[result.status]++
		r.TurnedAway += result.turned
		switch result.status {
		case devserver.StatusBackpressure:
			r.Unfinished++
		case devserver.StatusRetryLater:
			r.GaveUp++
		}
		lateness = append(lateness, result.lateness)
	}
	r.Lateness = spread(lateness)
	r.Waits = Waits{Calls: len(d.waits), Spread: spread(d.waits)}
	for _, wait := range d.waits {
		r.Waits.TotalMs += ms(wait)
	}
	r.measure(d.net.trace, o.Tier.Limits)
	if len(d.syncs.Runs) > 0 {
		r.Syncs = &d.syncs
	}
	if d.load.sampled {
		r.Sample = d.load.input
	}
	r.judge(budgetOf(o.App), d.messages())
	return r
}

// measure sets the headroom of each limit.
func (r *Report) measure(trace []passed, limits crmsim.Limits) {
	interval, perSecond := cmp.Or(limits.Interval, crmsim.BurstInterval), cmp.Or(limits.Search, crmsim.SearchPerSecond)
	r.Window = headroom(trace, limits.Burst, interval, func(p passed) bool { return !p.search })
	r.Search = headroom(trace, perSecond, time.Second, func(p passed) bool { return p.search })
	r.Day = headroom(trace, limits.Daily, day, func(passed) bool { return true })
}

// errors returns the uncaught errors, the most frequent first.
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

// messages returns the first message of each status.
func (d *drive) messages() map[string]string {
	messages := map[string]string{}
	for _, result := range d.results {
		if _, known := messages[result.status]; !known && result.message != "" {
			messages[result.status] = result.message
		}
	}
	return messages
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

// headroom finds the busiest window of the calls that count against a limit. A refused call does not count.
func headroom(trace []passed, limit int, window time.Duration, counts func(passed) bool) Headroom {
	h := Headroom{Limit: limit, WindowMs: ms(window), Left: 1}
	byTime := func(a, b passed) int { return cmp.Compare(a.at, b.at) }
	var inside []time.Duration
	for _, p := range slices.SortedStableFunc(slices.Values(trace), byTime) {
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

// spread sorts the times and returns their distribution.
func spread(all []time.Duration) Spread {
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	at := func(share float64) float64 { return ms(all[int(math.Ceil(share*float64(len(all))))-1]) }
	return Spread{P50Ms: at(0.5), P95Ms: at(0.95), MaxMs: at(1)}
}

// steps are the possible steps of a series. maxSteps is the number of steps in one.
var steps = []time.Duration{
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 12 * time.Hour,
}

const maxSteps = 60

func series(trace []passed, wall time.Duration) Series {
	step := steps[len(steps)-1]
	for _, s := range steps {
		if wall/s < maxSteps {
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

// statusName returns the key of a status among the counts.
func statusName(status int) string {
	if status == 0 {
		return "none"
	}
	return strconv.Itoa(status)
}

// Sorted returns the keys of counts, the most frequent first.
func Sorted(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}
