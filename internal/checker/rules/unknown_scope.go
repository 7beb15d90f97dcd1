package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

var unknownScope = &checker.Rule{
	ID:       "unknown-scope",
	Severity: diag.Warning,
	Title:    "spell scopes as the CRM does",
	Why: "the platform rejects an app that requests an unknown scope; svc check reports names that differ from a " +
		"known scope in one word",
	Hint:   "correct the name",
	Before: `scopes: ['crm.objects.contats.write'],`,
	After:  `scopes: ['crm.objects.contacts.write'],`,
	Run:    runUnknownScope,
}

func runUnknownScope(p *checker.Pass) {
	var known []string // read when first needed
	for _, d := range ofKind(p, declared.App, declared.McpServer) {
		for _, option := range []string{"scopes", "optionalScopes", "requiredScopes"} {
			for _, item := range texts(d.Options.Get(option)) {
				if known == nil {
					known = platform.KnownScopes()
				}
				if near := nearScopes(item.Text, known); near != nil {
					p.Reportf(item.At, "unknown scope %s", quote(item)).Suggest(item.Text, near)
				}
			}
		}
	}
}

// nearScopes returns the known scopes that an unknown one may mean: they differ in one word, by a few letters. It
// returns nil for a known scope and for one that is like none.
func nearScopes(scope string, known []string) []string {
	if slices.Contains(known, scope) {
		return nil
	}
	words := strings.Split(scope, ".")
	var candidates []string
	for _, other := range known {
		if theirs := strings.Split(other, "."); len(theirs) == len(words) && differences(words, theirs) == 1 {
			candidates = append(candidates, other)
		}
	}
	if typo.Nearest(scope, candidates) == "" {
		return nil
	}
	return candidates
}

func differences(a, b []string) (count int) {
	for i := range a {
		if a[i] != b[i] {
			count++
		}
	}
	return count
}
