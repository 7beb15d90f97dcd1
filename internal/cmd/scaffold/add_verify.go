package scaffold

import (
	"context"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/scaffold"
)

// verify loads the app again. If the edits did not add the declaration, it reverts them.
func (opts *addOptions) verify(ctx context.Context, plan *scaffold.Plan) error {
	app, err := project.Load(ctx, project.Options{Dir: opts.dir, Profile: opts.profile})
	why := ""
	switch {
	case err != nil:
		why = err.Error()
	case len(app.Problems) > 0:
		why = firstProblem(app)
	case !opts.declares(app):
		why = fmt.Sprintf("after the edit the app still does not declare %s %q", opts.kind, opts.name.Kebab)
	default:
		return nil
	}
	if err := plan.Undo(); err != nil {
		why += "; and reverting the edit failed: " + err.Error()
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: "cannot edit the app's source safely; nothing changed", Why: why,
		Fix: "add the declaration by hand; --dry-run shows the files",
	}
}

// declares reports whether the app has every declaration of the addition.
func (opts *addOptions) declares(app *declared.Project) bool {
	for _, kind := range declaredKinds[opts.kind] {
		if !slices.ContainsFunc(
			app.Declarations, func(d *declared.Declaration) bool { return d.Kind == kind && d.ID == opts.name.Kebab },
		) {
			return false
		}
	}
	return true
}

// firstProblem returns the first problem of the app's source with its position.
func firstProblem(app *declared.Project) string {
	problem := app.Problems[0]
	span := app.Locator.Locate(problem.At)
	return fmt.Sprintf("%s:%d:%d: %s", span.File, span.Line, span.Column, problem.Message)
}

// declaredKinds are the declarations of each kind of addition.
var declaredKinds = map[string][]declared.Kind{
	"tool": {declared.Tool}, "card": {declared.Card, declared.CardBackend}, "trigger": {declared.Trigger},
	"sync": {declared.Sync}, "object": {declared.AppObject}, "event": {declared.AppEvent},
}
