package build

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// app is a small project that uses what a build looks at.
var app = map[string]string{
	"svc.config.ts": `import { card, defineApp } from '@svc/sdk';
export default defineApp({
  name: 'Small App', slug: 'small-app', distribution: 'private', auth: 'oauth', platformVersion: '2026.03', scopes: ['oauth', 'crm.objects.contacts.read'],
  alerts: { rules: [{ name: 'Slow', expr: 'p95 > 2000', window: '5m', notify: 'secret:ALERT_HOOK' }] },
  cards: [card({ id: 'rows', name: 'Rows', location: 'crm.record.tab', objectTypes: ['contacts'], entrypoint: 'src/cards/Rows.tsx', backend: 'rows' })],
});
`,
	"src/cards/Rows.tsx":     "import { Text } from '@crm/ui-extensions';\nimport { heading } from './heading';\nexport default () => <Text>{heading}</Text>;\n",
	"src/cards/heading.ts":   "export const heading = 'Rows';\n",
	"src/shared/throwing.ts": "export function failing(): never {\n  const reason = 'the reason';\n  throw new Error(reason);\n}\n",
	"src/workers/main.ts": `import { defineSource, defineWorker } from '@svc/sdk';
import { failing } from '../shared/throwing';
const feed = defineSource({ name: 'feed', auth: { type: 'bearer', token: 'FEED_TOKEN' }, fetch: async () => ({ rows: [] }) });
const worker = defineWorker('main');
worker.tool('fail', { label: 'Fail', objectType: 'contact', handler: () => failing() });
worker.sync(feed, { schedule: '15m', into: 'contacts', idProperty: 'email' });
worker.sync('again', { schedule: '15m', handler: async () => ({}) });
worker.sync('weekly', { schedule: '0 3 * * 1', handler: async () => ({}) });
export default worker;
`,
	"src/workers/cards.ts": `import { defineWorker } from '@svc/sdk';
import { failing } from '../shared/throwing';
const worker = defineWorker('cards');
worker.cardBackend('rows', { handler: () => (Math.random() > 2 ? failing() : []) });
export default worker;
`,
}

func writeApp(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func buildIn(t testing.TB, dir string, change func(*Options)) (*Output, error) {
	t.Helper()
	loaded, err := project.Load(context.Background(), project.Options{Dir: dir, Profile: platform.DefaultProfile})
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range loaded.Problems {
		t.Fatalf("the project does not load: %+v", problem)
	}
	o := Options{Dir: dir, Profile: platform.DefaultProfile, Project: loaded, Components: components.All}
	if change != nil {
		change(&o)
	}
	return Build(context.Background(), o)
}

func mustBuild(t testing.TB, dir string, change func(*Options)) *Output {
	t.Helper()
	output, err := buildIn(t, dir, change)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range output.CRM.Findings {
		if finding.Severity == "error" {
			t.Fatalf("codegen refuses: %+v", finding)
		}
	}
	return output
}

func (o *Output) file(t testing.TB, path string) []byte {
	t.Helper()
	for _, file := range o.Files {
		if file.Path == path {
			return file.Data
		}
	}
	t.Fatalf("there is no %s", path)
	return nil
}

func TestBuildIsReproducibleInAnotherFolder(t *testing.T) {
	first := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	other := filepath.Join(t.TempDir(), "a", "much", "deeper place")
	again := mustBuild(t, writeApp(t, other, app), nil)
	if len(first.Files) != len(again.Files) {
		t.Fatalf("%d files and %d", len(first.Files), len(again.Files))
	}
	for i, file := range first.Files {
		if twin := again.Files[i]; twin.Path != file.Path || !bytes.Equal(twin.Data, file.Data) {
			t.Errorf("%s and %s differ", file.Path, twin.Path)
		}
		if bytes.Contains(file.Data, []byte(os.TempDir())) {
			t.Errorf("%s names a folder of this machine", file.Path)
		}
	}
}

func TestBuildListsItsFiles(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	var paths []string
	for _, file := range output.Files {
		paths = append(paths, file.Path)
	}
	if !slices.IsSorted(paths) {
		t.Errorf("not sorted: %q", paths)
	}
	for _, path := range []string{
		"crm/crmproject.json", "crm/src/app/app-crmmeta.json", "crm/src/app/cards/rows-crmmeta.json",
		"manifest.json", "report.json",
		"edge/app/worker.js", "edge/app/svc-host.js", "edge/app/wrangler.jsonc",
		"edge/main/worker.js", "edge/main/worker.js.map", "edge/main/svc-host.js", "edge/main/wrangler.jsonc",
		"edge/cards/worker.js",
	} {
		if !slices.Contains(paths, path) {
			t.Errorf("%s is missing of %q", path, paths)
		}
	}
	if output.Scripts[0].Worker != "" || output.Scripts[1].Worker != "cards" || output.Scripts[2].Worker != "main" {
		t.Error("the app worker is not the first script, or the others are not sorted")
	}
}

func TestScriptHasOneCronPerSchedule(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	if got, want := output.Scripts[2].Crons, []string{"*/15 * * * *", "0 3 * * mon"}; !slices.Equal(got, want) {
		t.Errorf("crons %q, want %q", got, want)
	}
	if len(output.Scripts[1].Crons) != 0 {
		t.Errorf("the worker without syncs has %q", output.Scripts[1].Crons)
	}
}

func TestScriptNamesItsSecrets(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), func(o *Options) { o.ControlKeys = []string{"laptop"} })
	for i, want := range [][]string{
		{"ALERT_HOOK", "CRM_CLIENT_ID", "CRM_CLIENT_SECRET", "SVC_CONTROL_KEY_laptop", "SVC_SEAL_KEY_1"},
		{"CRM_CLIENT_SECRET"},
		{"CRM_CLIENT_SECRET", "FEED_TOKEN"},
	} {
		if got := output.Scripts[i].Secrets; !slices.Equal(got, want) {
			t.Errorf("%s needs %q, want %q", output.Scripts[i].Name, got, want)
		}
	}
}

