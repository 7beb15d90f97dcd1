// This file tells whether the link to what is deployed can be used.

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
			link.File+" cannot be used", w.LinkErr.Error(), "restore it from your version control: deploys write it",
		)
	case w.Link == nil:
		return ok("nothing is deployed from here")
	case w.Link.ProjectID == "":
		return warning(
			"no project id", link.File+" names no project: control routes cannot be asked", "run svc deploy, which makes one",
		)
	}
	names := w.Link.Names()
	if len(names) == 0 {
		return ok("project " + w.Link.ProjectID + ", nothing deployed")
	}
	return ok(fmt.Sprintf("project %s: %s", w.Link.ProjectID, strings.Join(names, ", ")))
}
