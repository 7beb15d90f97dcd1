package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var sourceName = &checker.Rule{
	ID:       "source-name",
	Severity: diag.Error,
	Title:    "use letters, digits, hyphens, underscores and dots in source names",
	Why: "the name of a push source is part of its path, /webhooks/<name>, and the name of any source is the id of " +
		"its sync",
	Hint:   "use letters, digits, hyphens, underscores and dots, at most 64 characters",
	Before: `defineSource({ name: 'ledger/invoices', fetch });`,
	After:  `defineSource({ name: 'ledger-invoices', fetch });`,
	Run:    runSourceName,
}

func runSourceName(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Source) {
		if !isBlank(d.ID) && !isPathName(d.ID) {
			p.Reportf(d.IDMark(), "the source name %s is not valid in a URL", quoteText(d.ID))
		}
	}
}

var reservedSourceName = &checker.Rule{
	ID:       "reserved-source-name",
	Severity: diag.Error,
	Title:    "do not name a source crm",
	Why:      "push sources are served at /webhooks/<name>, and /webhooks/crm receives the CRM platform's webhooks",
	Hint:     "rename the source",
	Before:   `defineSource({ name: 'crm', fetch });`,
	After:    `defineSource({ name: 'ledger', fetch });`,
	Run:      runReservedSourceName,
}

// platformWebhook is the path below /webhooks for the CRM platform (spec, Endpoints).
const platformWebhook = "crm"

func runReservedSourceName(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Source) {
		if d.ID == platformWebhook {
			p.Reportf(d.IDMark(), "the source name %q is reserved for the CRM platform", d.ID)
		}
	}
}

var unusedSource = &checker.Rule{
	ID:       "unused-source",
	Severity: diag.Warning,
	Title:    "use each source in a sync",
	Why:      "without a sync, the runtime neither fetches from a pull source nor receives from a push source",
	Hint:     "pass it to a sync: worker.sync(source, { ... }), or remove it",
	Before:   `export const ledger = defineSource({ name: 'ledger', fetch });`,
	After: `export const ledger = defineSource({ name: 'ledger', fetch });
worker.sync(ledger, { ... });`,
	Run: runUnusedSource,
}

func runUnusedSource(p *checker.Pass) {
	if !allEvaluated(p) {
		return // a file that failed may use it
	}
	used := map[string]bool{} // by name: a module that two shards share is evaluated in each
	for _, d := range ofKind(p, declared.Sync) {
		if source := sourceOf(d); source != nil {
			used[source.ID] = true
		}
	}
	for _, d := range ofKind(p, declared.Source) {
		if d.ID != "" && !used[d.ID] {
			p.Reportf(d.At, "no sync uses %s", describe(d))
		}
	}
}

var pushSourceHmac = &checker.Rule{
	ID:       "push-source-hmac",
	Severity: diag.Error,
	Title:    "give each push source hmac auth with a secret",
	Why: "the runtime verifies the hmac signature of a webhook before receive runs; without it, anyone could post " +
		"rows",
	Hint:   "write auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' }",
	Before: `defineSource.push({ name: 'changes', receive });`,
	After: `defineSource.push({
  name: 'changes',
  auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },
  receive,
});`,
	Run: runPushSourceHmac,
}

func runPushSourceHmac(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Source) {
		auth := d.Options.Get("auth")
		if !d.Push || misplacedOptions(d) != nil {
			continue // not a push source, or option-type reports misplaced options
		}
		switch kind := auth.Get("type"); {
		case auth.IsAbsent():
			p.Reportf(d.At, "%s has no hmac auth", describe(d))
		case kind.IsString() && credentialsOf[kind.Text] != nil && kind.Text != "hmac":
			p.Reportf(kind.At, "%s has %s auth, but a push source must have hmac auth", describe(d), kind.Text)
		case kind.Text == "hmac" && !auth.Has("secret"):
			p.Reportf(auth.At, "the hmac auth of %s has no secret", describe(d)).
				Hintf("add secret: the name of the secret binding that holds the shared key")
		}
	}
}

var oauth2TokenURL = &checker.Rule{
	ID:       "oauth2-token-url",
	Severity: diag.Warning,
	Title:    "set tokenUrl for oauth2 auth",
	Why: "the runtime exchanges the client id and secret for an access token at this URL; without it, every request " +
		"of the source fails",
	Hint:   "add tokenUrl: the URL that issues access tokens, such as 'https://ledger.example/oauth/token'",
	Before: `auth: { type: 'oauth2', clientId: 'LEDGER_ID', clientSecret: 'LEDGER_SECRET' },`,
	After: `auth: {
  type: 'oauth2', clientId: 'LEDGER_ID', clientSecret: 'LEDGER_SECRET',
  tokenUrl: 'https://ledger.example/oauth/token',
},`,
	Run: runOAuth2TokenURL,
}

func runOAuth2TokenURL(p *checker.Pass) {
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		if auth.Get("type").Text == "oauth2" && !d.Push && auth.Get("tokenUrl").IsAbsent() {
			p.Reportf(auth.At, "the oauth2 auth of %s has no tokenUrl", describe(d))
		}
	})
}

var sourceCredential = &checker.Rule{
	ID:       "source-credential",
	Severity: diag.Warning,
	Title:    "name the secret bindings that a source's auth needs",
	Why: "auth names the secret bindings that hold the credentials; without a name, the first run of the source " +
		"fails",
	Hint:   "add the names of the bindings, and put the values in .dev.vars",
	Before: `auth: { type: 'bearer' },`,
	After:  `auth: { type: 'bearer', token: 'LEDGER_TOKEN' },`,
	Run:    runSourceCredential,
}

func runSourceCredential(p *checker.Pass) {
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		if d.Push {
			return // push-source-hmac reports it
		}
		kind := auth.Get("type").Text
		var missing []string
		for _, name := range credentialsOf[kind] {
			if v := auth.Get(name); v.IsAbsent() || v.IsString() && isBlank(v.Text) {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			p.Reportf(auth.At, "the %s auth of %s has no %s", kind, describe(d), strings.Join(missing, " and no "))
		}
	})
}
