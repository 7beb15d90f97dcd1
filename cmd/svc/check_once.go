// This file is one run of `svc check`: load, run the rules, gather the report.

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/project"
)

// checkOnce checks the project. A nil report means that it could not be loaded; a report beside an
// error is one that some rules are missing from, since they crashed.
func checkOnce(ctx context.Context, env *cli.Env, o *checkOptions) (*cli.Report, error) {
	start := env.Now()
	loaded, err := project.Load(ctx, project.Options{Dir: o.dir, Profile: o.profile})
	if err != nil {
		return nil, loadFailed(err)
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	report := &cli.Report{
		Findings: findings, Paths: loaded.Files, Duration: env.Now().Sub(start),
		Topics: ruleTopics(), Source: loaded.Source, Prefix: env.RepositoryPrefix(o.dir), Version: version,
	}
	return report, rulesFailed(env, err)
}

// loadFailed tells an unreadable folder from a failure of the tool.
func loadFailed(err error) error {
	var path *fs.PathError
	var malformed *devvars.Error
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &path):
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read %q", path.Path), Why: path.Err.Error(),
			Fix: "make it readable, and a folder where the layout of an app wants one", Err: err,
		}
	}
	if errors.As(err, &malformed) {
		return cli.Usage(malformed.Error(), "write NAME=value, one a line")
	}
	return toolFailed("the project could not be loaded: "+err.Error(), err)
}

// rulesFailed names the rules that crashed.
func rulesFailed(env *cli.Env, err error) error {
	if err == nil {
		return nil
	}
	var failed *checker.RuleError
	if errors.As(err, &failed) && env.Getenv(debugVariable) != "" {
		env.Notef("%s", failed.Stack)
	}
	return toolFailed(err.Error(), err)
}

// ruleTopics are the rules as what can be explained.
func ruleTopics() []cli.Topic {
	topics := make([]cli.Topic, 0, len(rules.All))
	for _, rule := range rules.All {
		topics = append(topics, cli.Topic{
			ID: rule.ID, Kind: cli.RuleTopic, Level: rule.Severity, Title: rule.Title, Why: rule.Why,
			Hint: rule.Hint, Before: rule.Before, After: rule.After, Since: rule.Since,
		})
	}
	return topics
}
