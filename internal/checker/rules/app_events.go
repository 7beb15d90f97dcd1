package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventTemplate = &checker.Rule{
	ID:       "event-template",
	Severity: diag.Error,
	Title:    "use well-formed templates with declared properties",
	Why: "the timeline replaces {{property}} with the occurrence's value, and shows nothing for an undeclared " +
		"property",
	Hint: "declare the property, or use a declared one",
	Before: `headerTemplate: 'Paid {{total}}',
properties: { amount: { type: 'number' } },`,
	After: `headerTemplate: 'Paid {{amount}}',
properties: { amount: { type: 'number' } },`,
	Run: runEventTemplate,
}

// templateWords are names that need no declaration: the occurrence's time and extra data, and Handlebars keywords.
var templateWords = []string{"timestamp", "extraData", "this", "else", "if"}

func runEventTemplate(p *checker.Pass) {
	for _, d := range ofKind(p, declared.AppEvent) {
		if !d.Options.Get("properties").IsObject() {
			continue // missing-option and option-type report missing or invalid properties
		}
		for _, option := range []string{"headerTemplate", "detailTemplate"} {
			if v := d.Options.Get(option); v.IsString() {
				checkTemplate(p, d, option, v)
			}
		}
	}
}

func checkTemplate(p *checker.Pass, d *declared.Declaration, option string, v *declared.Value) {
	names, problem := templateNames(v.Text)
	if problem != "" {
		p.Reportf(v.At, "%s of %s is malformed: %s", option, describe(d), problem).
			Hintf("write {{property}}, or {{#formatDate property}}{{/formatDate}}")
		return
	}
	isProperty := func(name string) bool { return propertyOf(d, name) != nil }
	warnOfLoneBraces(p, d, option, v, isProperty)
	for _, name := range names {
		if slices.Contains(templateWords, name) || isProperty(name) {
			continue
		}
		draft := p.Reportf(v.At, "%s of %s uses %s, which is not a declared property", option, describe(d), quoteText(name))
		hintProperty(draft, d, name)
	}
}

