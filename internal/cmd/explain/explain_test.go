package explain

import (
	"testing"
)

func TestRulesAndErrorCodesHaveUniqueIDs(t *testing.T) {
	topics, err := allTopics()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, topic := range topics {
		if seen[topic.ID] {
			t.Errorf("duplicate topic %q", topic.ID)
		}
		seen[topic.ID] = true
		if fingerprint().MatchString(topic.ID) {
			t.Errorf("%s has the form of a fingerprint", topic.ID)
		}
		if topic.Title == "" || topic.Why == "" || topic.Hint == "" {
			t.Errorf("%s lacks a title, why or hint", topic.ID)
		}
	}
}
