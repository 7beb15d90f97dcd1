package importer_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/importer"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/sdk"
)

var update = flag.Bool("update", false, "write the notes of the cases")

func writeFiles(t testing.TB, dir string, files map[string][]byte) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// importIn imports the project in a folder.
func importIn(t testing.TB, dir string) (*importer.Output, error) {
	t.Helper()
	text, err := sdk.Profiles.ReadFile("src/profiles/hubspot.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	root, err := projectfs.Open(dir, projectfs.Options{Untrusted: true})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	return importer.Import(importer.Options{Root: root, Profile: profile, Components: components.All})
}

func importFiles(t testing.TB, sources []txtar.File) *importer.Output {
	t.Helper()
	dir := t.TempDir()
	files := map[string][]byte{}
	for _, file := range sources {
		files[file.Name] = file.Data
	}
	writeFiles(t, dir, files)
	output, err := importIn(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

// The parts of the smallest project.
const (
	projectText = `{ "name": "P", "srcDir": "src", "platformVersion": "2026.03" }`
	appText     = `{ "uid": "app", "type": "app", "config": { "name": "P", "distribution": "private",
  "auth": { "type": "static", "requiredScopes": ["crm.objects.contacts.read"] } } }`
)

func smallest() map[string][]byte {
	return map[string][]byte{"hsproject.json": []byte(projectText), "src/app/app-hsmeta.json": []byte(appText)}
}

func TestImportRejectsMalformedProjects(t *testing.T) {
	many := "{ \"uid\": [1" + strings.Repeat(",\n1", 3_000_000) + "] }"
	deep := strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000)
	for name, test := range map[string]struct {
		file, text, want string
	}{
		"project without a name": {"hsproject.json", "{\n \"srcDir\": \"src\" }", `hsproject.json:1: name is missing or empty`},
		"source folder outside":  {"hsproject.json", "{ \"name\": \"P\",\n \"srcDir\": \"../x\", \"platformVersion\": \"2026.03\" }", `hsproject.json:2: srcDir "../x" is outside the project`},
		"not JSON":               {"src/app/app-hsmeta.json", "{\n  // comment\n}", "src/app/app-hsmeta.json:2:3: not valid JSON: unexpected '/'"},
		"truncated":              {"src/app/app-hsmeta.json", "{\n  \"uid\":", "src/app/app-hsmeta.json:2:9: not valid JSON: unexpected end"},
		"an array":               {"src/app/app-hsmeta.json", "[]", "src/app/app-hsmeta.json:1: expected a JSON object"},
		"two values":             {"src/app/app-hsmeta.json", "{}\n{}", "src/app/app-hsmeta.json:2: unexpected text after the value"},
		"a key twice":            {"src/app/app-hsmeta.json", "{ \"uid\": \"a\",\n \"uid\": \"b\" }", `src/app/app-hsmeta.json:2: the key "uid" occurs twice`},
		"deep nesting":           {"src/app/app-hsmeta.json", deep, "nested deeper than 40 levels"},
		"many values":            {"src/app/app-hsmeta.json", many, "app-hsmeta.json:199999: more than 200000 values"},
		"a uid of another type":  {"src/app/app-hsmeta.json", "{\n \"uid\": 5, \"type\": \"app\" }", "src/app/app-hsmeta.json:2: invalid uid: expected a string, got a number"},
		"a config of another type": {"src/app/app-hsmeta.json", "{ \"uid\": \"a\", \"type\": \"app\",\n \"config\": { \"name\": [] } }",
			"src/app/app-hsmeta.json:2: invalid config.name: expected a string, got an array"},
		"an unknown distribution": {"src/app/app-hsmeta.json", strings.Replace(appText, "private", "public", 1),
			`src/app/app-hsmeta.json:1: invalid config.distribution "public": expected private or marketplace`},
		"a uid with a variable": {"src/app/cards/a-hsmeta.json", `{ "uid": "${CARD}", "type": "card", "config": {} }`,
			`src/app/cards/a-hsmeta.json:1: invalid uid "${CARD}"`},
		"a duplicate uid": {"src/app/cards/a-hsmeta.json", "{ \"type\": \"card\",\n \"uid\": \"app\", \"config\": {} }",
			`duplicate uid "app"`},
		"a second app": {"src/app/b-hsmeta.json", strings.Replace(appText, `"app"`, `"b"`, 1), `a second component of the type "app"`},
		"a missing entrypoint": {"src/app/cards/a-hsmeta.json",
			`{ "uid": "a", "type": "card", "config": { "name": "A", "location": "crm.record.tab", "entrypoint": "/app/cards/A.tsx", "objectTypes": ["contacts"] } }`,
			`cannot read the entrypoint "src/app/cards/A.tsx"`},
		"an entrypoint outside": {"src/app/cards/a-hsmeta.json",
			`{ "uid": "a", "type": "card", "config": { "name": "A", "location": "crm.record.tab", "entrypoint": "../../../etc/passwd", "objectTypes": [] } }`,
			`cannot read the entrypoint "src/etc/passwd"`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, smallest())
			writeFiles(t, dir, map[string][]byte{test.file: []byte(test.text)})
			_, err := importIn(t, dir)
			var mistake *importer.Error
			if !errors.As(err, &mistake) || !strings.Contains(err.Error(), test.want) || mistake.Fix == "" {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

func TestImportNamesThePlaceOfInvalidJSON(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"cut in an object": {"{ \"uid\": \"a\",\n  \"config\": {\n  ", "3:3: unexpected end"},
		"cut in a text":    {"{\n  \"uid\": \"ab", "2:13: unexpected end"},
		"cut in a word":    {"{\n  \"uid\": tr", "2:12: unexpected end"},
		"an empty file":    {"", "1:1: unexpected end"},
		"a trailing comma": {"{\n  \"uid\": \"ä\",}", "2:14: unexpected '}'"},
		"a missing comma":  {"{\n  \"uid\": 1 \"b\": 2}", "2:12: unexpected '\"'"},
		"a missing colon":  {"{\n  \"uid\" 1}", "2:9: unexpected '1'"},
		"a single quote":   {"{\n  \"uid\": 'a'}", "2:10: unexpected '\\''"},
		"a wrong literal":  {"{\n  \"uid\": nope}", "2:11: unexpected 'o'"},
	} {
		t.Run(name, func(t *testing.T) {
			const file = "src/app/app-hsmeta.json"
			dir := t.TempDir()
			writeFiles(t, dir, smallest())
			writeFiles(t, dir, map[string][]byte{file: []byte(test.text)})
			place, what, _ := strings.Cut(test.want, " ")
			want := file + ":" + place + " not valid JSON: " + what
			if _, err := importIn(t, dir); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("error %v, want %s", err, want)
			}
		})
	}
}

func TestImportFollowsNoLinkOutOfTheProject(t *testing.T) {
	outside := t.TempDir()
	writeFiles(t, outside, map[string][]byte{"secret.json": []byte(`{ "uid": "secret" }`), "Card.tsx": []byte("export default 1;")})
	dir := t.TempDir()
	writeFiles(t, dir, smallest())
	for name, target := range map[string]string{
		"src/app/cards/a-hsmeta.json": "secret.json", "src/app/workflow-actions": "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(outside, target), path); err != nil {
			t.Fatal(err)
		}
		if _, err := importIn(t, dir); name != "src/app/workflow-actions" && err == nil {
			t.Errorf("%s was followed", name)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestImportWritesHostileTextsAsLiterals(t *testing.T) {
	hostile := "*/ '); process.exit(1); ('\\u2028\\n${x}`"
	action := `{ "uid": "act", "type": "workflow-action", "config": { "actionUrl": "https://user:pass@example.com/a?token=1\nexport default 1",
  "isPublished": true, "supportedClients": [{ "client": "WORKFLOWS" }], "objectTypes": ["CONTACT"],
  "inputFields": [{ "typeDefinition": { "name": "__proto__", "type": "string", "fieldType": "text" }, "isRequired": false, "supportedValueTypes": ["STATIC_VALUE"] }],
  "labels": { "en": { "actionName": "` + hostile + `", "inputFieldLabels": { "__proto__": "` + hostile + `" } } } } }`
	output := importFiles(t, []txtar.File{
		{Name: "hsproject.json", Data: []byte(projectText)}, {Name: "src/app/app-hsmeta.json", Data: []byte(appText)},
		{Name: "src/app/workflow-actions/a-hsmeta.json", Data: []byte(action)},
	})
	text := string(output.Files["src/tools/act.ts"])
	for _, absent := range []string{"pass", "token", "\u2028", "\nexport default"} {
		if strings.Contains(text, absent) {
			t.Errorf("the tool contains %q:\n%s", absent, text)
		}
	}
	if !strings.Contains(text, `["__proto__"]: {`) {
		t.Errorf("the field sets the prototype:\n%s", text)
	}
	buildComponents(t, output)
}

// card is the metadata of a card with the entrypoint src/app/cards/A.tsx.
const card = `{ "uid": "a", "type": "card", "config": { "name": "A", "location": "crm.record.tab",
  "entrypoint": "/app/cards/A.tsx", "objectTypes": ["contacts"] } }`

func TestImportEndsInProjectsThatAreTooLarge(t *testing.T) {
	const large = 9 << 20
	imports := func(count int) []byte {
		var text strings.Builder
		for i := range count {
			fmt.Fprintf(&text, "import './m%d.ts';\n", i)
		}
		return []byte(text.String())
	}
	for name, test := range map[string]struct {
		imported int // files that exist
		size     int64
		imports  int
		want     string
	}{
		"modules":  {2_500, 0, 2_500, "svc copies at most 2000 modules: copy what the card imports from here on yourself"},
		"imports":  {0, 0, 100_000, "svc follows at most 10000 imports: copy what the card imports from here on yourself"},
		"contents": {6, large, 6, "svc reads at most 32 MB of a project: copy what the card imports from here on yourself"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, smallest())
			writeFiles(t, dir, map[string][]byte{
				"src/app/cards/a-hsmeta.json": []byte(card), "src/app/cards/A.tsx": imports(test.imports),
			})
			for i := range test.imported {
				path := filepath.Join(dir, fmt.Sprintf("src/app/cards/m%d.ts", i))
				if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, test.size)); err != nil {
					t.Fatal(err)
				}
			}
			output, err := importIn(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			ends := slices.ContainsFunc(output.Notes, func(note importer.Note) bool {
				return note.File == "src/app/cards/A.tsx" && note.Reason == test.want
			})
			if !ends || len(output.Files) > 2_010 {
				t.Errorf("%d files and %d notes, none of which is %q", len(output.Files), len(output.Notes), test.want)
			}
		})
	}
}

func TestImportRejectsTooMuchMetadata(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, smallest())
	text := []byte(`{ "uid": "a", "type": "other", "x": "` + strings.Repeat("x", 9<<20) + `" }`)
	for i := range 5 {
		writeFiles(t, dir, map[string][]byte{fmt.Sprintf("src/app/other/%d-hsmeta.json", i): text})
	}
	if _, err := importIn(t, dir); err == nil || !strings.Contains(err.Error(), "svc reads at most 32 MB of a project") {
		t.Errorf("error %v", err)
	}
}

func FuzzImportNeverPanics(f *testing.F) {
	f.Add(projectText, appText, `{ "uid": "a", "type": "card", "config": {} }`)
	f.Add(projectText, appText, `{ "uid": "a", "type": "webhooks", "config": { "subscriptions": { "crmObjects": [{ "active": true }] } } }`)
	f.Add(projectText, appText, `{ "uid": "a", "type": "workflow-action", "config": { "inputFields": [{}], "outputFields": [{}], "labels": { "": {} } } }`)
	f.Add(projectText, appText, `{ "uid": "a", "type": "app-object", "config": { "settings": { "x": [] }, "properties": [{}, {}] } }`)
	f.Fuzz(func(t *testing.T, project, app, other string) {
		dir := t.TempDir()
		writeFiles(t, dir, map[string][]byte{
			"hsproject.json": []byte(project), "src/app/app-hsmeta.json": []byte(app),
			"src/app/cards/a-hsmeta.json":    []byte(other),
			"src/app/webhooks/a-hsmeta.json": []byte(other), "src/app/workflow-actions/b-hsmeta.json": []byte(other),
			"src/app/app-objects/a-hsmeta.json": []byte(other),
		})
		_, _ = importIn(t, dir)
	})
}
