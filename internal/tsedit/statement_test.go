package tsedit

import "testing"

func TestExportDefaultExportsTheDeclaration(t *testing.T) {
	tests{
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
		"const app = ^defineApp({});\nexports.default = app;":     "none",
		"const app = ^defineApp({});\nmodule.exports = { app };":  "none",
		"const app = ^defineApp({});\nexport { app as default };": "none",
	}.run(t, ExportDefault)
}

func TestRegisterImportsAndUsesACapability(t *testing.T) {
	const use = "worker.use(greet);\n"
	tests{
		"import { a } from 'x';\nconst worker = ^a('m');\nexport default worker;\n": "import { a } from 'x';\n" +
			"import { greet } from '../tools/greet';\nconst worker = a('m');\n" + use + "export default worker;\n",
		"import a from \"x\"\nexport const worker = ^a('m')\nimport('y')\nexport default worker": "import a from \"x\"\n" +
			"import { greet } from \"../tools/greet\";\nexport const worker = a('m')\nimport('y')\n" + use +
			"export default worker",
		"import { a } from 'x';\nexport default ^a('m');\n":                                "none",
		"import { a, greet } from 'x';\nconst worker = ^a('m');\nexport default worker;\n": "none",
		"const worker = ^a('m');\n\nexport default worker;\n": "import { greet } from '../tools/greet';\n" +
			"const worker = a('m');\n\n" + use + "\nexport default worker;\n",
		"import { a } from 'x';\nconst worker = ^a('m');\nexport { worker as default };\n":           "none",
		"import { a } from 'x';\nfunction f() { const worker = ^a('m'); }\nexport default worker;\n": "none",
	}.run(t, func(text string, at int) []Edit { return Register(text, at, "greet", "../tools/greet") })
}

func TestDefaultExportIsTheNameOfAStatement(t *testing.T) {
	for text, want := range map[string]string{
		"export default worker":                          "worker",
		"export default worker; // the one":              "worker",
		"export default worker satisfies Worker;":        "worker",
		"export default worker\nconst a = 1;":            "worker",
		"const a = `\nexport default none;\n`;":          "",
		"export default worker.use(a);":                  "",
		"export default worker\n  .use(a);":              "",
		"export default function worker() {}":            "",
		"export default defineWorker('a');":              "",
		"const worker = 1; export { worker as default }": "",
	} {
		if got, _ := DefaultExport(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
