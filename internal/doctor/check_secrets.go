package doctor

import (
	"context"
	"strings"
)

func checkSecrets(ctx context.Context, w *World) Result {
	if w.App == nil || w.Errors > 0 {
		return skipped("the app does not load, or has errors")
	}
	var missing, unknown, good []string
	var why error
	for _, name := range w.Link.Names() {
		if w.Link.Environment(name).Script == "" {
			continue
		}
		names, err := w.Secrets(ctx, name)
		switch {
		case err != nil:
			unknown, why = append(unknown, name), err
		case len(names) > 0:
			missing = append(missing, name+": "+strings.Join(names, ", "))
		default:
			good = append(good, name)
		}
	}
	switch {
	case len(missing) > 0:
		return problem(
			"missing in "+strings.Join(missing, "; "), "handlers that need them fail",
			"run svc secrets set NAME --env ENVIRONMENT for each",
		)
	case len(unknown) > 0:
		return warning(
			"unknown for "+strings.Join(unknown, ", "), why.Error(), "run svc login edge, then svc secrets check",
		)
	case len(good) == 0:
		return skipped("nothing is deployed from here")
	}
	return ok(strings.Join(good, ", "))
}
