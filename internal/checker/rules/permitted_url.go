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
				p.Reportf(item.At, "invalid entry of permittedUrls.%s %s: expected an https origin, but %s", list,
					quote(item), why)
				continue
			}
			warnOfLocalHost(p, list, item)
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
	case strings.Contains(text, "*"):
		return "it has a wildcard"
	}
	return ""
}

// warnOfLocalHost warns about hosts that are not where the entry is loaded: the platform's servers fetch and reach no
// private host. Images and iframes load in the browsers of users, whose network may have private hosts.
func warnOfLocalHost(p *checker.Pass, list string, item *declared.Value) {
	u, err := publicurl.Parse(item.Text)
	why := u.Private()
	switch {
	case err != nil || why == "":
	case list == "fetch":
		p.Reportf(item.At, "permittedUrls.fetch lists %s, but %s", quote(item), why).Warn().
			Hintf("list a public host: the platform fetches from its own servers")
	case u.Loopback():
		p.Reportf(item.At, "permittedUrls.%s lists %s, but %s", list, quote(item), why).Warn().
			Hintf("list a host that users can reach: their browsers load it")
	}
}
