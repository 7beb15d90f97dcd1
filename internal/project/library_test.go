package project

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/declared"
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

// The parser is in a script of its own, which modules neither see nor replace.
func TestSchedulesAreParsedWithoutTheWholeSDK(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig,
		"src/workers/w.ts": `import * as sdk from '@svc/sdk';
Object.defineProperty(globalThis, '__svc_schedule', { set() { throw new Error('a module sees the parser'); } });
const worker = sdk.defineWorker('w');
const thrown = (schedule: string) => {
  try {
    return sdk.normalizeSyncSchedule(schedule).crons.join();
  } catch (error) {
    return error instanceof sdk.ScheduleValidationError ? error.name + ' ' + error.rule : 'another error';
  }
};
sdk.tool('reads', { label: ['1d', '0 6 * * mon', '7m', 'often'].map(thrown).join('; ') });
worker.sync('rows', { schedule: '15m', into: { objectType: 'contacts', idProperty: 'email' }, fetch: async () => [] });
export default worker;
`,
	})
	const refused = "; ScheduleValidationError "
	const want = "0 0 * * *; 0 6 * * mon" + refused + "schedule-interval" + refused + "schedule-syntax"
	if label := find(p, "reads", "label"); label == nil || label.Text != want {
		t.Errorf("got %+v, want %q; problems %+v", label, want, p.Problems)
	}
	for _, d := range p.Declarations {
		if d.Kind == declared.Sync && (d.Schedule == nil || !slices.Equal(d.Schedule.Crons, []string{"*/15 * * * *"})) {
			t.Errorf("got the schedule %+v", d.Schedule)
		}
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
