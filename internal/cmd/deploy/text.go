package deploy

import (
	"strings"

	"github.com/appsvc/svc/internal/link"
)

// environmentFlag is the flag that names an environment in a command to copy; "" for the default.
func environmentFlag(environment string) string {
	if environment == link.Production {
		return ""
	}
	return " --env " + environment
}

// shortText is how much of a long text a table shows: so many characters at most.
func shortText(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
