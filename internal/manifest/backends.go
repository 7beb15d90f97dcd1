package manifest

import "net/url"

// backend is a card backend on its worker.
type backend struct{ worker, id string }

func (p *Project) backends() []backend {
	var all []backend
	for _, worker := range p.Workers {
		for i := range worker.Capabilities {
			if c := &worker.Capabilities[i]; c.Kind == KindCardBackend {
				all = append(all, backend{worker.Name, c.ID()})
			}
		}
	}
	return all
}

// named reports whether a name is the backend's id or `<worker>/<id>`.
func (b backend) named(name string) bool { return name == b.id || name == b.worker+"/"+b.id }

// BackendWorker returns the worker of the card backend with a name, which is its id or `<worker>/<id>`; "" if there is
// none or several.
func (p *Project) BackendWorker(name string) string {
	worker := ""
	for _, b := range p.backends() {
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

// BackendURLs returns the URLs that backendUrl returns to a card, by id. If several workers have the id, they are by
// `<worker>/<id>`, and the id alone means the card's own backend if that is one of them. Origins are by worker.
func (p *Project) BackendURLs(card *Card, origins map[string]string) map[string]string {
	urls := map[string]string{}
	for _, b := range p.backends() {
		address := origins[b.worker] + "/_svc/cards/" + url.PathEscape(b.id)
		switch {
		case p.BackendWorker(b.id) != "":
			urls[b.id] = address
		case card.Backend == b.worker+"/"+b.id:
			urls[b.id] = address
			fallthrough
		default:
			urls[b.worker+"/"+b.id] = address
		}
	}
	return urls
}
