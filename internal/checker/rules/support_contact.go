package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var supportContact = &checker.Rule{
	ID:       "support-contact",
	Severity: diag.Warning,
	Title:    "set the members of support to an email address, https URLs and a phone number",
	Why:      "the install screen shows them to people who need help with the app",
	Hint:     "write the full URL, including https://",
	Before:   `support: { documentationUrl: 'docs.example.com' },`,
	After:    `support: { documentationUrl: 'https://docs.example.com' },`,
	Run:      runSupportContact,
}

func runSupportContact(p *checker.Pass) {
	for _, option := range []string{"documentationUrl", "supportUrl"} {
		url := appOption(p, "support", option)
		reportUnlessURL(p, url, "support."+option+" "+quote(url))
	}
	if email := appOption(p, "support", "supportEmail"); hasText(email) && !isEmailAddress(email.Text) {
		p.Reportf(email.At, "invalid support.supportEmail %s: expected an email address", quote(email)).
			Hintf("write an address such as help@example.com")
	}
	if phone := appOption(p, "support", "supportPhone"); hasText(phone) && !strings.ContainsAny(phone.Text, "0123456789") {
		p.Reportf(phone.At, "invalid support.supportPhone %s: expected a phone number", quote(phone)).
			Hintf("write the number with its country code, such as +1 800 555 5555")
	}
}

// isEmailAddress reports whether a text has the form of one address, without a display name.
func isEmailAddress(text string) bool {
	name, host, found := strings.Cut(text, "@")
	return found && name != "" && strings.Contains(strings.Trim(host, "."), ".") && !strings.ContainsAny(host, "@") &&
		!strings.ContainsAny(text, " <>,;")
}
