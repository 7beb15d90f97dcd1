package cmdutil

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// exitCodes starts the paragraph of a help text about exit codes.
const exitCodes = "Exit codes:"

// ExitCodes returns the paragraph of a help text that lists exit codes in their order. A code has its digit first, as
// in "0 success".
func ExitCodes(codes ...string) string {
	const width = 105
	words := strings.Fields(exitCodes + " " + strings.Join(slices.Sorted(slices.Values(codes)), ", ") + ".")
	var text strings.Builder
	column := 0
	for _, word := range words {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			text.WriteByte('\n')
			column = 0
		default:
			text.WriteByte(' ')
			column++
		}
		text.WriteString(word)
		column += len(word)
	}
	return text.String()
}

// AddExitCodes gives each subcommand of a group whose help has no paragraph about exit codes that of the group.
func AddExitCodes(group *cobra.Command) {
	codes := group.Long[strings.Index(group.Long, exitCodes):]
	for _, child := range group.Commands() {
		if strings.Contains(child.Long, exitCodes) {
			continue
		}
		if child.Long == "" {
			child.Long = child.Short + "."
		}
		child.Long += "\n\n" + codes
	}
}
