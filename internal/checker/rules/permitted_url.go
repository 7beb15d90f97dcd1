package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var permittedURL = &checker.Rule{
	ID:       "permitted-url",
	Severity: diag.Error,
	Title:    "list https origins in permittedUrls, with an optional path prefix",
	Why:      "the CRM lets a card load only from the origins in these lists, and under their paths",
	Hint:     "write an https origin such as 'https://api.example.com', with an optional path prefix",
	Before:   `permittedUrls: { fetch: ['api.example.com/v2?key=1'] },`,
	After:    `permittedUrls: { fetch: ['https://api.example.com/v2'] },`,
	Run:      runPermittedURL,
}

func runPermittedURL(p *checker.Pass) {
	for _, list := range []string{"fetch", "iframe", "img"} {
		for _, item := range texts(appOption(p, "permittedUrls", list)) {
			if isBlank(item.Text) {
				continue // option-type reports it
			}
			if why := unfitOrigin(item.Text); why != "" {
				p.Reportf(item.At, "invalid entry of permittedUrls.%s %s: %s", list, quote(item), why)
				continue
			}
			if list == "fetch" {
				warnOfLocalFetch(p, item)
			}
		}
	}
}

// unfitOrigin returns why a string is not an https origin with an optional path prefix; "" when it is.
func unfitOrigin(text string) string {
	u, err := publicurl.Parse(text)
	switch {
	case err != nil:
		return err.Error()
	case u.Credentials:
		return "it has credentials before its host"
	case strings.ContainsAny(text, "?#"):
		return "it has a query or a fragment"
	}
	return ""
}

// warnOfLocalFetch warns about local hosts, which the platform's servers cannot reach.
func warnOfLocalFetch(p *checker.Pass, item *declared.Value) {
	u, err := publicurl.Parse(item.Text)
	if err != nil {
		return
	}
	if why := u.Private(); why != "" {
		p.Reportf(item.At, "permittedUrls.fetch lists %s, but %s", quote(item), why).Warn().
			Hintf("list a public host: the platform fetches from its own servers")
	}
}
