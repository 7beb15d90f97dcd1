// Package checker is the engine of `svc check`: it runs rules over the declarations of a project and
// collects findings.
//
// The caller passes the rules (checker/rules). The package reads no files and runs no user code;
// internal/project does both. Start at Rule, which is data and a function, then read Pass and Check.
package checker

import "github.com/appsvc/svc/internal/diag"

// Rule is one check. `svc explain`, docs/rules.md and every finding's why and hint come from it.
type Rule struct {
	// ID is in kebab-case and stable, because suppressions and baselines contain it.
	ID string
	// Severity is Error if breaking the rule violates the contract, and Warning for limits and advice.
	Severity diag.Severity
	// Title is the rule as an imperative sentence, on one line, without a full stop.
	Title string
	// Why is the reason for the rule: the contract or a limit of the platform.
	Why string
	// Hint is the fix as an imperative sentence. Draft.Hintf replaces it for one finding.
	Hint string
	// Before and After are short TypeScript examples that break and keep the rule.
	Before, After string
	// Since is the first platformVersion that the rule applies to; "" for all.
	Since string
	// Blocking marks a rule about source that cannot be read or run. See diag.Finding.
	Blocking bool
	// Run checks the project and reports findings. It must not keep the pass.
	Run func(*Pass)
}
