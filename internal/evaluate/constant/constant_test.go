package constant_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/project"
)

// words is a module that cases import.
const words = `export const contact = 'contacts';
export enum Type { Deal = 'deals', Task = 'tasks' }
export const types = { company: 'companies', nested: { ticket: 'tickets' } } as const;
export default 'quotes';
`

// cases are the texts that an argument can have. A text that ends in … is only a start, and ? stands for texts that
// are not in the source. A list is in brackets.
var cases = map[string]struct{ code, argument, want string }{
	"constant":            {"const a = 'contacts';", "a", "contacts"},
	"chain of constants":  {"const a = 'contacts'; const b = a;", "b", "contacts"},
	"shadowed constant":   {"const a = 'deals'; const f = () => { const a = 'x'; return a; };", "a", "deals"},
	"assignments":         {"let a; a = 'contacts'; if (a) a = 'deals';", "a", "contacts deals"},
	"number":              {"", "7", "7"},
	"thousand":            {"", "1000", "1000"},
	"million":             {"", "1_000_000", "1000000"},
	"fraction":            {"", "0.5", "0.5"},
	"small fraction":      {"", "0.0000001", "1e-7"},
	"sextillion":          {"", "1000000000000000000000", "1e+21"},
	"member by number":    {"const o = { 1000: 'x', 2000: 'y' };", "o[2000]", "y"},
	"member by its text":  {"const o = { 1000: 'x', 2000: 'y' };", "o['1000']", "x"},
	"named import":        {"import { contact } from '../lib/words';", "contact", "contacts"},
	"default import":      {"import word from '../lib/words';", "word", "quotes"},
	"namespace import":    {"import * as w from '../lib/words';", "w.contact", "contacts"},
	"dynamic import":      {"", "(await import('../lib/words')).contact", "?"},
	"enum":                {"enum E { A = 'deals' }", "E.A", "deals"},
	"imported enum":       {"import { Type } from '../lib/words';", "Type.Task", "tasks"},
	"member":              {"import { types } from '../lib/words';", "types.nested.ticket", "tickets"},
	"member by name":      {"const o = { a: 'x', b: 'y' }; const k = 'b';", "o[k]", "y"},
	"any member":          {"const o = { a: 'x', b: 'y' };", "o[input.kind]", "x y"},
	"method of an object": {"const o = { type() { return 'deals'; } };", "o.type()", "deals"},
	"getter":              {"const o = { get type() { return 'deals'; } };", "o.type", "?"},
	"spread of an object": {"const o = { a: 'x' }; const p = { ...o, b: 'y' };", "p.a", "x"},
	"destructuring":       {"const { a, b: [c] } = { a: 'x', b: ['y'] };", "a + c", "xy"},
	"default in pattern":  {"const { a = 'x' } = JSON.parse('{}');", "a", "x ?"},
	"array":               {"const l = ['a', 'b'];", "l", "[a b]"},
	"element":             {"const l = ['a', 'b'];", "l[1]", "b"},
	"any element":         {"const l = ['a', 'b'];", "l[input.i]", "a b"},
	"spread":              {"const l = ['a']; const m = [...l, 'b'];", "[...m, 'c']", "[a b c]"},
	"concat":              {"const l = ['a'];", "l.concat(['b'])", "[a b]"},
	"unknown element":     {"", "['a', input.b]", "[a ?]"},
	"map":                 {"const l = [{ id: 'a' }, { id: 'b' }];", "l.map((x) => x.id)", "[a b]"},
	"keys":                {"const o = { a: 1, b: 2 };", "Object.keys(o)", "[a b]"},
	"values":              {"const o = { a: 'x', b: 'y' };", "Object.values(o)", "[x y]"},
	"set":                 {"const s = new Set(['a']);", "[...s]", "[a]"},
	"frozen":              {"const l = Object.freeze(['a'] as const);", "l[0]", "a"},
	"wrapper":             {"function id(x: string) { return x; }", "id('a')", "a"},
	"fallback":            {"function id(x = 'b') { return x; }", "id('a')", "b a"},
	"branches":            {"const f = (x) => { if (x) return 'a'; switch (x) { case 1: return 'b' } };", "f(1)", "a b"},
	"class":               {"class C { type = 'a'; static other = 'b'; }", "new C().type + C.other", "ab"},
	"constructor":         {"class C { t: string; constructor(t: string) { this.t = t; } }", "new C('a').t", "a"},
	"template":            {"const a = 'x';", "`${a}-${a}`", "x-x"},
	"open template":       {"", "`/crm/${input.type}/x`", "/crm/…"},
	"concatenation":       {"const a = 'x';", "a + '/' + input.id", "x/…"},
	"case of letters":     {"const a = 'X';", "a.toLowerCase().trim()", "x"},
	"conditional":         {"", "input.x ? 'a' : 'b'", "a b"},
	"or":                  {"", "input.x ?? 'a'", "a ?"},
	"satisfies":           {"const a = 'x' as const satisfies string;", "a!", "x"},
	"loop":                {"let last; for (const x of ['a', 'b']) last = x;", "last", "a b"},
	"parameter":           {"", "unused", "?"},
	"global":              {"", "input", "?"},
	"tagged template":     {"", "String.raw`a`", "?"},
	"result of a package": {"", "JSON.parse('\"a\"')", "?"},
	"recursive function":  {"function f(n: number): string { return n ? f(n - 1) : 'a'; }", "f(3)", "a ?"},
	"circle of constants": {"let a = 'x'; let b = a; a = b;", "a", "x ?"},
}

func TestTextsOfAnArgument(t *testing.T) {
	files := map[string]string{"src/lib/words.ts": words}
	names := map[string]string{}
	for name, c := range cases {
		file := "src/workers/" + strings.ReplaceAll(name, " ", "-") + ".ts"
		files[file], names[file] = worker(c.code, c.argument), name
	}
	texts := map[string][]string{}
	for _, call := range load(t, files).Calls {
		texts[names[call.File]] = append(texts[names[call.File]], describe(call.Args))
	}
	for name, c := range cases {
		if got := strings.Join(texts[name], " "); got != c.want {
			t.Errorf("%s: %s\n%s\n got %s\nwant %s", name, c.code, c.argument, got, c.want)
		}
	}
}

func TestManyTextsEndWithAnUnknownOne(t *testing.T) {
	p := load(t, map[string]string{
		"src/workers/many.ts": worker("const l = ['1', '2', '3', '4', '5'];", "`${l[input]}${l[input]}${l[input]}`"),
	})
	if n := len(p.Calls); n != 65 || len(p.Calls[n-1].Args) > 0 {
		t.Errorf("got %d texts, want 64 and an unknown one", n)
	}
}

// worker returns the code of a file with a call of an argument, which never runs.
func worker(code, argument string) string {
	return fmt.Sprintf(`declare const input: any;
%s
export const run = async (ctx: any, unused: any) => ctx.crm.objects.get(%s);
`, code, argument)
}

// describe returns the first argument in the form of cases.
func describe(args []declared.Literal) string {
	switch {
	case len(args) == 0:
		return "?"
	case args[0].List != nil && args[0].Known:
		return fmt.Sprint(args[0].List)
	case args[0].List != nil:
		return fmt.Sprint(append(args[0].List, "?"))
	case args[0].Known:
		return args[0].Text
	}
	return args[0].Head + "…"
}

func load(t *testing.T, files map[string]string) *declared.Project {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := project.Load(context.Background(), project.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range p.Problems {
		if problem.Rule == "syntax-error" {
			t.Errorf("%s: %s", p.Locator.Locate(problem.At).File, problem.Message)
		}
	}
	return p
}
