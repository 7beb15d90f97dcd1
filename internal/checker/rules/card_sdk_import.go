package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

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
	for _, module := range p.Cards {
		card := cardOf(p, module)
		if card == nil {
			continue // no card uses it
		}
		for _, one := range module.Imports {
			if !isSDK(one.Path) || slices.Contains(uiModules, one.Path) {
				continue // another package, or an entry for cards
			}
			p.Reportf(one.At, "card code imports %q", one.Path).
				Related(card.Options.Get("entrypoint").At, "part of "+describe(card))
		}
	}
}

func isSDK(path string) bool { return path == "@svc/sdk" || strings.HasPrefix(path, "@svc/sdk/") }
