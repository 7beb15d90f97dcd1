// Package cards previews the cards of an app in a browser.
//
// Each card has a page, in which it runs in a sandboxed frame with a renderer of the vendor's components (ui). The
// frame has no network: it asks the page, and the page asks the routes of this package. They send the card's requests
// as the platform does (fetch.go), read the emulated CRM (crm.go), and find the place of errors in the source
// (failure.go).
// The caller refuses requests of other origins and hosts. Start at New.
package cards

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/reason"
)

// Library has the renderer of cards and the page, in TypeScript, and the React of projects without react-dom.
//
//go:embed ui react/*.js react/LICENSE
var library embed.FS

// Path is the prefix of the pages: that of a card is Path and its id.
const Path = "/_svc/dev/cards/"

// maxBody is how much of a request is read, in bytes: the body of a card's request and what is around it.
const maxBody = 2 << 20

// Served is the app as it is served now.
type Served struct {
	Host     *host.Host
	Manifest *manifest.Project
	// Stale lists files that do not load now, so that an earlier version of them is served.
	Stale []string
	// Unserved lists files of workers of which no version is served, since they do not load.
	Unserved []string
	// Installed reports whether card backends answer in a portal. nil means that they do in each.
	Installed func(ctx context.Context, portal int64) (bool, error)
}

// Options configures a Preview.
type Options struct {
	// Project has the options by which cards are bundled.
	Project project.Options
	// Served returns the app, and a function that ends its use.
	Served func(ctx context.Context) (Served, func(), error)
	// Log receives log entries of a card, as a JSON array.
	Log func(entries []byte) error
	// Rounds returns a channel that is closed when the project has been loaded again.
	Rounds func() <-chan struct{}
	// Done is closed when the server ends, which must not wait for open pages.
	Done <-chan struct{}
}

// Preview is an http.Handler for the pages of cards.
type Preview struct {
	options Options
	page    func() (script, error)
	scripts scripts
	routes  *http.ServeMux
}

// New returns a preview. It bundles when a page is opened.
func New(o Options) *Preview {
	p := &Preview{options: o, page: pageScript(), routes: http.NewServeMux()}
	p.routes.HandleFunc("GET "+Path+"{$}", p.list)
	p.routes.HandleFunc("GET "+Path+"{id}", p.showPage)
	p.routes.HandleFunc("GET "+Path+"{id}/page.js", p.showScript)
	p.routes.HandleFunc("GET "+Path+"{id}/page.css", p.showStyle)
	p.routes.HandleFunc("GET "+Path+"{id}/frame", p.showFrame)
	p.routes.HandleFunc("GET "+Path+"{id}/rounds", p.streamRounds)
	for route, serve := range map[string]func(*http.Request, *call) (any, error){
		"choices": p.choices, "context": p.context, "properties": p.properties, "search": p.search,
		"associations": p.associations, "api": p.api, "fetch": p.fetch, "iframe": p.iframe, "log": p.log,
		"failure": p.failure,
	} {
		p.routes.HandleFunc("POST "+Path+"{id}/"+route, p.post(serve))
	}
	return p
}

// ServeHTTP implements http.Handler.
func (p *Preview) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.routes.ServeHTTP(w, r) }

// call is a request of a card's page.
type call struct {
	Served
	card *manifest.Card
	body []byte
}

// decode reads the body of the request.
func (c *call) decode(into any) error {
	if err := json.Unmarshal(c.body, into); err != nil {
		return fmt.Errorf("the body is not valid JSON: %w", err)
	}
	return nil
}

// errUnknownCard reports that the app that is served declares no card of this id.
var errUnknownCard = errors.New("the app has no card of this id; it is served when svc.config.ts loads")

// opened returns the card that a request is about, until release is called.
func (p *Preview) opened(r *http.Request) (c *call, release func(), err error) {
	served, release, err := p.options.Served(r.Context())
	if err != nil {
		return nil, release, err
	}
	at := slices.IndexFunc(served.Manifest.App.Cards, func(c manifest.Card) bool { return c.ID == r.PathValue("id") })
	if at < 0 {
		return nil, release, errUnknownCard
	}
	return &call{Served: served, card: &served.Manifest.App.Cards[at]}, release, nil
}

// post returns the handler of a route that takes and returns JSON.
func (p *Preview) post(serve func(*http.Request, *call) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, release, err := p.opened(r)
		defer release()
		if err == nil {
			var done func()
			done, err = c.readBody(w, r)
			defer done()
		}
		var answer any
		if err == nil {
			answer, err = serve(r, c)
		}
		status := http.StatusOK
		if err != nil {
			status, answer = http.StatusUnprocessableEntity, map[string]string{"message": reason.Of(err)}
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answer) // fails when the client has left
	}
}
