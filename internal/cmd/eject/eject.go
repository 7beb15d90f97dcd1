// Package eject implements `svc eject`, which writes a folder that deploys without svc.
package eject

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/eject"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/link"
)

// defaultFolder is the default of --out, relative to the app's folder.
const defaultFolder = "ejected"

type options struct {
	folder, out, environment, profile string
	json, force                       bool
}

// document is the output of --json.
type document struct {
	SchemaVersion int      `json:"schemaVersion"`
	Out           string   `json:"out"`
	Files         []string `json:"files"`
	// Secrets lists the names of secrets by script.
	Secrets map[string][]string `json:"secrets"`
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "eject [dir]",
		Short: "Write a folder that deploys without svc",
		Long: `Eject checks and builds the app as svc build does, and writes a folder that no longer needs svc: the
edge vendor's wrangler deploys its edge/, and the CRM vendor's command line deploys its crm/. Its
README.md describes each step and lists the secrets by name. Its package.json has a script for each
step.

Eject does not change the app. It replaces the whole output folder except node_modules, unless the
folder contains files that svc did not write. With edits in the files that it wrote, the command fails;
--force discards them. fill-origins.mjs makes such edits.

Exit codes: 0 written, 1 findings, 2 usage or configuration error, 3 internal error.`,
		Example: `  # write to ./ejected
  svc eject
  # eject the staging environment to another folder
  svc eject --env staging --out ../ledger-staging`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.folder = cmdutil.FolderArg(env, args)
			return cmdutil.Disposable(cmd.Context(), env, func(ctx context.Context) error { return run(ctx, env, o) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.out, "out", "", "write to this `folder` (default "+defaultFolder+" in the app's folder)")
	flags.StringVar(
		&o.environment, "env", link.Production,
		"eject this `environment`, with its script names and origins in .svc/project.json",
	)
	cmdutil.AddProfileFlag(flags, &o.profile)
	flags.BoolVar(&o.force, "force", false, "discard edits in the files of an earlier eject")
	flags.BoolVar(&o.json, "json", false, "print one JSON document about the files, or the findings if there are any")
	return cmd
}

func run(ctx context.Context, env *cli.Env, o *options) error {
	heap.OneShotBuild()
	given, err := env.FolderPath(o.out)
	if err != nil {
		return err
	}
	checked, err := appbuild.NewBuilder(env, o.folder, o.profile, o.environment)
	if err != nil {
		return err
	}
	profile, err := cmdutil.LoadProfile(checked.Dir, checked.Profile)
	if err != nil {
		return err
	}
	checked.Schema = eject.Schema
	output, err := checked.Run(ctx, env)
	if err != nil {
		return err
	}
	out := filepath.Join(checked.Dir, defaultFolder)
	if o.out != "" {
		out = given
	}
	files := eject.Files(output, profile)
	if err := build.Replace(out, checked.Dir, files, build.Edits(!o.force)); err != nil {
		return appbuild.WriteError(out, err)
	}
	if o.json {
		written := document{SchemaVersion: 1, Out: out, Secrets: map[string][]string{}}
		for _, file := range files {
			written.Files = append(written.Files, file.Path)
		}
		for _, script := range output.Scripts {
			written.Secrets[script.Name] = script.Secrets
		}
		return env.JSON(written)
	}
	shown := cmp.Or(o.out, filepath.Join(o.folder, defaultFolder))
	env.Notef("wrote %s to %s", cli.Count(len(files), "file"), cli.ShellWord(shown))
	env.Notef("next: read %s", cli.ShellWord(filepath.Join(shown, "README.md")))
	return nil
}
