package local

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/diag"
)

// ShowLoadErrors prints the findings that keep the app from loading, as svc check prints them, and returns their exit
// code. A command that answers in JSON has them on standard output. Without such findings it returns cause.
func (s *Session) ShowLoadErrors(cause error) error {
	blocking := map[string]bool{}
	for _, problem := range s.Project.Problems {
		blocking[problem.Rule] = true
	}
	return s.ShowErrors(cause, func(f diag.Finding) bool {
		inConfig := s.Project.App == nil && f.File == s.Project.ConfigFile
		return blocking[f.Rule] || inConfig
	})
}

// ShowErrors is ShowLoadErrors for the errors that wanted accepts.
func (s *Session) ShowErrors(cause error, wanted func(diag.Finding) bool) error {
	findings, err := checker.Check(s.Project, rules.All, checker.Options{})
	if err != nil {
		return cmdutil.RulesError(s.Env, err)
	}
	findings = slices.DeleteFunc(findings, func(f diag.Finding) bool {
		return f.Severity != diag.Error || !wanted(f)
	})
	if len(findings) == 0 {
		return cause
	}
	report := &cli.Report{
		Findings: findings, Paths: s.Project.Files, Source: s.Excerpts(s.Project), Version: s.Env.Version,
	}
	if err := s.Env.PrintStopping(report); err != nil {
		return err
	}
	return cli.Exit(cli.ExitNegative)
}
