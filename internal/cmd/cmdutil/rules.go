package cmdutil

import (
	"errors"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
)

// RulesError turns crashes of rules into an error that names the rules.
func RulesError(env *cli.Env, err error) error {
	if err == nil {
		return nil
	}
	var failed *checker.RuleError
	if errors.As(err, &failed) && env.Getenv(DebugVariable) != "" {
		env.Notef("%s", failed.Stack)
	}
	return InternalError(err.Error(), err)
}

// RuleTopics returns the rules as topics of svc explain.
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
