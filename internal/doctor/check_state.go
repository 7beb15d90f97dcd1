// This file tells whether the state of this machine can be used.

package doctor

import (
	"context"
	"errors"
)

// ErrBusy says that another process holds the state, which is as it should be.
var ErrBusy = errors.New("another process holds it")

// StateError says what is wrong with the state of this machine, and how to mend it.
type StateError struct{ What, Why, Fix string }

func (e *StateError) Error() string { return e.What + ": " + e.Why }

func checkState(_ context.Context, w *World) Result {
	if w.State == nil {
		return skipped("not known")
	}
	found, err := w.State()
	var told *StateError
	switch {
	case errors.Is(err, ErrBusy):
		return ok("in use")
	case errors.As(err, &told):
		return problem(told.What, told.Why, told.Fix)
	case err != nil:
		return problem("it cannot be used", err.Error(), "move .svc/state away; it is made anew")
	case !found:
		return ok("none yet")
	}
	return ok("can be used")
}
