package cli

import "testing"

func TestSentenceCapitalizesTextExceptCode(t *testing.T) {
	for text, want := range map[string]string{
		"an app has a name.":           "An app has a name",
		"defineApp takes one argument": "defineApp takes one argument",
		"svc.config.ts is missing":     "svc.config.ts is missing",
		"svc reads the config":         "svc reads the config",
		"FieldType is a word":          "FieldType is a word",
		"":                             "",
	} {
		if got := sentence(text); got != want {
			t.Errorf("sentence(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestMarkdownEscapesAngleBrackets(t *testing.T) {
	topic := Topic{ID: "event-type", Kind: RuleTopic, Title: "an event is <object>.<kind>", Before: "a < b"}
	want := "**An event is \\<object>.\\<kind>.** (rule, )\n\nIncorrect:\n\n```ts\na < b\n```\n"
	if got := topic.Markdown(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
