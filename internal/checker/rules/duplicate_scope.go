package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateScope = &checker.Rule{
	ID:       "duplicate-scope",
	Severity: diag.Warning,
	Title:    "list each scope once, in scopes or in optionalScopes",
	Why:      "every install grants the required scopes; requesting one again, or as optional, has no effect",
	Hint:     "remove one of the two",
	Before: `scopes: ['tickets'],
optionalScopes: ['tickets'],`,
	After: `scopes: ['tickets'],`,
	Run:   runDuplicateScope,
}

func runDuplicateScope(p *checker.Pass) {
	reportRepeatedScopes(p, appOption(p, "scopes"), appOption(p, "optionalScopes"))
	for _, d := range ofKind(p, declared.McpServer) {
		reportRepeatedScopes(p, d.Options.Get("requiredScopes"))
	}
}

func reportRepeatedScopes(p *checker.Pass, lists ...*declared.Value) {
	first := firstTexts{}
	for _, list := range lists {
		for _, item := range texts(list) {
			if earlier, taken := first.earlier(item.Text, item); taken {
				p.Reportf(item.At, "the scope %s is listed twice", quote(item)).
					Related(earlier.At, "first listed here")
			}
		}
	}
}
