package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// madeOf is an app in a workspace, which is made of more files than its source code.
var madeOf = map[string]string{
	"package.json":                       `{"workspaces": ["app"]}`,
	"app/package.json":                   `{"name": "app"}`,
	"app/svc.platform.json":              `{}`,
	"app/tsconfig.json":                  `{"extends": "./settings/base"}`,
	"app/settings/base.json":             `{"extends": "../../far.json"}`,
	"far.json":                           `{}`,
	"shared/rows.json":                   `[1]`,
	"app/src/rows.json":                  `[1]`,
	"app/src/note.txt":                   `one`,
	"app/src/card-rows.json":             `[1]`,
	"app/src/card.tsx":                   `import rows from './card-rows.json'; export default () => rows.length;`,
	"app/src/unread.json":                `[1]`,
	"app/src/unread.txt":                 `one`,
	"app/notes":                          `one`,
	"app/input.json":                     `{"from": "a file"}`,
	"app/node_modules/left/package.json": `{"name": "left", "main": "index.js"}`,
	"app/node_modules/left/index.js":     `module.exports = 1;`,
	"app/svc.config.ts": `import { card, defineApp } from '@svc/sdk';
export default defineApp({
  name: 'T', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: ['crm.objects.contacts.read'],
  cards: [card({
    id: 'c', name: 'C', location: 'crm.record.tab', objectTypes: ['contacts'], entrypoint: 'src/card.tsx',
  })],
});`,
	"app/src/workers/main.ts": `import { defineWorker } from '@svc/sdk';
import left from 'left';
import note from '../note.txt' with { type: 'text' };
import far from '../../../shared/rows.json';
import rows from '../rows.json';
const worker = defineWorker('main');
worker.cardBackend('a', { handler: (ctx) => [rows, note, far, left, ctx.input.from] });
export default worker;`,
	"app/fixtures/a.json": `{"capability": "a", "input": {"from": "a fixture"}, "expect": {"status": "ok"}}`,
}

func saveAll(d *developing, files map[string]string) {
	d.Helper()
	for name, text := range files {
		d.save(name, text)
	}
}

func TestServerLoadsAgainAfterAChangeOfWhateverFileItReads(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	saveAll(d, madeOf)
	d.start("-C", "app", "--port", "0", "--svc-log-port", "0")
	for _, name := range []string{"app/src/unread.json", "app/src/unread.txt", "app/notes"} {
		d.save(name, "another one")
	}
	for _, name := range []string{
		"src/rows.json", "src/note.txt", "src/card-rows.json", "tsconfig.json", "settings/base.json", "../far.json",
		"../shared/rows.json", "package.json", "svc.platform.json",
	} {
		d.save("app/"+name, madeOf[filepath.ToSlash(filepath.Clean("app/"+name))]+"\n")
		round := d.wait("a round", func(e devEvent) bool { return e.Event == "round" && slices.Contains(e.Changed, name) })
		if slices.ContainsFunc(round.Changed, func(file string) bool { return file != name }) {
			t.Errorf("after a change of %s, a round is for %q", name, round.Changed)
		}
	}
}

// watched is a command that prints one line a round.
type watched struct {
	*developing
	lines <-chan string
}

func watchMadeOf(t *testing.T, args ...string) *watched {
	t.Helper()
	d := &developing{TB: t, dir: t.TempDir()}
	saveAll(d, madeOf)
	return &watched{d, d.linesOf("app", args...)}
}

// expect waits for a line with the text.
func (w *watched) expect(text string) {
	w.Helper()
	limit := time.After(patience)
	for {
		select {
		case line, open := <-w.lines:
			if !open {
				w.Fatalf("svc has ended:\n%s", w.messages())
			}
			if strings.Contains(line, text) {
				return
			}
		case <-limit:
			w.Fatalf("no round printed %s:\n%s", text, w.messages())
		}
	}
}

