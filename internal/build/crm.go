package build

import (
	"cmp"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/reason"
)

func (b *builder) crm() error {
	cards, err := b.cards()
	if err != nil {
		return err
	}
	name := b.crmName()
	if name == b.manifest.App.CRMProject {
		b.out.CRMProject = name
	}
	b.out.CRM = codegen.Generate(codegen.Input{
		Project: b.manifest, Profile: b.profile, Name: name, Cards: cards,
		Origins: b.origins(), AppOrigin: b.origin("", b.Link.Environment(b.Environment).Origin), DevLog: b.DevLog,
	}, b.Components)
	return nil
}

// crmName returns the CRM project's name: the deployed name, or else the declared name or the slug with the environment
// appended.
func (b *builder) crmName() string {
	if deployed := b.Link.Environment(b.Environment).CRM; deployed != nil {
		return deployed.Project
	}
	return cmp.Or(b.manifest.App.CRMProject, b.Project.Slug) + link.Suffix(b.Environment)
}

// origins returns the user workers' origins by name.
func (b *builder) origins() map[string]string {
	known := b.Link.Environment(b.Environment).Origins
	origins := map[string]string{}
	for _, worker := range b.workerNames() {
		origins[worker] = b.origin(worker, known[worker])
	}
	return origins
}

// origin returns a known origin, or a placeholder that is used until the first deploy.
func (b *builder) origin(worker, known string) string {
	if known != "" {
		return known
	}
	return codegen.Placeholder(b.names[worker])
}

// cards bundles the UI components of the cards.
func (b *builder) cards() (map[string]codegen.Card, error) {
	files := map[string]string{}
	for _, module := range b.Project.Cards {
		files[module.Entrypoint] = module.File
	}
	var wanted []string
	for _, card := range b.manifest.App.Cards {
		if file := files[card.Entrypoint]; file != "" {
			wanted = append(wanted, file)
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	slices.Sort(wanted)
	modules, err := b.production.Cards(slices.Compact(wanted))
	if err != nil {
		return nil, err
	}
	byFile := map[string]bundle.CardModule{}
	for _, module := range modules {
		byFile[module.File] = module
	}
	cards := map[string]codegen.Card{}
	for _, card := range b.manifest.App.Cards {
		module, known := byFile[files[card.Entrypoint]]
		if !known {
			continue // codegen refuses a card without a component
		}
		ranges, err := b.production.PackageRanges(module.Packages)
		if err != nil {
			return nil, &Refused{"cannot determine the versions of the cards' packages", reason.Of(err), "fix package.json"}
		}
		cards[card.ID] = codegen.Card{Source: module.Code, Packages: ranges}
	}
	return cards, nil
}
