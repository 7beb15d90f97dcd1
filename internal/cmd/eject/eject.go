// Package eject is svc eject.
package eject

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/eject"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// defaultFolder is where an ejected app goes by default, relative to the app's folder.
const defaultFolder = "ejected"

// options is what the user asked for.
type options struct {
	folder, out, environment, profile string
	json                              bool
}

// document is what --json prints.
type document struct {
	SchemaVersion int      `json:"schemaVersion"`
	Out           string   `json:"out"`
	Files         []string `json:"files"`
	// Secrets are names, by script.
	Secrets map[string][]string `json:"secrets"`
}

func New(env *cli.Env) *cobra.Command {
	o := &options{folder: "."}
	cmd := &cobra.Command{
		Use:   "eject [dir]",
		Short: "Write a folder that deploys with the vendors' own tools alone",
		Long: `Eject checks and builds the app as svc build does, and writes a folder that needs svc no more: the edge
vendor's wrangler deploys its edge/, the CRM vendor's command line its crm/. README.md in it says how, step
by step, and lists the secrets by name; package.json has a script for each step.

The app itself stays as it is. The folder is replaced as a whole when it was made by svc, but for what npm has
installed in it, and left alone when it holds anything else.

Exit codes: 0 written, 1 findings, 2 usage or configuration, 3 the tool failed.`,
		Example: `  # into ./ejected
  svc eject
  # the staging environment, somewhere else
  svc eject --env staging --out ../ledger-staging`,
		Args: cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.folder = args[0]
			}
			return run(cmd.Context(), env, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.out, "out", "", "the `folder` to write to (default "+defaultFolder+" in the app's folder)")
	flags.StringVar(
		&o.environment, "env", link.Production,
		"eject this `environment`, with the script names and origins that .svc/project.json has of it",
	)
	flags.StringVar(&o.profile, "profile", "", "eject for the vendor `profile`: "+
		strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)")
	flags.BoolVar(
		&o.json, "json", false, "print what was written as one JSON document, and findings in its place when there are any",
	)
	return cmd
}

func run(ctx context.Context, env *cli.Env, o *options) error {
	defer project.OneShotBuild()()
	checked, err := appbuild.NewBuilder(env, o.folder, o.profile, o.environment, o.json)
	if err != nil {
		return err
	}
	profile, err := cmdutil.LoadProfile(checked.Dir, checked.Profile)
	if err != nil {
		return err
	}
	checked.Schema = eject.Schema
	result, err := checked.Run(ctx, env)
	if err != nil {
		return err
	}
	out := filepath.Join(checked.Dir, defaultFolder)
	if o.out != "" {
		out = env.Path(o.out)
	}
	files := eject.Files(result.Output, profile)
	if err := build.Replace(out, files); err != nil {
		return appbuild.WriteError(out, err)
	}
	if o.json {
		document := document{SchemaVersion: 1, Out: out, Secrets: map[string][]string{}}
		for _, file := range files {
			document.Files = append(document.Files, file.Path)
		}
		for i := range result.Scripts {
			document.Secrets[result.Scripts[i].Name] = result.Scripts[i].Secrets
		}
		return env.JSON(document)
	}
	shown := cmp.Or(o.out, filepath.Join(o.folder, defaultFolder))
	env.Notef("wrote %s to %s", cli.Count(len(files), "file"), cli.ShellWord(shown))
	env.Notef("next: read %s", cli.ShellWord(filepath.Join(shown, "README.md")))
	return nil
}
