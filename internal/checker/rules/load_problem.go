package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/checker"
)

// reportProblems reports the problems of loading the project that carry the id of the running rule.
func reportProblems(p *checker.Pass) {
	for _, problem := range p.Problems {
		if problem.Rule != p.Rule.ID {
			continue // another rule's
		}
		draft := p.Reportf(problem.At, "%s", strings.TrimSuffix(shortened(problem.Message), "."))
		if problem.Hint != "" {
			draft.Hintf("%s", problem.Hint)
		}
		for _, related := range problem.Related {
			draft.Related(related.At, related.Message)
		}
	}
}

// Longest message of a user's error in a finding, in characters.
const maxProblem = 500

func shortened(text string) string {
	if utf8.RuneCountInString(text) > maxProblem {
		return string([]rune(text)[:maxProblem]) + "…"
	}
	return text
}
