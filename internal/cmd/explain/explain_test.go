package explain

import (
	"testing"
)

func TestRulesAndErrorCodesShareOneNamespace(t *testing.T) {
	topics, err := allTopics()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, topic := range topics {
		if seen[topic.ID] {
			t.Errorf("two topics are called %q", topic.ID)
		}
		seen[topic.ID] = true
		if topic.Title == "" || topic.Why == "" || topic.Hint == "" {
			t.Errorf("%s does not say what, why and how to fix", topic.ID)
		}
	}
}
