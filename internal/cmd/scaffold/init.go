package scaffold

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/templates"
)

type initOptions struct {
	env     *cli.Env
	dir     string
	values  templates.Values
	card    bool
	profile string
	yes     bool
	planFlags
}

func NewInit(env *cli.Env) *cobra.Command {
	opts := &initOptions{env: env}
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Make a new app that passes `svc check` and runs at once",
		Long: `Make a new app: a config, a worker with one tool, and types for the editor, all usable before
any npm install.

What is missing is asked on a terminal; without one, init fails and names the flag. The plan of
files is shown first, and an existing file is never overwritten without --force. In an existing
package, package.json, tsconfig.json and .gitignore take what is new and keep what they have.`,
		Example: `  # answer a few questions
  $ svc init my-app

  # no questions, with a card
  $ svc init my-app --yes --ui-extension`,
		Args: cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := "."
			if len(args) == 1 {
				folder = args[0]
			}
			dir, err := env.NewFolder(folder)
			if err != nil {
				return err
			}
			opts.dir = dir
			return runInit(opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.values.Name, "name", "", "name of the app, as users see it when they install it")
	flags.StringVar(&opts.values.Distribution, "distribution", "", "who may install it: private or marketplace")
	flags.StringVar(&opts.values.Auth, "auth", "", "how it gets its tokens: static or oauth")
	flags.StringVar(&opts.values.PlatformVersion, "platform-version", "", "version of the platform's project format")
	flags.StringSliceVar(&opts.values.Scopes, "scopes", nil, "scopes that it asks for, separated by commas")
	flags.BoolVar(&opts.card, "ui-extension", false, "add a card and its backend")
	flags.StringVar(&opts.profile, "profile", "", "vendor profile (default: that of svc.platform.json, else crm)")
	flags.BoolVarP(&opts.yes, "yes", "y", false, "take the default of every missing answer")
	opts.register(flags)
	return cmd
}

func runInit(opts *initOptions) error {
	if config := otherConfig(opts.dir); config != "" {
		return cli.Usage(
			fmt.Sprintf("this folder holds an app already: %s", config),
			"choose another folder, or add to the app with 'svc add'",
		)
	}
	profile, err := cmdutil.LoadProfile(opts.dir, opts.profile)
	if err != nil {
		return err
	}
	if err := answer(opts); err != nil {
		return err
	}
	ui := uiOf(profile)
	files := templates.App(opts.values, ui, opts.card)
	if err := addTypes(files, ui); err != nil {
		return err
	}
	plan, err := scaffold.Make(opts.dir, files, scaffold.Options{
		Force: opts.force,
		Keep:  []string{"README.md"},
		Own:   ownFolder,
	})
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: err.Error(), Fix: "repair it or move it away, or choose another folder", Err: err,
		}
	}
	if err := opts.show(opts.env, plan, opts.yes); err != nil {
		return err
	}
	if opts.dryRun || opts.asJSON {
		return nil
	}
	opts.env.Notef("\nnext:")
	if opts.dir != opts.env.Dir {
		opts.env.Notef("  cd %s", cli.ShellWord(cli.Shown(opts.env.Dir, opts.dir)))
	}
	opts.env.Notef("  svc check\n  svc dev invoke hello")
	return nil
}

// otherConfig is a config that the new svc.config.ts would stand beside, "" without one.
func otherConfig(dir string) string {
	for _, name := range project.ConfigNames()[1:] {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return name
		}
	}
	return ""
}
