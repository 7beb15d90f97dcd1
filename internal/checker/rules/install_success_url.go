package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var installSuccessURL = &checker.Rule{
	ID:       "install-success-url",
	Severity: diag.Error,
	Title:    "set install.successUrl to an absolute https URL",
	Why: "the browser is sent there after a successful OAuth install; without it, the runtime uses the portal's " +
		"connected-apps page",
	Hint:   "write the full URL, including https://",
	Before: `install: { successUrl: '/welcome' },`,
	After:  `install: { successUrl: 'https://app.example.com/welcome' },`,
	Run:    runInstallSuccessURL,
}

func runInstallSuccessURL(p *checker.Pass) {
	url := appOption(p, "install", "successUrl")
	if !hasText(url) {
		return // unset, or option-type reports it
	}
	if _, err := publicurl.Parse(url.Text); err != nil {
		p.Reportf(url.At, "invalid install.successUrl %s: %v", quote(url), err)
	}
	if auth := appOption(p, "auth"); auth.Text == "static" {
		p.Reportf(url.At, "install.successUrl has no effect: an app with static auth has no OAuth install").Warn().
			Related(auth.At, "auth is declared here").Hintf("remove it, or write auth: 'oauth'")
	}
}
