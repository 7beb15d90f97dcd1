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
)

// loadApp loads the project. It is an error if the project is not an app or does not load.
func loadApp(ctx context.Context, dir, profileName string) (*declared.Project, *platform.Profile, error) {
	profile, err := cmdutil.LoadProfile(dir, profileName)
	if err != nil {
		return nil, profile, err
	}
	app, err := project.Load(ctx, project.Options{Dir: dir, Profile: profile.Name})
	if err != nil {
		return nil, profile, cmdutil.LoadError(err)
	}
	if app.ConfigFile == "" {
		return nil, profile, cli.Usage(
			fmt.Sprintf("no app in %q: svc.config.ts does not exist", dir),
			"run 'svc init' first, or name the app's folder with --dir",
		)
	}
	if len(app.Problems) > 0 {
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
