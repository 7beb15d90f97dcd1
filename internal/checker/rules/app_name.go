package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var appName = &checker.Rule{
	ID:       "app-name",
	Severity: diag.Warning,
	Title:    "keep the app's name and description within the platform's limits",
	Why: "the install screen shows both; the platform accepts names of up to 200 characters without surrounding " +
		"spaces, and descriptions of up to 8192",
	Hint:   "shorten the text",
	Before: `defineApp({ name: ' Ledger Bridge', ... })`,
	After:  `defineApp({ name: 'Ledger Bridge', ... })`,
	Run:    runAppName,
}

func runAppName(p *checker.Pass) {
	for _, d := range ofKind(p, declared.App) {
		name := d.Options.Get("name")
		if hasText(name) && strings.TrimSpace(name.Text) != name.Text {
			p.Reportf(name.At, "the app's name %s starts or ends with a space", quote(name)).
				Hintf("write %s", quoteText(strings.TrimSpace(name.Text)))
		}
		reportLonger(p, name, "the app's name", platform.AppNameLength)
		reportLonger(p, d.Options.Get("description"), "the app's description", platform.AppDescriptionLength)
	}
}

// reportLonger reports a string with more characters than the platform accepts.
func reportLonger(p *checker.Pass, v *declared.Value, what string, limit platform.Limit) {
	if n := utf8.RuneCountInString(v.Text); v.IsString() && n > limit.Value {
		p.Reportf(v.At, "%s has %d %s; the limit is %d", what, n, limit.Unit, limit.Value)
	}
}
