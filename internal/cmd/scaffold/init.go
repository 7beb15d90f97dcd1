package scaffold

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
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

// NewInit makes svc init.
func NewInit(env *cli.Env) *cobra.Command {
	opts := &initOptions{env: env}
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Create a new app",
		Long: `Create an app that passes 'svc check' and runs: a config, a worker with one tool, and types for the
editor. It needs no npm install.

On a terminal init asks for missing flags. Without a terminal a missing flag is an error. Init prints
its plan first, and overwrites no file without --force. In an existing package it merges package.json,
tsconfig.json and .gitignore.`,
		Example: `  # answer a few questions
  $ svc init my-app

  # no questions, with a card
  $ svc init my-app --yes --ui-extension`,
		Args: cmdutil.MaximumArgs(1),
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
	flags.StringVar(&opts.values.Name, "name", "", "the app's `name`, as users see it")
	flags.StringVar(&opts.values.Distribution, "distribution", "", "`who` can install the app: private or marketplace")
	flags.StringVar(&opts.values.Auth, "auth", "", "`how` the app gets tokens: static or oauth")
	flags.StringVar(&opts.values.PlatformVersion, "platform-version", "", "the `version` of the CRM's project format")
	flags.StringSliceVar(&opts.values.Scopes, "scopes", nil, "the `scopes` of the app, separated by commas")
	flags.BoolVar(&opts.card, "ui-extension", false, "add a card and its backend")
	cmdutil.AddProfileFlag(flags, &opts.profile)
	flags.BoolVarP(&opts.yes, "yes", "y", false, "accept the default of every missing flag, without questions")
	opts.addTo(flags)
	return cmd
}

func runInit(opts *initOptions) error {
	if config := otherConfig(opts.dir); config != "" {
		return cli.Usage("this folder already has an app: "+config, "choose another folder, or extend the app with 'svc add'")
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
			Code: cli.ExitUsage, What: err.Error(), Fix: "fix it or move it away, or choose another folder", Err: err,
		}
	}
	defer func() { _ = plan.Close() }() // opened for reading only
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

// otherConfig returns the name of an existing config other than svc.config.ts, or "".
func otherConfig(dir string) string {
	for _, name := range project.ConfigNames()[1:] {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return name
		}
	}
	return ""
}
