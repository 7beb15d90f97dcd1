// This file turns a guess at what the user meant into a hint.

package rules

import (
	"fmt"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/typo"
)

// hintNearest replaces the finding's hint by `did you mean "x"?` when a known word is close.
func hintNearest(draft *checker.Draft, word string, known []string) {
	if hint := didYouMean(word, known); hint != "" {
		draft.Hintf("%s", hint)
	}
}

// didYouMean is the hint `did you mean "x"?`, or "" when no known word is close.
func didYouMean(word string, known []string) string {
	if near := typo.Nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}
