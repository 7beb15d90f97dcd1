// Package checkpoint asks what became of a project's invocations in a window of time, compares that with the
// window before, holds it to an assertion, and writes it down in several formats.
//
// The figures are made by the app worker, from sketches that can be merged: nothing is averaged here. The
// package knows neither flags nor terminals.
// Start at Read, which gives a Report; one file is one format (format_<name>.go).
package checkpoint

import (
	"context"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/control"
)

// Kept is for how long an app worker keeps checkpoints.
const Kept = 30 * 24 * time.Hour

// Accuracy is the relative error of a percentile; the maximum is exact.
const Accuracy = 0.01

// steps is how many steps the series of a window has, about.
const steps = 40

// Source gives summaries: a control.Client.
type Source interface {
	Checkpoints(context.Context, control.Window) (*control.Summary, error)
}

// Query says what to read.
type Query struct {
	// Since is a span before now, such as 24h.
	Since Span
	// By is capability, portal or outcome; "" makes no groups.
	By string
	// Compare asks for the window before, too.
	Compare bool
	// Assert is to hold over the window; nil for nothing.
	Assert alertexpr.Expr
}

// Report is what was read.
type Report struct {
	// Project is how the caller named the project; Where is where its app worker is, for people.
	Project, Where string

	Query    Query
	Current  *control.Summary
	Previous *control.Summary // nil unless it was asked for
	Verdict  *Verdict         // nil without an assertion
}

// Read asks the source for all that the query wants.
func Read(ctx context.Context, from Source, q Query) (*Report, error) {
	window := control.Window{Since: q.Since.Text, By: q.By, Step: q.Since.Duration / steps}
	current, err := from.Checkpoints(ctx, window)
	if err != nil {
		return nil, err
	}
	r := &Report{Query: q, Current: current}
	if q.Compare {
		// What stands in the first span of this window belongs to it whole, so the other ends before.
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

func ms(at int64) string { return strconv.FormatInt(max(at, 0), 10) }
