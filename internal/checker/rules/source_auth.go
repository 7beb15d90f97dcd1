package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/publicurl"
)

var sourceAuth = &checker.Rule{
	ID:       "source-auth",
	Severity: diag.Error,
	Title:    "use bearer, oauth2, basic or hmac auth, with the members of that type",
	Why: "the auth of a source is { type: 'bearer', token? }, { type: 'oauth2', clientId?, clientSecret? }, { type: " +
		"'basic', username?, password? } or { type: 'hmac', secret? }",
	Hint:   "write one of the four forms",
	Before: `auth: { type: 'bearer', secret: 'LEDGER_TOKEN' },`,
	After:  `auth: { type: 'bearer', token: 'LEDGER_TOKEN' },`,
	Run:    runSourceAuth,
}

// authTypes are the types of auth.
var authTypes = variantNames(sourceAuthTypes)

// credentialsOf are the members of each auth type that name secret bindings. The types of the SDK do not say which.
var credentialsOf = map[string][]string{
	"bearer": {"token"},
	"oauth2": {"clientId", "clientSecret"},
	"basic":  {"username", "password"},
	"hmac":   {"secret"},
}

// tokenURL matches URLs that a secret may be sent to: encrypted ones, and those on this machine.
var tokenURL = lazyregexp.New(`^(https://[^/?#@\s]+|http://(localhost|127\.0\.0\.1)(:\d+)?)([/?#]\S*)?$`)

func runSourceAuth(p *checker.Pass) {
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		kind := auth.Get("type")
		switch {
		case kind.IsAbsent():
			p.Reportf(auth.At, "the auth of %s has no type", describe(d)).
				Hintf("add type: %s", oneOf(authTypes))
		case isOneOf(kind, authTypes...):
			checkAuthMembers(p, d, auth)
		default:
			reportUnlessWord(p, kind, "the auth type of "+describe(d), authTypes)
		}
	})
}

func checkAuthMembers(p *checker.Pass, d *declared.Declaration, auth *declared.Value) {
	kind := auth.Get("type").Text
	known := namesOf(variantNamed(sourceAuthTypes, kind))
	for _, member := range auth.Members {
		switch {
		case member.Value.IsAbsent() || member.Name == "type":
			continue // undefined, or checked already
		case !slices.Contains(known, member.Name):
			p.Reportf(member.Value.At, "the %s auth of %s has the unknown member %q", kind, describe(d), member.Name).
				Hintf("remove it; known members are %s", allOf(known)).SuggestName(member.Name, known, auth)
		case slices.Contains(credentialsOf[kind], member.Name) && !member.Value.IsString():
			// The message omits the value, which may be the secret itself.
			p.Reportf(member.Value.At, "%s of %s must be a string, the name of a secret binding, not %s %s",
				member.Name, describe(d), article(member.Value.Shape.String()), member.Value.Shape).
				Hintf("write the name of the binding, such as 'LEDGER_TOKEN', and put the value in .dev.vars")
		case member.Name == "tokenUrl" && !(member.Value.IsString() && tokenURL().MatchString(member.Value.Text)):
			p.Reportf(member.Value.At, "tokenUrl of %s must be an https URL, not %s", describe(d), quote(member.Value)).
				Hintf("write the URL that issues access tokens, such as 'https://ledger.example/oauth/token', " +
					"not the name of a binding")
		case member.Name == "tokenUrl" && strings.HasPrefix(member.Value.Text, "https:"):
			if err := publicurl.Judge(member.Value.Text); err != nil {
				p.Reportf(member.Value.At, "tokenUrl of %s is not a public URL: %v", describe(d), err).
					Hintf("use the public address of the token endpoint")
			}
		case member.Name == "credentialsIn":
			words := optionAt(variantNamed(sourceAuthTypes, kind), member.Name).words
			reportUnlessWord(p, member.Value, "credentialsIn of "+describe(d), words)
		}
	}
}

