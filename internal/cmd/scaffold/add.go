package scaffold

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
)

type addOptions struct {
	env     *cli.Env
	dir     string
	kind    string
	name    templates.Name
	worker  string
	profile string
	yes     bool
	planFlags
}

// NewAdd makes svc add.
func NewAdd(env *cli.Env) *cobra.Command {
	opts := &addOptions{env: env}
	cmd := &cobra.Command{
		Use:   "add <" + strings.Join(templates.Kinds, "|") + "> <name>",
		Short: "Add a declaration, such as a tool or card, to the app",
		Long: `Add a declaration to the app: a new file, the lines that register it in a worker or in svc.config.ts, and
the scopes that it needs. Add prints its plan first, and overwrites no file without --force.

A source is an external system, and comes with the sync that writes its rows to the CRM. A sync alone has a
handler that runs on a schedule.

Without --worker, add registers a capability in the worker with the most capabilities of its kind. On a
terminal it asks if there are several. It creates a worker only in an app without one.

Exit codes: 0 added, 2 usage error, or the app does not load, 3 internal error, 6 cancelled.`,
		Example: `  svc add tool refund-invoice
  svc add card open-invoices --worker invoices`,
		Args: cmdutil.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.kind = args[0]
			if err := opts.complete(args[1]); err != nil {
				return err
			}
			return cmdutil.Acting(cmd.Context(), env, func(ctx context.Context) error { return runAdd(ctx, opts) })
		},
	}
	flags := cmd.Flags()
	cmdutil.AddDirFlag(flags, &opts.dir)
	flags.StringVar(&opts.worker, "worker", "", "add it to this `worker` (default: the usual one for its kind)")
	cmdutil.AddProfileFlag(flags, &opts.profile)
	flags.BoolVarP(&opts.yes, "yes", "y", false, "skip the confirmation")
	opts.addTo(flags)
	return cmd
}

// spelling matches a name that can be written in kebab, camel and Pascal case.
var spelling = lazyregexp.New(`^[A-Za-z][A-Za-z0-9 _-]*$`)

// complete validates the arguments.
func (opts *addOptions) complete(text string) (err error) {
	if !slices.Contains(templates.Kinds, opts.kind) {
		return cli.Usage(
			fmt.Sprintf("cannot add %q: expected %s", opts.kind, cmdutil.AnyOf(templates.Kinds)),
			cli.Suggest(opts.kind, templates.Kinds, ""),
		)
	}
	opts.name = templates.Named(text)
	if !spelling().MatchString(text) || len(opts.name.Kebab) > 40 {
		return cli.Usage(
			fmt.Sprintf("invalid name %q: expected a letter, then letters, digits and hyphens, at most 40 characters", text),
			"use a name such as refund-invoice",
		)
	}
	opts.dir, err = opts.env.Folder(opts.dir)
	return err
}

func runAdd(ctx context.Context, opts *addOptions) error {
	app, profile, err := loadApp(ctx, opts.dir, opts.profile)
	if err != nil {
		return err
	}
	opts.profile = profile.Name
	if err := refuseTaken(app, opts); err != nil {
		return err
	}
	files := templates.Add(opts.kind, opts.name, uiOf(profile))
	if err := fit(app, opts, files); err != nil {
		return err
	}
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
		return &cli.Error{Code: cli.ExitUsage, What: err.Error(), Fix: "move it away and run the command again", Err: err}
	}
	defer func() { _ = plan.Close() }() // opened for reading only
	opts.document = addition.document
	if err := opts.show(opts.env, plan, opts.yes); err != nil || opts.dryRun {
		return err
	}
	added, err := opts.verify(ctx, plan)
	if err != nil {
		return err
	}
	addition.report()
	return refreshAppTypes(opts.dir, added)
}

func readSource(dir, path string) (string, error) {
	tree, err := projectfs.OpenTree(dir)
	if err != nil {
		return "", err
	}
	defer func() { _ = tree.Close() }() // opened for reading only
	target, err := tree.Target(path)
	if err != nil {
		return "", err
	}
	text, err := tree.ReadFile(target)
	return string(text), err
}
