package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var noScopes = &checker.Rule{
	ID:       "no-scopes",
	Severity: diag.Warning,
	Title:    "request at least one scope",
	Why:      "the platform rejects apps without a required scope",
	Hint:     "list a scope that the app uses, such as 'crm.objects.contacts.read'",
	Before:   `defineApp({ scopes: [], ... })`,
	After:    `defineApp({ scopes: ['crm.objects.contacts.read'], ... })`,
	Run:      runNoScopes,
}

func runNoScopes(p *checker.Pass) {
	if scopes := appOption(p, "scopes"); scopes.IsArray() && len(scopes.Items) == 0 {
		p.Reportf(scopes.At, "the app requests no scopes")
	}
}

var scopeSyntax = &checker.Rule{
	ID:       "scope-syntax",
	Severity: diag.Error,
	Title:    "write each scope as one name without spaces or commas",
	Why:      "scopes are sent as a space-separated list, so a name with a space becomes two scopes",
	Hint:     "write one string per scope",
	Before:   `scopes: ['crm.objects.contacts.read crm.objects.contacts.write'],`,
	After:    `scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write'],`,
	Run:      runScopeSyntax,
}

func runScopeSyntax(p *checker.Pass) {
	for _, d := range ofKind(p, declared.App, declared.McpServer) {
		for _, option := range []string{"scopes", "optionalScopes", "requiredScopes"} {
			for _, item := range d.Options.Get(option).Items { // option-type reports a text in place of the list
				if hasText(item) && !isScope(item.Text) {
					p.Reportf(item.At, "invalid scope %s: expected one name without spaces or commas", quote(item))
				}
			}
		}
	}
}

// isScope reports whether a string has the form of one scope (RFC 6749, section 3.3). It also rejects commas,
// which only a mistake puts there.
func isScope(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '"' || r == '\\' || r == ','
	})
}

var duplicateScope = &checker.Rule{
	ID:       "duplicate-scope",
	Severity: diag.Warning,
	Title:    "list each scope once, in scopes or in optionalScopes",
	Why:      "every install grants the required scopes; requesting one again, or as optional, has no effect",
	Hint:     "remove one of the two",
	Before: `scopes: ['tickets'],
optionalScopes: ['tickets'],`,
	After: `scopes: ['tickets'],`,
	Run:   runDuplicateScope,
}

func runDuplicateScope(p *checker.Pass) {
	reportRepeated(p, "scope", appOption(p, "scopes"), appOption(p, "optionalScopes"))
	for _, d := range ofKind(p, declared.McpServer) {
		reportRepeated(p, "scope", d.Options.Get("requiredScopes"))
	}
}

// reportRepeated reports the texts that lists repeat.
func reportRepeated(p *checker.Pass, noun string, lists ...*declared.Value) {
	first := firstTexts{}
	for _, list := range lists {
		for i, item := range list.Items {
			if !item.IsString() {
				continue
			}
			if earlier, taken := first.earlier(item.Text, item); taken {
				p.Reportf(item.At, "the %s %s is listed twice", noun, quote(item)).
					Related(earlier.At, "first listed here").Remove(list, i, item.Text)
			}
		}
	}
}

var optionalScopesAuth = &checker.Rule{
	ID:       "optional-scopes-auth",
	Severity: diag.Warning,
	Title:    "use optionalScopes only in an app with OAuth",
	Why:      "an OAuth install grants optional scopes; a static token has only the required ones",
	Hint:     "move what the app needs to scopes, or write auth: 'oauth'",
	Before:   `defineApp({ auth: 'static', optionalScopes: ['tickets'], ... })`,
	After:    `defineApp({ auth: 'static', scopes: ['tickets'], ... })`,
	Run:      runOptionalScopesAuth,
}

func runOptionalScopesAuth(p *checker.Pass) {
	optional := appOption(p, "optionalScopes")
	if auth, isStatic := staticAuth(p); isStatic && len(optional.Items) > 0 {
		p.Reportf(optional.At, "optionalScopes have no effect in an app with static auth").
			Related(auth.At, "auth is declared here")
	}
}

