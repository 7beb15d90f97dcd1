// This file is `svc build`.

package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// buildFolder is where builds go by default, relative to the app's folder.
const buildFolder = ".svc/build"

// buildOptions is what the user asked for.
type buildOptions struct {
	folder      string
	out         string
	environment string
	profile     string
	json        bool
}

func newBuildCommand(env *cli.Env) *cobra.Command {
	o := &buildOptions{folder: "."}
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
		Args: usageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.folder = args[0]
			}
			return runBuild(cmd.Context(), env, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.out, "out", "", "the `folder` to write to (default "+buildFolder+" in the app's folder)")
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

func runBuild(ctx context.Context, env *cli.Env, o *buildOptions) error {
	defer project.OneShotBuild()()
	start := env.Now()
	checked, err := completeBuild(env, o.folder, o.profile, o.environment, o.json)
	if err != nil {
		return err
	}
	result, err := checked.run(ctx, env)
	if err != nil {
		return err
	}
	out := filepath.Join(checked.dir, filepath.FromSlash(buildFolder))
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
		return replaceFailed(out, err)
	}
	if o.json {
		return env.JSON(buildDocument{Out: out, Report: result.Report})
	}
	return printBuild(
		env, result.Output, starts, cmp.Or(o.out, filepath.Join(o.folder, filepath.FromSlash(buildFolder))),
		env.Now().Sub(start),
	)
}

// completeBuild validates what every command that builds is given, before any slow work.
func completeBuild(env *cli.Env, folder, profile, environment string, json bool) (*checkedBuild, error) {
	dir, err := env.Folder(folder)
	if err != nil {
		return nil, err
	}
	if err := link.CheckEnvironment(environment); err != nil {
		return nil, cli.Usage(err.Error(), "such as --env staging")
	}
	o := &checkedBuild{dir: dir, environment: environment, json: json}
	if o.profile, err = chooseProfile(dir, profile); err != nil {
		return nil, err
	}
	o.linked, err = readLink(dir)
	return o, err
}

// replaceFailed says why nothing was written to a folder.
func replaceFailed(out string, err error) error {
	failed := &cli.Error{
		Code: cli.ExitUsage, What: "cannot write to " + out, Fix: "name an empty or a new folder with --out", Err: err,
	}
	var foreign *build.ForeignError
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &foreign) && foreign.Name == "":
		failed.Why = "it is a file or a link, and a folder is replaced as a whole"
	case errors.As(err, &foreign):
		failed.Why = "it holds " + foreign.Name + ", which svc has not made, and the folder is replaced as a whole"
	case errors.As(err, &path):
		failed.Why = path.Err.Error()
	case errors.As(err, &link):
		failed.Why = link.Err.Error()
	default:
		return toolFailed("the output cannot be written: "+err.Error(), err)
	}
	return failed
}
