package importer

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen/components"
)

// cardLocations are the locations that a declaration can have (CardLocation in sdk/src/declare/card.ts).
var cardLocations = []string{"crm.record.tab", "crm.record.sidebar", "crm.preview", "helpdesk.sidebar"}

func importCards(r *run) error {
	for _, c := range r.of("card") {
		config, err := take[components.CardConfig](r, c)
		if err != nil {
			return err
		}
		if !slices.Contains(cardLocations, config.Location) {
			r.note(Omitted, c, "config.location", fmt.Sprintf("svc has no cards in %q, only in %s", config.Location,
				strings.Join(cardLocations, ", ")))
			r.out.Taken[c.Type]--
			continue
		}
		id := r.names.id("card", strings.TrimPrefix(c.UID, components.CardPrefix))
		entrypoint, err := r.entrypoint(c, config.Entrypoint)
		if err != nil {
			return err
		}
		o := object{{"id", id}}
		o.setUID(c.UID, components.CardPrefix+id)
		o.put("name", config.Name)
		if config.Description != config.Name {
			o.set("description", config.Description)
		}
		o.put("location", config.Location)
		o.put("objectTypes", r.objectTypes(c, config.ObjectTypes))
		o.put("entrypoint", entrypoint)
		r.config.cards = append(r.config.cards, o)
	}
	return nil
}

// entrypoint copies the modules of an entrypoint, and returns its path. A written path starts in the source folder.
func (r *run) entrypoint(c *component, written string) (string, error) {
	file := path.Join(r.project.file.SrcDir, path.Join("/", written))
	if err := r.copyModules(c, file); err != nil {
		return "", err
	}
	return file, nil
}
