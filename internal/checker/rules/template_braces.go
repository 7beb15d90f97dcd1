package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// loneBraces matches a name in single braces, such as {amount} or ${amount}, and in others, which tell them apart.
var loneBraces = lazyregexp.New(`\$?\{+\s*(\w+)\s*\}+`)

// warnOfLoneBraces warns of a field in single braces: people see the braces instead of its value.
func warnOfLoneBraces(
	p *checker.Pass, d *declared.Declaration, option string, template *declared.Value, isField func(name string) bool,
) {
	for _, match := range loneBraces().FindAllStringSubmatch(template.Text, -1) {
		text, name := match[0], match[1]
		if strings.Contains(text, "{{") || strings.Contains(text, "}}") || !isField(name) {
			continue
		}
		tag := "{{" + name + "}}"
		p.Reportf(template.At, "%s of %s has %s, which no value replaces", option, describe(d), quoteText(text)).Warn().
			Hintf("write %s", tag).
			Replace(template.Text, strings.Replace(template.Text, text, tag, 1), diag.Suggestion)
	}
}
