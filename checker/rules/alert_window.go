// The rule alert-window: an alert looks back over minutes, hours or days.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var alertWindow = &checker.Rule{
	ID:       "alert-window",
	Severity: diag.Error,
	Title:    "the window of an alert is a number of minutes, hours or days",
	Why:      "window is a whole number with the unit m, h or d",
	Hint:     "write a window such as '5m', '1h' or '1d'",
	Before:   `{ name: 'Errors', expr: 'errors > 0', window: '5 minutes' },`,
	After:    `{ name: 'Errors', expr: 'errors > 0', window: '5m' },`,
	Run:      runAlertWindow,
}

func runAlertWindow(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		window := rule.Get("window")
		if !window.IsString() || isBlank(window.Text) || isWindow(window.Text) {
			continue // option-type and missing-option speak of those without text
		}
		p.Reportf(
			window.At, "the window of alert %s is %s, not a number of minutes (m), hours (h) or days (d)",
			quote(rule.Get("name")), quote(window),
		)
	}
}

// maxWindowDigits keeps a window within what a number of minutes can hold.
const maxWindowDigits = 6

func isWindow(text string) bool {
	digits := strings.TrimRight(text, "mhd")
	return len(digits) == len(text)-1 && len(digits) <= maxWindowDigits && isNumber(digits) && digits[0] != '0'
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
