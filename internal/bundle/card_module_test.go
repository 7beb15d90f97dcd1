package bundle

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/sdk"
)

// cardModules bundles the entry points of a folder with the files.
func cardModules(t *testing.T, files map[string]string, entries ...string) ([]CardModule, []Fault) {
	t.Helper()
	options := project(t, files)
	config, faults := ReadTsconfig(options.Sources.files, ".")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	options.Tsconfig = config
	return CardModules(options, entries, UI{})
}

func oneCardModule(t *testing.T, files map[string]string) CardModule {
	t.Helper()
	modules, faults := cardModules(t, files, "src/cards/Card.tsx")
	if len(faults) > 0 || len(modules) != 1 {
		t.Fatalf("%d modules, %+v", len(modules), faults)
	}
	return modules[0]
}

func TestCardModuleInlinesLocalFilesAndKeepsPackages(t *testing.T) {
	m := oneCardModule(t, map[string]string{
		"tsconfig.json": `{"compilerOptions":{"jsx":"react-jsx",
			"paths":{"@/*":["./src/*"],"react":["./node_modules/react","./.svc/types/react"]}}}`,
		".svc/types/react.d.ts":   "export declare const useState: any;\n",
		"node_modules/react/x.js": "",
		"src/text.json":           `{"title":"Grüße"}`,
		"src/parts/Row.tsx":       "import text from '../text.json';\nexport const Row = () => <b>{text.title}</b>;\n",
		"src/cards/Card.tsx": "import { useState } from 'react';\nimport { Text } from '@crm/ui-extensions';\n" +
			"import { debounce } from 'lodash/debounce';\n" +
			"import { backendUrl } from '@svc/sdk/ui';\nimport { useFlags } from '@svc/sdk/ui/react';\n" +
			"import { Row } from '@/parts/Row';\n" +
			"export default () => <><Text>{backendUrl('x')}{useState(debounce)}{useFlags}</Text><Row /></>;\n",
	})
	if want := []string{"@crm/ui-extensions", "lodash", "react"}; !slices.Equal(m.Packages, want) {
		t.Errorf("packages %q, want %q", m.Packages, want)
	}
	code := string(m.Code)
	for _, want := range []string{
		`import { useState } from "react";`, `from "lodash/debounce"`, "function backendUrl(", "__SVC_BACKEND_URLS__",
		"<b>{text_default.title}</b>", "Grüße", "<Row />",
	} {
		if !strings.Contains(code, want) {
			t.Errorf("it has no %q:\n%s", want, code)
		}
	}
	for _, unwanted := range []string{"@svc/sdk\"", "./parts", "@/parts"} {
		if strings.Contains(code, unwanted) {
			t.Errorf("it has %q:\n%s", unwanted, code)
		}
	}
}

func TestCardModuleImportsReactForJSX(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		wants  int // imports of React
	}{
		"none":          {"export default () => <b/>;\n", 1},
		"a default":     {"import React from 'react';\nexport default () => <b/>;\n", 1},
		"a namespace":   {"import * as React from 'react';\nexport default () => <b>{React.version}</b>;\n", 1},
		"only a hook":   {"import { useState } from 'react';\nexport default () => <b>{useState}</b>;\n", 2},
		"no JSX at all": {"export default () => null;\n", 0},
	} {
		m := oneCardModule(t, map[string]string{"src/cards/Card.tsx": test.source})
		if got := strings.Count(string(m.Code), `from "react"`); got != test.wants ||
			slices.Contains(m.Packages, "react") != (test.wants > 0) {
			t.Errorf("%s: %d imports, packages %q:\n%s", name, got, m.Packages, m.Code)
		}
	}
}

func TestCardsOfOneFolderAreBundledSeparately(t *testing.T) {
	modules, faults := cardModules(t, map[string]string{
		"src/cards/A.tsx": "import { n } from '../n';\n" +
			"export default () => n + 'a';\n", "src/cards/B.js": "import { n } from '../n';\n" +
			"export default () => n + 'b';\n", "src/n.ts": "export const n = 1;\n",
	}, "src/cards/B.js", "src/cards/A.tsx")
	if len(faults) > 0 || len(modules) != 2 || modules[0].File != "src/cards/B.js" ||
		!strings.Contains(string(modules[0].Code), `n + "b"`) || !strings.Contains(string(modules[1].Code), `n + "a"`) ||
		!strings.Contains(string(modules[1].Code), "n = 1") {
		t.Errorf("%+v %+v", modules, faults)
	}
}

