package capability

import (
	"fmt"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
)

// kinds maps what users may write to the kind of a capability.
var kinds = map[string]string{
	"": "", "tool": devserver.KindTool, "action": devserver.KindTool,
	"card": devserver.KindCardBackend, "cardBackend": devserver.KindCardBackend, "card-backend": devserver.KindCardBackend,
	"trigger": devserver.KindTrigger, "sync": devserver.KindSync, "source": devserver.KindSource,
}

// KindWords are the kinds as sentences have them.
var KindWords = map[string]string{
	devserver.KindTool: "tool", devserver.KindCardBackend: "card backend", devserver.KindTrigger: "trigger", devserver.KindSync: "sync",
	devserver.KindSource: "push source",
}

func ParseKind(word string) (string, error) {
	kind, known := kinds[word]
	if !known {
		return "", cli.Usage(fmt.Sprintf("--kind cannot be %q", word), "write --kind tool, card, trigger, sync or source")
	}
	return kind, nil
}

// kindFlags are the words for --kind of each.
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
