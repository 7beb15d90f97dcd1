package project

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/manifest"
)

// twoWorkers is a project whose config and workers share a file.
var twoWorkers = map[string]string{
	"svc.config.ts":    minimalConfig,
	"src/lib/label.ts": "export const label = 'L' + new Date().getTime() * 0;\n",
	"src/workers/alpha.ts": "import { defineWorker } from '@svc/sdk';\nimport { label } from '../lib/label';\n" +
		"const worker = defineWorker('alpha');\nworker.tool('t', { label, objectType: 'contact', handler: () => ({}) });\n" +
		"export default worker;\n",
	"src/workers/beta.ts": "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('beta');\n" +
		"worker.sync('s', { schedule: '5m', handler: () => {} });\nexport default worker;\n",
}

func manifestOf(t *testing.T, files map[string]string, workers ...string) ([]byte, error) {
	t.Helper()
	return Manifest(context.Background(), ManifestOptions{
		Options: Options{Dir: write(t, files)}, Config: "svc.config.ts", Workers: workers,
	})
}

func TestManifestIsDeterministic(t *testing.T) {
	text, err := manifestOf(t, twoWorkers, "src/workers/alpha.ts", "src/workers/beta.ts")
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Decode(text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if len(m.Workers) != 2 || m.Workers[0].Name != "alpha" || m.Workers[1].Name != "beta" || m.SDKVersion == "" {
		t.Errorf("%s", text)
	}
	again, err := manifestOf(t, twoWorkers, "src/workers/alpha.ts", "src/workers/beta.ts")
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("%v\n%s\n%s", err, text, again)
	}
}

func TestManifestErrorsExplain(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"two of one id": {
			"worker.tool('t', { label: 'l', objectType: 'contact', handler: () => ({}) }); worker.tool('t', { label: 'l', " +
				"objectType: 'contact', handler: () => ({}) });",
			"duplicate tool or action \"t\"",
		},
		"a throw":        {"throw new Error('not today');", "cannot evaluate the project: Error: not today"},
		"a syntax error": {"const = 1;", "cannot bundle the project: src/workers/w.ts:"},
	} {
		files := map[string]string{
			"svc.config.ts": minimalConfig,
			"src/workers/w.ts": "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('w');\n" + test.source +
				"\nexport default worker;\n",
		}
		if _, err := manifestOf(t, files, "src/workers/w.ts"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEndlessManifestIsAnError(t *testing.T) {
	files := map[string]string{"svc.config.ts": minimalConfig, "src/workers/w.ts": "for (;;) {}\nexport default 1;\n"}
	_, err := Manifest(context.Background(), ManifestOptions{
		Options: Options{Dir: write(t, files), Deadline: 100e6}, Config: "svc.config.ts",
		Workers: []string{"src/workers/w.ts"},
	})
	if err == nil || !strings.Contains(err.Error(), "without yielding") {
		t.Errorf("got %v", err)
	}
}
