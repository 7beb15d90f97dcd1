package doctor

import (
	"context"
	"fmt"
)

func checkProject(_ context.Context, w *World) Result {
	switch {
	case w.App == nil:
		return problem(
			"the app does not load", "svc.config.ts is missing or invalid",
			"run svc check to see the errors",
		)
	case w.Errors > 0:
		return problem(
			fmt.Sprintf("svc check reports errors: %d", w.Errors), "svc deploy refuses a project with errors", "run svc check",
		)
	}
	return ok(fmt.Sprintf("%s, no errors", w.App.Name))
}
