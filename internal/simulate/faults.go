package simulate

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
)

const (
	// defaultRate is the share of calls that a fault without a rate hits. Latency hits all.
	defaultRate = 0.05
	// maxLatency is the longest latency and index lag. No handler waits longer.
	maxLatency = 10 * time.Minute
	// silence is how long a connection without a response stays open.
	silence = time.Minute
)

// Fault is a failure between the app and the CRM.
type Fault struct {
	Text string // as given
	call crmsim.Fault
	// spent marks the fault that uses up the daily limit. Lag is that of the search index. Neither hits a call.
	spent bool
	lag   time.Duration
}

// FaultKind is an example of a fault, and what it does.
type FaultKind struct{ Example, Effect string }

// FaultKinds returns one example of each fault that ParseFault reads.
func FaultKinds() []FaultKind {
	return []FaultKind{
		{"429", "a limit is spent, as for every status from 400 to 599"},
		{"500", "the CRM fails"},
		{"timeout", "the CRM does not answer"},
		{"cut", "the connection is closed"},
		{"malformed", "half of the response arrives"},
		{"latency=2s", "responses take longer"},
		{"index-lag=5s", "searches find changes later"},
		{"daily", "the daily limit is spent"},
	}
}

// ParseFault reads a fault: <fault>[@<rate>%], such as 500@2%, timeout, latency=2s@10%, index-lag=5s or daily.
func ParseFault(text string) (Fault, error) {
	what, rate, rated := strings.Cut(text, "@")
	f, err := namedFault(what)
	f.Text = text
	switch {
	case err != nil || !rated:
		return f, err
	case f.spent:
		return f, fmt.Errorf("invalid fault %q: daily takes no rate", text)
	case f.lag > 0:
		return f, fmt.Errorf("invalid fault %q: index-lag takes no rate", text)
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(rate, "%"), 64)
	if err != nil || !strings.HasSuffix(rate, "%") || !(percent > 0 && percent <= 100) {
		return f, fmt.Errorf("invalid rate of fault %q: expected a percentage above 0%% and up to 100%%", text)
	}
	f.call.Probability = percent / 100
	return f, nil
}

func namedFault(what string) (Fault, error) {
	fault := crmsim.Fault{Probability: defaultRate}
	if value, isLatency := strings.CutPrefix(what, "latency="); isLatency {
		delay, err := faultTime("latency", value)
		return Fault{call: crmsim.Fault{Probability: 1, LatencyMs: delay.Milliseconds()}}, err
	}
	if value, isLag := strings.CutPrefix(what, "index-lag="); isLag {
		lag, err := faultTime("index-lag", value)
		return Fault{lag: lag}, err
	}
	switch what {
	case "timeout":
		fault.LatencyMs, fault.Cut = silence.Milliseconds(), true
	case "cut":
		fault.Cut = true
	case "malformed":
		fault.Malformed = true
	case "daily":
		return Fault{spent: true}, nil
	default:
		status, err := strconv.Atoi(what)
		if err != nil || status < 400 || status > 599 {
			return Fault{}, fmt.Errorf("unknown fault %q", what)
		}
		fault.Status = status
	}
	return Fault{call: fault}, nil
}

func faultTime(name, value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if err != nil || d < time.Millisecond || d > maxLatency {
		return 0, fmt.Errorf("invalid %s %q: expected a duration from 1ms to %v", name, value, maxLatency)
	}
	return d, nil
}

// addFaults adds the faults to the options of the emulated CRM. Without index-lag searches find every write: a
// simulation has the faults that it names.
func addFaults(c *crmsim.Options, faults []Fault) {
	c.SearchLag = 0
	for _, f := range faults {
		switch {
		case f.spent:
			spend(c.Limits)
		case f.lag > 0:
			c.SearchLag = f.lag
		default:
			c.Faults = append(c.Faults, f.call)
		}
	}
}

// spend uses up the daily limit. A tier without a published daily limit gets a limit of one call.
func spend(l *crmsim.Limits) {
	l.Daily = max(l.Daily, 1)
	l.DailyUsed = l.Daily
}
