package rollout

import (
	"context"
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/reason"
)

// The decisions about a canary.
const (
	Promote = "promote"
	Abort   = "abort"
)

// pause is the interval between two looks at a canary. Records of invocations arrive within a minute.
const pause = 20 * time.Second

// MaxWatch limits how long a canary is watched: app workers keep checkpoints by minutes for two hours, and a longer
// window would count invocations before it.
const MaxWatch = 90 * time.Minute

// Judgment is the value of an assertion.
type Judgment struct {
	Holds bool
	// Enough reports that an assertion that does not hold will not hold for lack of traffic only.
	Enough bool
	// Values are those of the comparisons, for people.
	Values string
}

// Watch waits until an assertion decides about canaries.
type Watch struct {
	Edge     Edge
	Canaries []Canary
	// Since is when invocations begin to count, Until when the assertion must hold.
	Since, Until time.Time
	// Judge evaluates the assertion over the invocations since a time.
	Judge func(ctx context.Context, since time.Time) (Judgment, error)
	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error
	// Status receives what is known, for people.
	Status func(text string)
}

// Run returns the decision and the judgment behind it. A canary that another deploy moved is a *MovedError. It aborts
// before the end if there are enough invocations for the assertion, and it does not hold.
func (w *Watch) Run(ctx context.Context) (decision string, j Judgment, err error) {
	for {
		for _, c := range w.Canaries {
			if err := c.Check(ctx, w.Edge); err != nil {
				return "", j, err
			}
		}
		if decision, j, err = w.look(ctx); decision != "" || err != nil {
			return decision, j, err
		}
		if err := w.Sleep(ctx, min(pause, max(w.Until.Sub(w.Now()), time.Millisecond))); err != nil {
			return "", j, err
		}
	}
}

// look returns the decision; "" to keep watching. Without an answer of the app worker it decides nothing.
func (w *Watch) look(ctx context.Context) (string, Judgment, error) {
	now := w.Now()
	if now.Before(w.Since) {
		w.Status("invocations count from " + w.Since.UTC().Format(time.TimeOnly) + " UTC on")
		return "", Judgment{}, nil
	}
	j, err := w.Judge(ctx, w.Since)
	over := !now.Before(w.Until)
	switch {
	case ctx.Err() != nil:
		return "", j, context.Cause(ctx)
	case err != nil && over:
		return "", j, err
	case err != nil:
		w.Status("cannot read checkpoints: " + reason.Of(err))
		return "", j, nil
	}
	w.Status(fmt.Sprintf("%s left: %s", max(w.Until.Sub(now), 0).Round(time.Second), j.Values))
	switch {
	case over && j.Holds:
		return Promote, j, nil
	case over, !j.Holds && j.Enough:
		return Abort, j, nil
	}
	return "", j, nil
}
