package check

import (
	"context"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/project"
)

// checkOnce checks the project. The report is nil if the project cannot be loaded. If rules crash, it returns the
// findings of the others together with an error.
func checkOnce(ctx context.Context, env *cli.Env, o *options) (*cli.Report, error) {
	start := env.Now()
	options := project.Options{Dir: o.dir, Profile: o.profile, Untrusted: o.untrusted, Problems: o.problems}
	loaded, findings, err := appbuild.Check(ctx, env, options)
	if loaded == nil {
		return nil, err
	}
	report := &cli.Report{
		Findings: findings, Paths: loaded.Files, Inputs: loaded.Inputs, Duration: env.Now().Sub(start),
		Topics: cmdutil.RuleTopics(), Source: loaded.Source, Prefix: env.RepositoryPrefix(o.dir), Dir: o.dir,
		Version: env.Version,
	}
	if o.untrusted {
		report.Source = nil // no source lines
	}
	return report, err
}
