package components

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// CardConfig is the configuration of a card.
type CardConfig struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Location    string   `json:"location"`
	Entrypoint  string   `json:"entrypoint"`
	ObjectTypes []string `json:"objectTypes"`
}

// CardPrefix precedes the id of a card in its default uid.
const CardPrefix = "card-"

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
		p.Emit(codegen.Part{UID: cmp.Or(card.UID, CardPrefix+card.ID), File: stem, Subject: subject, Config: CardConfig{
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
	if subject.Member = "backend"; card.Backend != "" && p.Project.BackendWorker(card.Backend) == "" {
		p.Refuse("card-backend", subject, "the backend %q of the card %q is not exactly one card backend of the project",
			card.Backend, card.ID)
	}
}

// cardSource returns a card's module, with definitions of what it reads: its id, and the URLs of card backends.
func cardSource(p *codegen.Pass, card *manifest.Card, module []byte) []byte {
	var head []byte
	define := func(comment, name string, value any) {
		if bytes.Contains(module, []byte(name)) {
			text := bytes.TrimSpace(codegen.JSON(value))
			head = fmt.Appendf(head, "// %s\nconst %s = %s;\n\n", comment, name, text)
		}
	}
	define("The id of the card, for its log.", codegen.CardID, card.ID)
	define("Where the card backends of the app are.", codegen.BackendURLs, p.Project.BackendURLs(card, p.Origins))
	if p.DevLog != "" {
		define("Where 'svc dev' receives the log of the card.", codegen.DevLog, p.DevLog)
	}
	return append(head, module...)
}

// packageList holds version ranges by package.
type packageList map[string]string

// packageFile is a package.json.
type packageFile struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Private      bool              `json:"private"`
	Type         string            `json:"type"`
	Dependencies map[string]string `json:"dependencies"`
}

func (l packageList) add(p *codegen.Pass, subject codegen.Subject, wanted map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		version, refused := platform.CardPackage(p.Profile.UIPackage, name, wanted[name])
		if refused != nil {
			p.Refuse("card-package", subject, "the card %q imports %q, %s", subject.ID, name, refused.What).
				Hintf("%s", refused.Fix)
			continue
		}
		l[name] = version
	}
}

func (l packageList) file(p *codegen.Pass) []byte {
	return codegen.JSON(packageFile{Name: "cards", Version: "0.1.0", Private: true, Type: "module", Dependencies: l})
}
