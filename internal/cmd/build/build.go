// Package build implements `svc build`, which writes everything that a deploy uploads, offline.
package build

import (
	"cmp"
	"context"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/link"
)

// defaultFolder is the default of --out, relative to the app's folder.
const defaultFolder = ".svc/build"

type options struct {
	folder      string
	out         string
	environment string
	profile     string
	json        bool
	untrusted   bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "build [dir]",
		Short: "Build everything a deploy uploads, offline",
		Long: `Build checks the app as svc check does, and writes what a deploy uploads: the CRM project to crm/, one
folder per worker to edge/, the app worker to edge/app/, manifest.json and report.json. Errors that the
check finds stop the build.

The output is byte-identical on every machine. The edge vendor's own tool can deploy each folder of
edge/ with its wrangler.jsonc. Build replaces the whole output folder, unless the folder contains files
that svc did not write.

Exit codes: 0 built, 1 findings, 2 usage or configuration error, 3 internal error.`,
		Example: `  # build the app in this folder into .svc/build
  svc build
  # build the staging environment, for another tool
  svc build --env staging --out /tmp/staging --json`,
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
		"build this `environment`; its name is part of script names, except for "+link.Production,
	)
	cmdutil.AddProfileFlag(flags, &o.profile)
	cmdutil.AddUntrustedFlag(flags, &o.untrusted)
	flags.BoolVar(&o.json, "json", false, "print the report as one JSON document, or the findings if there are any")
	return cmd
}

func run(ctx context.Context, env *cli.Env, o *options) error {
	heap.OneShotBuild()
	start := env.Now()
	given, err := env.FolderPath(o.out)
	if err != nil {
		return err
	}
	checked, err := appbuild.NewBuilder(env, o.folder, o.profile, o.environment)
	if err != nil {
		return err
	}
	checked.Untrusted = o.untrusted
	output, err := checked.Run(ctx, env)
	if err != nil {
		return err
	}
	out := filepath.Join(checked.Dir, filepath.FromSlash(defaultFolder))
	if o.out != "" {
		out = given
	}
	var starts []build.StartTime
	var measuring sync.WaitGroup
	if !o.json {
		measuring.Go(func() { starts = build.StartTimes(ctx, output, env.Now) }) // in parallel with the disk
	}
	err = build.Replace(out, checked.Dir, output.Files, build.Overwrite)
	measuring.Wait()
	if err != nil {
		return appbuild.WriteError(out, err)
	}
	if o.json {
		return env.JSON(document{Out: out, Report: output.Report})
	}
	shown := cmp.Or(o.out, filepath.Join(o.folder, filepath.FromSlash(defaultFolder)))
	return printResult(env, output, starts, shown, env.Now().Sub(start))
}
