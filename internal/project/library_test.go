package project

import (
	"maps"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/projectfs"
)

func TestModulesMayCallWhatDeclaringDoesNotNeed(t *testing.T) {
	for expression, want := range map[string]string{
		"sdk.redact({ token: 'pat-1' }).token":                                                 "[redacted]",
		"sdk.redact.name + sdk.redact.length + sdk.evaluateFlag.length":                        "redact13",
		"sdk.projectManifest(app, [worker]).workers[0].name":                                   "w",
		"worker.manifest().capabilities.length":                                                "0",
		"sdk.createSvcOpenFeatureProvider({ resolveSnapshot: () => undefined }).metadata.name": "svc",
		"sdk.evaluateBooleanFlag(undefined, {}, true).value":                                   "true",
		"typeof sdk.evaluateFlags({}, {}, {})":                                                 "object",
		"typeof sdk.handOff({}, {}).catch(() => {}).then":                                      "function",
		"sdk.lookupInstall({}, undefined) instanceof Promise":                                  "true",
	} {
		p := load(t, map[string]string{
			"svc.config.ts": minimalConfig,
			"src/workers/w.ts": "import * as sdk from '@svc/sdk';\nimport app from '../../svc.config.ts';\n" +
				"const worker = sdk.defineWorker('w');\n" +
				"sdk.tool('got ' + (" + expression + "), { label: 'l' });\nexport default worker;\n",
		})
		if len(p.Problems) > 0 || find(p, "got "+want, "label") == nil {
			t.Errorf("%s: no tool %q; problems %+v", expression, "got "+want, p.Problems)
		}
	}
}

// The parser is in a script of its own, which later modules do not see.
func TestAlertsAreParsedWithoutTheWholeSDK(t *testing.T) {
	const rule = "{ name: 'slow', expr: 'p95 > 800 and count >= 20', window: '5m' }"
	p := load(t, map[string]string{
		"svc.config.ts": strings.Replace(minimalConfig, "scopes:", "alerts: { rules: ["+rule+"], notify: [] }, scopes:", 1),
		"src/workers/w.ts": "import * as sdk from '@svc/sdk';\nconst worker = sdk.defineWorker('w');\n" +
			"sdk.tool('sees ' + typeof globalThis." + alertexpr.ParserFunction + ", { label: 'l' });\nexport default worker;\n",
	})
	if len(p.App.AlertExprs) != 1 {
		t.Fatalf("got %d expressions, want one; problems %+v", len(p.App.AlertExprs), p.Problems)
	}
	for _, parsed := range p.App.AlertExprs {
		if parsed.Error != nil || parsed.Expr.String() != "p95 > 800 and count >= 20" {
			t.Errorf("got %v, error %v", parsed.Expr, parsed.Error)
		}
	}
	if find(p, "sees undefined", "label") == nil {
		t.Error("a module sees the parser")
	}
}

func TestOnlyTheEmbeddedTextHasADeclaringScript(t *testing.T) {
	embedded, err := embeddedSDK()
	if err != nil {
		t.Fatal(err)
	}
	declaring, err := sdkscript.Declaring(whole)
	if err != nil {
		t.Fatal(err)
	}
	for suffix, want := range map[string]bool{"": true, "\nglobalThis.changed = true;\n": false} {
		files := installed(t, "node_modules", "")
		files["node_modules/@svc/sdk/dist/index.js"] = suffix + files["node_modules/@svc/sdk/dist/index.js"]
		maps.Copy(files, map[string]string{"svc.config.ts": minimalConfig})
		root, err := projectfs.Open(write(t, files), projectfs.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sdk, _, err := chooseSDK(root, false)
		if err != nil || sdk.Dir == "" {
			t.Fatalf("the installed copy is not used: %v", err)
		}
		compiled := (&loader{sdk: sdk}).compileLibrary()
		if compiled.err != nil {
			t.Fatal(compiled.err)
		}
		same, declares := sdk.Same(embedded), compiled.code.Program == declaring.Program
		if same != want || declares != want {
			t.Errorf("with %q before the module: the same %v, its script %v; want %v", suffix, same, declares, want)
		}
	}
}
