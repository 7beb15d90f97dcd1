package bundle

import (
	"slices"
	"strings"
	"testing"
)

func TestCardModuleRendersItsDefaultExport(t *testing.T) {
	ui := UI{Package: "@crm/ui-extensions", Global: "crm"}
	for name, c := range map[string]struct {
		code  string
		added bool
	}{
		"function":   {"export default function Card() { return null; }", true},
		"expression": {"export default () => null;", true},
		"named, too": {"export const a = 1;\nconst C = () => null;\nexport { C as default, a as b };", true},
		"extended":   {"import { crm } from '@crm/ui-extensions';\ncrm.extend(() => null);\nexport default () => null;", false},
		"named":      {"export const Card = () => null;", false},
	} {
		options := project(t, map[string]string{"src/cards/Card.tsx": c.code + "\n"})
		modules, faults := CardModules(options, []string{"src/cards/Card.tsx"}, ui)
		if len(faults) > 0 {
			t.Fatalf("%s: %+v", name, faults)
		}
		code := string(modules[0].Code)
		if got := strings.Contains(code, "svcUI.extend((api) => <SvcCard {...api} />)"); got != c.added {
			t.Errorf("%s: extend added: %v\n%s", name, got, code)
		}
		if c.added && !slices.Contains(modules[0].Packages, ui.Package) {
			t.Errorf("%s: packages %q", name, modules[0].Packages)
		}
	}
}
