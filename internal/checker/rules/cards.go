package rules

import (
	"iter"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
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

// cardImports returns the imports of the UI components that cards use, with the card.
func cardImports(p *checker.Pass) iter.Seq2[*declared.Declaration, declared.CardImport] {
	return func(yield func(*declared.Declaration, declared.CardImport) bool) {
		for _, module := range p.Cards {
			card := cardOf(p, module)
			if card == nil {
				continue
			}
			for _, one := range module.Imports {
				if !yield(card, one) {
					return
				}
			}
		}
	}
}

// backendsNamed returns the card backends with a name, which is an id or `<worker>/<id>`.
func backendsNamed(p *checker.Pass, name string) []*declared.Declaration {
	var found []*declared.Declaration
	owner, id, qualified := strings.Cut(name, "/")
	if !qualified {
		id = name
	}
	for worker, d := range capabilitiesOf(p) {
		if d.Kind == declared.CardBackend && d.ID == id && (!qualified || worker.ID == owner) {
			found = append(found, d)
		}
	}
	return found
}

// backendNames returns the ids of all card backends of a project.
func backendNames(p *checker.Pass) []string {
	var names []string
	for _, d := range capabilitiesOf(p) {
		if d.Kind == declared.CardBackend {
			names = append(names, d.ID)
		}
	}
	return names
}

var cardObjectTypes = &checker.Rule{
	ID:       "card-object-types",
	Severity: diag.Warning,
	Title:    "list the object types that a card appears on",
	Why:      "a card appears on records of its objectTypes; without any, it appears nowhere",
	Hint:     "list an object type, such as 'contacts'",
	Before:   `card({ objectTypes: [], ... })`,
	After:    `card({ objectTypes: ['contacts'], ... })`,
	Run:      runCardObjectTypes,
}

func runCardObjectTypes(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Card) {
		if types := d.Options.Get("objectTypes"); types.IsArray() && len(types.Items) == 0 {
			p.Reportf(types.At, "%s lists no object types", describe(d))
		}
	}
}

var cardFlags = &checker.Rule{
	ID:       "card-flags",
	Severity: diag.Error,
	Title:    "set a card's flags to 'server' only, and add a backend",
	Why: "'server' is the only value of flags; the card's backend evaluates the feature flags and returns an inert " +
		"snapshot of them in its signed response",
	Hint:   "set backend to the id of the card backend that evaluates the flags, or remove flags",
	Before: `card({ id: 'invoices', flags: 'server', ... })`,
	After:  `card({ id: 'invoices', flags: 'server', backend: 'invoices', ... })`,
	Run:    runCardFlags,
}

func runCardFlags(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Card) {
		flags := d.Options.Get("flags")
		switch {
		case flags.IsAbsent():
		case flags.Text != "server" || !flags.IsString():
			p.Reportf(flags.At, "flags of %s must be \"server\", not %s", describe(d), quote(flags)).
				Hintf("write flags: 'server', or remove flags")
		case !d.Options.Has("backend"):
			p.Reportf(flags.At, "%s has flags \"server\" but no backend", describe(d))
		}
	}
}

var cardHelpdeskScope = &checker.Rule{
	ID:       "card-helpdesk-scope",
	Severity: diag.Warning,
	Title:    "request the scope tickets for a card in helpdesk.sidebar",
	Why:      "the platform shows help desk cards only for apps with access to tickets",
	Hint:     "add 'tickets' to scopes",
	Before: `scopes: ['crm.objects.contacts.read'],
cards: [card({ location: 'helpdesk.sidebar', ... })],`,
	After: `scopes: ['crm.objects.contacts.read', 'tickets'],
cards: [card({ location: 'helpdesk.sidebar', ... })],`,
	Run: runCardHelpdeskScope,
}

const (
	helpdeskScope    = "tickets"
	helpdeskLocation = "helpdesk.sidebar"
)

func runCardHelpdeskScope(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	if !lacksScopes(p, helpdeskScope) {
		return
	}
	for _, d := range ofKind(p, declared.Card) {
		if location := d.Options.Get("location"); location.Text == helpdeskLocation {
			p.Reportf(location.At, "%s is in the help desk, but the app does not request the scope %q",
				describe(d), helpdeskScope).
				Related(scopes.At, "scopes are declared here")
		}
	}
}

var cardSDKImport = &checker.Rule{
	ID:       "card-sdk-import",
	Severity: diag.Error,
	Title:    "import @svc/sdk/ui in card code, never @svc/sdk",
	Why:      "card code runs in the browser and must not hold secrets; code that needs @svc/sdk belongs in a backend",
	Hint:     "import from @svc/sdk/ui or @svc/sdk/ui/react, and move code that needs the SDK to a card backend",
	Before: `// src/cards/Invoices.tsx
import { ok } from '@svc/sdk';`,
	After: `// src/cards/Invoices.tsx
import { logger } from '@svc/sdk/ui';`,
	Run: runCardSDKImport,
}

// uiModules are the SDK entries that card code may import.
var uiModules = []string{"@svc/sdk/ui", "@svc/sdk/ui/react"}

func runCardSDKImport(p *checker.Pass) {
	of := declarationFiles(p)
	reported := map[declared.Mark]bool{} // imports of a file with declarations, which may have several of the SDK
	for card, one := range cardImports(p) {
		entrypoint := card.Options.Get("entrypoint").At
		switch {
		case of[one.In] != "" && one.In != moduleOf(p, card).File:
			// The import that leads here is reported: that of the SDK is right where it is.
		case of[one.File] != "" && !reported[one.At]:
			reported[one.At] = true
			p.Reportf(one.At, "card code imports %q, which is %s", one.Path, of[one.File]).
				Hintf("move what the card needs into a file without declarations, and import it in both").
				Related(entrypoint, "part of "+describe(card))
		case isSDK(one.Path) && !slices.Contains(uiModules, one.Path):
			p.Reportf(one.At, "card code imports %q", one.Path).Related(entrypoint, "part of "+describe(card))
		}
	}
}

// declarationFiles returns what the files are that declare the app: they import the SDK, so a card cannot import them.
func declarationFiles(p *checker.Pass) map[string]string {
	of := map[string]string{}
	if p.ConfigFile != "" {
		of[p.ConfigFile] = "the app's config"
	}
	for _, file := range p.Workers {
		if file.Worker != nil {
			of[file.Path] = "a worker"
		}
	}
	return of
}

var cardPackage = &checker.Rule{
	ID:       "card-package",
	Severity: diag.Error,
	Title:    "list every package that a card imports in package.json, with a published version",
	Why: "cards run in a browser; to build them, the platform installs the packages in package.json, and it cannot " +
		"install local packages",
	Hint: "add the package to dependencies in the project's package.json",
	Before: `// src/cards/Invoices.tsx
import { readFileSync } from 'node:fs';`,
	After: `// src/cards/Invoices.tsx
import { backendUrl } from '@svc/sdk/ui';`,
	Run: runCardPackage,
}

func runCardPackage(p *checker.Pass) {
	for card, one := range cardImports(p) {
		if one.Package == "" {
			continue // a local file, or the SDK
		}
		if _, refused := platform.CardPackage(p.Vendor.UIPackage, one.Package, one.Range); refused != nil {
			draft := p.Reportf(one.At, "%s imports %q, %s", describe(card), one.Package, refused.What)
			if draft.Hintf("%s", refused.Fix); refused.Instead != "" {
				draft.Replace(one.Package, refused.Instead, diag.Safe)
			}
		}
	}
}

func isSDK(path string) bool { return path == "@svc/sdk" || strings.HasPrefix(path, "@svc/sdk/") }
