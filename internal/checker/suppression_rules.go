package checker

import (
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

// The rules about suppressions have no function: only the engine knows which findings a suppression covers.

// SuppressionReason is reported for a suppression without a reason.
var SuppressionReason = &Rule{
	ID:       "suppression-reason",
	Severity: diag.Error,
	Title:    "give each suppression a reason",
	Why:      "a reader must be able to judge whether the suppression still applies; without a reason it has no effect",
	Hint:     "write // svc-ignore <rule> -- <reason>",
	Before:   "// svc-ignore unused-scope\nscopes: ['crm.objects.deals.read'],",
	After: "// svc-ignore unused-scope -- the deals card of the next release needs it\n" +
		"scopes: ['crm.objects.deals.read'],",
}

// SuppressionRule is reported for a suppression without a rule or with an unknown one.
var SuppressionRule = &Rule{
	ID:       "suppression-rule",
	Severity: diag.Warning,
	Title:    "name an existing rule in each suppression",
	Why:      "a suppression of an unknown rule has no effect",
	Hint:     "write the rule id that is printed with the finding; 'svc explain' lists all ids",
	Before:   "// svc-ignore unused-scopes -- needed by the next release",
	After:    "// svc-ignore unused-scope -- needed by the next release",
}

// UnusedSuppression is reported for a suppression that covers no finding.
var UnusedSuppression = &Rule{
	ID:       "unused-suppression",
	Severity: diag.Warning,
	Title:    "remove suppressions that cover no finding",
	Why:      "an unused suppression would hide the next mistake on its line",
	Hint:     "remove it, or move it to a separate line directly above the finding",
	Before:   "// svc-ignore schedule-syntax -- fixed long ago\nschedule: '5m',",
	After:    "schedule: '5m',",
}

// report returns findings about the suppressions, for the rules above that are in the table. It reports unused ones
// only if all rules ran and all source was read.
func (s *suppressor) report(complete bool) []found {
	complete = complete && len(s.project.Problems) == 0
	var ids []string
	for _, rule := range s.rules {
		ids = append(ids, rule.ID)
	}
	pass := &suppressionReport{known: ids}
	for _, suppression := range s.all {
		pass.check(suppression, complete)
	}
	return pass.found
}

type suppressionReport struct {
	known []string
	found []found
}

func (r *suppressionReport) check(s *suppression, complete bool) {
	if len(s.rules) == 0 {
		r.add(SuppressionRule, s.at, "the suppression names no rule", "")
	}
	if s.reason == "" {
		r.add(SuppressionReason, s.at, "the suppression has no reason, so it has no effect", "")
	}
	for _, rule := range s.rules {
		switch {
		case !slices.Contains(r.known, rule.id):
			hint := ""
			if near := typo.Nearest(rule.id, r.known); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.add(SuppressionRule, rule.at, fmt.Sprintf("unknown rule %q", rule.id), hint)
		case rule.used || s.reason == "" || !complete:
		case s.inline:
			message := fmt.Sprintf("the suppression of %q has no effect: code is on the same line", rule.id)
			r.add(UnusedSuppression, rule.at, message, "move it to a separate line directly above the finding")
		default:
			r.add(UnusedSuppression, rule.at, fmt.Sprintf("the suppression of %q covers no finding", rule.id), "")
		}
	}
}

func (r *suppressionReport) add(rule *Rule, at diag.Span, message, hint string) {
	if !slices.Contains(r.known, rule.ID) {
		return // the caller did not select this rule
	}
	if hint == "" {
		hint = rule.Hint
	}
	r.found = append(r.found, found{at: declared.At(at), Finding: diag.Finding{
		Rule: rule.ID, Severity: rule.Severity, Message: message, Why: rule.Why, Hint: hint, Span: at,
	}})
}
