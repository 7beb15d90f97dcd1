package simulate

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/devserver"
)

// Report is the result of a simulation. Times are virtual.
type Report struct {
	Capability string            `json:"capability"` // <worker>/<id>
	Kind       string            `json:"kind"`
	Surface    devserver.Surface `json:"surface"`
	Rows       int               `json:"rows,omitempty"`
	Tier       string            `json:"tier"`
	Isolates   int               `json:"isolates"`
	Seed       uint64            `json:"seed"`
	Faults     []string          `json:"faults"`
	// Invocations is the number of invocations, Requests the number of their attempts.
	Invocations int `json:"invocations"`
	Requests    int `json:"requests"`
	// Outcomes is the number of invocations by their final status.
	Outcomes map[string]int `json:"outcomes"`
	// TurnedAway is the number of attempts with an exhausted budget.
	TurnedAway int `json:"turnedAway"`
	// GaveUp is the number of invocations that asked for a retry in each of their attempts.
	GaveUp int `json:"gaveUp"`
	// Sample is the generated input, if none was given.
	Sample json.RawMessage `json:"sampleInput,omitempty"`
	// Unfinished is the number of invocations whose work was lost to an exhausted budget.
	Unfinished int     `json:"unfinished"`
	WallMs     float64 `json:"wallMs"`
	// Lateness is the time from the arrival of an invocation to its last response.
	Lateness Spread         `json:"lateness"`
	CRM      Traffic        `json:"crm"`
	Waits    Waits          `json:"waits"`
	Syncs    *SyncTotals    `json:"syncs,omitempty"` // if syncs ran
	Window   Headroom       `json:"window"`
	Search   Headroom       `json:"search"`
	Day      Headroom       `json:"day"`
	Outside  map[string]int `json:"outside"` // requests by host
	Thrown   []Thrown       `json:"thrown"`
	Series   Series         `json:"series"`
	// Fits reports whether the work was done within the limits. Findings are sentences, the most severe first.
	Fits bool `json:"fits"`
	// OK reports whether the work fits and no invocation failed, timed out, gave up or had its input rejected.
	OK       bool     `json:"ok"`
	Findings []string `json:"findings"`
}

// Spread is the distribution of a time.
type Spread struct {
	P50Ms float64 `json:"p50Ms"`
	P95Ms float64 `json:"p95Ms"`
	MaxMs float64 `json:"maxMs"`
}

// Traffic is the calls that reached the CRM.
type Traffic struct {
	Calls    int            `json:"calls"`
	Searches int            `json:"searches"`
	Batches  int            `json:"batches"`
	InBatch  int            `json:"rowsInBatches"`
	Limited  int            `json:"status429"`
	Policies map[string]int `json:"policies"` // of the 429s
	Statuses map[string]int `json:"statuses"` // "none" without a response
}

// Waits is the calls that waited for budget in the worker.
type Waits struct {
	Calls   int     `json:"calls"`
	TotalMs float64 `json:"totalMs"`
	Spread
}

// Headroom is the unused part of a limit: Peak of Limit were used at most, Left is the rest, from 0 to 1.
type Headroom struct {
	Limit    int     `json:"limit"`
	WindowMs float64 `json:"windowMs"`
	Peak     int     `json:"peak"`
	Left     float64 `json:"left"`
}

// Thrown is an error that a handler did not catch.
type Thrown struct {
	Message string `json:"message"`
	Times   int    `json:"times"`
}

// Series is the traffic over time.
type Series struct {
	StepMs float64  `json:"stepMs"`
	Points []Points `json:"points"`
}

// Points is the traffic of one step.
type Points struct {
	AtMs    float64 `json:"atMs"`
	Calls   int     `json:"calls"`
	Limited int     `json:"limited"`
}

// Number formats a number with commas between thousands.
func Number(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Count formats a number of things.
func Count(n int, word string) string {
	if n != 1 {
		switch {
		case strings.HasSuffix(word, "ch"):
			word += "es"
		case strings.HasSuffix(word, "y"):
			word = strings.TrimSuffix(word, "y") + "ies"
		default:
			word += "s"
		}
	}
	return Number(n) + " " + word
}

// Duration formats a time: 350 ms, 12.4 s, 20 min 50 s, 3 h 5 min.
func Duration(millis float64) string {
	d := time.Duration(millis * float64(time.Millisecond))
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return strings.TrimSuffix(fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60), " 0 s")
	}
	return strings.TrimSuffix(fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60), " 0 min")
}
