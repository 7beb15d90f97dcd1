package checkpoint

import (
	"context"
	"errors"
	"fmt"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/link"
)

// readReport asks the app worker that the flags mean.
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
	if known := report.Current.ProjectID; o.project != devProject && known != o.project {
		return nil, cli.Usage(
			fmt.Sprintf("the app worker at %s belongs to the project %q", target.Where, known),
			"write --project "+known+", or name the app worker of "+o.project,
		)
	}
	report.Project, report.Where = o.project, target.Where
	return report, nil
}

// resolve finds out which environment of the project is meant, unless --url says where its app worker is.
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
		return cmdutil.NotLinked(appworker.UseOrigin)
	case linked.ProjectID == "":
		return cli.Usage(
			link.File+" has no project id: nothing is deployed yet", "deploy the app, or name the app worker with --url ORIGIN",
		)
	case linked.ProjectID != o.project:
		return cli.Usage(
			fmt.Sprintf("this folder belongs to the project %q, not %q", linked.ProjectID, o.project),
			"write --project "+linked.ProjectID+", or name the folder of the project with -C",
		)
	}
	if o.Env == "" {
		o.Env = link.Production
	}
	return nil
}
