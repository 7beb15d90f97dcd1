package cards

import (
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/manifest"
)

// head begins every document.
const head = `<!doctype html><html lang="en"><meta charset="utf-8">` +
	`<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>%s</title>`

// listDocument links the pages of the cards.
func listDocument(cards []manifest.Card) string {
	var b strings.Builder
	fmt.Fprintf(&b, head+"<h1>Cards</h1><ul>", "Cards")
	for i := range cards {
		fmt.Fprintf(&b, `<li><a href="%s%s">%s</a> (%s)</li>`, Path, html.EscapeString(url.PathEscape(cards[i].ID)),
			html.EscapeString(cards[i].Name), html.EscapeString(cards[i].Location))
	}
	if len(cards) == 0 {
		b.WriteString("<li>The app has no cards.</li>")
	}
	b.WriteString("</ul></html>")
	return b.String()
}

// installLink leads to the installation of an app with OAuth. The script shows it for a portal without one.
const installLink = `<p id="install" hidden>This portal has not installed the app, so card backends do not answer: ` +
	`<a href="/oauth-start">install it</a>.</p>`

// pageDocument is the page around a card. Its script fills it.
func pageDocument(card *manifest.Card) string {
	name, base := html.EscapeString(card.Name), html.EscapeString(Path+url.PathEscape(card.ID))
	return fmt.Sprintf(head+`<link rel="stylesheet" href="%[2]s/page.css">
<header><h1>%[1]s</h1><p>%[3]s</p>%[4]s<p id="stale" role="alert" hidden></p>
<p id="unserved" role="alert" hidden></p></header>
<form><div><label for="portal">Portal</label><select id="portal"></select></div>
<div><label for="object-type">Object type</label><select id="object-type"></select></div>
<div><label for="record">Record</label><select id="record"></select></div>
<button id="reload" type="button">Reload</button></form>
<section aria-label="Errors"><ul id="failures" role="alert"></ul></section>
<section aria-label="Alerts"><ul id="alerts" role="status"></ul></section>
<main id="card" data-location="%[3]s"></main>
<section aria-labelledby="log-title"><h2 id="log-title">Log</h2><ul id="log"></ul></section>
<script src="%[2]s/page.js"></script></html>`, name, base, html.EscapeString(card.Location), installLink)
}

// errorDocument returns a page that shows an error in place of a card.
func errorDocument(text string) string {
	return fmt.Sprintf(head+`<pre id="build-error">%s</pre></html>`, "Error", html.EscapeString(text))
}
