// The rule permitted-url: the sandbox of UI extensions is opened for https origins.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var permittedURL = &checker.Rule{
	ID:       "permitted-url",
	Severity: diag.Error,
	Title:    "permittedUrls are https origins, with a path prefix at most",
	Why:      "the sandbox compares the origin of a request, and the beginning of its path, with the lists",
	Hint:     "write an https origin such as 'https://api.example.com', with a path prefix if you like",
	Before:   `permittedUrls: { fetch: ['api.example.com/v2?key=1'] },`,
	After:    `permittedUrls: { fetch: ['https://api.example.com/v2'] },`,
	Run:      runPermittedURL,
}

func runPermittedURL(p *checker.Pass) {
	for _, list := range []string{"fetch", "iframe", "img"} {
		for _, item := range texts(appOption(p, "permittedUrls", list)) {
			if isBlank(item.Text) {
				continue // option-type speaks of it
			}
			if why := unfitOrigin(item.Text); why != "" {
				p.Reportf(item.At, "permittedUrls.%s does not take %s: %s", list, quote(item), why)
				continue
			}
			if list == "fetch" {
				warnOfLocalFetch(p, item)
			}
		}
	}
}

// unfitOrigin says why a text is no https origin with a path prefix, or "".
func unfitOrigin(text string) string {
	u, err := publicurl.Parse(text)
	switch {
	case err != nil:
		return err.Error()
	case u.Credentials:
		return "it carries credentials in front of its host"
	case strings.ContainsAny(text, "?#"):
		return "it has a query or a fragment"
	}
	return ""
}

// warnOfLocalFetch: the platform fetches from its own servers, which do not reach a local host.
func warnOfLocalFetch(p *checker.Pass, item *declared.Value) {
	u, err := publicurl.Parse(item.Text)
	if err != nil {
		return
	}
	if why := u.Private(); why != "" {
		p.Reportf(item.At, "permittedUrls.fetch holds %s, but %s", quote(item), why).Warn().
			Hintf("the platform fetches from its own servers: list a public host")
	}
}
