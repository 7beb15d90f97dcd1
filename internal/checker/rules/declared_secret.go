package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
)

var declaredSecret = &checker.Rule{
	ID:       "declared-secret",
	Severity: diag.Error,
	Title:    "keep credentials out of declarations",
	Why: "declarations end up in version control, and a deploy uploads them in the CRM project, in the manifest and in " +
		"the scripts",
	Hint: "put the value into a secret binding, and replace the committed credential; an alert takes a secret URL as " +
		"'secret:<BINDING>'",
	Before: `alerts: { notify: 'https://hooks.slack.com/services/T0…/B0…/x9…', rules },`,
	After:  `alerts: { notify: 'secret:ALERT_WEBHOOK', rules },`,
	Run:    runDeclaredSecret,
}

// knownToken matches credentials by the prefix that their issuer gives them, with the length of real ones: the prefix
// in prose, or a shortened example, does not match.
var knownToken = lazyregexp.New(`(^|[^0-9A-Za-z_])(` +
	`[sr]k_(live|test)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/]{24,}|` + // Stripe
	`gh[pousr]_[0-9A-Za-z]{30,}|github_pat_[0-9A-Za-z_]{40,}|glpat-[0-9A-Za-z_-]{20,}|` +
	`xox[abeprs]-[0-9A-Za-z-]{24,}|https://hooks\.slack\.com/services/T[0-9A-Z]+/B[0-9A-Z]+/[0-9A-Za-z]{20,}|` +
	`pat-[a-z]{2}[0-9]-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|` + // HubSpot
	`AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|` + // AWS, Google
	`eyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}|` + // JSON Web Token
	`-----BEGIN [A-Z ]*PRIVATE KEY-----)`)

// runDeclaredSecret does not print the value.
func runDeclaredSecret(p *checker.Pass) {
	named := map[*declared.Value]bool{} // secret-binding-name reports these
	eachCredential(p, func(c credential) { named[c.value] = true })
	for _, d := range p.Declarations {
		eachNested(d.Options, func(v *declared.Value) {
			if v.IsString() && !named[v] && knownToken().MatchString(v.Text) {
				p.Reportf(v.At, "%s contains a credential", describe(d))
			}
		})
	}
}

// eachNested visits a value and what its arrays and objects contain. Declarations that it refers to have options of
// their own.
func eachNested(v *declared.Value, visit func(*declared.Value)) {
	if v.IsAbsent() {
		return
	}
	visit(v)
	for _, item := range v.Items {
		eachNested(item, visit)
	}
	for _, member := range v.Members {
		eachNested(member.Value, visit)
	}
}
