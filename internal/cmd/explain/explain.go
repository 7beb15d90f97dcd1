// Package explain implements `svc explain`, which explains rules, error codes, uncaught errors and rate-limit
// responses.
package explain

import (
	"fmt"
	"slices"

	"github.com/appsvc/svc/contract"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/spf13/cobra"
)

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var asJSON bool
	var response string
	var worker appworker.Flags
	cmd := &cobra.Command{
		Use:   "explain [rule, error code or fingerprint]",
		Short: "Explain a rule, an error or a rate-limit response",
		Long: `Explain describes a rule: what it requires, why, and code that breaks and follows it. For an error code
of the runtime it describes when callers get it and what to do. Without an argument it lists all rules
and error codes.

For the fingerprint of an uncaught error, as 'svc errors' lists it, it shows how often and when the error
occurred, where, with the line of source, the redacted input of the last one, and how to repeat it. The
line is left out if the file has changed since, and without the source map of the deploy, which stays in
.svc/maps of the folder that it was made from. --url, --env, --dir and --profile apply to fingerprints only.

With --response it reads a response of the CRM or of a worker. It names the limit that was hit (burst,
searches of the account, or daily limit) with the evidence, when the limit ends, what the runtime does
about it, and what you can do. The response can be the output of 'curl -i' or 'curl -v', a JSON body, an
object with status, headers and body, an error message of the vendor's client, or a crm_ratelimit_… line
of the log.

` + appworker.ExitCodes("0 success", "1 unknown fingerprint, or the app does not load"),
		Example: `  # explain the rule of a finding
  svc explain schedule-interval
  # list all rules and error codes
  svc explain
  # where did this error of 'svc errors' occur, and how do I repeat it?
  svc explain 5ab2c0e9
  # which limit caused this 429, and when does it end?
  svc explain --response @answer.txt
  curl -si -H "Authorization: Bearer $TOKEN" "$URL" | svc explain --response - --json`,
		Args: cmdutil.MaximumArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			topics, _ := allTopics() // without topics there are no completions
			return topicIDs(topics), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			isFailure := len(args) > 0 && fingerprint().MatchString(args[0])
			if name := firstChanged(cmd, "url", "env", "dir", "profile"); name != "" && !isFailure {
				return cli.Usage("--"+name+" applies to fingerprints only", "leave it out")
			}
			switch {
			case cmd.Flags().Changed("response") && len(args) > 0:
				return cli.Usage("--response and a rule or error code exclude each other", "leave out one of them")
			case cmd.Flags().Changed("response"):
				return explainResponse(env, response, asJSON)
			case len(args) == 0:
				return listTopics(env, asJSON)
			case isFailure:
				return worker.Run(cmd.Context(), env, func(t *appworker.Target) error {
					return failureCommand{env, &worker, asJSON}.explain(cmd.Context(), t, args[0])
				})
			}
			return explainTopic(env, args[0], asJSON)
		},
	}
	worker.AddTo(cmd)
	cmd.Flags().StringVar(
		&response, "response", "", "explain this response of the CRM: `text`, @file, or - for standard input",
	)
	cmdutil.AddJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}

// firstChanged returns the first of some flags that the user set, or "".
func firstChanged(cmd *cobra.Command, names ...string) string {
	at := slices.IndexFunc(names, cmd.Flags().Changed)
	if at < 0 {
		return ""
	}
	return names[at]
}

// fingerprint matches the fingerprint of an uncaught error.
var fingerprint = lazyregexp.New(`^[0-9a-f]{8}$`)

// topicsDocument is the output of --json without an argument.
type topicsDocument struct {
	SchemaVersion int         `json:"schemaVersion"`
	Topics        []cli.Topic `json:"topics"`
}

// topicDocument is the output of --json for one topic.
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
		return cli.Usage(
			fmt.Sprintf("unknown rule or error code %q", id),
			cli.Suggest(id, topicIDs(topics), "run 'svc explain' for the list"),
		)
	}
	if asJSON {
		return env.JSON(topicDocument{1, topics[at]})
	}
	return env.Explain(topics[at])
}

// allTopics returns the rules, the findings of svc build alone, and the error codes. Their ids are unique.
func allTopics() ([]cli.Topic, error) {
	topics := cmdutil.RuleTopics()
	for _, topic := range codegen.Topics {
		topics = append(topics, cli.Topic{
			ID: topic.ID, Kind: cli.RuleTopic, Level: topic.Severity, Title: topic.Title, Why: topic.Why, Hint: topic.Hint,
		})
	}
	codes, err := contract.Errors()
	if err != nil {
		return nil, cmdutil.InternalError(err.Error(), err)
	}
	for _, code := range codes {
		topic := cli.Topic{
			ID: code.Code, Kind: cli.ErrorTopic, Status: code.Status, Title: code.Title, Why: code.Why, Hint: code.Fix,
		}
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
