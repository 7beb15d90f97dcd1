package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// maxOpenMetrics is the number of invocations whose metrics wait for their end. A killed one has no end.
const maxOpenMetrics = 1000

// RateMetrics collects the log lines that the runtime writes for rateLimits.metrics, several for each CRM call, so that
// a terminal gets one summary per invocation. Its methods may be called from several goroutines.
type RateMetrics struct {
	mu   sync.Mutex // guards open
	open map[string]*rateSummary
}

// rateSummary is what the lines of one invocation report.
type rateSummary struct {
	// lowest is the lowest number of remaining calls, by endpoint family.
	lowest map[string]rateLevel
	// refused counts responses with status 429, deferred counts calls that ended as backpressure.
	refused, deferred int
}

// rateLevel is a number of calls, and its percentage of the window; nil if the CRM did not report the window.
type rateLevel struct {
	remaining float64
	percent   *float64
}

func (l rateLevel) String() string {
	if l.percent == nil {
		return fmt.Sprintf("%g", l.remaining)
	}
	return fmt.Sprintf("%g (%g%%)", l.remaining, *l.percent)
}

// rateFields are the fields of a metric.
type rateFields struct {
	Family string   `json:"endpointFamily"`
	Value  *float64 `json:"value"`
}

// rateEvents has what each event adds to a summary (spec, Runtime metric events).
var rateEvents = map[string]func(*rateSummary, rateFields){
	"crm_ratelimit_remaining": func(s *rateSummary, f rateFields) {
		if before, known := s.lowest[f.Family]; !known || *f.Value < before.remaining {
			s.lowest[f.Family] = rateLevel{remaining: *f.Value, percent: before.percent}
		}
	},
	"crm_ratelimit_headroom_pct": func(s *rateSummary, f rateFields) {
		level := s.lowest[f.Family] // the line about the remaining calls is earlier
		if level.percent == nil || *f.Value < *level.percent {
			level.percent = f.Value
		}
		s.lowest[f.Family] = level
	},
	"crm_ratelimit_429_total":          func(s *rateSummary, _ rateFields) { s.refused++ },
	"crm_ratelimit_backpressure_total": func(s *rateSummary, _ rateFields) { s.deferred++ },
}

// Take collects a log line of an invocation if it is a metric, and reports whether it is one.
func (m *RateMetrics) Take(invocation, message string, fields json.RawMessage) bool {
	add, known := rateEvents[message]
	var f rateFields
	if !known || json.Unmarshal(fields, &f) != nil || f.Family == "" || f.Value == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.open[invocation]
	if s == nil {
		if m.open == nil || len(m.open) >= maxOpenMetrics {
			m.open = map[string]*rateSummary{}
		}
		s = &rateSummary{lowest: map[string]rateLevel{}}
		m.open[invocation] = s
	}
	add(s, f)
	return true
}

// End returns the summary of the metrics of an invocation that has ended, or "" if it had none.
func (m *RateMetrics) End(invocation string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.open[invocation]
	if s == nil {
		return ""
	}
	delete(m.open, invocation)
	var facts []string
	for _, family := range slices.Sorted(maps.Keys(s.lowest)) {
		facts = append(facts, OneLine(family)+" calls down to "+s.lowest[family].String())
	}
	if s.refused > 0 {
		facts = append(facts, Count(s.refused, "response")+" with status 429")
	}
	if s.deferred > 0 {
		facts = append(facts, Count(s.deferred, "deferred call"))
	}
	return "CRM rate limit: " + strings.Join(facts, " · ")
}

// HandlerLog prints log lines of handlers to Err, with one summary of the rate metrics of an invocation.
type HandlerLog struct {
	Env     *Env
	metrics RateMetrics
}

// Line prints a log line, or keeps it for the summary of its invocation.
func (l *HandlerLog) Line(invocation, level, message string, fields json.RawMessage) {
	if !l.metrics.Take(invocation, message, fields) {
		l.Env.logLine(level, message, fields)
	}
}

// End prints the summary of an invocation, if it has one.
func (l *HandlerLog) End(invocation string) {
	if text := l.metrics.End(invocation); text != "" {
		l.Env.logLine("info", text, nil)
	}
}
