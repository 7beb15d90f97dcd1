package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/link"
)

// watchInterval is the interval between reads of --watch.
const watchInterval = 5 * time.Second

// run reads and prints the report once.
func run(ctx context.Context, env *cli.Env, o *options) error {
	report, err := readReport(ctx, env, o)
	if err != nil {
		return err
	}
	if err := printReport(env, o, report); err != nil {
		return err
	}
	return failedAssertion(report)
}

// runWatch reads and prints the report until a signal arrives. It locks the local state only while it reads.
func runWatch(parent context.Context, env *cli.Env, o *options) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	next := time.NewTicker(watchInterval)
	defer next.Stop()
	for {
		report, err := readReport(ctx, env, o)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		env.ClearScreen()
		if err := printReport(env, o, report); err != nil {
			return err
		}
		select {
		case <-next.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// readReport reads the checkpoints of the app worker.
func readReport(ctx context.Context, env *cli.Env, o *options) (report *checkpoint.Report, err error) {
	if err := o.resolve(env); err != nil {
		return nil, err
	}
	target, err := o.Open(ctx, env)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	if target.Refresh != nil {
		if err := target.Refresh(ctx); err != nil {
			return nil, err
		}
	}
	report, err = checkpoint.Read(ctx, target.Client, o.query)
	if err != nil {
		return nil, target.Error(err)
	}
	known := report.Current.ProjectID
	if o.project == "" {
		o.project = known // with --url alone
	}
	if o.project != devProject && known != o.project {
		return nil, cli.Usage(
			fmt.Sprintf("the app worker at %s belongs to project %q", target.Where, known),
			"use --project "+known+", or the app worker of "+o.project,
		)
	}
	report.Project, report.Where = o.project, target.Where
	return report, nil
}

// resolve takes the project from the link or checks it, and sets the default environment. --url needs neither.
func (o *options) resolve(env *cli.Env) error {
	if o.project == devProject || o.URL != "" {
		return nil
	}
	dir, err := env.Folder(o.Dir)
	if err != nil {
		return err
	}
	linked, err := cmdutil.ReadLink(dir)
	switch {
	case err != nil:
		return err
	case linked == nil:
		return cmdutil.NotLinked(appworker.UseOrigin + ", or use --project " + devProject + " for the local state")
	case linked.ProjectID == "":
		return cli.Usage(
			link.File+" has no project id: the app is not deployed", "deploy the app, or name the app worker with --url ORIGIN",
		)
	case o.project == "":
		o.project = linked.ProjectID
	case linked.ProjectID != o.project:
		return cli.Usage(
			fmt.Sprintf("this folder belongs to project %q, not %q", linked.ProjectID, o.project),
			"use --project "+linked.ProjectID+", or name the project's folder with -C",
		)
	}
	if o.Env == "" {
		o.Env = link.Production
	}
	return nil
}
