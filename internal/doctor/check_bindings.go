package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// isReserved reports whether the tool provides a binding: svc dev generates it, deploys bind it.
func isReserved(name string) bool {
	return strings.HasPrefix(name, "CRM_") || strings.HasPrefix(name, "SVC_")
}

func checkBindings(_ context.Context, w *World) Result {
	if w.BindingsErr != nil {
		return problem("cannot read .dev.vars", w.BindingsErr.Error(), "write NAME=value, one per line")
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
		return warning(
			"missing: "+strings.Join(missing, ", "),
			"the declarations use these secrets, and they have no value on this machine",
			"add a line such as "+missing[0]+"=value to .dev.vars for each",
		)
	}
	own := len(slices.DeleteFunc(slices.Clone(w.Needs), isReserved))
	if own == 0 {
		return ok("the declarations use no secrets")
	}
	return ok(fmt.Sprintf("has the secrets that the declarations use (%d)", own))
}
