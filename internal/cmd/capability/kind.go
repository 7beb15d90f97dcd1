package capability

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver"
)

// kinds maps the values of --kind to kinds of capabilities.
var kinds = map[string]string{
	"": "", "tool": devserver.KindTool, "action": devserver.KindTool,
	"card": devserver.KindCardBackend, "cardBackend": devserver.KindCardBackend, "card-backend": devserver.KindCardBackend,
	"trigger": devserver.KindTrigger, "sync": devserver.KindSync, "source": devserver.KindSource,
}

// KindWords name the kinds in messages.
var KindWords = map[string]string{
	devserver.KindTool: "tool", devserver.KindCardBackend: "card backend", devserver.KindTrigger: "trigger",
	devserver.KindSync: "sync", devserver.KindSource: "push source",
}

// AddKindFlag adds --kind.
func AddKindFlag(flags *pflag.FlagSet, kind *string) {
	flags.StringVar(kind, "kind", "",
		"the `kind` of the capability if its id is ambiguous: tool, card, trigger, sync or source")
}

// ParseKind returns the kind for a value of --kind. "" means any kind.
func ParseKind(word string) (string, error) {
	kind, known := kinds[word]
	if !known {
		return "", cli.Usage(fmt.Sprintf("invalid --kind %q: expected tool, card, trigger, sync or source", word), "")
	}
	return kind, nil
}

// kindFlags returns the value of --kind for each capability.
func kindFlags(found []devserver.Capability) []string {
	var words []string
	for _, c := range found {
		word := c.Kind
		if c.Kind == devserver.KindCardBackend {
			word = "card"
		}
		words = append(words, word)
	}
	return words
}
