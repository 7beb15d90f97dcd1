// This file reports what kept source from being read or evaluated: loading has found it, and says
// under which rule it is told.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
)

// reportProblems reports the problems that carry the id of the rule that runs.
func reportProblems(p *checker.Pass) {
	for _, problem := range p.Problems {
		if problem.Rule != p.Rule.ID {
			continue // another rule's
		}
		draft := p.Reportf(problem.At, "%s", strings.TrimSuffix(problem.Message, "."))
		if problem.Hint != "" {
			draft.Hintf("%s", problem.Hint)
		}
		for _, related := range problem.Related {
			draft.Related(related.At, related.Message)
		}
	}
}
