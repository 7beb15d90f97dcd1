package cmdutil

import (
	"fmt"
	"strings"
)

// maxListed is how many names a message lists.
const maxListed = 20

func ListNames(lead string, names []string) string {
	switch {
	case len(names) == 0:
		return "this app has no capabilities: add one with worker.tool or worker.cardBackend"
	case len(names) > maxListed:
		return fmt.Sprintf("%s %s and %d more", lead, strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return lead + " " + strings.Join(names, ", ")
}
