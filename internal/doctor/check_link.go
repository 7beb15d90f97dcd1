package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/link"
)

func checkLink(_ context.Context, w *World) Result {
	switch {
	case w.LinkErr != nil:
		return problem(
			"cannot use "+link.File, w.LinkErr.Error(), "restore it from version control: deploys write it",
		)
	case w.Link == nil:
		return ok("nothing is deployed from here")
	case w.Link.ProjectID == "":
		return warning(
			"no project id", link.File+" has no project id: svc cannot use control routes", "run svc deploy, which creates one",
		)
	}
	names := w.Link.Names()
	if len(names) == 0 {
		return ok("project " + w.Link.ProjectID + ", nothing deployed")
	}
	return ok(fmt.Sprintf("project %s: %s", w.Link.ProjectID, strings.Join(names, ", ")))
}
