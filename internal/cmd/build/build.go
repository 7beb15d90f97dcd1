// Package build is svc build.
package build

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// defaultFolder is where builds go by default, relative to the app's folder.
const defaultFolder = ".svc/build"

// options is what the user asked for.
type options struct {
	folder      string
	out         string
	environment string
	profile     string
	json        bool
}

func New(env *cli.Env) *cobra.Command {
	o := &options{folder: "."}
	cmd := &cobra.Command{
		Use:   "build [dir]",
		Short: "Write everything that a deploy uploads, without network or login",
		Long: `Build checks the app as svc check does, and writes what a deploy uploads: the CRM's project to crm/, one
folder a worker to edge/, the app worker to edge/app/, manifest.json and report.json. Findings stop it.

The same input gives the same bytes, on any machine. Each folder of edge/ can be deployed by the edge
vendor's own tool, with the wrangler.jsonc in it. The output folder is replaced as a whole; one that holds
files which svc has not made is left alone.

Exit codes: 0 built, 1 findings, 2 usage or configuration, 3 the tool failed.`,
		Example: `  # build the app in this folder into .svc/build
  svc build
  # what would be deployed as staging, for another tool to look at
  svc build --env staging --out /tmp/staging --json`,
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
		"build for this `environment`: a part of the names of scripts, unless it is "+link.Production,
	)
	flags.StringVar(&o.profile, "profile", "", "build for the vendor `profile`: "+
		strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)")
	flags.BoolVar(
		&o.json, "json", false, "print the report as one JSON document, and findings in its place when there are any",
	)
	return cmd
}

func run(ctx context.Context, env *cli.Env, o *options) error {
	defer project.OneShotBuild()()
	start := env.Now()
	checked, err := appbuild.NewBuilder(env, o.folder, o.profile, o.environment, o.json)
	if err != nil {
		return err
	}
	result, err := checked.Run(ctx, env)
	if err != nil {
		return err
	}
	out := filepath.Join(checked.Dir, filepath.FromSlash(defaultFolder))
	if o.out != "" {
		out = env.Path(o.out)
	}
	var starts []build.StartTime
	var measuring sync.WaitGroup
	if !o.json {
		measuring.Go(func() { starts = build.StartTimes(ctx, result.Output, env.Now) }) // while the disk works
	}
	err = build.Replace(out, result.Files)
	measuring.Wait()
	if err != nil {
		return appbuild.WriteError(out, err)
	}
	if o.json {
		return env.JSON(document{Out: out, Report: result.Report})
	}
	return printResult(
		env, result.Output, starts, cmp.Or(o.out, filepath.Join(o.folder, filepath.FromSlash(defaultFolder))),
		env.Now().Sub(start),
	)
}
