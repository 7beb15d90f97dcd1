// This file reads faults: what goes wrong between the app and the CRM, and how often.

package simulate

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
)

const (
	// usualRate is how often a fault strikes when nothing is said; latency strikes always.
	usualRate = 0.05
	// longestLatency is beyond what any handler waits.
	longestLatency = 10 * time.Minute
	// deaf is after how long the connection of a request that nobody answers ends.
	deaf = time.Minute
)

// Fault is one thing that goes wrong.
type Fault struct {
	Text   string // as it was given
	strike crmsim.Fault
	// spent says that the day's budget is, and lag how far the index of searches is behind: they strike no call.
	spent bool
	lag   time.Duration
}

// ParseFault reads <what>[@<rate>%], such as 500@2%, timeout, latency=2s@10%, index-lag=5s, daily.
func ParseFault(text string) (Fault, error) {
	what, rate, rated := strings.Cut(text, "@")
	f, err := namedFault(what)
	f.Text = text
	switch {
	case err != nil || !rated:
		return f, err
	case f.spent:
		return f, fmt.Errorf("%q has a rate, and a day's budget that is spent is so for every call", text)
	case f.lag > 0:
		return f, fmt.Errorf("%q has a rate, and the index of searches is behind for every search", text)
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(rate, "%"), 64)
	if err != nil || !strings.HasSuffix(rate, "%") || !(percent > 0 && percent <= 100) {
		return f, fmt.Errorf("%q strikes at no rate: that is a percentage of the calls, above 0 and at most 100", text)
	}
	f.strike.Probability = percent / 100
	return f, nil
}

func namedFault(what string) (Fault, error) {
	usual := crmsim.Fault{Probability: usualRate}
	if value, isLatency := strings.CutPrefix(what, "latency="); isLatency {
		delay, err := faultTime("latency", value)
		return Fault{strike: crmsim.Fault{Probability: 1, LatencyMs: delay.Milliseconds()}}, err
	}
	if value, isLag := strings.CutPrefix(what, "index-lag="); isLag {
		lag, err := faultTime("index-lag", value)
		return Fault{lag: lag}, err
	}
	switch what {
	case "timeout":
		usual.LatencyMs, usual.Cut = deaf.Milliseconds(), true
	case "cut":
		usual.Cut = true
	case "malformed":
		usual.Malformed = true
	case "daily":
		return Fault{spent: true}, nil
	default:
		status, err := strconv.Atoi(what)
		if err != nil || status < 400 || status > 599 {
			return Fault{}, fmt.Errorf("there is no fault %q", what)
		}
		usual.Status = status
	}
	return Fault{strike: usual}, nil
}

func faultTime(name, value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if err != nil || d < time.Millisecond || d > longestLatency {
		return 0, fmt.Errorf("the %s %q is no time from 1ms to %v", name, value, longestLatency)
	}
	return d, nil
}

// afflict gives the emulated CRM the faults.
func afflict(c *crmsim.Options, faults []Fault) {
	for _, f := range faults {
		switch {
		case f.spent:
			spend(c.Limits)
		case f.lag > 0:
			c.SearchLag = f.lag
		default:
			c.Faults = append(c.Faults, f.strike)
		}
	}
}

// spend uses the day up. Where the day's limit is not published it is as if it were one call.
func spend(l *crmsim.Limits) {
	l.Daily = max(l.Daily, 1)
	l.DailyUsed = l.Daily
}
