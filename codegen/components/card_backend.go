// This file knows where card backends are.

package components

import (
	"net/url"
	"strings"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

// backend is a card backend on its worker.
type backend struct{ worker, id string }

func backends(p *codegen.Pass) []backend {
	var all []backend
	for _, worker := range p.Project.Workers {
		for i := range worker.Capabilities {
			if c := &worker.Capabilities[i]; c.Kind == manifest.KindCardBackend {
				all = append(all, backend{worker.Name, c.ID()})
			}
		}
	}
	return all
}

// named reports whether a text names the backend: by its id, or as `<worker>/<id>`.
func (b backend) named(name string) bool { return name == b.id || name == b.worker+"/"+b.id }

// backendWorker is the worker of the one backend that a text names; "" when it names none or several.
func backendWorker(p *codegen.Pass, name string) string {
	worker := ""
	for _, b := range backends(p) {
		if !b.named(name) {
			continue
		}
		if worker != "" {
			return ""
		}
		worker = b.worker
	}
	return worker
}

// backendURLs are the URLs that backendUrl gives a card: by id, and by `<worker>/<id>` too where several workers
// have the id. There the id alone is the card's own backend, or nothing.
func backendURLs(p *codegen.Pass, card *manifest.Card) map[string]string {
	urls := map[string]string{}
	for _, b := range backends(p) {
		address := p.Origins[b.worker] + "/_svc/cards/" + url.PathEscape(b.id)
		switch {
		case backendWorker(p, b.id) != "":
			urls[b.id] = address
		case strings.Contains(card.Backend, "/") && b.named(card.Backend):
			urls[b.id] = address
			fallthrough
		default:
			urls[b.worker+"/"+b.id] = address
		}
	}
	return urls
}
