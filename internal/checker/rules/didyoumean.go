package rules

import (
	"fmt"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/typo"
)

// hintNearest sets the hint `did you mean "x"?` if a known word is similar.
func hintNearest(draft *checker.Draft, word string, known []string) {
	if hint := didYouMean(word, known); hint != "" {
		draft.Hintf("%s", hint)
	}
}

// didYouMean returns the hint `did you mean "x"?`, or "" if no known word is similar.
func didYouMean(word string, known []string) string {
	if near := typo.Nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}
