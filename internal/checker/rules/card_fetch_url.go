package rules

import (
	"net/url"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardFetchURL = &checker.Rule{
	ID:       "card-fetch-url",
	Severity: diag.Warning,
	Title:    "list what cards fetch in permittedUrls",
	Why: "the sandbox refuses every other URL; a deploy adds the origins of the app's own workers, which callBackend " +
		"reaches by the name of a card backend",
	Hint:   "add the origin to permittedUrls.fetch, or call a card backend that fetches it",
	Before: `crm.fetch('https://rates.example.com/v1'); // defineApp has no permittedUrls`,
	After: `permittedUrls: { fetch: ['https://rates.example.com/v1'] },
// in the card
crm.fetch('https://rates.example.com/v1');`,
	Run: runCardFetchURL,
}

func runCardFetchURL(p *checker.Pass) {
	list := appOption(p, "permittedUrls", "fetch")
	if p.App == nil || !list.IsAbsent() && !list.IsArray() {
		return // config-default-export and option-type report it
	}
	eachUse(p, declared.CardFetch, func(use declared.Use) {
		wanted, err := url.Parse(use.Text)
		if use.Path[0] != p.Vendor.UIGlobal || err != nil || wanted.Host == "" {
			return // another function, or the host is not in the source
		}
		isPermitted := func(item *declared.Value) bool { return permits(item.Text, wanted) }
		if slices.ContainsFunc(texts(list), isPermitted) {
			return
		}
		origin := wanted.Scheme + "://" + wanted.Host
		shown := quoteText(origin + wanted.Path)
		draft := p.Reportf(use.At, "the card fetches %s, which permittedUrls.fetch does not list", shown)
		switch {
		case wanted.Scheme != "https":
			draft.Hintf("cards fetch https URLs only")
		case list.IsArray():
			draft.Related(list.At, "permittedUrls.fetch is declared here").Append(list, origin, diag.Suggestion)
		}
	})
}

// permits reports whether an entry of permittedUrls lets a card fetch a URL, or one that starts like it.
func permits(entry string, wanted *url.URL) bool {
	permitted, err := url.Parse(entry)
	if err != nil || permitted.Scheme != wanted.Scheme || !strings.EqualFold(permitted.Host, wanted.Host) {
		return false
	}
	prefix := strings.TrimSuffix(permitted.Path, "/")
	return strings.HasPrefix(wanted.Path, prefix) || strings.HasPrefix(prefix, wanted.Path)
}
