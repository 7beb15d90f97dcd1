package tsedit

import "testing"

func TestAddImportFollowsOtherImports(t *testing.T) {
	tests{
		"// head\nimport { a } from 'a';\nimport {\n  b,\n} from \"b\"\n\ncode();\n": "// head\nimport { a } from 'a';\n" +
			"import {\n  b,\n} from \"b\"\nimport { c } from \"c\";\n\ncode();\n",
		"import 'a'; // first\r\ncode();\r\n":        "import 'a'; // first\r\nimport { c } from 'c';\r\ncode();\r\n",
		"import 'a'; /* long\n */ code();":           "import 'a';\nimport { c } from 'c'; /* long\n */ code();",
		"import a from 'a' with { type: 'json' };\n": "import a from 'a' with { type: 'json' };\nimport { c } from 'c';\n",
		"code();\n": "import { c } from 'c';\ncode();\n",
		"\ufeff/*\nimport x from 'y';\n*/ await import('d');\n": "\ufeffimport { c } from 'c';\n" +
			"/*\nimport x from 'y';\n*/ await import('d');\n",
		"\ufeffimport { a } from 'a';\ncode();\n":         "\ufeffimport { a } from 'a';\nimport { c } from 'c';\ncode();\n",
		"\ufeffimport { a } from 'c';\n":                  "\ufeffimport { a, c } from 'c';\n",
		"\ufeffimport { c } from 'c';":                    "none",
		"import { b as c } from 'c';":                     "none",
		"import { a, d } from 'c';\nimport 'e';":          "import { a, c, d } from 'c';\nimport 'e';",
		"import d, { type a as b, } from \"c\"":           "import d, { type a as b, c, } from \"c\"",
		"import {\n  // first\n  a,\n  d,\n} from 'c';\n": "import {\n  // first\n  a,\n  d,\n  c,\n} from 'c';\n",
		"import {\r\n\ta\r\n} from 'c';\r\n":              "import {\r\n\ta,\r\n\tc\r\n} from 'c';\r\n",
		"import type { a } from 'c';\n":                   "import type { a } from 'c';\nimport { c } from 'c';\n",
		"import * as a from 'c';\n":                       "import * as a from 'c';\nimport { c } from 'c';\n",
	}.run(t, func(text string, _ int) []Edit { return AddImport(text, "c", "c") })
}

func TestImportsFindsNamesInBraces(t *testing.T) {
	for text, want := range map[string]bool{
		"import { card } from '@svc/sdk';": true, "import a, { type card, b } from \"@svc/sdk\"": true,
		"import { b as card, } from '@svc/sdk'": true, "import { card as b } from '@svc/sdk'": false,
		"import { card } from './card'": false, "import card, { b } from '@svc/sdk'": false,
		"// import { card } from '@svc/sdk'": false,
		"const f = { import: { card } };":    false, "import(": false,
	} {
		if got := Imports(text, "card", "@svc/sdk"); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestImportOfFindsWhereANameComesFrom(t *testing.T) {
	text := `import main, { tool as make } from './main';
import type { Type } from "./types";
import { type Other, type Deep as Renamed } from './others';
import only from './only';
import * as all from './all';
import './effect';
const from = tool('a');
`
	for name, want := range map[string][2]string{
		"main": {"default", "./main"}, "make": {"tool", "./main"}, "tool": {}, "Type": {"Type", "./types"},
		"Other": {"Other", "./others"}, "Renamed": {"Deep", "./others"}, "only": {"default", "./only"}, "all": {},
		"from": {}, "": {},
	} {
		if exported, module := ImportOf(text, name); exported != want[0] || module != want[1] {
			t.Errorf("%s: got %q of %q, want %q", name, exported, module, want)
		}
	}
}
