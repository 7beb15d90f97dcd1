// This file makes the hint that names the word that a user probably meant.

package rules

import (
	"fmt"

	"github.com/appsvc/svc/internal/typo"
)

// didYouMean is the hint `did you mean "x"?`, or "" when no known word is close.
func didYouMean(word string, known []string) string {
	if near := typo.Nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}
