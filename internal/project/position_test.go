package project

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

// at finds a marker: its file, line, UTF-16 column and end. A marker is the text between « and », which are removed
// before the project is written.
func markers(files map[string]string) (clean map[string]string, want map[string]string) {
	clean, want = map[string]string{}, map[string]string{}
	for file, text := range files {
		var out strings.Builder
		line, column := 1, 1
		for text != "" {
			if rest, found := strings.CutPrefix(text, "«"); found {
				name, rest, _ := strings.Cut(rest, ":")
				token, _, _ := strings.Cut(rest, "»")
				want[name] = fmt.Sprintf("%s:%d:%d-%d:%d", file, line, column, line, column+utf16Len(token))
				text = strings.Replace(rest, "»", "", 1)
				continue
			}
			r := []rune(text)[0]
			out.WriteRune(r)
			text = text[len(string(r)):]
			if column += utf16Width(r); r == '\n' {
				line, column = line+1, 1
			}
		}
		clean[file] = out.String()
	}
	return clean, want
}

// find follows a path such as "input.name.type" or "options.1" from the options of a declaration.
func find(p *declared.Project, id, path string) *declared.Value {
	for _, d := range p.Declarations {
		if d.ID != id {
			continue
		}
		v := d.Options
		for _, step := range strings.Split(path, ".") {
			if v.Shape == declared.Array {
				v = v.Items[int(step[0]-'0')]
				continue
			}
			v = v.Get(step)
		}
		return v
	}
	return nil
}

const toolHead = "import { defineWorker } from '@svc/sdk';\nexport const worker = defineWorker('w');\n" +
	"export default worker;\n"

func TestPositionsFollowValues(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		paths map[string]string // marker name -> path in the options of the tool "t"
	}{
		"a literal": {
			files: map[string]string{"w": "worker.tool('t', { «a:label»: 1, input: { «b:name»: { «c:type»: 'x' } } });"},
			paths: map[string]string{"a": "label", "b": "input.name", "c": "input.name.type"},
		},
		"a const": {
			files: map[string]string{
				"w": "const fields = { «a:name»: { «b:type»: 'x' } };\nworker.tool('t', { «c:input»: fields });",
			},
			paths: map[string]string{"a": "input.name", "b": "input.name.type", "c": "input"},
		},
		"an import from another file": {
			files: map[string]string{
				"w":                 "import { fields } from '../lib/fields';\nworker.tool('t', { input: fields });",
				"src/lib/fields.ts": "/* 😀 */ export const fields = { «a:name»: { «b:type»: 'x' } };\n",
			},
			paths: map[string]string{"a": "input.name", "b": "input.name.type"},
		},
		"a spread": {
			files: map[string]string{
				"w": "const base = { «a:label»: 'l', objectType: 'contact' };\nworker.tool('t', { ...base, «b:objectType»: 'x' });",
			},
			paths: map[string]string{"a": "label", "b": "objectType"},
		},
		"a spread that overrides": {
			files: map[string]string{"w": "const base = { «a:label»: 'l' };\nworker.tool('t', { label: 'no', ...base });"},
			paths: map[string]string{"a": "label"},
		},
		"a spread of a spread": {
			files: map[string]string{
				"w": "const one = { «a:label»: 'l' };\nconst two = { ...one, «b:objectType»: 'x' };\nworker.tool('t', { ...two });",
			},
			paths: map[string]string{"a": "label", "b": "objectType"},
		},
		"a conditional spread": {
			files: map[string]string{
				"w": "const yes = Boolean(1);\n" +
					"worker.tool('t', { ...(yes && { «a:label»: 'l' }), ...(yes ? {} : { objectType: 'x' }) });",
			},
			paths: map[string]string{"a": "label"},
		},
		"a helper": {
			files: map[string]string{
				"w": "const text = (label: string) => ({ type: 'string', «a:label»: label });\n" +
					"worker.tool('t', { input: { «b:name»: text('Name') } });",
			},
			paths: map[string]string{"a": "input.name.label", "b": "input.name"},
		},
		"a loop": {
			files: map[string]string{"w": "for (const id of ['s', 't']) worker.tool(id, { «a:label»: id });"},
			paths: map[string]string{"a": "label"},
		},
		"satisfies and as const": {
			files: map[string]string{
				"w": "const options = { «a:label»: 'l' } satisfies Record<string, unknown> as const;\n" +
					"worker.tool('t', options as never);",
			},
			paths: map[string]string{"a": "label"},
		},
		"quoted keys and wide characters": {
			files: map[string]string{
				"w": "worker.tool('t', { /* 😀é */ «a:'label'»: '😀', \"input\": { «b:\"ключ\"»: { «c:type»: 'x' } } });",
			},
			paths: map[string]string{"a": "label", "b": "input.ключ", "c": "input.ключ.type"},
		},
		"a shorthand": {
			files: map[string]string{"w": "const label = 'l';\nworker.tool('t', { «a:label» });"},
			paths: map[string]string{"a": "label"},
		},
		"elements of arrays": {
			files: map[string]string{
				"w": "const more = [«b:'c'»];\nworker.tool('t', { options: [«a:'a'», ...more, «c:'d'»] });",
			},
			paths: map[string]string{"a": "options.0", "b": "options.1", "c": "options.2"},
		},
		"objects in arrays": {
			files: map[string]string{"w": "worker.tool('t', { options: [«a:{» «b:value»: 'a' }] });"},
			paths: map[string]string{"a": "options.0", "b": "options.0.value"},
		},
		"a computed key": {
			files: map[string]string{"w": "const key = 'lab' + 'el';\nworker.tool('t', { [«a:key»]: 'l' });"},
			paths: map[string]string{"a": "label"},
		},
		"JSON, which no literal made, is where its holder is": {
			files: map[string]string{"w": "worker.tool('t', { «a:input»: JSON.parse('{\"name\":{\"type\":\"x\"}}') });"},
			paths: map[string]string{"a": "input.name.type"},
		},
		"a method": {
			files: map[string]string{"w": "worker.tool('t', { async «a:handler»() { return 1; } });"},
			paths: map[string]string{"a": "handler"},
		},
		"an enum and a class": {
			files: map[string]string{
				"w": "enum Kind { A = 'a' }\nclass Fields { static map = { «a:name»: { «b:type»: Kind.A } }; }\n" +
					"worker.tool('t', { input: Fields.map });",
			},
			paths: map[string]string{"a": "input.name", "b": "input.name.type"},
		},
		"a key that is set twice": {
			files: map[string]string{"w": "worker.tool('t', { input: { x: 1 }, «a:input»: { «b:name»: {} } } as never);"},
			paths: map[string]string{"a": "input", "b": "input.name"},
		},
		"carriage returns": {
			files: map[string]string{"w": "worker.tool('t', {\r\n  «a:label»: 'l',\r\n});"},
			paths: map[string]string{"a": "label"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["src/workers/w.ts"] = toolHead + c.files["w"]
			delete(c.files, "w")
			files, want := markers(c.files)
			files["svc.config.ts"] = minimalConfig
			p := load(t, files)
			for _, problem := range p.Problems {
				t.Errorf("%s: %s", problem.Rule, problem.Message)
			}
			for marker, path := range c.paths {
				v := find(p, "t", path)
				if v == nil {
					t.Fatalf("no tool t")
				}
				if got := full(p, v.At); got != want[marker] {
					t.Errorf("%s: got %s, want %s", path, got, want[marker])
				}
			}
		})
	}
}

