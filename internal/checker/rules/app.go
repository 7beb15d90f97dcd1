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
	Why: "the install screen shows both; the platform accepts names of up to 200 characters without leading or " +
		"trailing spaces, and descriptions of up to 8192 characters",
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

var marketplaceAuth = &checker.Rule{
	ID:       "marketplace-auth",
	Severity: diag.Error,
	Title:    "use auth: 'oauth' in a marketplace app",
	Why: "a static token belongs to one account; the accounts that install a marketplace app get their tokens through " +
		"OAuth",
	Hint:   "write auth: 'oauth', or distribution: 'private'",
	Before: `defineApp({ distribution: 'marketplace', auth: 'static', ... })`,
	After:  `defineApp({ distribution: 'marketplace', auth: 'oauth', ... })`,
	Run:    runMarketplaceAuth,
}

func runMarketplaceAuth(p *checker.Pass) {
	distribution, auth := appOption(p, "distribution"), appOption(p, "auth")
	if distribution.Text == "marketplace" && auth.Text == "static" {
		p.Reportf(distribution.At, `distribution is "marketplace", but auth is "static"`).
			Related(auth.At, "auth is declared here")
	}
}

// staticAuth returns the auth of an app with static auth. isStatic is false for a marketplace app, of which
// marketplace-auth reports that: with OAuth, what needs OAuth is right.
func staticAuth(p *checker.Pass) (auth *declared.Value, isStatic bool) {
	auth = appOption(p, "auth")
	return auth, auth.Text == "static" && appOption(p, "distribution").Text != "marketplace"
}

var marketplaceOnly = &checker.Rule{
	ID:       "marketplace-only",
	Severity: diag.Warning,
	Title:    "declare app objects, associations and events only in a marketplace app with OAuth",
	Why: "the platform accepts app objects, associations and events only from apps with distribution 'marketplace' " +
		"and auth 'oauth'",
	Hint:   "write distribution: 'marketplace' and auth: 'oauth'",
	Before: `defineApp({ distribution: 'private', auth: 'oauth', objects: [invoice], ... })`,
	After:  `defineApp({ distribution: 'marketplace', auth: 'oauth', objects: [invoice], ... })`,
	Run:    runMarketplaceOnly,
}

func runMarketplaceOnly(p *checker.Pass) {
	distribution := appOption(p, "distribution")
	if distribution.Text != "private" {
		return // right, or marketplace-auth and app-distribution report it
	}
	for _, option := range []string{"objects", "objectAssociations", "events"} {
		list := appOption(p, option)
		if len(list.Items) == 0 {
			continue
		}
		p.Reportf(list.At, "the platform accepts %s only from marketplace apps; this app is private", option).
			Related(distribution.At, "distribution is declared here")
	}
}

var platformVersion = &checker.Rule{
	ID:       "platform-version",
	Severity: diag.Error,
	Title:    "use a platformVersion that svc supports",
	Why: "the version decides which files svc builds and which components the platform accepts; for a version that " +
		"is newer than svc supports, svc builds for the newest one that it supports",
	Hint:   "write " + platform.VersionList(),
	Before: `defineApp({ platformVersion: '2026-09', ... })`,
	After:  `defineApp({ platformVersion: '2026.09', ... })`,
	Run:    runPlatformVersion,
}

func runPlatformVersion(p *checker.Pass) {
	for _, d := range ofKind(p, declared.App) {
		v := d.Options.Get("platformVersion")
		if !hasText(v) {
			continue // option-type and missing-option report these
		}
		version, err := platform.ParseVersion(v.Text)
		if err != nil {
			p.Reportf(v.At, "invalid platformVersion %s: expected YYYY.MM or YYYY.MM-beta", quote(v)).
				Suggest(v.Text, platform.KnownVersions())
			continue
		}
		switch {
		case version.IsNewer():
			p.Reportf(v.At, "platformVersion %s is newer than this svc supports; svc builds for %s", quote(v),
				platform.Newest()).
				Warn().Hintf("upgrade svc, or write '%s'", platform.Newest())
		case !version.IsKnown():
			p.Reportf(v.At, "unknown platformVersion %s", quote(v)).Hintf("write %s", platform.VersionList())
		}
	}
}

// appVersion returns the platform version of the app; ok is false when it is missing or invalid.
func appVersion(p *checker.Pass) (version platform.Version, ok bool) {
	version, err := platform.ParseVersion(appOption(p, "platformVersion").Text)
	return version, err == nil
}

var installSuccessURL = &checker.Rule{
	ID:       "install-success-url",
	Severity: diag.Error,
	Title:    "set install.successUrl to an absolute https URL",
	Why: "after an OAuth install, the runtime sends the browser to this URL, or by default to the portal's page of " +
		"connected apps",
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
	reportUnlessURL(p, url, "install.successUrl "+quote(url))
	if auth, isStatic := staticAuth(p); isStatic {
		p.Reportf(url.At, "install.successUrl has no effect: an app with static auth has no OAuth install").Warn().
			Related(auth.At, "auth is declared here").Hintf("remove it, or write auth: 'oauth'")
	}
}
