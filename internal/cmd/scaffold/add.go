package scaffold

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
	"github.com/appsvc/svc/internal/cmd/cmdutil"
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
	planFlags
}

func NewAdd(env *cli.Env) *cobra.Command {
	opts := &addOptions{env: env}
	cmd := &cobra.Command{
		Use:   "add <" + strings.Join(templates.Kinds, "|") + "> <name>",
		Short: "Add a tool, card, trigger, sync, object or event to the app",
		Long: `Add one more declaration to the app in this folder: its file, and the line or two that register
it in a worker or in svc.config.ts. The plan is shown first; nothing is overwritten without --force.`,
		Example: `  $ svc add tool refund-invoice
  $ svc add card open-invoices --worker invoices`,
		Args:      cmdutil.UsageArgs(cobra.ExactArgs(2)),
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

func readSource(dir, path string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
	return string(text), err
}