var oauthScope = &checker.Rule{
	ID:       "oauth-scope",
	Severity: diag.Warning,
	Title:    "request the scope oauth if the vendor requires it",
	Why: "with the profile hubspot, a portal can install an OAuth app only if the app requests the scope oauth; the " +
		"profile crm does not use this scope",
	Hint:   "add 'oauth' to scopes",
	Before: `defineApp({ auth: 'oauth', scopes: ['tickets'], ... })`,
	After:  `defineApp({ auth: 'oauth', scopes: ['oauth', 'tickets'], ... })`,
	Run:    runOauthScope,
}

func runOauthScope(p *checker.Pass) {
	scope := p.Vendor.OAuthScope
	scopes := appOption(p, "scopes")
	if scope == "" || appOption(p, "auth").Text != "oauth" {
		return // the vendor requires no scope, or the app does not use OAuth
	}
	if scopes.IsArray() && !holdsText(scopes, scope) && (requests(p, []string{scope}) || lacksScopes(p, scope)) {
		addScope(p.Reportf(scopes.At, "the app does not request the scope %q", scope), scopes, scope, diag.Safe)
	}
}

// holdsText reports whether a list contains a string.
func holdsText(list *declared.Value, text string) bool {
	for _, item := range texts(list) {
		if item.Text == text {
			return true
		}
	}
	return false
}

var componentScope = &checker.Rule{
	ID:       "component-scope",
	Severity: diag.Warning,
	Title:    "request the scopes that app events and app objects need",
	Why: "the platform accepts occurrences of app events only with the scope timeline, and records of app objects " +
		"only with crm.objects.custom.read or .write",
	Hint:   "add the scope to scopes",
	Before: `defineApp({ scopes: ['oauth'], events: [paymentReceived], ... })`,
	After:  `defineApp({ scopes: ['oauth', 'timeline'], events: [paymentReceived], ... })`,
	Run:    runComponentScope,
}

// componentScopes are the options of an app with components that need one of some scopes.
var componentScopes = []struct {
	option string
	scopes []string
}{
	{"events", []string{"timeline"}},
	{"objects", []string{"crm.objects.custom.read", "crm.objects.custom.write"}},
}

func runComponentScope(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	for _, need := range componentScopes {
		if list := appOption(p, need.option); len(list.Items) > 0 && lacksScopes(p, need.scopes...) {
			draft := p.Reportf(list.At, "%s need the scope %s, which the app does not request",
				need.option, oneOf(need.scopes)).Related(scopes.At, "scopes are declared here")
			addScope(draft, scopes, need.scopes[0], howSure(need.scopes))
		}
	}
}

var usesScopes = &checker.Rule{
	ID:       "uses-scopes",
	Severity: diag.Error,
	Title:    "request the scopes that usesScopes marks",
	Why:      "usesScopes records the scopes that a call needs; without them, the CRM rejects the call",
	Hint:     "add the scope to scopes, or to optionalScopes if the app works without it",
	Before: `defineApp({ scopes: ['crm.objects.deals.read'], ... })
usesScopes(['crm.objects.deals.write'], () => ctx.crm.objects.update('deals', id, change));`,
	After: `defineApp({ scopes: ['crm.objects.deals.read', 'crm.objects.deals.write'], ... })
usesScopes(['crm.objects.deals.write'], () => ctx.crm.objects.update('deals', id, change));`,
	Run: runUsesScopes,
}

func runUsesScopes(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	for _, call := range p.Calls {
		for _, scope := range markedScopes(call) {
			if !lacksScopes(p, scope) {
				continue
			}
			known := platform.KnownScopes()
			draft := p.Reportf(call.At, "the call needs the scope %s, which the app does not request", quoteText(scope)).
				Related(scopes.At, "scopes are declared here")
			if slices.Contains(known, scope) {
				addScope(draft, scopes, scope, diag.Safe)
			} else {
				draft.Suggest(scope, slices.Concat(requestedScopes(p), known))
			}
		}
	}
}

// addScope offers to append a scope to the requested ones. A misspelled one in the list may be meant, so that one is
// corrected first.
func addScope(draft *checker.Draft, scopes *declared.Value, scope string, how diag.Applicability) {
	known := platform.KnownScopes()
	isMisspelt := func(item *declared.Value) bool { return nearScopes(item.Text, known) != nil }
	if !slices.ContainsFunc(texts(scopes), isMisspelt) {
		draft.Append(scopes, scope, how)
	}
}

// howSure returns whether svc can choose among the scopes of which an app needs one.
func howSure(scopes []string) diag.Applicability {
	if len(scopes) == 1 {
		return diag.Safe
	}
	return diag.Suggestion
}
