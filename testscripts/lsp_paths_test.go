package testscripts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

func TestEditorsSeeFindingsInSharedCodeOfTheWorkspace(t *testing.T) {
	t.Parallel()
	const worker, shared = "apps/shop/src/workers/billing.ts", "packages/shared/options.ts"
	saved := "export const options = { label: 'Greet', objectType: 'contact', output: {} } as const;\n"
	e := edit(t, map[string]string{
		"package.json":            `{"workspaces":["apps/*","packages/*"]}`,
		"apps/shop/svc.config.ts": clean["svc.config.ts"],
		shared:                    saved,
		worker: `import { defineWorker, ok } from '@svc/sdk';
import { options } from '../../../../packages/shared/options';
const billing = defineWorker('billing');
billing.tool('greet', { ...options, handler: () => ok() });
export default billing;
`,
	})
	text, err := os.ReadFile(filepath.Join(e.dir, filepath.FromSlash(worker)))
	if err != nil {
		t.Fatal(err)
	}
	e.show(worker, string(text))
	if found := e.findings(worker); len(found) != 0 {
		t.Fatalf("findings: %+v", found)
	}
	e.show(shared, saved)
	unsaved := strings.Replace(saved, "contact", "contcat", 1)
	e.show(shared, unsaved)
	if found := e.findings(shared); len(found) != 1 || found[0].Range.Start != at(unsaved, "objectType", false) {
		t.Errorf("findings: %+v", found)
	}
	// Only source code of the app itself gets edits.
	if fixes := e.actions(shared, at(unsaved, "objectType", false)); len(fixes) > 0 {
		t.Errorf("fixes outside of the app: %+v", fixes)
	}
	e.quit()
}

func TestEditorsThatFollowLinksGetTheirOwnPaths(t *testing.T) {
	t.Parallel()
	const worker = "link/src/workers/billing.ts"
	e := edit(t, map[string]string{
		"real/svc.config.ts": clean["svc.config.ts"], "real/src/workers/billing.ts": clean["src/workers/billing.ts"],
	})
	if err := os.Symlink("real", filepath.Join(e.dir, "link")); err != nil {
		t.Fatal(err)
	}
	e.show(worker, misspelled)
	if found := e.findings(worker); len(found) != 1 {
		t.Errorf("findings of the open file: %+v", found)
	}
	e.save("real/src/workers/other.ts", strings.ReplaceAll(misspelled, "'billing'", "'other'"))
	e.wait("link/src/workers/other.ts", func(list *protocol.PublishDiagnosticsParams) bool {
		return len(list.Diagnostics) > 0
	})
	e.quit()
}
