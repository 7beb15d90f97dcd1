package explain

import (
	"github.com/appsvc/svc/contract"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/codegen"
)

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
