// Package checkpoint reads the results of a project's invocations in a window of time, compares them with the window
// before, evaluates an assertion, and writes reports in several formats.
//
// The app worker computes the figures from mergeable sketches: no code here averages. Start at Read. Each format has a
// file format_<name>.go.
package checkpoint

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// Kept is how long an app worker keeps checkpoints.
const Kept = 30 * 24 * time.Hour

// accuracy is the relative error of a percentile. The maximum is exact.
const accuracy = 0.01

// steps is about how many steps the series of a window has.
const steps = 40

// Source returns summaries, as a control.Client does.
type Source interface {
	Checkpoints(context.Context, control.Window) (*control.Summary, error)
}

// Groupings returns what Query.By can be.
func Groupings() []string { return []string{"capability", "portal", "outcome"} }

// Query selects what Read reads.
type Query struct {
	// Since is the length of the window up to now, such as 24h.
	Since Span
	// By is one of Groupings; "" for no groups.
	By string
	// Compare adds the window before.
	Compare bool
	// Assert is evaluated over the window; nil for none.
	Assert alertexpr.Expr
}

// Report is the result of Read.
type Report struct {
	// Project is the caller's name of the project. Where is the place of its app worker, for people.
	Project, Where string

	Query    Query
	Current  *control.Summary
	Previous *control.Summary // nil without Compare
	Verdict  *Verdict         // nil without an assertion
}

// Read reads what the query selects from the source.
func Read(ctx context.Context, from Source, q Query) (*Report, error) {
	window := control.Window{Since: q.Since.Text, By: q.By, Step: q.Since.Duration / steps}
	current, err := from.Checkpoints(ctx, window)
	if err != nil {
		return nil, err
	}
	r := &Report{Query: q, Current: current}
	if q.Compare {
		// The first interval of this window belongs to it completely, so the previous window ends before it.
		length := current.Until - current.From
		window := control.Window{Since: ms(current.From - length), Until: ms(current.From - 1), By: q.By}
		if r.Previous, err = from.Checkpoints(ctx, window); err != nil {
			return nil, err
		}
	}
	if q.Assert != nil {
		if r.Verdict, err = assert(ctx, from, q.Assert, current); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Judge evaluates an assertion over the invocations since a time.
func Judge(ctx context.Context, from Source, expr alertexpr.Expr, since time.Time) (*Verdict, error) {
	over, err := from.Checkpoints(ctx, control.Window{Since: ms(since.UnixMilli())})
	if err != nil {
		return nil, err
	}
	return assert(ctx, from, expr, over)
}

// HasSamples reports whether an assertion asks for a number of invocations at least, such as count >= 100, and all of
// them have arrived. Such an assertion does not fail for lack of traffic.
func (v *Verdict) HasSamples() bool {
	asks := false
	for _, f := range v.Findings {
		afterLabels := f.Comparison[strings.LastIndexByte(f.Comparison, '}')+1:]
		if strings.HasPrefix(f.Comparison, "count") && strings.Contains(afterLabels, ">") {
			if !f.Holds {
				return false
			}
			asks = true
		}
	}
	return asks
}

// Values lists the value of each comparison.
func (v *Verdict) Values() string {
	texts := make([]string, len(v.Findings))
	for i, f := range v.Findings {
		texts[i] = f.Comparison + ": " + f.String()
	}
	return strings.Join(texts, "; ")
}

func ms(at int64) string { return strconv.FormatInt(max(at, 0), 10) }

// Span is a duration as users write it.
type Span struct {
	Text     string
	Duration time.Duration
}

var spanText = lazyregexp.New(`^([1-9]\d{0,4})([mhd])$`)

// ParseSpan parses a span such as 30m, 24h or 7d. Its maximum is Kept.
func ParseSpan(text string) (Span, error) {
	found := spanText().FindStringSubmatch(text)
	if found == nil {
		return Span{}, fmt.Errorf("invalid span %q: expected minutes, hours or days, such as 30m, 24h or 7d", text)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		return Span{}, err
	}
	unit := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}[found[2]]
	s := Span{Text: text, Duration: time.Duration(n) * unit}
	if s.Duration > Kept {
		return Span{}, fmt.Errorf("invalid span %q: checkpoints are kept for 30 days", text)
	}
	return s, nil
}
