// The rule source-auth: a source authenticates in one of the four ways, with the members of that way.

package rules

import (
	"regexp"
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var sourceAuth = &checker.Rule{
	ID:       "source-auth",
	Severity: diag.Error,
	Title:    "the auth of a source is bearer, oauth2, basic or hmac, with the members of that type",
	Why:      "auth is { type: 'bearer', token? }, { type: 'oauth2', clientId?, clientSecret? }, { type: 'basic', username?, password? } or { type: 'hmac', secret? }",
	Hint:     "write one of the four forms",
	Before:   `auth: { type: 'bearer', secret: 'LEDGER_TOKEN' },`,
	After:    `auth: { type: 'bearer', token: 'LEDGER_TOKEN' },`,
	Run:      runSourceAuth,
}

// authTypes are the ways to authenticate.
var authTypes = []string{"bearer", "oauth2", "basic", "hmac"}

// credentialsOf are the members of an auth of a type that name secret bindings.
var credentialsOf = map[string][]string{
	"bearer": {"token"},
	"oauth2": {"clientId", "clientSecret"},
	"basic":  {"username", "password"},
	"hmac":   {"secret"},
}

// otherMembers are those that name no binding. For hmac they say how a sender signs, and hmac-options looks
// at their values; for oauth2 where and how a token is got.
var otherMembers = map[string][]string{
	"hmac":   {"header", "encoding", "prefix", "timestampHeader", "toleranceSeconds"},
	"oauth2": {"tokenUrl", "scope", "audience", "credentialsIn"},
}

// tokenURL is where a client may send its secret: nobody reads along, or it stays on this machine.
var tokenURL = regexp.MustCompile(`^(https://[^/?#@\s]+|http://(localhost|127\.0\.0\.1)(:\d+)?)([/?#]\S*)?$`)

func runSourceAuth(p *checker.Pass) {
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		kind := auth.Get("type")
		switch {
		case kind.IsAbsent():
			p.Reportf(auth.At, "the auth of %s has no type", describe(d)).
				Hintf("add type: one of %s", oneOf(authTypes))
		case !kind.IsString() || !slices.Contains(authTypes, kind.Text):
			draft := p.Reportf(kind.At, "the auth type of %s must be %s, not %s", describe(d), oneOf(authTypes), quote(kind))
			hintNearest(draft, kind.Text, authTypes)
		default:
			checkAuthMembers(p, d, auth)
		}
	})
}

func checkAuthMembers(p *checker.Pass, d *declared.Declaration, auth *declared.Value) {
	kind := auth.Get("type").Text
	known := slices.Concat([]string{"type"}, credentialsOf[kind], otherMembers[kind])
	for _, member := range auth.Members {
		switch {
		case member.Value.IsAbsent() || member.Name == "type":
			continue // nothing, or looked at already
		case !slices.Contains(known, member.Name):
			draft := p.Reportf(member.Value.At, "the %s auth of %s has no member %q", kind, describe(d), member.Name).
				Hintf("remove it; its members are %s", allOf(known))
			hintNearest(draft, member.Name, known)
		case slices.Contains(credentialsOf[kind], member.Name) && !member.Value.IsString():
			// The value is not shown: it may be the secret itself.
			p.Reportf(member.Value.At, "%s of %s must be the name of a secret binding, a string, not %s %s",
				member.Name, describe(d), article(member.Value.Shape.String()), member.Value.Shape).
				Hintf("write the name of the binding, such as 'LEDGER_TOKEN', and put the value into .dev.vars")
		case member.Name == "tokenUrl" && !(member.Value.IsString() && tokenURL.MatchString(member.Value.Text)):
			p.Reportf(member.Value.At, "tokenUrl of %s must be an https URL, not %s", describe(d), quote(member.Value)).
				Hintf(
					"write where the source hands out access tokens, such as 'https://ledger.example/oauth/token'; it is no binding",
				)
		case member.Name == "credentialsIn" &&
			!(member.Value.IsString() && slices.Contains([]string{"header", "body"}, member.Value.Text)):
			p.Reportf(
				member.Value.At, "credentialsIn of %s must be \"header\" or \"body\", not %s", describe(d), quote(member.Value),
			)
		}
	}
}

// eachAuth visits the auth objects of sources.
func eachAuth(p *checker.Pass, visit func(d *declared.Declaration, auth *declared.Value)) {
	for _, d := range p.Declarations {
		if auth := d.Options.Get("auth"); d.Kind == declared.Source && auth.IsObject() {
			visit(d, auth)
		}
	}
}

// credential is a member of a source's auth that should name a secret binding.
type credential struct {
	source *declared.Declaration
	name   string // the member, such as "token"
	value  *declared.Value
}

// eachCredential visits the credentials of sources that are strings.
func eachCredential(p *checker.Pass, visit func(credential)) {
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		for _, name := range credentialsOf[auth.Get("type").Text] {
			if v := auth.Get(name); v.IsString() {
				visit(credential{d, name, v})
			}
		}
	})
}
