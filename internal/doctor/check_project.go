// This file tells whether the project loads, and passes svc check.

package doctor

import (
	"context"
	"fmt"
)

func checkProject(_ context.Context, w *World) Result {
	switch {
	case w.App == nil:
		return problem(
			"the app does not load", "svc.config.ts is missing, or something in it cannot be evaluated",
			"run svc check, which says what and where",
		)
	case w.Errors > 0:
		return problem(
			fmt.Sprintf("svc check finds errors: %d", w.Errors), "what has errors is not deployed", "run svc check",
		)
	}
	return ok(fmt.Sprintf("%s, no errors", w.App.Name))
}
