// This file reads faults: what goes wrong between the app and the CRM, and how often.

package simulate

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// What a fault does.
type faultKind int

const (
	faultStatus    faultKind = iota // the answer is an error of the CRM
	faultLatency                    // the answer takes longer
	faultTimeout                    // no answer comes
	faultCut                        // the connection breaks before the CRM has seen the request
	faultMalformed                  // the answer is cut off
	faultDaily                      // the day's budget is spent
)

// usualRate is how often a fault strikes when nothing is said; latency strikes always.
const usualRate = 0.05

// longestDelay is the longest latency that means anything: every handler has given up by then.
const longestDelay = 10 * time.Minute

// Fault is one thing that goes wrong.
type Fault struct {
	Kind   faultKind
	Text   string // as it was given
	Status int
	Delay  time.Duration
	Rate   float64 // from 0 to 1, of the requests
}

// ParseFault reads <what>[@<rate>%], such as 500@2%, timeout, latency=2s@10%, daily.
func ParseFault(text string) (Fault, error) {
	what, rate, rated := strings.Cut(text, "@")
	f, err := namedFault(what)
	if err != nil {
		return f, err
	}
	f.Text = text
	if !rated {
		return f, nil
	}
	if f.Kind == faultDaily {
		return f, fmt.Errorf("%q has a rate, and the day's budget is spent for every call", text)
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(rate, "%"), 64)
	if err != nil || !strings.HasSuffix(rate, "%") || !(percent > 0 && percent <= 100) {
		return f, fmt.Errorf("%q strikes at no rate: it is a percentage of the calls, above 0 and at most 100", text)
	}
	f.Rate = percent / 100
	return f, nil
}

func namedFault(what string) (Fault, error) {
	name, value, valued := strings.Cut(what, "=")
	switch {
	case name == "latency" && valued:
		delay, err := time.ParseDuration(value)
		if err != nil || delay <= 0 || delay > longestDelay {
			return Fault{}, fmt.Errorf("the latency %q is no time between 0 and %v", value, longestDelay)
		}
		return Fault{Kind: faultLatency, Delay: delay, Rate: 1}, nil
	case what == "timeout":
		return Fault{Kind: faultTimeout, Rate: usualRate}, nil
	case what == "cut":
		return Fault{Kind: faultCut, Rate: usualRate}, nil
	case what == "malformed":
		return Fault{Kind: faultMalformed, Rate: usualRate}, nil
	case what == "daily":
		return Fault{Kind: faultDaily}, nil
	}
	status, err := strconv.Atoi(what)
	if err != nil || status < 400 || status > 599 {
		return Fault{}, fmt.Errorf("there is no fault %q", what)
	}
	return Fault{Kind: faultStatus, Status: status, Rate: usualRate}, nil
}

// body is what the CRM says with an error that it does not explain.
func (f *Fault) body() []byte {
	body := map[string]string{"status": "error", "message": http.StatusText(f.Status), "correlationId": "00000000-0000-4000-8000-000000000000"}
	if f.Status == http.StatusTooManyRequests {
		body["message"], body["errorType"] = "You have reached your ten_secondly_rolling limit.", "RATE_LIMIT"
		body["policyName"] = "TEN_SECONDLY_ROLLING"
	}
	text, _ := json.Marshal(body) // texts always marshal
	return text
}
