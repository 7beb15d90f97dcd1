package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var secretBindingName = &checker.Rule{
	ID:       "secret-binding-name",
	Severity: diag.Error,
	Title:    "use the names of secret bindings as credentials, never the secrets",
	Why: "these options take the name of a secret binding; the secret itself would end up in version control with " +
		"the source code",
	Hint: "write the name of the binding, such as 'LEDGER_WEBHOOK_SECRET', and put the value in .dev.vars; replace a " +
		"secret that was committed",
	Before: `auth: { type: 'hmac', secret: '9f86d081884c7d659a2feaa0c55ad015' },`,
	After:  `auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },`,
	Run:    runSecretBindingName,
}

// runSecretBindingName does not print the value, which may be the secret.
func runSecretBindingName(p *checker.Pass) {
	eachCredential(p, func(c credential) {
		name := c.value.Text
		switch {
		case isBlank(name):
			p.Reportf(c.value.At, "%s of %s is empty", c.name, describe(c.owner)).
				Hintf("write the name of the secret binding")
		case slices.Contains(p.Bindings, name):
			return
		case looksLikeKey(name):
			p.Reportf(c.value.At, "%s of %s looks like the credential itself, not the name of a binding",
				c.name, describe(c.owner))
		case !isIdentifier(name):
			p.Reportf(c.value.At, "%s of %s is not a valid binding name", c.name, describe(c.owner)).
				Hintf("write the name of the binding that holds it, in upper-case letters, digits and underscores")
		case !isUpperSnake(name):
			p.Reportf(c.value.At, "%s of %s is not an UPPER_SNAKE binding name", c.name, describe(c.owner)).
				Hintf("name the binding in upper case with underscores, such as 'LEDGER_WEBHOOK_SECRET'").Warn()
		}
	})
}

var duplicateSecret = &checker.Rule{
	ID:       "duplicate-secret",
	Severity: diag.Warning,
	Title:    "list each secret of the app once",
	Why: "a secret has one value for all workers; a second entry has no effect, and may be a misspelling of another " +
		"name",
	Hint:   "remove one of the two, or correct its name",
	Before: `secrets: ['LEDGER_TOKEN', 'LEDGER_TOKEN'],`,
	After:  `secrets: ['LEDGER_TOKEN'],`,
	Run:    runDuplicateSecret,
}

// runDuplicateSecret reports names only: any other text may be the secret itself.
func runDuplicateSecret(p *checker.Pass) {
	list := appOption(p, "secrets")
	isSecret := func(item *declared.Value) bool { return !isIdentifier(item.Text) || looksLikeKey(item.Text) }
	if !slices.ContainsFunc(texts(list), isSecret) {
		reportRepeated(p, "secret", list)
	}
}

var reservedBinding = &checker.Rule{
	ID:       "reserved-binding",
	Severity: diag.Error,
	Title:    "do not use the runtime's bindings as credentials",
	Why:      "a deploy sets the runtime's bindings and hides them from the app",
	Hint:     "use a separate binding for the secret",
	Before:   `auth: { type: 'hmac', secret: 'CRM_CLIENT_SECRET' },`,
	After:    `auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },`,
	Run:      runReservedBinding,
}

// reservedBindings are the names that the runtime uses, in addition to all that start with SVC_.
var reservedBindings = []string{"CRM_CLIENT_ID", "CRM_CLIENT_SECRET", "CRM_ACCESS_TOKEN"}

func runReservedBinding(p *checker.Pass) {
	eachCredential(p, func(c credential) {
		if isReservedBinding(c.value.Text) {
			p.Reportf(c.value.At, "%s of %s names the binding %s, which is reserved for the runtime",
				c.name, describe(c.owner), quote(c.value))
		}
	})
}

func isReservedBinding(name string) bool {
	return slices.Contains(reservedBindings, name) || strings.HasPrefix(name, "SVC_") && isUpperSnake(name)
}

var missingBinding = &checker.Rule{
	ID:       "missing-binding",
	Severity: diag.Warning,
	Title:    "define the secrets of the app and of sources in .dev.vars",
	Why: "local runs read bindings from .dev.vars and .dev.vars.<environment>; code that needs a secret missing " +
		"there cannot authenticate",
	Hint:   "add the name to .dev.vars, or to the file of the environment, with a value for local runs",
	Before: `auth: { type: 'bearer', token: 'LEDGER_TOKEN' }, // .dev.vars has no LEDGER_TOKEN`,
	After: `# .dev.vars
LEDGER_TOKEN=local-token`,
	Run: runMissingBinding,
}

func runMissingBinding(p *checker.Pass) {
	if p.Bindings == nil {
		return // without .dev.vars
	}
	eachCredential(p, func(c credential) {
		name := c.value.Text
		if !isIdentifier(name) || looksLikeKey(name) || isReservedBinding(name) || slices.Contains(p.Bindings, name) {
			return // defined, or other rules report it
		}
		binding := "the binding"
		if isUpperSnake(name) { // any other name may be the secret itself
			binding += " " + quote(c.value)
		}
		p.Reportf(c.value.At, "%s (%s of %s) is not in .dev.vars", binding, c.name, describe(c.owner))
	})
}

// isUpperSnake reports whether a name consists of upper-case letters, digits and underscores, with a leading letter.
func isUpperSnake(name string) bool {
	return isIdentifier(name) && name[0] != '_' && name == strings.ToUpper(name)
}

const (
	// Shortest random text that counts as a key, in characters: 96 bits in hexadecimal.
	minKeyLength = 24
	// Shortest mixed run of letters and digits that counts as a key, in characters. Names have shorter ones.
	minMixedRun = 16
)

// keyPrefixes are the prefixes of keys of well-known services.
var keyPrefixes = []string{
	"sk_", "pk_", "rk_", "whsec_", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "pat-", "eyJ",
	"-----BEGIN", "Bearer ", "Basic ",
}

// looksLikeKey reports whether a string is probably a key rather than the name of a binding: it has a known prefix,
// is long and hexadecimal, or has a long run of mixed letters and digits.
func looksLikeKey(text string) bool {
	for _, prefix := range keyPrefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	if len(text) >= minKeyLength && strings.Trim(text, "0123456789abcdefABCDEF") == "" {
		return true
	}
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		if len(run) >= minMixedRun && switches(run) >= 3 {
			return true
		}
	}
	return false
}

// switches counts the changes between letters and digits in a run: 2 in OAUTH2TOKEN, many in a key.
func switches(run string) int {
	count := 0
	for i := 1; i < len(run); i++ {
		if isDigit(run[i]) != isDigit(run[i-1]) {
			count++
		}
	}
	return count
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
