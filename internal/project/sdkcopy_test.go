package project

import (
	"io/fs"
	"maps"
	"strings"
	"testing"

	"github.com/appsvc/svc/sdk"
)

// installed returns the SDK as an installed package of another version.
func installed(t *testing.T, folder, version string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(sdk.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".d.ts") {
			return err
		}
		text, err := fs.ReadFile(sdk.Files, path)
		files[folder+"/@svc/sdk/"+path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	name := folder + "/@svc/sdk/package.json"
	own, _, _ := strings.Cut(strings.SplitN(files[name], `"version": "`, 2)[1], `"`)
	if version != "" {
		files[name] = strings.Replace(files[name], `"version": "`+own+`"`, `"version": "`+version+`"`, 1)
	}
	return files
}

func TestInstalledSDKIsUsedAlsoByPackages(t *testing.T) {
	files := installed(t, "node_modules", "")
	// The installed copy is recognized by its text. A nested copy must not be used.
	files["node_modules/@svc/sdk/dist/index.js"] += "\nglobalThis.copies = (globalThis.copies ?? 0) + 1;\n"
	maps.Copy(files, map[string]string{
		"svc.config.ts":                 minimalConfig,
		"node_modules/kit/package.json": `{"name":"kit","module":"index.js"}`,
		"node_modules/kit/index.js": "import { tool } from '@svc/sdk';\n" +
			"export const make = (id) => tool(id, { label: 'l' });\n",
		"node_modules/kit/node_modules/@svc/sdk/package.json": `{"name":"@svc/sdk","version":"0.0.1",
			"exports":{".":{"default":"./x.js"}}}`,
		"node_modules/kit/node_modules/@svc/sdk/x.js": "throw new Error('the second copy');\n",
		"src/workers/w.ts": "import { make } from 'kit';\n" + toolHead +
			"worker.use(make('made'));\nmake('copies ' + (globalThis as any).copies);\n",
	})
	p := load(t, files)
	if len(p.Problems) > 0 {
		t.Fatalf("problems: %+v", p.Problems)
	}
	if find(p, "copies 1", "label") == nil {
		t.Error("the installed SDK was not evaluated, or more than once")
	}
	for _, d := range p.Declarations {
		if d.ID == "made" && (d.Worker == nil || spot(p.Locator.Locate(d.At)) != "src/workers/w.ts:5:12") {
			t.Errorf("a package's declaration: worker %v, at %v", d.Worker, p.Locator.Locate(d.At))
		}
	}
}

func TestSDKOfAnotherVersionIsUsedAndReported(t *testing.T) {
	for version, hint := range map[string]string{
		"0.0.9": "upgrade the package: npm install @svc/sdk@", "99.0.0": "upgrade svc to 99.0.0",
	} {
		files := installed(t, "node_modules", version)
		files["svc.config.ts"] = minimalConfig
		files["package.json"] = "{\n  \"dependencies\": { \"@svc/sdk\": \"*\" }\n}\n"
		files["src/workers/w.ts"] = toolHead
		p := load(t, files)
		if len(p.Problems) != 1 || p.Problems[0].Rule != ruleVersionMismatch || !strings.HasPrefix(p.Problems[0].Hint, hint) {
			t.Fatalf("%s: problems %+v", version, p.Problems)
		}
		if got := full(p, p.Problems[0].At); got != "package.json:2:21-2:31" {
			t.Errorf("%s: at %s", version, got)
		}
		if p.Workers[0].Worker == nil {
			t.Errorf("%s: the worker was not evaluated", version)
		}
	}
}

func TestBrokenInstalledSDKIsReportedAndReplaced(t *testing.T) {
	for name, text := range map[string]string{"no JSON": "{", "no entry": "{}"} {
		p := load(t, map[string]string{
			"svc.config.ts": minimalConfig, "node_modules/@svc/sdk/package.json": text, "src/workers/w.ts": toolHead,
		})
		if len(p.Problems) != 1 || p.Problems[0].Rule != ruleVersionMismatch || p.Workers[0].Worker == nil {
			t.Errorf("%s: problems %+v", name, p.Problems)
		}
	}
}

func TestUnresolvedImportsHaveAHint(t *testing.T) {
	for source, want := range map[string]string{
		"import fs from 'node:fs'; fs();":      "1:16 cannot resolve \"node:fs\" | Node modules",
		"import { join } from 'path'; join();": "1:22 cannot resolve \"path\" | Node modules",
		"import x from '@scope/pkg/deep'; x();": "1:15 cannot resolve \"@scope/pkg/deep\" | install the package: " +
			"npm install @scope/pkg",
		"import x from 'listed/deep'; x();": "1:15 cannot resolve \"listed/deep\" | run 'npm install': package.json",
		"import x from './gone'; x();":      "1:15 cannot resolve \"./gone\" | ",
		"import x from '@svc/sdk/nothing'; x();": "1:15 cannot resolve \"@svc/sdk/nothing\" | import from one of @svc/sdk, " +
			"@svc/sdk/experimental, @svc/sdk/runtime, @svc/sdk/ui, @svc/sdk/ui/react",
		"import { tol } from '@svc/sdk'; tol();": "1:10 \"@svc/sdk\" has no export \"tol\" | did you mean \"tool\"?",
		"import { HttpError } from '@svc/sdk'; HttpError;": "1:10 \"@svc/sdk\" has no export \"HttpError\" | HttpError is " +
			"a type, which does not exist at run time: write \"import type\", and error.name === 'HttpError' in place of",
		"import { SyncCursorContext } from '@svc/sdk'; SyncCursorContext;": "1:10 \"@svc/sdk\" has no export " +
			"\"SyncCursorContext\" | SyncCursorContext is a type, which does not exist at run time: write \"import type\"",
		"import { nope } from '../lib/some'; nope();": "1:10 \"src/lib/some.ts\" has no export \"nope\" | ",
		"import x from '../lib/x.png'; x();":          "1:15 no loader is configured",
		"import('./later');":                          "1:8 cannot resolve \"./later\" | ",
		"export * from 'gone-package';":               "1:15 cannot resolve \"gone-package\" | install the package",
	} {
		p := load(t, map[string]string{
			"svc.config.ts": minimalConfig, "src/lib/some.ts": "export const some = 1;", "src/lib/x.png": "x",
			"package.json":     `{"dependencies": {"listed": "workspace:*"}}`,
			"src/workers/w.ts": source + "\n" + toolHead,
		})
		if len(p.Problems) != 1 {
			t.Errorf("%s: problems %+v", source, p.Problems)
			continue
		}
		problem := p.Problems[0]
		at := p.Locator.Locate(problem.At)
		got := strings.TrimPrefix(spot(at), "src/workers/w.ts:") + " " + problem.Message + " | " + problem.Hint
		if !strings.HasPrefix(got, want) || problem.Rule != ruleUnresolved {
			t.Errorf("%s:\n got %s\nwant %s", source, got, want)
		}
	}
}

func TestTypeImportsAreIgnored(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig,
		"src/workers/w.ts": "import type { X } from 'not-installed';\nimport { type Y } from '@svc/sdk/nothing';\n" +
			"import { Z } from './also-gone';\nlet z: Z, y: Y, x: X;\n" + toolHead,
	})
	var rules []string
	for _, problem := range p.Problems {
		rules = append(rules, problem.Message)
	}
	if len(rules) > 0 {
		t.Errorf("problems %q", rules)
	}
}
