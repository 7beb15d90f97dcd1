package bundle

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/sdk"
)

func embedded(t *testing.T) *SDK {
	t.Helper()
	s, err := EmbeddedSDK(sdk.Files)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEmbeddedSDKIsReadWithoutBundling(t *testing.T) {
	s := embedded(t)
	module := s.readModule()
	if module == nil {
		t.Fatal("dist/index.js must be one module that ends in one export clause, or each check bundles it twice")
	}
	quick := module.names()
	s.module = func() *sdkModule { return nil }
	slow := s.Names()
	slices.Sort(quick)
	slices.Sort(slow)
	if !slices.Equal(quick, slow) {
		t.Errorf("names\n quick %q\n slow  %q", quick, slow)
	}
	if !slices.Contains(quick, "defineWorker") {
		t.Errorf("names: %q", quick)
	}
}

// published returns an SDK of one module.
func published(t *testing.T, index string) *SDK {
	t.Helper()
	s, err := EmbeddedSDK(fstest.MapFS{
		"package.json": {
			Data: []byte(
				`{"version":"1.2.3","exports":{".":{"default":"./dist/index.js"},
					"./ui":{"default":"./dist/ui.js"},"./types":{"types":"./x.d.ts"}}}`,
			),
		},
		"dist/index.js": {Data: []byte(index)}, "dist/part.js": {Data: []byte("export const part = 1;\n")}, "dist/ui.js": {
			Data: []byte("export const ui = 1;\n"),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSDKOfAnotherFormIsBundled(t *testing.T) {
	for name, c := range map[string]struct {
		index string
		quick bool
		names []string
	}{
		"one clause":       {"var a = 1, b = 2;\nexport {\n  a,\n  b as c\n};\n", true, []string{"a", "c"}},
		"an import":        {"import { part } from './part.js';\nvar a = part;\nexport {\n  a\n};\n", false, []string{"a"}},
		"a dynamic import": {"var a = () => import('./part.js');\nexport {\n  a\n};\n", false, []string{"a"}},
		"another export":   {"export var b = 1;\nvar a = 1;\nexport {\n  a\n};\n", false, []string{"a", "b"}},
		"no clause":        {"export const a = 1;\n", false, []string{"a"}},
		"a re-export":      {"export * from './part.js';\n", false, []string{"part"}},
	} {
		s := published(t, c.index)
		if got := s.module() != nil; got != c.quick {
			t.Errorf("%s: read without bundling: %v", name, got)
		}
		if names := s.Names(); !slices.Equal(slices.Sorted(slices.Values(names)), c.names) {
			t.Errorf("%s: names %q, want %q", name, names, c.names)
		}
		code, faults := s.Script()
		if len(faults) > 0 || !strings.Contains(string(code), "var "+SDKGlobal+" = ") {
			t.Errorf("%s: faults %v, script %s", name, faults, code)
		}
		if result := api.Transform(string(code), api.TransformOptions{Format: api.FormatIIFE}); len(result.Errors) > 0 {
			t.Errorf("%s: the script does not parse: %v", name, result.Errors)
		}
	}
}

func TestReadSDKChecksPackageJSON(t *testing.T) {
	s := published(t, "export {\n  a\n};\n")
	if s.Version != "1.2.3" || !slices.Equal(s.SubPaths(), []string{"@svc/sdk", "@svc/sdk/ui"}) {
		t.Errorf("version %q, paths %q", s.Version, s.SubPaths())
	}
	for text, want := range map[string]string{
		"": "package.json", "{": "package.json", `{"version":"1"}`: `exports no "."`,
	} {
		files := fstest.MapFS{"package.json": {Data: []byte(text)}}
		if _, err := EmbeddedSDK(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := EmbeddedSDK(fstest.MapFS{}); err == nil {
		t.Error("a package without package.json")
	}
}

func TestUnparsableSDKIsAFault(t *testing.T) {
	s := published(t, "export {;\n")
	if _, faults := s.Script(); len(faults) == 0 {
		t.Error("no fault")
	}
	if names := s.Names(); names != nil {
		t.Errorf("names %q", names)
	}
}

func TestModuleBecomesAScriptOnlyWithoutModuleSyntax(t *testing.T) {
	for text, want := range map[string]bool{
		"var a = 1;":                           true,
		"var report = 'import x', im = port;":  true,
		"  import x from 'y';":                 true, // not at the start of a line, as in a text
		"import x from 'y';":                   false,
		"var a;\nimport x from 'y';":           false,
		"var a;\nimport{x} from 'y';":          false,
		"var a;\nimport*as x from 'y';":        false,
		"var a;\nexport var b;":                false,
		"var report; var a = import('y');":     false,
		"var port, a = import.meta.url, port;": false,
	} {
		if _, got := ModuleScript([]byte(text + "\nexport {\n  a,\n  b as c\n};\n")); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
