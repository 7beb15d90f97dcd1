package rules

import (
	"unicode/utf8"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

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
