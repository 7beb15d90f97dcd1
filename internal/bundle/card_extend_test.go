package bundle

import (
	"regexp"
	"slices"
	"testing"
)

func TestCardModuleRendersItsDefaultExport(t *testing.T) {
	rendered := regexp.MustCompile(`svcUI_?\.extend\(\(api\) => <SvcCard_? \{\.\.\.api\} />\)`)
	ui := UI{Package: "@crm/ui-extensions", Global: "crm"}
	for name, c := range map[string]struct {
		code  string
		added bool
	}{
		"function":   {"export default function Card() { return null; }", true},
		"expression": {"export default () => null;", true},
		"named, too": {"export const a = 1;\nconst C = () => null;\nexport { C as default, a as b };", true},
		"extended":   {"import { crm } from '@crm/ui-extensions';\ncrm.extend(() => null);\nexport default () => null;", false},
		"text":       {"export default () => 'We extend your trial.';", true},
		"same names": {"const SvcCard = 1, svcUI = 2;\nexport default () => [SvcCard, svcUI];", true},
		"letters":    {"export default function Größe() { return null; }", true},
		"destructed": {"import { crm } from '@crm/ui-extensions';\nconst { extend: e } = crm;\ne();\nexport default 1;", false},
		"other":      {"import dayjs from 'dayjs';\ndayjs.extend(1);\nexport default () => dayjs();", true},
		"whole":      {"import * as UI from '@crm/ui-extensions';\nUI.crm?.extend(1);\nexport default 1;", false},
		"kit":        {"import { crm } from 'kit';\ncrm.extend(1);\nexport default 1;", false},
		"by text":    {"import { crm } from '@crm/ui-extensions';\ncrm['extend']();\nexport default 1;", false},
		"named":      {"export const Card = () => null;", false},
	} {
		options := project(t, map[string]string{"src/cards/Card.tsx": c.code + "\n"})
		modules, faults := CardModules(options, []string{"src/cards/Card.tsx"}, ui)
		if len(faults) > 0 {
			t.Fatalf("%s: %+v", name, faults)
		}
		code := string(modules[0].Code)
		if got := rendered.MatchString(code); got != c.added {
			t.Errorf("%s: extend added: %v\n%s", name, got, code)
		}
		if c.added && !slices.Contains(modules[0].Packages, ui.Package) {
			t.Errorf("%s: packages %q", name, modules[0].Packages)
		}
	}
}