// eachAuth visits the auth objects of sources.
func eachAuth(p *checker.Pass, visit func(d *declared.Declaration, auth *declared.Value)) {
	for _, d := range ofKind(p, declared.Source) {
		if auth := d.Options.Get("auth"); auth.IsObject() {
			visit(d, auth)
		}
	}
}

// credential is a member of a source's auth, or an item of the app's secrets, that should name a secret binding.
type credential struct {
	owner *declared.Declaration
	name  string // the member, such as "token"
	value *declared.Value
}

// eachCredential visits the app's secrets and the credentials of sources that are strings.
func eachCredential(p *checker.Pass, visit func(credential)) {
	for _, item := range texts(appOption(p, "secrets")) {
		visit(credential{p.App, "secrets", item})
	}
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		for _, name := range credentialsOf[auth.Get("type").Text] {
			if v := auth.Get(name); v.IsString() {
				visit(credential{d, name, v})
			}
		}
	})
}

var hmacOptions = &checker.Rule{
	ID:       "hmac-options",
	Severity: diag.Error,
	Title:    "use hmac options that the runtime can verify",
	Why: "these options say how the sender signs a delivery; with an invalid value, the runtime rejects every " +
		"delivery",
	Hint:   "use the values in the sender's documentation",
	Before: `auth: { type: 'hmac', secret: 'LEDGER_KEY', encoding: 'hexadecimal' },`,
	After:  `auth: { type: 'hmac', secret: 'LEDGER_KEY', encoding: 'hex' },`,
	Run:    runHmacOptions,
}

func runHmacOptions(p *checker.Pass) {
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		if auth.Get("type").Text != "hmac" {
			return // source-auth reports these options on other types
		}
		for _, name := range []string{"header", "timestampHeader"} {
			if v := auth.Get(name); !v.IsAbsent() && !(v.IsString() && isHeaderName(v.Text)) {
				p.Reportf(v.At, "%s of %s must be the name of an HTTP header, not %s", name, describe(d), quote(v))
			}
		}
		encodings := optionAt(variantNamed(sourceAuthTypes, "hmac"), "encoding").words
		reportUnlessWord(p, auth.Get("encoding"), "encoding of "+describe(d), encodings)
		if prefix := auth.Get("prefix"); !prefix.IsAbsent() && !prefix.IsString() {
			p.Reportf(prefix.At, "prefix of %s must be a string, not %s", describe(d), quote(prefix))
		}
		checkSignatureHeader(p, d, auth)
		checkTolerance(p, d, auth)
	})
}

// signatureHeader is the default of header.
const signatureHeader = "X-Signature"

// checkSignatureHeader reports one header for both the signature and its time: neither can be read then.
func checkSignatureHeader(p *checker.Pass, d *declared.Declaration, auth *declared.Value) {
	name, timestamp := signatureHeader, auth.Get("timestampHeader")
	if header := auth.Get("header"); header.IsString() {
		name = header.Text
	}
	if timestamp.IsString() && isHeaderName(name) && strings.EqualFold(timestamp.Text, name) {
		p.Reportf(timestamp.At, "timestampHeader of %s names the header of the signature, %s", describe(d), quoteText(name)).
			Hintf("write the name of the header with the signed time")
	}
}

func checkTolerance(p *checker.Pass, d *declared.Declaration, auth *declared.Value) {
	tolerance := auth.Get("toleranceSeconds")
	switch {
	case tolerance.IsAbsent():
		return // the runtime's default
	case formPositive.unmet(tolerance) != "":
		p.Reportf(tolerance.At, "toleranceSeconds of %s must be %s, not %s",
			describe(d), formPositive.unmet(tolerance), quote(tolerance))
	case !auth.Has("timestampHeader"):
		p.Reportf(tolerance.At, "toleranceSeconds of %s has no effect without timestampHeader", describe(d)).
			Hintf("add timestampHeader: the header with the signed time")
	}
}

// isHeaderName reports whether a string is an HTTP field name (a token, RFC 9110).
func isHeaderName(name string) bool {
	for _, r := range name {
		if r > 0x7e || r <= ' ' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) {
			return false
		}
	}
	return name != ""
}
