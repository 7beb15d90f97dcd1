package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var hmacOptions = &checker.Rule{
	ID:       "hmac-options",
	Severity: diag.Error,
	Title:    "use hmac options that the runtime can verify",
	Why: "the runtime reads the signature from that header in that encoding; with an invalid value it accepts no " +
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
		checkTolerance(p, d, auth)
	})
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
