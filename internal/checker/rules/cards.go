package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// moduleOf returns the UI component of a card; nil if its entrypoint is not a string.
func moduleOf(p *checker.Pass, card *declared.Declaration) *declared.CardModule {
	entrypoint := card.Options.Get("entrypoint")
	for _, module := range p.Cards {
		if entrypoint.IsString() && module.Entrypoint == entrypoint.Text {
			return module
		}
	}
	return nil
}

// backendsNamed returns the card backends with a name, which is an id or `<worker>/<id>`.
func backendsNamed(p *checker.Pass, name string) []*declared.Declaration {
	var found []*declared.Declaration
	owner, id, qualified := strings.Cut(name, "/")
	if !qualified {
		id = name
	}
	for _, worker := range workersOf(p) {
		for _, d := range worker.Capabilities {
			if d.Kind == declared.CardBackend && d.ID == id && (!qualified || worker.ID == owner) {
				found = append(found, d)
			}
		}
	}
	return found
}

// backendNames returns the ids of all card backends of a project.
func backendNames(p *checker.Pass) []string {
	var names []string
	for _, worker := range workersOf(p) {
		for _, d := range worker.Capabilities {
			if d.Kind == declared.CardBackend {
				names = append(names, d.ID)
			}
		}
	}
	return names
}
