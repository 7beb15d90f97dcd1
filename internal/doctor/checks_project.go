package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

func checkProject(_ context.Context, w *World) Result {
	switch {
	case w.App == nil:
		return problem("the app does not load", w.Problem, "run 'svc check' to see the errors")
	case w.Errors > 0:
		return problem(
			fmt.Sprintf("svc check reports errors: %d", w.Errors), "svc deploy refuses a project with errors", "run 'svc check'",
		)
	}
	return ok(fmt.Sprintf("%s, no errors", w.App.Name))
}

// checkWorkspace shows the border of imports.
func checkWorkspace(_ context.Context, w *World) Result {
	if w.Workspace == w.Dir {
		return ok("none: the app imports only from its own folder")
	}
	return ok(w.Workspace)
}

func checkPlatformVersion(_ context.Context, w *World) Result {
	if w.App == nil {
		return skipped("the app does not load")
	}
	declared := w.App.PlatformVersion
	version, err := platform.ParseVersion(declared)
	switch {
	case err != nil:
		return problem(fmt.Sprintf("%q", declared), reason.Of(err), "declare one of "+platform.VersionList())
	case version.IsNewer():
		return warning(
			declared, "this version of svc does not know that platformVersion, and builds for "+platform.Newest().String(),
			"update svc, or declare "+platform.Newest().String(),
		)
	case !version.IsKnown():
		return problem(
			declared, "this version of svc does not know that platformVersion",
			"declare one of "+platform.VersionList(),
		)
	case version.Beta:
		return warning(
			declared, "a preview: the platform may change or remove it",
			"declare "+platform.LatestVersion+" unless the app needs the preview",
		)
	}
	return ok(declared)
}

func checkLink(_ context.Context, w *World) Result {
	switch {
	case w.LinkErr != nil:
		why, fix := reason.Of(w.LinkErr), "check its owner and permissions"
		if unusable, ok := errors.AsType[*link.Error](w.LinkErr); ok {
			why, fix = unusable.Why, unusable.Fix()
		}
		return problem("cannot use "+link.File, why, fix)
	case w.Link == nil:
		return ok("nothing is deployed from here")
	case w.Link.ProjectID == "":
		return warning(
			"no project id", link.File+" has no project id: svc cannot use control routes",
			"run 'svc deploy', which creates one",
		)
	}
	names := w.Link.Names()
	if len(names) == 0 {
		return ok("project " + w.Link.ProjectID + ", nothing deployed")
	}
	return ok(fmt.Sprintf("project %s: %s", w.Link.ProjectID, strings.Join(names, ", ")))
}

// mustStay are example files that contain secrets or state.
var mustStay = []string{".dev.vars", ".svc/state/actors.db", ".svc/deploys/1.jsonl", ".svc/dev.json"}

func checkIgnored(_ context.Context, w *World) Result {
	var tracked []string
	own, _ := fs.Glob(w.Files, ".dev.vars.*") // the pattern is valid
	for _, file := range append(own, mustStay...) {
		if !ignored(w.Ignores, file) {
			tracked = append(tracked, file)
		}
	}
	const fix = "add these lines to .gitignore: .dev.vars*, .svc/*, !.svc/project.json"
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

// isReserved reports whether the tool provides a binding: svc dev generates it, deploys bind it.
func isReserved(name string) bool {
	return strings.HasPrefix(name, "CRM_") || strings.HasPrefix(name, "SVC_")
}

func checkBindings(_ context.Context, w *World) Result {
	if w.BindingsErr != nil {
		if file := projectfs.FileOf(w.BindingsErr); file != "" {
			return problem("cannot read "+file, projectfs.Reason(w.BindingsErr), projectfs.Fix(w.BindingsErr))
		}
		return problem("cannot read .dev.vars", reason.Of(w.BindingsErr), "write NAME=value, one per line")
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
