package testscripts

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// newFiles are files that change what an app is made of when they appear. Each is imported by the line, if it has one.
var newFiles = []struct{ name, text, line string }{
	{"src/late.ts", "export default 1", "import '../late'"},
	{"src/late-script.ts", "export default 1", "import '../late-script.js'"},
	{"src/parts/index.ts", "export default 1", "import '../parts'"},
	{"made/data.json", "[]", "import '../../made/data.json'"},
	{"aliased/late.ts", "export default 1", "import '@/late'"},
	{"src/preferred.ts", "export default 2", "import '../preferred'"}, // instead of preferred.js
	{"../shared/late.ts", "export default 1", "import '../../../shared/late'"},
	{"../lib/deep/late.ts", "export default 1", "import '../../../lib/deep/late'"},
	{"src/workers/second.ts", "import { defineWorker } from '@svc/sdk'; export default defineWorker('second')", ""},
	{"src/more/unread.ts", "import { defineWorker } from '@svc/sdk'; export default defineWorker('unread')", ""},
	{"src/package.json", "{}", ""},
	{"svc.config.js", "export default 1", ""},
	{".dev.vars", "A=1", ""},
}

func TestServerLoadsAgainAfterANewFileOnlyIfItCanBecomeAnInput(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	files := maps.Clone(madeOf)
	files["app/tsconfig.json"] = `{"extends": "./settings/base", "compilerOptions": {"paths": {"@/*": ["./aliased/*"]}}}`
	files["app/src/preferred.js"] = `export default 1`
	saveAll(d, files)
	d.start("-C", "app", "--port", "0", "--svc-log-port", "0")
	made := 0
	// makeOthers makes what programs write after each round.
	makeOthers := func() {
		for _, name := range []string{"out/%d.json", "made-%d.ts", "src/log-%d.txt", "made-%d/a.ts", "../other-%d.ts"} {
			made++
			d.save("app/"+fmt.Sprintf(name, made), "x")
		}
	}
	isFor := func(file, name string) bool { return file == name || strings.HasPrefix(name, file+"/") }
	before := ""
	// expect waits for a round for a file. On a busy machine the server sees a folder before the file in it, or a file
	// before its text, and begins another round for the one before.
	expect := func(name string) {
		d.wait("a round for "+name, func(e devEvent) bool {
			if e.Event != "round" {
				return false
			}
			for _, file := range e.Changed {
				if !isFor(file, name) && !isFor(file, before) {
					t.Errorf("between %q and %s there is a round for %q", before, name, e.Changed)
				}
			}
			return slices.ContainsFunc(e.Changed, func(file string) bool { return isFor(file, name) })
		})
		before = name
	}
	for _, one := range newFiles {
		if one.line != "" {
			d.save("app/src/workers/main.ts", one.line+";\n"+madeOf["app/src/workers/main.ts"])
			expect("src/workers/main.ts")
		}
		makeOthers()
		d.save("app/"+one.name, one.text)
		expect(one.name)
	}
}
