package check

import (
	"context"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/project"
)

// checkOnce checks the project. The report is nil if the project cannot be loaded. If rules crash, it returns the
// findings of the others together with an error.
func checkOnce(ctx context.Context, env *cli.Env, o *options) (*cli.Report, error) {
	start := env.Now()
	options := project.Options{Dir: o.dir, Profile: o.profile, Untrusted: o.untrusted, Problems: o.problems}
	examine := func(p *declared.Project) { _, _ = checker.Check(p, rules.All, checker.Options{}) }
	err := project.Survey(ctx, options, examine)
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	loaded, err := project.Load(ctx, options)
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	report := &cli.Report{
		Findings: findings, Paths: loaded.Files, Duration: env.Now().Sub(start),
		Topics: cmdutil.RuleTopics(), Source: loaded.Source, Prefix: env.RepositoryPrefix(o.dir), Dir: o.dir,
		Version: env.Version,
	}
	if o.untrusted {
		report.Source = nil // no source lines
	}
	return report, cmdutil.RulesError(env, err)
}
