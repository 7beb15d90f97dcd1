package rules

import (
	"regexp"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/checker/checktest"
	"github.com/appsvc/svc/internal/diag"
)

func TestRulesReportWhatTheirFixturesWant(t *testing.T) {
	checktest.All(t, All, "testdata")
}

func TestRulesHaveAllTexts(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, rule := range All {
		if !kebab.MatchString(rule.ID) {
			t.Errorf("%q is not in kebab-case", rule.ID)
		}
		if seen[rule.ID] {
			t.Errorf("two rules are called %q", rule.ID)
		}
		seen[rule.ID] = true
		if rule.Severity != diag.Error && rule.Severity != diag.Warning {
			t.Errorf("%s has the severity %q", rule.ID, rule.Severity)
		}
		for name, text := range map[string]string{"title": rule.Title, "why": rule.Why, "hint": rule.Hint} {
			if text == "" || strings.HasSuffix(text, ".") || strings.TrimSpace(text) != text || strings.Contains(text, "\n") {
				t.Errorf("%s: the %s must be one line without a full stop: %q", rule.ID, name, text)
			}
		}
		if rule.Before == "" || rule.After == "" || rule.Before == rule.After {
			t.Errorf("%s needs an example that breaks it and one that keeps it", rule.ID)
		}
	}
}
