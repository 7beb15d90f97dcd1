package components

import (
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/codegen"
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

// named reports whether a name is the backend's id or `<worker>/<id>`.
func (b backend) named(name string) bool { return name == b.id || name == b.worker+"/"+b.id }

// backendWorker returns the worker of the backend with a name; "" if there is none or several.
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

// backendURLs returns the URLs that backendUrl returns to a card, by id. If several workers have the id, they are by
// `<worker>/<id>`, and the id alone means the card's own backend if that is one of them.
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