func TestInvalidImportOfACardIsAFaultAtItsPosition(t *testing.T) {
	for source, want := range map[string]string{
		"import './card.css';\nexport default () => null;\n":    "a card cannot import a style sheet",
		"import x from './missing';\nexport default () => x;\n": "./missing",
	} {
		_, faults := cardModules(
			t, map[string]string{"src/cards/Card.tsx": source, "src/cards/card.css": "b {}"}, "src/cards/Card.tsx",
		)
		if len(faults) != 1 || !strings.Contains(faults[0].Text, want) || faults[0].Span.File != "src/cards/Card.tsx" ||
			faults[0].Span.Line != 1 {
			t.Errorf("%q: %+v", source, faults)
		}
	}
}

func TestPackageRangesComeFromPackageJSON(t *testing.T) {
	root := t.TempDir()
	names := []string{"a", "b", "c"}
	none, err := PackageRanges(rooted(t, root), names)
	if err != nil || !maps.Equal(none, map[string]string{"a": "", "b": "", "c": ""}) {
		t.Errorf("without a package.json: %v %v", none, err)
	}
	text := `{"dependencies":{"a":"^1.0.0"},"devDependencies":{"a":"2.0.0","b":"~3.1.0"}}`
	if err := os.WriteFile(filepath.Join(root, "package.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	some, err := PackageRanges(rooted(t, root), names)
	if err != nil || !maps.Equal(some, map[string]string{"a": "^1.0.0", "b": "~3.1.0", "c": ""}) {
		t.Errorf("got %v %v", some, err)
	}
	if err := os.WriteFile(filepath.Join(root, "package.json"), []byte(`{`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := PackageRanges(rooted(t, root), names); err == nil {
		t.Error("a package.json that is not valid JSON was accepted")
	}
}

func TestCardModuleFollowsSymbolicLinks(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"app/src/Plain.tsx": "export default () => 'plain';\n", "shared/Card.tsx": "export default () => 'linked';\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(
		filepath.Join(root, "shared", "Card.tsx"), filepath.Join(root, "app", "src", "Card.tsx"),
	); err != nil {
		t.Fatal(err)
	}
	embedded, err := EmbeddedSDK(sdk.Files)
	if err != nil {
		t.Fatal(err)
	}
	options, files := Options{Root: filepath.Join(root, "app"), SDK: embedded}, []string{"src/Card.tsx", "src/Plain.tsx"}
	modules, faults := CardModules(options, files, UI{})
	if len(faults) > 0 {
		t.Fatalf("%+v", faults)
	}
	for i, want := range []string{"linked", "plain"} {
		if !bytes.Contains(modules[i].Code, []byte(want)) || modules[i].File != files[i] {
			t.Errorf("%s is\n%s", modules[i].File, modules[i].Code)
		}
	}
	cards, faults := Cards(options, files)
	if len(faults) > 0 || len(cards) != 2 || !slices.Equal(cards[0].Exports, []string{"default"}) || !slices.Equal(
		cards[1].Exports, []string{"default"},
	) {
		t.Errorf("%+v, %+v", cards, faults)
	}
}

func TestRequireOfAPackageIsAFaultAtItsPosition(t *testing.T) {
	_, faults := cardModules(
		t, map[string]string{"src/cards/Card.tsx": "\nconst l = require('lodash');\nexport default () => l;\n"},
		"src/cards/Card.tsx",
	)
	if len(faults) != 1 || faults[0].Span.Line != 2 || !strings.Contains(faults[0].Text, `require("lodash")`) {
		t.Errorf("%+v", faults)
	}
}

func TestCardsAndCardModulesAcceptTheSameFiles(t *testing.T) {
	for _, extension := range []string{
		"svg", "png", "jpg", "jpeg", "gif", "webp", "txt", "md", "html", "json", "css", "mp4",
	} {
		root := t.TempDir()
		for name, text := range map[string]string{
			"Card.tsx": "import x from './x." + extension + "';\nexport default () => x;\n", "x." + extension: "1",
		} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		embedded, err := EmbeddedSDK(sdk.Files)
		if err != nil {
			t.Fatal(err)
		}
		options := Options{Root: root, SDK: embedded}
		_, checked := Cards(options, []string{"Card.tsx"})
		_, built := CardModules(options, []string{"Card.tsx"}, UI{})
		refused := extension == "css" || extension == "mp4"
		if len(checked) > 0 != refused || len(built) > 0 != refused {
			t.Errorf("%s: check says %+v, build %+v", extension, checked, built)
		}
		for _, fault := range slices.Concat(checked, built) {
			if fault.Kind != NoLoader || fault.Span.Line != 1 {
				t.Errorf("%s: %+v", extension, fault)
			}
		}
	}
}
