package doctor

import (
	"context"
	"errors"
)

// ErrBusy reports that another process uses the state, which is normal.
var ErrBusy = errors.New("another process uses the state")

// StateError describes what is wrong with the state of this machine, and the fix.
type StateError struct{ What, Why, Fix string }

func (e *StateError) Error() string { return e.What + ": " + e.Why }

func checkState(_ context.Context, w *World) Result {
	if w.State == nil {
		return skipped("unknown")
	}
	found, err := w.State()
	var stateError *StateError
	switch {
	case errors.Is(err, ErrBusy):
		return ok("in use")
	case errors.As(err, &stateError):
		return problem(stateError.What, stateError.Why, stateError.Fix)
	case err != nil:
		return problem("cannot use it", err.Error(), "move .svc/state away: svc dev creates a new one")
	case !found:
		return ok("none yet")
	}
	return ok("usable")
}