func TestBuildContainsNoSecretValue(t *testing.T) {
	files := map[string]string{
		".dev.vars": "FEED_TOKEN=canary-of-a-token\nCRM_CLIENT_SECRET=canary-of-a-secret\nALERT_HOOK=https://canary.example\n",
	}
	for name, text := range app {
		files[name] = text
	}
	for _, file := range mustBuild(t, writeApp(t, t.TempDir(), files), nil).Files {
		if bytes.Contains(file.Data, []byte("canary")) {
			t.Errorf("%s holds a value of .dev.vars", file.Path)
		}
	}
}

func TestBuildKeepsDeployedNamesOriginsAndHistory(t *testing.T) {
	linked := &link.Project{ProjectID: "p1", Environments: map[string]link.Environment{"production": {
		Script: "former-name", Scripts: map[string]string{
			"main": "former-main",
		}, Origin: "https://former-name.example.workers.dev",
		Origins: map[string]string{
			"main": "https://former-main.example.workers.dev", "cards": "https://c.example.workers.dev",
		},
		Migrations: []link.Migration{{Tag: "first", New: []string{"InstallActor", "PortalActor"}}},
	}}}
	output := mustBuild(t, writeApp(t, t.TempDir(), app), func(o *Options) { o.Link = linked })
	if output.Scripts[0].Name != "former-name" || output.Scripts[2].Name != "former-main" ||
		output.Scripts[1].Name != "small-app-cards" {
		t.Errorf("names %q %q %q", output.Scripts[0].Name, output.Scripts[1].Name, output.Scripts[2].Name)
	}
	if steps := output.Scripts[0].Migrations; len(steps) != 2 || steps[0].Tag != "first" || !slices.Equal(
		steps[1].New, []string{"ProjectActor"},
	) {
		t.Errorf("migrations %+v", steps)
	}
	config := string(output.file(t, "edge/cards/wrangler.jsonc"))
	for _, want := range []string{
		`"SVC_PROJECT_ID": "p1"`, `"SVC_ENVIRONMENT": "production"`, `"script_name": "former-name"`,
	} {
		if !strings.Contains(config, want) {
			t.Errorf("%s is not in %s", want, config)
		}
	}
	if text := output.file(t, "crm/src/app/app-crmmeta.json"); bytes.Contains(text, []byte(".invalid")) {
		t.Errorf("an origin is made up though it is known: %s", text)
	}
}

func TestScriptNamesContainTheEnvironment(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), func(o *Options) { o.Environment = "staging" })
	var names []string
	for _, script := range output.Scripts {
		names = append(names, script.Name)
	}
	if want := []string{"small-app-staging", "small-app-cards-staging", "small-app-main-staging"}; !slices.Equal(
		names, want,
	) {
		t.Errorf("names %q", names)
	}
	if text := string(output.file(t, "crm/crmproject.json")); !strings.Contains(text, "staging") {
		t.Errorf("both environments have one CRM project: %s", text)
	}
}

func TestReportIsReproducible(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	var report Report
	decoder := json.NewDecoder(bytes.NewReader(output.file(t, reportFile)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&report); err != nil {
		t.Fatal(err)
	}
	for i, script := range report.Scripts {
		text := output.file(t, edge.Root+output.Scripts[i].Folder()+"/"+edge.MainModule)
		if script.Bytes <= len(text) || script.GzipBytes <= 0 || script.GzipBytes >= script.Bytes {
			t.Errorf(
				"%s: %d bytes, %d gzipped; its main module has %d", script.Script, script.Bytes, script.GzipBytes, len(text),
			)
		}
	}
	if !slices.ContainsFunc(
		report.Warnings, func(w Warning) bool { return strings.Contains(w.Message, codegen.Placeholder("small-app-main")) },
	) {
		t.Errorf("no warning names the placeholder origins: %+v", report.Warnings)
	}
}
