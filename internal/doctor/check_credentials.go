// This file says which credentials this machine has. It never looks at their values.

package doctor

import (
	"context"
	"strings"
)

func checkCredentials(_ context.Context, w *World) Result {
	if w.Credentials == nil {
		return skipped("not known")
	}
	var has, lacks, fixes []string
	for _, c := range w.Credentials() {
		switch {
		case c.Err != nil:
			return problem(c.Title+" cannot be read", c.Err.Error(), c.Fix)
		case c.Place == "":
			lacks, fixes = append(lacks, c.Title), append(fixes, c.Fix)
		default:
			has = append(has, c.Title+" in the "+c.Place)
		}
	}
	if len(lacks) > 0 {
		found := "missing: " + strings.Join(lacks, ", ")
		if len(has) > 0 {
			found = strings.Join(has, ", ") + "; " + found
		}
		return warning(found, "without them nothing can be deployed or asked", strings.Join(fixes, "; "))
	}
	return ok(strings.Join(has, ", "))
}