func TestCheckRunsAgainWhenAFolderAboveBecomesAWorkspace(t *testing.T) {
	t.Parallel()
	w := watchMadeOf(t, "check", "--watch")
	const within, outside = `"errors":0`, `"refused-import"`
	w.expect(within)
	w.save("package.json", `{}`)
	w.expect(outside)
	w.save("package.json", madeOf["package.json"])
	w.expect(within)
	w.save("package.json", `{}`)
	w.expect(outside)
	w.save("pnpm-workspace.yaml", "")
	w.expect(within)
}

func TestCheckRunsAgainAfterAChangeOfWhateverFileItReads(t *testing.T) {
	t.Parallel()
	w := watchMadeOf(t, "check", "--watch", "--baseline", "accepted.json")
	w.save("app/accepted.json", `{"schemaVersion": 1, "findings": []}`)
	const clean, broken = `"findings":[]`, `"syntax-error"`
	w.expect(clean)
	for _, name := range []string{
		"app/src/rows.json", "app/src/card-rows.json", "shared/rows.json", "app/settings/base.json", "far.json",
	} {
		w.save(name, "{")
		w.expect(broken)
		w.save(name, madeOf[name])
		w.expect(clean)
	}
	config := strings.Replace(madeOf["app/svc.config.ts"], "scopes: [", "scopes: ['crm.objects.deals.read', ", 1)
	w.save("app/svc.config.ts", config)
	w.expect(`"unused-scope"`)
	cmd := exec.Command(binary, "check", "--baseline", "more.json", "--update-baseline")
	cmd.Dir = filepath.Join(w.dir, "app")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	accepted, err := os.ReadFile(filepath.Join(w.dir, "app/more.json"))
	if err != nil {
		t.Fatal(err)
	}
	w.save("app/accepted.json", string(accepted))
	w.expect(clean)
}

func TestInvokeRunsAgainAfterAChangeOfWhateverFileItReads(t *testing.T) {
	t.Parallel()
	w := watchMadeOf(t, "dev", "invoke", "a", "--watch", "--json", "-i", "@input.json")
	expectInvocations(w)
}

func TestInvokeRunsAgainOnAServerAfterAChangeOfWhateverFileItReads(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	saveAll(d, madeOf)
	d.start("-C", "app", "--port", "0", "--svc-log-port", "0")
	expectInvocations(&watched{d, d.linesOf("app", "dev", "invoke", "a", "--watch", "--json", "-i", "@input.json")})
}

func expectInvocations(w *watched) {
	w.Helper()
	w.expect(`"output":[[1],"one",[1],1,"a file"]`)
	w.save("app/src/rows.json", "[2]")
	w.expect(`"output":[[2],"one",[1],1,"a file"]`)
	w.save("app/src/note.txt", "two")
	w.expect(`"output":[[2],"two",[1],1,"a file"]`)
	w.save("shared/rows.json", "[2]")
	w.expect(`"output":[[2],"two",[2],1,"a file"]`)
	w.save("app/input.json", `{"from": "another file"}`)
	w.expect(`"output":[[2],"two",[2],1,"another file"]`)
}

func TestFixturesRunAgainAfterAChangeOfWhateverFileTheyRead(t *testing.T) {
	t.Parallel()
	w := watchMadeOf(t, "test", "--watch", "--json")
	const fixture = `{"capability": "a", "input": {"from": "a fixture"}, "expect": {"output": OUTPUT}}`
	w.expect(`"passed":1`)
	output := `[[1], "one", [1], 1, "a fixture"]`
	for _, change := range []struct{ name, text, from, to string }{
		{"app/src/rows.json", "[2]", "[[1]", "[[2]"},
		{"app/src/note.txt", "two", `"one"`, `"two"`},
		{"shared/rows.json", "[2]", "[1]", "[2]"},
	} {
		w.save("app/fixtures/a.json", strings.Replace(fixture, "OUTPUT", output, 1))
		w.expect(`"passed":1`)
		w.save(change.name, change.text)
		w.expect(`"failed":1`)
		output = strings.Replace(output, change.from, change.to, 1)
	}
}
