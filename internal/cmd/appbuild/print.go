package appbuild

import (
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// stopped prints the findings that stop a build, and returns their exit code.
func (o *Builder) stopped(env *cli.Env, loaded *declared.Project, findings []diag.Finding) error {
	report := &cli.Report{
		Findings: findings, Paths: loaded.Files, Source: loaded.Source, Topics: cmdutil.RuleTopics(), Version: env.Version,
	}
	if o.Untrusted {
		report.Source = nil // no source lines
	}
	if err := env.PrintStopping(report); err != nil {
		return err
	}
	env.Notef("%s; nothing was built", report.Summary())
	return cli.Exit(cli.ExitNegative)
}

// warn prints the number of warnings. svc check prints the warnings themselves.
func (o *Builder) warn(env *cli.Env, loaded *declared.Project, findings []diag.Finding) {
	if len(findings) > 0 && !env.AnswersJSON() && !o.quiet {
		env.Notef("%s in %s: run 'svc check'", cli.Count(len(findings), "warning"), cli.Count(len(loaded.Files), "file"))
	}
}
