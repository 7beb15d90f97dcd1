package cmdutil

import (
	"errors"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/checker/rules"
	"github.com/appsvc/svc/internal/cli"
)

// RulesError names the rules that crashed.
func RulesError(env *cli.Env, err error) error {
	if err == nil {
		return nil
	}
	var failed *checker.RuleError
	if errors.As(err, &failed) && env.Getenv(DebugVariable) != "" {
		env.Notef("%s", failed.Stack)
	}
	return ToolError(err.Error(), err)
}

// RuleTopics are the rules as what can be explained.
func RuleTopics() []cli.Topic {
	topics := make([]cli.Topic, 0, len(rules.All))
	for _, rule := range rules.All {
		topics = append(topics, cli.Topic{
			ID: rule.ID, Kind: cli.RuleTopic, Level: rule.Severity, Title: rule.Title, Why: rule.Why,
			Hint: rule.Hint, Before: rule.Before, After: rule.After, Since: rule.Since,
		})
	}
	return topics
}
