package deploy

import (
	"strings"

	"github.com/appsvc/svc/internal/link"
)

// environmentFlag returns the flag for an environment in a command line. It is "" for the default.
func environmentFlag(environment string) string {
	if environment == link.Production {
		return ""
	}
	return " --env " + environment
}

// shortText cuts text to at most limit characters.
func shortText(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit]) + "…"
}
