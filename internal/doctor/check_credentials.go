package doctor

import (
	"context"
	"strings"
)

// checkCredentials reports which credentials this machine has. It never reads their values.
func checkCredentials(_ context.Context, w *World) Result {
	if w.Credentials == nil {
		return skipped("unknown")
	}
	var has, lacks, fixes []string
	for _, c := range w.Credentials() {
		switch {
		case c.Err != nil:
			return problem("cannot read the "+c.Title, c.Err.Error(), c.Fix)
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
		return warning(found, "deploys and remote commands need them", strings.Join(fixes, "; "))
	}
	return ok(strings.Join(has, ", "))
}
