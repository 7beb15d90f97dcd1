package rules

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var alertExpr = &checker.Rule{
	ID:       "alert-expr",
	Severity: diag.Error,
	Title:    "compare metrics with numbers in an alert's expr",
	Why:      "an alert's expr compares metrics with numbers, for all invocations or by " + orList(alertLabels),
	Hint:     "compare one of the metrics " + orList(alertMetrics) + " with a number",
	Before:   `{ name: 'Slow', expr: 'latency > 2s', window: '5m' },`,
	After:    `{ name: 'Slow', expr: 'p95 > 2000', window: '5m' },`,
	Run:      runAlertExpr,
}

// The words of the language. A test compares them with the SDK's parser.
var (
	alertMetrics = []string{
		"count", "errors", "error_rate", "p50", "p90", "p95", "p99",
		"backpressure", "crm_429", "poison_rows", "sync_lag_minutes",
	}
	alertLabels = []string{"capability", "kind", "portal"}
)

// runAlertExpr reports the errors of the SDK's parser.
func runAlertExpr(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		expr := rule.Get("expr")
		failure := alertExprOf(p, expr).Error
		if failure == nil || isBlank(expr.Text) {
			continue // valid, or option-type and missing-option report it
		}
		draft := p.Reportf(expr.At, "cannot parse the expr of alert %s: %v", quote(rule.Get("name")), failure)
		if len(failure.Known) > 0 {
			draft.Hintf("write %s", oneOf(failure.Known))
			draft.Suggest(failure.Word, failure.Known)
		}
	}
}

// alertExprOf returns the parsed form of an expression. It is empty if the value is not a string.
func alertExprOf(p *checker.Pass, expr *declared.Value) declared.AlertExpr {
	if p.App == nil {
		return declared.AlertExpr{}
	}
	return p.App.AlertExprs[expr]
}

// alertRules returns the app's alert rules that are objects.
func alertRules(p *checker.Pass) []*declared.Value {
	var all []*declared.Value
	for _, rule := range appOption(p, "alerts", "rules").Items {
		if rule.IsObject() {
			all = append(all, rule)
		}
	}
	return all
}

// alertComparisons returns the comparisons in the alerts' conditions, with the value of expr. alert-expr reports
// conditions that are not valid.
func alertComparisons(p *checker.Pass) iter.Seq2[*declared.Value, *alertexpr.Comparison] {
	return func(yield func(*declared.Value, *alertexpr.Comparison) bool) {
		for _, rule := range alertRules(p) {
			expr := rule.Get("expr")
			condition := alertExprOf(p, expr).Expr
			if condition == nil {
				continue
			}
			for _, comparison := range condition.Comparisons() {
				if !yield(expr, comparison) {
					return
				}
			}
		}
	}
}

var alertLabel = &checker.Rule{
	ID:       "alert-label",
	Severity: diag.Warning,
	Title:    "use capabilities and kinds of this project in an alert's labels",
	Why:      "a condition on a capability or kind that the project does not have is never true",
	Hint:     "use the id of a capability of this project, or one of the kinds tool, cardBackend, trigger and sync",
	Before:   `expr: 'errors{kind="card"} > 0'`,
	After:    `expr: 'errors{kind="cardBackend"} > 0'`,
	Run:      runAlertLabel,
}

// capabilityKinds are the kinds of capabilities, named as in checkpoints.
var capabilityKinds = []string{
	string(declared.Tool), string(declared.CardBackend), string(declared.Trigger), string(declared.Sync),
}

func runAlertLabel(p *checker.Pass) {
	for expr, comparison := range alertComparisons(p) {
		for _, label := range comparison.Labels {
			checkAlertLabel(p, expr, label)
		}
	}
}

func checkAlertLabel(p *checker.Pass, expr *declared.Value, label alertexpr.Label) {
	switch label.Name {
	case "kind":
		if !slices.Contains(capabilityKinds, label.Value) {
			p.Reportf(expr.At, "unknown capability kind %q", label.Value).
				Hintf("write %s", oneOf(capabilityKinds)).Suggest(label.Value, capabilityKinds)
		}
	case "capability":
		known := capabilityIDs(p)
		if allEvaluated(p) && !slices.Contains(known, label.Value) {
			p.Reportf(expr.At, "the project has no capability %q", label.Value).Suggest(label.Value, known)
		}
	}
}

