// This file holds the rules about suppressions themselves. They are data for the catalogue; the engine
// reports them, since only it knows what a suppression met.

package checker

import (
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

// SuppressionReason is reported for a suppression that gives no reason.
var SuppressionReason = &Rule{
	ID:       "suppression-reason",
	Severity: diag.Error,
	Title:    "a suppression gives its reason",
	Why:      "who reads the suppression later must be able to judge whether it still holds; without a reason it suppresses nothing",
	Hint:     "write // svc-ignore <rule> -- why it is fine here",
	Before:   "// svc-ignore unused-scope\nscopes: ['crm.objects.deals.read'],",
	After:    "// svc-ignore unused-scope -- the deals card of the next release needs it\nscopes: ['crm.objects.deals.read'],",
}

// SuppressionRule is reported for a suppression that names no rule, or one that does not exist.
var SuppressionRule = &Rule{
	ID:       "suppression-rule",
	Severity: diag.Warning,
	Title:    "a suppression names a rule that exists",
	Why:      "a suppression of a rule that does not exist suppresses nothing",
	Hint:     "write the id that stands in brackets behind the finding; `svc explain` lists all",
	Before:   "// svc-ignore unused-scopes -- needed by the next release",
	After:    "// svc-ignore unused-scope -- needed by the next release",
}

// UnusedSuppression is reported for a suppression that covers no finding.
var UnusedSuppression = &Rule{
	ID:       "unused-suppression",
	Severity: diag.Warning,
	Title:    "a suppression covers a finding",
	Why:      "a suppression that covers nothing would hide the next mistake at its place",
	Hint:     "remove it, or move it to a line of its own right above the line of the finding",
	Before:   "// svc-ignore schedule-syntax -- fixed long ago\nschedule: '5m',",
	After:    "schedule: '5m',",
}

// report says what is wrong with the suppressions, for those of the rules above that are in the table.
// Unused ones are told only when everything could be looked at: all rules ran, all source was read.
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
		r.add(SuppressionReason, s.at, "the suppression gives no reason, so it suppresses nothing", "")
	}
	for _, rule := range s.rules {
		switch {
		case !slices.Contains(r.known, rule.id):
			hint := ""
			if near := typo.Nearest(rule.id, r.known); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.add(SuppressionRule, rule.at, fmt.Sprintf("there is no rule %q", rule.id), hint)
		case rule.used || s.reason == "" || !complete:
		case s.inline:
			r.add(UnusedSuppression, rule.at, fmt.Sprintf(
				"the suppression of %q covers nothing: it shares its line with code", rule.id,
			),
				"move it to a line of its own above the line of the finding")
		default:
			r.add(UnusedSuppression, rule.at, fmt.Sprintf("the suppression of %q covers no finding", rule.id), "")
		}
	}
}

func (r *suppressionReport) add(rule *Rule, at diag.Span, message, hint string) {
	if !slices.Contains(r.known, rule.ID) {
		return // the caller did not ask for this rule
	}
	if hint == "" {
		hint = rule.Hint
	}
	r.found = append(r.found, found{at: declared.At(at), Finding: diag.Finding{
		Rule: rule.ID, Severity: rule.Severity, Message: message, Why: rule.Why, Hint: hint, Span: at,
	}})
}
