package scaffold

import (
	"context"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
	"github.com/appsvc/svc/internal/tsedit"
)

// loadApp loads the project. It is an error if the project is not an app or does not load.
func loadApp(ctx context.Context, dir, profileName string) (*declared.Project, *platform.Profile, error) {
	if err := cmdutil.NeedApp(dir); err != nil {
		return nil, nil, err
	}
	profile, err := cmdutil.LoadProfile(dir, profileName)
	if err != nil {
		return nil, profile, err
	}
	app, err := project.Load(ctx, project.Options{Dir: dir, Profile: profile.Name})
	if err != nil {
		return nil, profile, cmdutil.LoadError(err)
	}
	if len(app.Faults()) > 0 {
		return nil, profile, &cli.Error{
			Code: cli.ExitUsage, What: "the app's source does not load", Why: firstProblem(app),
			Fix: "run 'svc check' and fix its findings",
		}
	}
	if app.App == nil {
		return nil, profile, cli.Usage(
			app.ConfigFile+" declares no app",
			"make its default export defineApp({ ... }), as 'svc explain config-default-export' shows",
		)
	}
	return app, profile, nil
}

// refuseTaken rejects an id that the app already has.
func refuseTaken(app *declared.Project, opts *addOptions) error {
	for _, d := range app.Declarations {
		if d.ID == opts.name.Kebab && slices.Contains(declaredKinds[opts.kind], d.Kind) {
			span := app.Locator.Locate(d.At)
			return cli.Usage(fmt.Sprintf("%q is already declared at %s:%d", d.ID, span.File, span.Line), "choose another name")
		}
	}
	return nil
}

// verify loads the app again. If the edits did not add the declaration, it reverts them.
func (opts *addOptions) verify(ctx context.Context, plan *scaffold.Plan) (*declared.Project, error) {
	app, err := project.Load(ctx, project.Options{Dir: opts.dir, Profile: opts.profile, Manifest: true})
	why := ""
	switch {
	case err != nil:
		why = reason.Of(err)
	case len(app.Faults()) > 0:
		why = firstProblem(app)
	case !opts.declares(app):
		why = fmt.Sprintf("after the edit the app still does not declare %s %q", opts.kind, opts.name.Kebab)
	default:
		return app, nil
	}
	what := "cannot edit the app's source safely"
	if err := plan.Undo(); err != nil {
		why += "; and reverting the edit failed: " + reason.Of(err)
	} else {
		what += "; nothing changed"
	}
	return nil, &cli.Error{
		Code: cli.ExitUsage, What: what, Why: why,
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
	problem := app.Faults()[0]
	span := app.Locator.Locate(problem.At)
	return cli.OneLine(fmt.Sprintf("%s:%d:%d: %s", span.File, span.Line, span.Column, problem.Message))
}

// declaredKinds are the declarations of each kind of addition.
var declaredKinds = map[string][]declared.Kind{
	"tool": {declared.Tool}, "card": {declared.Card, declared.CardBackend}, "trigger": {declared.Trigger},
	"sync": {declared.Sync}, "source": {declared.Sync}, "object": {declared.AppObject},
	"association": {declared.AppObjectAssociation}, "event": {declared.AppEvent}, "mcp": {declared.McpServer},
}

// refuseWord rejects a name that is a reserved word, or that the new files import.
func refuseWord(opts *addOptions, files templates.Files) error {
	const fix = "add a word to the name, such as refund-invoice"
	if templates.IsReserved(opts.name.Camel) {
		return cli.Usage(fmt.Sprintf("invalid name %q: it is a reserved word of TypeScript", opts.name.Camel), fix)
	}
	for _, content := range files {
		for _, name := range []string{opts.name.Camel, opts.name.Pascal} {
			if tsedit.Imports(string(content), name, "") {
				return cli.Usage(fmt.Sprintf("invalid name %q: the file of a %s imports it", name, opts.kind), fix)
			}
		}
	}
	return nil
}
