// This file is `svc add`: one more declaration in an existing app.

package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/templates"
)

type addOptions struct {
	env     *cli.Env
	dir     string
	kind    string
	name    templates.Name
	worker  string
	profile string
	yes     bool
	scaffoldFlags
}

func newAddCommand(env *cli.Env) *cobra.Command {
	opts := &addOptions{env: env}
	cmd := &cobra.Command{
		Use:   "add <" + strings.Join(templates.Kinds, "|") + "> <name>",
		Short: "Add a tool, card, trigger, sync, object or event to the app",
		Long: `Add one more declaration to the app in this folder: its file, and the line or two that register
it in a worker or in svc.config.ts. The plan is shown first; nothing is overwritten without --force.`,
		Example: `  $ svc add tool refund-invoice
  $ svc add card open-invoices --worker invoices`,
		Args:      usageArgs(cobra.ExactArgs(2)),
		ValidArgs: templates.Kinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.kind = args[0]
			return runAdd(cmd.Context(), opts, args[1])
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&opts.dir, "dir", "C", ".", "folder of the app")
	flags.StringVar(&opts.worker, "worker", "", "worker that runs it (default: the only one, else a new one)")
	flags.StringVar(&opts.profile, "profile", "", "vendor profile (default: that of svc.platform.json, else crm)")
	flags.BoolVarP(&opts.yes, "yes", "y", false, "write without asking")
	opts.register(flags)
	return cmd
}

// spelling is what a name may be written with; each way of writing it is made of its words.
var spelling = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9 _-]*$`)

func runAdd(ctx context.Context, opts *addOptions, text string) error {
	if !slices.Contains(templates.Kinds, opts.kind) {
		return cli.Usage(fmt.Sprintf("there is no %q to add", opts.kind), "add one of "+strings.Join(templates.Kinds, ", "))
	}
	opts.name = templates.Named(text)
	if !spelling.MatchString(text) || len(opts.name.Kebab) > 40 {
		return cli.Usage(
			fmt.Sprintf("%q is no name for a %s", text, opts.kind),
			"use letters, digits and hyphens, a letter first, at most 40: refund-invoice",
		)
	}
	dir, err := opts.env.Folder(opts.dir)
	if err != nil {
		return err
	}
	opts.dir = dir
	app, profile, err := loadApp(ctx, opts.dir, opts.profile)
	if err != nil {
		return err
	}
	if err := refuseTaken(app, opts); err != nil {
		return err
	}
	files := templates.Add(opts.kind, opts.name, uiOf(profile))
	if err := refuseWord(opts, files); err != nil {
		return err
	}
	addition := newAddition(opts, app)
	if err := addition.register(); err != nil {
		return err
	}
	maps.Copy(files, addition.files)
	plan, err := scaffold.Make(opts.dir, files, scaffold.Options{Force: opts.force, Edits: addition.edits})
	if err != nil {
		return &cli.Error{Code: cli.ExitUsage, What: err.Error(), Fix: "move it away, and run the command again", Err: err}
	}
	if err := opts.show(opts.env, plan, opts.yes); err != nil || opts.dryRun {
		return err
	}
	return opts.verify(ctx, plan)
}

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

// loadApp reads the project, which must be an app whose source loads.
func loadApp(ctx context.Context, dir, profileName string) (*declared.Project, *platform.Profile, error) {
	profile, err := loadProfile(dir, profileName)
	if err != nil {
		return nil, profile, err
	}
	app, err := project.Load(ctx, project.Options{Dir: dir, Profile: profile.Name})
	if err != nil {
		return nil, profile, loadFailed(err)
	}
	if app.ConfigFile == "" {
		return nil, profile, cli.Usage(
			fmt.Sprintf("%q holds no app: there is no svc.config.ts", dir),
			"run 'svc init' first, or name the app's folder with --dir",
		)
	}
	if len(app.Problems) > 0 {
		return nil, profile, &cli.Error{
			Code: cli.ExitUsage, What: "the app's source does not load yet", Why: firstProblem(app),
			Fix: "run 'svc check' and repair what it finds",
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

// declaredKinds are the declarations that each kind of addition makes.
var declaredKinds = map[string][]declared.Kind{
	"tool": {declared.Tool}, "card": {declared.Card, declared.CardBackend}, "trigger": {declared.Trigger},
	"sync": {declared.Sync}, "object": {declared.AppObject}, "event": {declared.AppEvent},
}

// refuseTaken refuses an id that the app has already.
func refuseTaken(app *declared.Project, opts *addOptions) error {
	for _, d := range app.Declarations {
		if d.ID == opts.name.Kebab && slices.Contains(declaredKinds[opts.kind], d.Kind) {
			span := app.Locator.Locate(d.At)
			return cli.Usage(fmt.Sprintf("%q is declared already, at %s:%d", d.ID, span.File, span.Line), "choose another name")
		}
	}
	return nil
}

func readSource(dir, path string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
	return string(text), err
}
