// Package explain is svc explain.
package explain

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/typo"
)

func New(env *cli.Env) *cobra.Command {
	var asJSON bool
	var response string
	cmd := &cobra.Command{
		Use:   "explain [rule or error code]",
		Short: "Say what a rule, an error code or a 429 of the CRM means",
		Long: `Explain says what a rule wants, why, and how code that breaks it and code that keeps it look; and of
an error code of the runtime when a caller gets it and what to do. Without an argument it lists all.

With --response it reads an answer of the CRM, or of a worker, and says which limit was hit (the burst, the
account's searches or the day's pool), what tells it, when it ends, what the runtime does about it, and what
you can do. It takes what 'curl -i' and 'curl -v' print, a JSON body, an object with status, headers and body,
the message of an error of the vendor's client, or a crm_ratelimit_… line of the log.`,
		Example: `  # what does the finding in brackets mean?
  svc explain schedule-interval
  # all rules and error codes
  svc explain
  # is this 429 the burst or the day's pool, and when does it end?
  svc explain --response @answer.txt
  curl -si -H "Authorization: Bearer $TOKEN" "$URL" | svc explain --response - --json`,
		Args: cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			topics, _ := allTopics() // nothing to complete where they cannot be read
			return topicIDs(topics), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case cmd.Flags().Changed("response") && len(args) > 0:
				return cli.Usage("--response explains an answer, and an argument a rule or an error code", "give one of the two")
			case cmd.Flags().Changed("response"):
				return explainResponse(env, response, asJSON)
			case len(args) == 0:
				return listTopics(env, asJSON)
			}
			return explainTopic(env, args[0], asJSON)
		},
	}
	cmd.Flags().StringVar(&response, "response", "", "an answer of the CRM: text, @file, or - for standard input")
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
