// This file compares .dev.vars with the secrets that the declarations name.

package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// isReserved reports whether the runtime's own tools give a binding: svc dev makes it up, deploys bind it.
func isReserved(name string) bool {
	return strings.HasPrefix(name, "CRM_") || strings.HasPrefix(name, "SVC_")
}

func checkBindings(_ context.Context, w *World) Result {
	if w.BindingsErr != nil {
		return problem(".dev.vars cannot be read", w.BindingsErr.Error(), "write NAME=value, one a line")
	}
	if w.App == nil {
		return skipped("the app does not load")
	}
	var missing []string
	for _, name := range w.Needs {
		if !isReserved(name) && !slices.Contains(w.Bindings, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return warning("missing: "+
			strings.Join(missing, ", "), "the declarations name these secrets, and on this machine they have no value",
			"write a line "+missing[0]+"=value to .dev.vars for each")
	}
	own := len(slices.DeleteFunc(slices.Clone(w.Needs), isReserved))
	if own == 0 {
		return ok("the declarations name no secrets")
	}
	return ok(fmt.Sprintf("has all %d that the declarations name", own))
}
