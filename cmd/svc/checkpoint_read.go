// This file finds the app worker of a project, and reads its checkpoints.

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/link"
)

// readCheckpoint asks the app worker that the flags mean.
func readCheckpoint(ctx context.Context, env *cli.Env, o *checkpointOptions) (report *checkpoint.Report, err error) {
	if err := o.resolve(env); err != nil {
		return nil, err
	}
	target, err := o.open(ctx, env)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.close()) }()
	if target.refresh != nil {
		if err := target.refresh(ctx); err != nil {
			return nil, stateFailed(err)
		}
	}
	report, err = checkpoint.Read(ctx, target.client, o.query)
	if err != nil {
		return nil, target.failed(err)
	}
	if known := report.Current.ProjectID; o.project != devProject && known != o.project {
		return nil, cli.Usage(
			fmt.Sprintf("the app worker at %s belongs to the project %q", target.where, known),
			"write --project "+known+", or name the app worker of "+o.project,
		)
	}
	report.Project, report.Where = o.project, target.where
	return report, nil
}

// resolve finds out which environment of the project is meant, unless --url says where its app worker is.
func (o *checkpointOptions) resolve(env *cli.Env) error {
	if o.project == devProject || o.url != "" {
		return nil
	}
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	linked, err := readLink(dir)
	switch {
	case err != nil:
		return err
	case linked == nil:
		return notLinked(nameTheOrigin)
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
	if o.env == "" {
		o.env = link.Production
	}
	return nil
}
