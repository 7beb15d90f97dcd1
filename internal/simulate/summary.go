package simulate

import (
	"cmp"
	"encoding/json"
	"slices"
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
