// This file is `svc explain`.

package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/contract"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

func newExplainCommand(env *cli.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain [rule or error code]",
		Short: "Say what a rule of svc check or an error code of the runtime means",
		Long: `Explain says what a rule wants, why, and how code that breaks it and code that keeps it look; and of
an error code of the runtime when a caller gets it and what to do. Without an argument it lists all.`,
		Example: `  # what does the finding in brackets mean?
  svc explain schedule-interval
  # all rules and error codes
  svc explain`,
		Args: usageArgs(cobra.MaximumNArgs(1)),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			topics, _ := allTopics() // nothing to complete where they cannot be read
			return topicIDs(topics), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listTopics(env, asJSON)
			}
			return explainTopic(env, args[0], asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// topicsDocument is what --json prints without an argument.
type topicsDocument struct {
	SchemaVersion int         `json:"schemaVersion"`
	Topics        []cli.Topic `json:"topics"`
}

// topicDocument is what --json prints for one topic.
type topicDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	cli.Topic
}

func listTopics(env *cli.Env, asJSON bool) error {
	topics, err := allTopics()
	if err != nil {
		return err
	}
	if asJSON {
		return env.JSON(topicsDocument{1, topics})
	}
	return env.Topics(topics)
}

func explainTopic(env *cli.Env, id string, asJSON bool) error {
	topics, err := allTopics()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(topics, func(t cli.Topic) bool { return t.ID == id })
	if at < 0 {
		fix := "run 'svc explain' for the list"
		if near := typo.Nearest(id, topicIDs(topics)); near != "" {
			fix = fmt.Sprintf("did you mean %q? %s", near, fix)
		}
		return cli.Usage(fmt.Sprintf("there is no rule or error code %q", id), fix)
	}
	if asJSON {
		return env.JSON(topicDocument{1, topics[at]})
	}
	return env.Explain(topics[at])
}

// allTopics are the rules, then the error codes: they share one namespace.
func allTopics() ([]cli.Topic, error) {
	topics := ruleTopics()
	codes, err := contract.Errors()
	if err != nil {
		return nil, toolFailed(err.Error(), err)
	}
	for _, code := range codes {
		topic := cli.Topic{ID: code.Code, Kind: cli.ErrorTopic, Status: code.Status, Title: code.Title, Why: code.Why, Hint: code.Fix}
		for _, field := range code.Fields {
			topic.Fields = append(topic.Fields, cli.TopicField(field))
		}
		topics = append(topics, topic)
	}
	return topics, nil
}

func topicIDs(topics []cli.Topic) []string {
	ids := make([]string, len(topics))
	for i, t := range topics {
		ids[i] = t.ID
	}
	return ids
}