// templateNames returns the properties that a timeline template uses, in order and without duplicates. The problem
// says why the template is malformed, or is "".
//
// It parses a subset of Handlebars: {{name}}, {{name.member}}, {{{name}}}, comments, and blocks such as
// {{#formatDate name format="short"}}…{{/formatDate}}.
func templateNames(template string) (names []string, problem string) {
	var open []string // the open blocks
	rest := template
	for {
		before, after, found := strings.Cut(rest, "{{")
		if strings.Contains(before, "}}") {
			return nil, `"}}" without "{{"`
		}
		if !found {
			break
		}
		tag, following, closed := strings.Cut(after, "}}")
		if !closed {
			return nil, `"{{" without "}}"`
		}
		rest = strings.TrimPrefix(following, strings.Repeat("}", strings.Count(leadingBraces(tag), "{")))
		tag = strings.TrimSpace(strings.Trim(strings.TrimLeft(tag, "{"), "~&"))
		switch {
		case strings.HasPrefix(tag, "!"):
			continue // a comment
		case strings.HasPrefix(tag, "/"):
			block := strings.TrimSpace(tag[1:])
			if len(open) == 0 || open[len(open)-1] != block {
				return nil, fmt.Sprintf("{{/%s}} closes no block", block)
			}
			open = open[:len(open)-1]
			continue
		case strings.HasPrefix(tag, "#"), strings.HasPrefix(tag, "^"):
			words := strings.Fields(tag[1:])
			if len(words) == 0 {
				return nil, fmt.Sprintf("{{%s}} has no name", tag)
			}
			names = appendNames(names, open, words[1:])
			open = append(open, words[0])
		case tag == "":
			return nil, "{{}} is empty"
		default:
			words := strings.Fields(tag)
			if len(words) > 1 {
				words = words[1:] // the first is a helper, as in {{formatDate sentAt}}
			}
			names = appendNames(names, open, words)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Sprintf("{{#%s}} is not closed", open[len(open)-1])
	}
	return names, ""
}

func leadingBraces(tag string) string { return tag[:len(tag)-len(strings.TrimLeft(tag, "{"))] }

// appendNames adds the first part of each path, such as extraData of extraData.items[0], and skips literals and
// options. Inside each and with, names belong to an item, which has no declaration.
func appendNames(names, open, words []string) []string {
	if slices.Contains(open, "each") || slices.Contains(open, "with") {
		return names
	}
	for _, word := range words {
		if strings.ContainsAny(word, `="'`) || strings.Trim(word, "0123456789.") == "" || strings.HasPrefix(word, "@") {
			continue // format="short", 'text', 3, @index
		}
		name, _, _ := strings.Cut(strings.Trim(word, "()"), ".")
		name, _, _ = strings.Cut(name, "[")
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

var eventTemplateLength = &checker.Rule{
	ID:       "event-template-length",
	Severity: diag.Warning,
	Title:    "keep headerTemplate within 1,000 and detailTemplate within 10,000 characters",
	Why:      "the CRM platform rejects longer templates",
	Hint:     "shorten the template",
	Before:   `headerTemplate: longText,`,
	After:    `headerTemplate: 'Paid {{amount}}', detailTemplate: longText,`,
	Run:      runEventTemplateLength,
}

// Longest templates of an event, in characters (the platform's timeline documentation).
const (
	maxHeaderTemplate = 1_000
	maxDetailTemplate = 10_000
)

func runEventTemplateLength(p *checker.Pass) {
	for _, d := range ofKind(p, declared.AppEvent) {
		checkTemplateLength(p, d, "headerTemplate", maxHeaderTemplate)
		checkTemplateLength(p, d, "detailTemplate", maxDetailTemplate)
	}
}

func checkTemplateLength(p *checker.Pass, d *declared.Declaration, option string, limit int) {
	v := d.Options.Get(option)
	if n := utf8.RuneCountInString(v.Text); n > limit {
		p.Reportf(v.At, "%s of %s has %d characters; the limit is %d", option, describe(d), n, limit)
	}
}

var eventCustomObject = &checker.Rule{
	ID:       "event-custom-object",
	Severity: diag.Warning,
	Title:    "set supportsCustomObject: true for an event on an app object",
	Why:      "an event attaches to the CRM's own objects; to attach to an app object, it needs supportsCustomObject",
	Hint:     "add supportsCustomObject: true",
	Before:   `appEvent('invoice-sent', { objectType: 'ledger-invoice', ... });`,
	After:    `appEvent('invoice-sent', { objectType: 'ledger-invoice', supportsCustomObject: true, ... });`,
	Run:      runEventCustomObject,
}

func runEventCustomObject(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.AppEvent) {
		target, supports := d.Options.Get("objectType"), d.Options.Get("supportsCustomObject")
		object := objects.named(target)
		if target.IsString() && !supports.Bool && object != nil && !platform.IsCRMObjectType(target.Text) {
			p.Reportf(target.At, "%s attaches to %s without supportsCustomObject", describe(d), describe(object)).
				Related(object.At, "the app object is declared here")
		}
	}
}

var eventCount = &checker.Rule{
	ID:       "event-count",
	Severity: diag.Warning,
	Title:    "declare at most 750 event types",
	Why:      "the CRM platform allows 750 event types per app",
	Hint:     "combine similar events, and distinguish them by a property",
	Before:   `events: invoiceStates.map((state) => appEvent('invoice-' + state, { ... })),`,
	After:    `events: [appEvent('invoice-changed', { properties: { state: { type: 'string' } }, ... })],`,
	Run:      runEventCount,
}

func runEventCount(p *checker.Pass) {
	if p.App == nil {
		return // other rules report a missing app
	}
	events := p.App.Options.Get("events")
	count := 0
	for _, item := range events.Items {
		if item.IsRef(declared.AppEvent) {
			count++
		}
	}
	if limit := platform.EventTypesPerApp.Value; count > limit {
		p.Reportf(events.At, "the app has %d event types; the limit is %d", count, limit)
	}
}
