package bundle

import (
	"strings"
	"testing"
	"testing/fstest"
)

// previewLibrary is a small renderer.
var previewLibrary = fstest.MapFS{
	"ui/frame/start.tsx":                        {Data: []byte("export const start = (c: object) => log('started', c);")},
	"ui/components/unknown.tsx":                 {Data: []byte("export const withUnknown = (known: object) => known;")},
	"ui/components/elements.tsx":                {Data: []byte("export const withoutElements = (r: object) => r;")},
	"ui/stable.ts":                              {Data: []byte("export const Text = 'the text of the library';")},
	"ui/experimental.ts":                        {Data: []byte("export const Text = 'the experimental text';")},
	"react/react.production.min.js":             {Data: []byte("exports.name = 'React of the library';")},
	"react/react-jsx-runtime.production.min.js": {Data: []byte("exports.jsx = 'JSX of the library';")},
	"react/react-dom.production.min.js":         {Data: []byte("exports.createRoot = 'DOM of the library';")},
	"react/scheduler.production.min.js":         {Data: []byte("")},
}

// preview bundles src/cards/Card.tsx of a project with the files.
func preview(t *testing.T, files map[string]string) (string, []Fault) {
	t.Helper()
	o := project(t, files)
	var faults []Fault
	if o.Tsconfig, faults = ReadTsconfig(o.Sources.files, "."); len(faults) > 0 {
		t.Fatal(faults)
	}
	output, faults := CardPreview(o, PreviewParts{
		File: "src/cards/Card.tsx", UIPackage: "@crm/ui-extensions", UIGlobal: "crm", Library: previewLibrary,
		Define: map[string]string{"__SVC_CARD__": `"card"`},
	})
	return string(output.Code), faults
}

const previewedCard = "import * as React from 'react';\nimport { Text, Unknown } from '@crm/ui-extensions';\n" +
	"export default () => <Text>{React.name}{Unknown}{__SVC_CARD__}</Text>;\n"

func TestPreviewReplacesThePackageOfTheVendor(t *testing.T) {
	code, faults := preview(t, map[string]string{
		"src/cards/Card.tsx": previewedCard,
		// Installed, but not used.
		"node_modules/@crm/ui-extensions/package.json": `{"main":"index.js"}`,
		"node_modules/@crm/ui-extensions/index.js":     "throw new Error('of the vendor');",
		"tsconfig.json": `{"compilerOptions":{"jsx":"react","jsxFactory":"h","jsxImportSource":"preact"}}`,
	})
	if len(faults) > 0 {
		t.Fatalf("%+v", faults)
	}
	for _, want := range []string{
		"the text of the library", "React of the library", "JSX of the library", `"crm"`, `"card"`, "started",
	} {
		if !strings.Contains(code, want) {
			t.Errorf("it has no %s:\n%s", want, code)
		}
	}
	for _, unwanted := range []string{"of the vendor", "experimental", "__SVC_CARD__", "preact", "h("} {
		if strings.Contains(code, unwanted) {
			t.Errorf("it has %s:\n%s", unwanted, code)
		}
	}
}

func TestPreviewUsesReactOfTheProjectWithItsDOM(t *testing.T) {
	react := map[string]string{
		"src/cards/Card.tsx":                previewedCard,
		"node_modules/react/package.json":   `{"main":"index.js"}`,
		"node_modules/react/index.js":       "exports.name = 'React of the project';",
		"node_modules/react/jsx-runtime.js": "exports.jsx = 'JSX of the project';",
	}
	alone, faults := preview(t, react)
	if len(faults) > 0 || strings.Contains(alone, "of the project") {
		t.Errorf("without react-dom: %+v\n%s", faults, alone)
	}
	react["node_modules/react-dom/package.json"] = `{"main":"index.js"}`
	react["node_modules/react-dom/client.js"] = "exports.createRoot = 'DOM of the project';"
	both, faults := preview(t, react)
	if len(faults) > 0 || !strings.Contains(both, "React of the project") ||
		!strings.Contains(both, "JSX of the project") || strings.Contains(both, "React of the library") {
		t.Errorf("with react-dom: %+v\n%s", faults, both)
	}
}

func TestPreviewGivesCardsAReactThatRefusesElements(t *testing.T) {
	code, faults := preview(t, map[string]string{
		"src/cards/Card.tsx":                  "import x from 'other';\nexport default () => x;\n",
		"node_modules/other/index.js":         "module.exports = require('react').name;",
		"node_modules/react/index.js":         "module.exports = require('./cjs/react.js');",
		"node_modules/react/cjs/react.js":     "exports.name = 'React of the project';",
		"node_modules/react-dom/client.js":    "exports.createRoot = require('react').name;",
		"node_modules/react-dom/package.json": `{"main":"client.js"}`,
	})
	if len(faults) > 0 {
		t.Fatalf("%+v", faults)
	}
	if guards := strings.Count(code, `.withoutElements(`); guards != 1 {
		t.Errorf("%d modules are guarded, want that of the package only:\n%s", guards, code)
	}
}

func TestPreviewInlinesPackagesAndReportsMistakesAtTheirPosition(t *testing.T) {
	code, faults := preview(t, map[string]string{
		"src/cards/Card.tsx":              "import x from 'other';\nexport default () => x;\n",
		"node_modules/other/package.json": `{"main":"index.js"}`,
		"node_modules/other/index.js":     "module.exports = 'of another package';",
	})
	if len(faults) > 0 || !strings.Contains(code, "of another package") {
		t.Errorf("%+v\n%s", faults, code)
	}
	for source, want := range map[string]string{
		"\nimport './card.css';\nexport default 1;\n":       "style sheet",
		"\nimport x from './missing';\nexport default x;\n": "./missing",
		"\nexport default <b;\n":                            "expected",
		"\nimport 'react-dom/server';\nexport default 1;\n": "install react-dom",
	} {
		_, faults := preview(t, map[string]string{"src/cards/Card.tsx": source, "src/cards/card.css": ""})
		if len(faults) == 0 || !strings.Contains(strings.ToLower(faults[0].Text), want) || faults[0].Span.Line != 2 ||
			faults[0].Span.File != "src/cards/Card.tsx" {
			t.Errorf("%q: %+v", source, faults)
		}
	}
}
