package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardIframeURL = &checker.Rule{
	ID:       "card-iframe-url",
	Severity: diag.Warning,
	Title:    "list the origins of pages that cards show in permittedUrls.iframe",
	Why:      "the CRM blocks iframes with pages from other origins",
	Hint:     "add the origin to permittedUrls.iframe",
	Before:   `actions.openIframeModal({ uri: 'https://app.example.com/edit', ...size }); // no permittedUrls`,
	After: `permittedUrls: { iframe: ['https://app.example.com'] },
// in the card
actions.openIframeModal({ uri: 'https://app.example.com/edit', ...size });`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.CardFrame, permittedURLs{p, "iframe", "shows the page"}.check)
	},
}
