// The rule install-success-url: the browser can be sent there after an install.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var installSuccessURL = &checker.Rule{
	ID:       "install-success-url",
	Severity: diag.Error,
	Title:    "install.successUrl is an absolute https URL",
	Why:      "it is where the browser lands after a successful OAuth install; without it the runtime falls back to the portal's connected-apps page",
	Hint:     "write the whole URL, from https:// on",
	Before:   `install: { successUrl: '/welcome' },`,
	After:    `install: { successUrl: 'https://app.example.com/welcome' },`,
	Run:      runInstallSuccessURL,
}

func runInstallSuccessURL(p *checker.Pass) {
	url := appOption(p, "install", "successUrl")
	if !url.IsString() || isBlank(url.Text) {
		return // left out, or option-type speaks of it
	}
	if _, err := publicurl.Parse(url.Text); err != nil {
		p.Reportf(url.At, "install.successUrl %s is refused: %v", quote(url), err)
	}
	if auth := appOption(p, "auth"); auth.Text == "static" {
		p.Reportf(url.At, "install.successUrl has no effect: an app with static auth has no OAuth install").Warn().
			Related(auth.At, "auth is declared here").Hintf("remove it, or write auth: 'oauth'")
	}
}
