package components

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

type cardConfig struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Location    string   `json:"location"`
	Entrypoint  string   `json:"entrypoint"`
	ObjectTypes []string `json:"objectTypes"`
}

// moduleExtension makes the platform's builder parse a card's module as JSX.
const moduleExtension = ".jsx"

func cards(p *codegen.Pass) {
	packages := packageList{}
	for i := range p.Project.App.Cards {
		card := &p.Project.App.Cards[i]
		subject := codegen.Subject{Kind: "card", ID: card.ID}
		checkFlags(p, card, subject)
		if card.Location == "helpdesk.sidebar" {
			need(p, "card-helpdesk-scope", subject, "a card in the help desk", "tickets")
		}
		stem := p.Stem(card.ID)
		types := []string{}
		for _, name := range card.ObjectTypes {
			if one := referTo(p, subject, name); !slices.Contains(types, one) {
				types = append(types, one)
			}
		}
		p.Emit(codegen.Part{UID: "card-" + card.ID, File: stem, Subject: subject, Config: cardConfig{
			Name: card.Name, Description: cmp.Or(card.Description, card.Name), Location: card.Location,
			Entrypoint: p.Path(stem + moduleExtension), ObjectTypes: types,
		}})
		bundled, found := p.Cards[card.ID]
		if !found {
			p.Refuse("card-entrypoint", subject, "the card %q has no component: %s is not bundled", card.ID, card.Entrypoint)
			continue
		}
		p.File(stem+moduleExtension, cardSource(p, card, bundled.Source))
		packages.add(p, subject, bundled.Packages)
	}
	if len(p.Project.App.Cards) > 0 {
		p.File("package.json", packages.file(p))
	}
}

// checkFlags reports invalid flags and backends (spec, Card).
func checkFlags(p *codegen.Pass, card *manifest.Card, subject codegen.Subject) {
	subject.Member = "flags"
	switch {
	case card.Flags != "" && card.Flags != "server":
		p.Refuse("card-flags", subject, "flags of the card %q must be \"server\", not %q", card.ID, card.Flags)
	case card.Flags == "server" && card.Backend == "":
		p.Refuse("card-flags", subject, "the card %q has flags \"server\" but no backend", card.ID)
	}
	if subject.Member = "backend"; card.Backend != "" && backendWorker(p, card.Backend) == "" {
		p.Refuse("card-backend", subject, "the backend %q of the card %q is not exactly one card backend of the project",
			card.Backend, card.ID)
	}
}

// cardSource returns a card's module, with the URLs of card backends if it uses them.
func cardSource(p *codegen.Pass, card *manifest.Card, module []byte) []byte {
	if !bytes.Contains(module, []byte(codegen.BackendURLs)) {
		return module
	}
	head := "// Where the card backends of the app are.\nconst " + codegen.BackendURLs + " = " +
		string(bytes.TrimSpace(codegen.JSON(backendURLs(p, card)))) + ";\n\n"
	return append([]byte(head), module...)
}
