package doctor

import (
	"context"
	"strings"

	"github.com/appsvc/svc/internal/link"
)

// mustStay are example files that contain secrets or state.
var mustStay = []string{".dev.vars", ".svc/state/actors.db", ".svc/deploys/1.jsonl", ".svc/dev.json"}

func checkIgnored(_ context.Context, w *World) Result {
	var tracked []string
	for _, file := range mustStay {
		if !ignored(w.Ignores, file) {
			tracked = append(tracked, file)
		}
	}
	const fix = "add these lines to .gitignore: .dev.vars, .svc/*, !.svc/project.json"
	switch {
	case len(tracked) > 0 && !w.InRepository:
		return warning(
			".gitignore does not cover "+strings.Join(tracked, ", "),
			"they contain secrets or state, and git would commit them once there is a repository", fix,
		)
	case len(tracked) > 0:
		return problem(
			".gitignore does not cover "+strings.Join(tracked, ", "),
			"they contain secrets or state, and git would commit them", fix,
		)
	case ignored(w.Ignores, link.File):
		return warning(".gitignore covers "+link.File, "your team and build servers need it to deploy", fix)
	}
	return ok(".dev.vars and .svc stay on this machine")
}
