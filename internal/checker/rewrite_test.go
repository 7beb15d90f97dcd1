package checker

import (
	"slices"
	"strings"
	"testing"
)

// rewritten applies a function at the mark ^ of a text, which is removed.
func rewritten(text string, find func(string, int) (rewrite, bool)) string {
	at := strings.IndexByte(text, '^')
	text = text[:at] + text[at+1:]
	r, ok := find(text, at)
	if !ok {
		return "none"
	}
	return text[:r.start] + r.text + text[r.end:]
}

func TestReplaceKeepsTheFormOfAString(t *testing.T) {
	replace := func(text string, at int) (rewrite, bool) { return replaceInString(text, at, "contcat", "contact") }
	for text, want := range map[string]string{
		"{ ^objectType: 'contcat' }":               "{ objectType: 'contact' }",
		"{ ^objectType: /* a */ \"contcat\", x }":  "{ objectType: /* a */ \"contact\", x }",
		"{ ^'objectType': `contcat` as const }":    "{ 'objectType': `contact` as const }",
		"[^'contcat', 'deal']":                     "['contact', 'deal']",
		"{ ^eventType: 'contcat.creation' }":       "{ eventType: 'contact.creation' }",
		"{ ^objectType: 'contcat' + suffix }":      "none",
		"{ ^objectType: kind }":                    "none",
		"{ ^objectType: `${a}contcat` }":           "none",
		"{ ^objectType: 'contcat contcat' }":       "none",
		"{ ^objectType: 'contcats' }":              "none",
		"{ ^objectType: cond ? 'contcat' : 'x' }":  "none",
		"^tool(name, { objectType: 'contcat' })":   "none",
		"{ ^objectType: 'con\\x74cat' }":           "none",
		"{ ^objectType: 'contcat'\n, next: true }": "{ objectType: 'contact'\n, next: true }",
	} {
		if got := rewritten(text, replace); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestRenameChangesKeysAndShorthands(t *testing.T) {
	rename := func(text string, at int) (rewrite, bool) { return renameAt(text, at, "lable", "label") }
	for text, want := range map[string]string{
		"{ ^lable: 'x' }":   "{ label: 'x' }",
		"{ ^'lable': 'x' }": "{ 'label': 'x' }",
		"{ ^lable }":        "{ label: lable }",
		"{ ^lable() {} }":   "{ label() {} }",
		"{ ^...lable }":     "none",
		"{ ^[lable]: 1 }":   "none",
	} {
		if got := rewritten(text, rename); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestAppendKeepsTheFormOfAList(t *testing.T) {
	add := func(text string, at int) (rewrite, bool) { return appendToList(text, at, "b.c") }
	for text, want := range map[string]string{
		"{ ^scopes: [] }":                          "{ scopes: ['b.c'] }",
		"{ ^scopes: [\"a\"] }":                     "{ scopes: [\"a\", \"b.c\"] }",
		"{ ^scopes: ['a',] }":                      "{ scopes: ['a', 'b.c',] }",
		"{ ^scopes: [\n    'a',\n  ] }":            "{ scopes: [\n    'a',\n    'b.c',\n  ] }",
		"{ ^scopes: [\r\n\t'a'\r\n] }":             "{ scopes: [\r\n\t'a',\r\n\t'b.c'\r\n] }",
		"{ ^scopes: [\n  'a', // for a\n] }":       "none",
		"{ ^scopes: [...base] }":                   "none",
		"{ ^scopes }":                              "none",
		"{ ^scopes: base }":                        "none",
		"{ ^scopes: [`a`] }":                       "none",
		"{ ^scopes: ['a'":                          "none",
		"{ ^scopes: ['a'].concat(base), next: 1 }": "none",
	} {
		if got := rewritten(text, add); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestExportDefaultExportsTheDeclaration(t *testing.T) {
	for text, want := range map[string]string{
		"import 'x';\nconst app = ^defineApp({});\n":              "import 'x';\nconst app = defineApp({});\nexport default app;\n",
		"export const app = ^defineApp({})":                       "export const app = defineApp({})\nexport default app;\n",
		"let a = 1;\r\nconst app = ^defineApp({});\r\n":           "let a = 1;\r\nconst app = defineApp({});\r\nexport default app;\r\n",
		"import 'x';\n^defineApp({});\n":                          "import 'x';\nexport default defineApp({});\n",
		"^defineApp({});":                                         "export default defineApp({});",
		"const app: App = ^defineApp({});":                        "none",
		"function make() { return ^defineApp({}); }":              "none",
		"function make() { const a = ^defineApp({}); }":           "none",
		"const app = wrap(^defineApp({}));":                       "none",
		"const app = ^defineApp({});\nexport default 1;":          "none",
		"const app = ^defineApp({});\nexport { app as default };": "none",
	} {
		if got := rewritten(text, exportDefault); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestRegisterImportsAndUsesACapability(t *testing.T) {
	add := func(text string) string {
		at := strings.IndexByte(text, '^')
		text = text[:at] + text[at+1:]
		edits := register(text, at, "greet", "../tools/greet")
		for _, edit := range slices.Backward(edits) {
			text = text[:edit.start] + edit.text + text[edit.end:]
		}
		if edits == nil {
			return "none"
		}
		return text
	}
	const use = "worker.use(greet);\n"
	for text, want := range map[string]string{
		"import { a } from 'x';\nconst worker = ^a('m');\nexport default worker;\n": "import { a } from 'x';\n" +
			"import { greet } from '../tools/greet';\nconst worker = a('m');\n" + use + "export default worker;\n",
		"import a from \"x\"\nexport const worker = ^a('m')\nimport('y')\nexport default worker": "import a from \"x\"\n" +
			"import { greet } from \"../tools/greet\";\nexport const worker = a('m')\nimport('y')\n" + use +
			"export default worker",
		"import { a } from 'x';\nexport default ^a('m');\n":                                          "none",
		"import { a, greet } from 'x';\nconst worker = ^a('m');\nexport default worker;\n":           "none",
		"const worker = ^a('m');\nexport default worker;\n":                                          "none",
		"import { a } from 'x';\nconst worker = ^a('m');\nexport { worker as default };\n":           "none",
		"import { a } from 'x';\nfunction f() { const worker = ^a('m'); }\nexport default worker;\n": "none",
	} {
		if got := add(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

func FuzzRewritesStayInTheText(f *testing.F) {
	f.Add("{ scopes: ['a'], x: `${a}` }", 2)
	f.Add("const a = b();", 10)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if at < 0 || at > len(text) {
			return
		}
		for _, find := range []func(string, int) (rewrite, bool){
			exportDefault,
			func(s string, at int) (rewrite, bool) {
				edits := register(s, at, "x", "./x")
				if len(edits) == 0 {
					return rewrite{}, false
				}
				return rewrite{edits[0].start, edits[1].end, ""}, true
			},
			func(s string, at int) (rewrite, bool) { return appendToList(s, at, "x") },
			func(s string, at int) (rewrite, bool) { return replaceInString(s, at, "a", "x") },
			func(s string, at int) (rewrite, bool) { return renameAt(s, at, "a", "x") },
		} {
			if r, ok := find(text, at); ok && (r.start < 0 || r.end < r.start || r.end > len(text)) {
				t.Errorf("%+v is outside", r)
			}
		}
	})
}
