package cli

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/typo"
)

// Suggest returns fix, preceded by "did you mean" if a known word is near to word.
func Suggest(word string, known []string, fix string) string {
	near := typo.Nearest(word, known)
	switch {
	case near == "":
		return fix
	case fix == "":
		return fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Sprintf("did you mean %q? %s", near, fix)
}

// maxListed is the number of names that a message lists.
const maxListed = 20

// ListNames lists names after a lead, up to a limit: "use one of a, b".
func ListNames(lead string, names []string) string {
	if len(names) > maxListed {
		return fmt.Sprintf("%s %s and %d more", lead, strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return lead + " " + strings.Join(names, ", ")
}
