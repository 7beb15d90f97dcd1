// This file tells whether version control leaves out what must stay on this machine.

package doctor

import (
	"context"
	"strings"

	"github.com/appsvc/svc/internal/link"
)

// mustStay are files that hold secrets or state.
var mustStay = []string{".dev.vars", ".svc/state/actors.db", ".svc/deploys/1.jsonl", ".svc/dev.json"}

func checkIgnored(_ context.Context, w *World) Result {
	var seen []string
	for _, file := range mustStay {
		if !ignored(w.Ignores, file) {
			seen = append(seen, file)
		}
	}
	const fix = "write these lines to .gitignore: .dev.vars, .svc/*, !.svc/project.json"
	switch {
	case len(seen) > 0 && !w.InRepository:
		return warning(
			".gitignore does not cover "+strings.Join(seen, ", "),
			"they hold secrets or state, and would be committed once there is a repository", fix,
		)
	case len(seen) > 0:
		return problem(
			".gitignore does not cover "+strings.Join(seen, ", "), "they hold secrets or state, and would be committed", fix,
		)
	case ignored(w.Ignores, link.File):
		return warning(".gitignore covers "+link.File, "the others of your team, and build servers, deploy by it", fix)
	}
	return ok(".dev.vars and .svc stay on this machine")
}