func full(p *declared.Project, m declared.Mark) string {
	s := p.Locator.Locate(m)
	return fmt.Sprintf("%s:%d:%d-%d:%d", s.File, s.Line, s.Column, s.EndLine, s.EndColumn)
}

func TestPositionsOfCallsAndArguments(t *testing.T) {
	files, want := markers(map[string]string{
		"src/workers/w.ts": `import { defineWorker as make, tool } from '@svc/sdk';
import { make as build } from '../lib/make';
const id = 'b';
const worker = «worker:make»('w', { use: [«used:tool»('a', {} as never)] });
worker
  .«chained:action»(«id:id», «options:{» label: 'x' } as never);
worker?.«optional:tool»(...(['c', {}] as never));
build('d');
export default worker;
`,
		"src/lib/make.ts": "import * as svc from '@svc/sdk';\n" +
			"export const make = (id: string) => svc.«helper:tool»(«passed:id», {} as never);\n",
	})
	files["svc.config.ts"] = minimalConfig
	p := load(t, files)
	got := map[string]string{}
	for _, d := range p.Declarations {
		switch d.ID {
		case "w":
			got["worker"] = full(p, d.At)
		case "a":
			got["used"] = full(p, d.At)
		case "b":
			got["chained"], got["id"], got["options"] = full(p, d.At), full(p, d.Args[0].At), full(p, d.Args[1].At)
		case "c":
			got["optional"] = full(p, d.At)
		case "d":
			got["helper"], got["passed"] = full(p, d.At), full(p, d.Args[0].At)
		}
	}
	for name, place := range want {
		if got[name] != place {
			t.Errorf("%s: got %s, want %s", name, got[name], place)
		}
	}
	var worker *declared.Declaration
	for _, d := range p.Declarations {
		if d.Kind == declared.Worker {
			worker = d
		}
	}
	var ids []string
	for _, c := range worker.Capabilities {
		ids = append(ids, c.ID)
		if c.Worker != worker {
			t.Errorf("%s does not know its worker", c.ID)
		}
	}
	if !slices.Equal(ids, []string{"a", "b", "c"}) {
		t.Errorf("capabilities = %q: d is registered nowhere", ids)
	}
}
