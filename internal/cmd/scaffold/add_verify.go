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

// verify loads the app again: an edit that did not do what it should is taken back.
func (opts *addOptions) verify(ctx context.Context, plan *scaffold.Plan) error {
	app, err := project.Load(ctx, project.Options{Dir: opts.dir, Profile: opts.profile})
	why := ""
	switch {
	case err != nil:
		why = err.Error()
	case len(app.Problems) > 0:
		why = firstProblem(app)
	case !opts.declares(app):
		why = fmt.Sprintf("the app declares no %s %q even so", opts.kind, opts.name.Kebab)
	default:
		return nil
	}
	if err := plan.Undo(); err != nil {
		why += "; and taking it back failed: " + err.Error()
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: "the app's source cannot be edited safely, and stays as it was", Why: why,
		Fix: "write it by hand, as the examples of 'svc add --help' would; --dry-run shows the files",
	}
}

// declares reports whether the app holds every declaration that the addition makes.
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

// firstProblem is where and why the app's source does not load.
func firstProblem(app *declared.Project) string {
	problem := app.Problems[0]
	span := app.Locator.Locate(problem.At)
	return fmt.Sprintf("%s:%d:%d: %s", span.File, span.Line, span.Column, problem.Message)
}

// declaredKinds are the declarations that each kind of addition makes.
var declaredKinds = map[string][]declared.Kind{
	"tool": {declared.Tool}, "card": {declared.Card, declared.CardBackend}, "trigger": {declared.Trigger},
	"sync": {declared.Sync}, "object": {declared.AppObject}, "event": {declared.AppEvent},
}
