// Package checker is the engine of `svc check`: it runs rules over what a project declares and
// collects findings.
//
// It knows no rule: the caller passes the table (checker/rules). It reads nothing from disk and
// runs no user code: internal/project has done that.
// Start at Rule, which is data plus a function, then Pass, which a rule's function gets, then Check.
package checker

import "github.com/appsvc/svc/internal/diag"

// Rule is one check. `svc explain`, docs/rules.md and every finding's why and hint come from it.
type Rule struct {
	// ID is kebab-case and stable: users write it in suppressions and baselines.
	ID string
	// Severity: breaking a sentence of the contract is an Error, limits and advice are Warnings.
	Severity diag.Severity
	// Title says what the rule wants, in one line without a full stop.
	Title string
	// Why is the reason: the sentence of the contract or the limit of the platform behind the rule.
	Why string
	// Hint says what to do; Pass.Report may give one that is more exact.
	Hint string
	// Before and After are a small example that breaks the rule and one that keeps it, in TypeScript.
	Before, After string
	// Since is the platformVersion that the rule came with; "" for all.
	Since string
	// Blocking marks a rule about source that could not be read or run: see diag.Finding.
	Blocking bool
	// Run looks at the project and reports. It must not keep the pass.
	Run func(*Pass)
}
