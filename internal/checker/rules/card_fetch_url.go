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
	Title:    "list the origins that cards fetch from in permittedUrls.fetch",
	Why: "the CRM blocks requests of cards to other origins; for callBackend, a deploy adds the origins of the " +
		"app's own workers",
	Hint:   "add the origin to permittedUrls.fetch, or call a card backend that fetches it",
	Before: `crm.fetch('https://rates.example.com/v1'); // defineApp has no permittedUrls`,
	After: `permittedUrls: { fetch: ['https://rates.example.com/v1'] },
// in the card
crm.fetch('https://rates.example.com/v1');`,
	Run: runCardFetchURL,
}

func runCardFetchURL(p *checker.Pass) {
	urls := permittedURLs{p, "fetch", "fetches"}
	eachUse(p, declared.CardFetch, func(use declared.Use) {
		if use.Path[0] == p.Vendor.UIGlobal { // not another function
			urls.check(use)
		}
	})
}

// permittedURLs compares the URLs of cards with a list of permittedUrls.
type permittedURLs struct {
	*checker.Pass
	list string
	does string // what a card does with a URL, in messages
}

// check reports a URL in a card that the list lacks, if its host is in the source.
func (p permittedURLs) check(use declared.Use) {
	list := appOption(p.Pass, "permittedUrls", p.list)
	if p.App == nil || !list.IsAbsent() && !list.IsArray() {
		return // config-default-export and option-type report it
	}
	wanted, err := url.Parse(use.Text)
	if err != nil || wanted.Host == "" {
		return
	}
	isPermitted := func(item *declared.Value) bool { return permits(item.Text, wanted) }
	if slices.ContainsFunc(texts(list), isPermitted) || p.isElsewhere(use, isPermitted) {
		return
	}
	origin := wanted.Scheme + "://" + wanted.Host
	shown := quoteText(origin + wanted.Path)
	draft := p.Reportf(use.At, "the card %s %s, which permittedUrls.%s does not list", p.does, shown, p.list)
	switch {
	case wanted.Scheme != "https":
		draft.Hintf("use an https URL: the CRM blocks all others")
	case list.IsArray():
		draft.Related(list.At, "permittedUrls."+p.list+" is declared here").Append(list, origin, diag.Suggestion)
	}
}

// isElsewhere reports whether a URL may be that of another environment: the code of a card is the same in all, and
// chooses while it runs. Production reports a URL that no list has.
func (p permittedURLs) isElsewhere(use declared.Use, isPermitted func(*declared.Value) bool) bool {
	const lists = "permittedUrls"
	return slices.ContainsFunc(appOption(p.Pass, "environments").Members, func(environment declared.Member) bool {
		own := environment.Value.Get(lists)
		isHere := own.IsObject() && own == appOption(p.Pass, lists)
		return isHere && use.IsOneOf || !isHere && slices.ContainsFunc(texts(own.Get(p.list)), isPermitted)
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