// capabilityIDs returns the ids of all registered capabilities, sorted and without duplicates.
func capabilityIDs(p *checker.Pass) []string {
	var ids []string
	for _, d := range capabilitiesOf(p) {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

var alertRange = &checker.Rule{
	ID:       "alert-range",
	Severity: diag.Warning,
	Title:    "compare a metric only with values that it can have",
	Why: "error_rate is a rate from 0 to 1, and no metric is negative; an alert that compares with another number " +
		"never fires, or fires at every evaluation",
	Hint:   "compare error_rate with a number from 0 to 1: 5 % is 0.05",
	Before: `{ name: 'Errors', expr: 'error_rate > 5', window: '5m' },`,
	After:  `{ name: 'Errors', expr: 'error_rate > 0.05', window: '5m' },`,
	Run:    runAlertRange,
}

func runAlertRange(p *checker.Pass) {
	for expr, comparison := range alertComparisons(p) {
		checkAlertRange(p, expr, comparison)
	}
}

func checkAlertRange(p *checker.Pass, expr *declared.Value, c *alertexpr.Comparison) {
	low, high := 0.0, math.Inf(1)
	what, fix := "is never negative", "compare it with 0 or a positive number"
	if c.Metric == "error_rate" {
		high, what = 1, "is a rate from 0 to 1"
		fix = "write a number from 0 to 1"
		if c.Number > 1 && c.Number <= 100 {
			fix = fmt.Sprintf("write %s for %s %%", number(c.Number/100), number(c.Number))
		}
	}
	isEquality := c.Operator == "==" || c.Operator == "!="
	switch {
	case isEquality && low <= c.Number && c.Number <= high, !isEquality && c.Holds(low) != c.Holds(high):
		return // depends on the metric
	case c.Holds(low):
		p.Reportf(expr.At, "%s %s, so %s is always true", c.Metric, what, c).Hintf("%s", fix)
	default:
		p.Reportf(expr.At, "%s %s, so %s is never true", c.Metric, what, c).Hintf("%s", fix)
	}
}

func number(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

var alertWindow = &checker.Rule{
	ID:       "alert-window",
	Severity: diag.Error,
	Title:    "write an alert's window in minutes, hours or days",
	Why:      "a window is a whole number followed by m (minutes), h (hours) or d (days)",
	Hint:     "write a window such as '5m', '1h' or '1d'",
	Before:   `{ name: 'Errors', expr: 'errors > 0', window: '5 minutes' },`,
	After:    `{ name: 'Errors', expr: 'errors > 0', window: '5m' },`,
	Run:      runAlertWindow,
}

func runAlertWindow(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		window := rule.Get("window")
		if !hasText(window) || isWindow(window.Text) {
			continue // valid, or option-type and missing-option report it
		}
		p.Reportf(window.At, "the window of alert %s must be a number of minutes (m), hours (h) or days (d), not %s",
			quote(rule.Get("name")), quote(window))
	}
}

// Longest number of a window, in digits, so that its minutes cannot overflow.
const maxWindowDigits = 6

func isWindow(text string) bool {
	digits := strings.TrimRight(text, "mhd")
	return len(digits) == len(text)-1 && len(digits) <= maxWindowDigits && isNumber(digits) && digits[0] != '0'
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

var alertSeverity = &checker.Rule{
	ID:       "alert-severity",
	Severity: diag.Error,
	Title:    "set an alert's severity to " + literals(appOptions, "alerts", "rules", "severity"),
	Why:      "the receiver of an alert acts on its severity",
	Hint:     "write " + literals(appOptions, "alerts", "rules", "severity"),
	Before:   `{ name: 'Errors', expr: 'errors > 0', window: '5m', severity: 'error' },`,
	After:    `{ name: 'Errors', expr: 'errors > 0', window: '5m', severity: 'critical' },`,
	Run:      runAlertSeverity,
}

func runAlertSeverity(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		name := "the severity of alert " + quote(rule.Get("name"))
		reportUnlessWord(p, rule.Get("severity"), name, optionAt(appOptions, "alerts", "rules", "severity").words)
	}
}

var alertNotify = &checker.Rule{
	ID:       "alert-notify",
	Severity: diag.Error,
	Title:    "send alerts to an https URL or to secret:<BINDING>",
	Why:      "the app worker posts alerts to notify; keep a URL that contains a key in a secret binding",
	Hint:     "write an https URL, or 'secret:ALERT_WEBHOOK' for the binding that holds it",
	Before:   `alerts: { notify: 'ops@example.com', rules: [] },`,
	After:    `alerts: { notify: 'https://hooks.example.com/alerts', rules: [] },`,
	Run:      runAlertNotify,
}

func runAlertNotify(p *checker.Pass) {
	targets := texts(appOption(p, "alerts", "notify"))
	for _, rule := range alertRules(p) {
		targets = append(targets, texts(rule.Get("notify"))...)
	}
	for _, target := range targets {
		if !isBlank(target.Text) {
			checkNotify(p, target)
		}
	}
}

// checkNotify reports an invalid target. It does not print an invalid binding name, which may be the secret itself.
func checkNotify(p *checker.Pass, target *declared.Value) {
	if binding, isSecret := strings.CutPrefix(target.Text, "secret:"); isSecret {
		switch {
		case !isIdentifier(binding) || looksLikeKey(binding):
			p.Reportf(target.At, "notify must name a binding after secret:").
				Hintf("write the name of the binding that holds the URL, such as 'secret:ALERT_WEBHOOK'")
		case isReservedBinding(binding):
			p.Reportf(target.At, "notify names the binding %q, which is reserved for the runtime", binding).
				Hintf("use a separate binding for the URL, such as 'secret:ALERT_WEBHOOK'")
		}
		return
	}
	if err := publicurl.Judge(target.Text); err != nil {
		p.Reportf(target.At, "notify %s is neither a public https URL nor secret:<BINDING>: %v", quote(target), err)
	}
}

var duplicateAlertName = &checker.Rule{
	ID:       "duplicate-alert-name",
	Severity: diag.Warning,
	Title:    "give each alert a unique name",
	Why:      "receivers identify and silence an alert by its name",
	Hint:     "rename one of the two",
	Before: `{ name: 'Errors', expr: 'errors > 10', window: '5m' },
{ name: 'Errors', expr: 'errors > 100', window: '1h' },`,
	After: `{ name: 'Errors', expr: 'errors > 10', window: '5m' },
{ name: 'Many errors', expr: 'errors > 100', window: '1h' },`,
	Run: runDuplicateAlertName,
}

func runDuplicateAlertName(p *checker.Pass) {
	first := firstTexts{}
	for _, rule := range alertRules(p) {
		name := rule.Get("name")
		if !hasText(name) {
			continue // option-type and missing-option report these
		}
		if earlier, taken := first.earlier(name.Text, name); taken {
			p.Reportf(name.At, "duplicate alert name %s", quote(name)).
				Related(earlier.At, "first declared here")
		}
	}
}
