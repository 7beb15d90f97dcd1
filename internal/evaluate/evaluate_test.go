package evaluate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/jsvm"
)

func TestStuckModuleIsTheFirstThatWasEntered(t *testing.T) {
	for want, current := range map[string][]entered{
		"":  {{}, {}},
		"a": {{file: "a", nth: 1}, {}},
		"b": {{}, {file: "b", nth: 7}},
		"c": {{file: "late", nth: 9}, {file: "c", nth: 2}, {}},
		"d": {{file: "c", nth: 2, interrupted: "d"}},
	} {
		got, shared := (&collector{atBreach: current}).breaching()
		if got != want || shared != (want == "c") {
			t.Errorf("%v: got %q, want %q, shared %v", current, got, want, shared)
		}
	}
}

// evaluate runs a bundle of modules. Each module is an expression of its exports.
func evaluate(t *testing.T, o Options, modules ...string) *Result {
	t.Helper()
	names := make([]string, len(modules))
	for i := range names {
		names[i] = string(rune('a' + i))
	}
	o.Shards = []Shard{moduleShard(names, modules)}
	return evaluateShards(t, o)
}

// moduleShard returns a shard of modules, each an expression of its exports.
func moduleShard(names, modules []string) Shard {
	code := "var modules = (() => {\nreturn { default: [\n() => " + strings.Join(modules, ",\n() => ") + "\n] };\n})();\n"
	return Shard{Code: []byte(code), Modules: names}
}

func evaluateShards(t *testing.T, o Options) *Result {
	t.Helper()
	compiled, err := sdkscript.Compile([]byte("var library = 1;"))
	if err != nil {
		t.Fatal(err)
	}
	o.Library, o.ModulesGlobal, o.UnavailableMark = compiled, "modules", "gone"
	return Run(context.Background(), o)
}

func TestPanicOfTheEngineFailsOnlyItsModule(t *testing.T) {
	bad := jsvm.Global{
		Names:   []string{"bad"},
		Install: func(*jsvm.VM) ([]goja.Value, error) { panic("inside the engine") },
	}
	e := evaluate(t, Options{Globals: []jsvm.Global{bad}}, "({ one: 1 })", "bad", "({ three: 3 })")
	if len(e.Faults) > 0 || len(e.Modules) != 3 {
		t.Fatalf("faults %v, modules %v", e.Faults, e.Modules)
	}
	if f := e.Modules[1].Failure; f == nil || f.Rule != ruleThrows || f.Message != jsvm.EngineFailed {
		t.Errorf("failure: %+v", f)
	}
	if e.Modules[0].Failure != nil || e.Modules[2].Failure != nil || len(e.Modules[2].Exports) != 1 {
		t.Errorf("the other modules: %+v", e.Modules)
	}
}

func TestSameErrorIsReportedOnce(t *testing.T) {
	modules := slices.Repeat([]string{"{ throw new Error('first'); }"}, maxFreshVMs) // the others share a VM
	e := evaluate(
		t, Options{}, append(modules, "{ globalThis.e = new Error('x'); throw e; }", "{ throw e; }",
			"{ throw Object.assign(new Error('y'), { [Symbol.for('gone')]: 'f' }); }")...,
	)
	for i, rule := range []string{ruleThrows, "", ""} {
		if f := e.Modules[maxFreshVMs+i].Failure; f == nil || f.Rule != rule {
			t.Errorf("module %d: %+v", i, f)
		}
	}
}

func TestModuleFailsOnlyByItself(t *testing.T) {
	needsMap := "{ new Map(); }"
	e := evaluate(t, Options{}, "{ globalThis.Map = 1; }", needsMap, "{ globalThis.Map = 2; throw 1; }", needsMap)
	if len(e.Modules) != 4 {
		t.Fatalf("got %d modules", len(e.Modules))
	}
	for i, fails := range []bool{false, false, true, false} {
		if f := e.Modules[i].Failure; (f != nil) != fails {
			t.Errorf("module %d: %+v", i, f)
		}
	}
}

func TestEveryThrownValueIsDescribed(t *testing.T) {
	for source, want := range map[string]string{
		"throw new TypeError('m')": "TypeError: m", "throw 'text'": "text", "throw null": "null",
		"throw undefined":                   "undefined",
		"throw { a: 1 }":                    "[object Object]",
		"throw { toString() { throw 1; } }": "a value that cannot be shown",
		"throw Object.create(null)":         "a value that cannot be shown", "throw Symbol('s')": "Symbol(s)",
		"null.x": "TypeError: Cannot read property 'x' of", "undefinedName": "ReferenceError: undefinedName is not defined",
	} {
		f := evaluate(t, Options{}, "{ "+source+"; }").Modules[0].Failure
		if f == nil || !strings.HasPrefix(f.Message, want) {
			t.Errorf("%s: %+v, want %q", source, f, want)
		}
	}
}
