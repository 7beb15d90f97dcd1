package project

import (
	"context"
	"maps"
	"testing"
)

// TestUsersTsconfigIsUsed has one line per setting that changes the meaning of code.
func TestUsersTsconfigIsUsed(t *testing.T) {
	for name, c := range map[string]struct {
		files  map[string]string
		source string
		want   string
	}{
		"paths": {
			map[string]string{
				"tsconfig.json": `{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}`, "src/lib/x.ts": "export const x = 'aliased';",
			},
			"import { x } from '@/lib/x'; export const is = x;", "aliased",
		},
		"paths of an extended file, with comments": {
			map[string]string{
				"tsconfig.json": "{ // ours\n  \"extends\": \"./config/base.json\",\n" +
					"}", "config/base.json": `{"extends":["./more"],"compilerOptions":{"strict":true}}`,
				"config/more.json": `{"compilerOptions":{"baseUrl":"..","paths":{"#lib/*":["src/lib/*"]}}}`,
				"src/lib/x.ts":     "export const x = 'extended';",
			},
			"import { x } from '#lib/x'; export const is = x;", "extended",
		},
		"a base in a package": {
			map[string]string{
				"tsconfig.json": `{"extends":"@team/tsconfig/app.json","compilerOptions":{"paths":{"~x":["./src/lib/x"]}}}`,
				"node_modules/@team/tsconfig/package.json": `{"name":"@team/tsconfig"}`,
				"node_modules/@team/tsconfig/app.json":     `{"compilerOptions":{"experimentalDecorators":true}}`,
				"src/lib/x.ts": "export const mark = (_: any, key: string) => { marked = key; };\n" +
					"export let marked = '';",
			},
			"import * as x from '~x'; class A { @x.mark method() {} } export const is = x.marked;", "method",
		},
		"a tsconfig above the project's own folders": {
			map[string]string{
				"src/tsconfig.json": `{"compilerOptions":{"paths":{"near":["./lib/x"]}}}`,
				"tsconfig.json":     `{"compilerOptions":{"paths":{"near":["./nowhere"]}}}`,
				"src/lib/x.ts":      "export const x = 'nearest';",
			},
			"import { x } from 'near'; export const is = x;", "nearest",
		},
		"experimental decorators": {
			map[string]string{"tsconfig.json": `{"compilerOptions":{"experimentalDecorators":true}}`},
			"let seen = ''; const mark = (text: string) => (_: any, key: string) => { seen += text + key; }; class A { " +
				"@mark('the ') one() {} @mark(', the ') two = 1; } export const is = seen;", "the one, the two",
		},
		"the class JSX": {
			map[string]string{"tsconfig.json": `{"compilerOptions":{"jsx":"react","jsxFactory":"h"}}`},
			"const h = (tag: string) => 'made ' + tag; export const is = <b>x</b>;", "made b",
		},
		"the automatic JSX": {
			map[string]string{
				"tsconfig.json":                    `{"compilerOptions":{"jsx":"react-jsx","jsxImportSource":"tiny"}}`,
				"node_modules/tiny/package.json":   `{"name":"tiny"}`,
				"node_modules/tiny/jsx-runtime.js": "export const jsx = (tag) => 'automatic ' + tag;",
			},
			"export const is = <b/>;", "automatic b",
		},
		"define semantics, which the engine refuses, are assignments": {
			map[string]string{"tsconfig.json": `{"compilerOptions":{"useDefineForClassFields":true,"target":"ESNext"}}`},
			"class A { get = 'field'; static set = 'static'; } export const is = new A().get + A.set;", "fieldstatic",
		},
		"an extended file that is not there": {
			map[string]string{
				"tsconfig.json": `{"extends":"./gone.json","compilerOptions":{"paths":{"x":["./src/lib/x"]}}}`,
				"src/lib/x.ts":  "export const x = 'still';",
			},
			"import { x } from 'x'; export const is = x;", "still",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"svc.config.ts":     minimalConfig,
				"src/workers/w.tsx": c.source + "\n" + toolHead + "worker.tool(is as never, { label: 'l' } as never);\n",
			}
			maps.Copy(files, c.files)
			p := load(t, files)
			for _, problem := range p.Problems {
				t.Errorf("%s: %s", problem.Rule, problem.Message)
			}
			if find(p, c.want, "label") == nil {
				t.Errorf("declared %q, want %q", ids(p), c.want)
			}
		})
	}
}

func TestProjectLoadsIfNoTemporaryFileCanBeWritten(t *testing.T) {
	files := map[string]string{
		"svc.config.ts": minimalConfig, "tsconfig.json": `{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}`,
		"src/lib/x.ts": "export class A { get = 'read only'; }\n",
		"src/workers/w.ts": "import { A } from '@/lib/x';\n" + toolHead +
			"worker.tool(new A().get, { label: 'l' } as never);\n",
	}
	dir := write(t, files)
	t.Setenv("TMPDIR", dir+"/none")
	p, err := Load(context.Background(), Options{Dir: dir})
	if err != nil || len(p.Problems) > 0 || find(p, "read only", "label") == nil {
		t.Errorf("error %v, project %+v", err, p)
	}
}
