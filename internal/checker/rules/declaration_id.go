package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var declarationID = &checker.Rule{
	ID:       "declaration-id",
	Severity: diag.Error,
	Title:    "give every declaration a non-empty id",
	Why:      "the id names the declaration in URLs, in the manifest and in the CRM project",
	Hint:     "pass the id as the first argument",
	Before:   `worker.tool({ id: 'send-reminder', label: 'Send reminder' });`,
	After:    `worker.tool('send-reminder', { label: 'Send reminder' });`,
	Run:      runDeclarationID,
}

func runDeclarationID(p *checker.Pass) {
	for _, d := range p.Declarations {
		if !takesID(d.Kind) || d.Kind == declared.Sync && hasSource(d) {
			continue // its id is the name of its source
		}
		noun := article(nouns[d.Kind]) + " " + nouns[d.Kind]
		switch {
		case len(d.Args) == 0 || d.Args[0].IsAbsent():
			p.Reportf(d.At, "%s is declared without an id", noun)
		case !d.Args[0].IsString():
			draft := p.Reportf(argumentMark(d, 0), "the id of %s must be a string, not %s", noun, quote(d.Args[0]))
			if d.Kind == declared.Sync {
				draft.Hintf("pass an id, or a source from defineSource")
			}
		case isBlank(d.Args[0].Text):
			p.Reportf(argumentMark(d, 0), "the id of %s must not be empty", noun)
		}
	}
}

// takesID reports whether the first argument of a declaration is its id. It excludes workers, which
// define-worker-form checks.
func takesID(kind declared.Kind) bool {
	switch kind {
	case declared.AppObject, declared.AppObjectAssociation, declared.AppEvent, declared.McpServer:
		return true
	}
	return kind.IsCapability()
}
