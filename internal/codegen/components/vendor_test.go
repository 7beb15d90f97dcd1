package components_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/platform"
)

// node runs a script of testdata/vendor with Node and the packages of the workspace. It fails without them.
func node(t *testing.T, script string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("node", append([]string{"testdata/vendor/" + script}, args...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node %s (it needs Node 20 and `npm ci`): %v\n%s", script, err, stderr.String())
	}
	return out
}

// writeProject generates the project of an input and writes it to a new folder.
func writeProject(t *testing.T, input codegen.Input) (string, codegen.Output) {
	t.Helper()
	output := codegen.Generate(input, components.All)
	if len(output.Files) == 0 {
		t.Fatalf("no project: %+v", output.Findings)
	}
	dir := t.TempDir()
	for _, file := range output.Files {
		path := filepath.Join(dir, filepath.FromSlash(file.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, output
}

// fixture returns the input of the app in testdata/vendor under a version.
func fixture(t *testing.T, version string) codegen.Input {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/vendor/app.txtar")
	if err != nil {
		t.Fatal(err)
	}
	input := load(t, archive.Files, false)
	input.Profile = profileNamed(t, "hubspot")
	app := &input.Project.App
	app.PlatformVersion = version
	if parsed, err := platform.ParseVersion(version); err != nil || !parsed.Has(platform.McpServer) {
		app.McpServers = nil
	}
	return input
}

// parsed is the result of the vendor's parser for one project.
type parsed struct {
	Error           string   `json:"error"`
	PlatformVersion string   `json:"platformVersion"`
	Legacy          bool     `json:"legacy"`
	Skipped         []string `json:"skipped"`
	Components      map[string]struct {
		Type string `json:"type"`
		File string `json:"file"`
	} `json:"components"`
}

func TestVendorParserAcceptsTheProjectOfEveryVersion(t *testing.T) {
	var folders []string
	var outputs []codegen.Output
	for _, version := range platform.KnownVersions() {
		folder, output := writeProject(t, fixture(t, version))
		folders, outputs = append(folders, folder), append(outputs, output)
	}
	var results []parsed
	if err := json.Unmarshal(node(t, "parse.mjs", folders...), &results); err != nil || len(results) != len(folders) {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, version := range platform.KnownVersions() {
		result := results[i]
		if result.Error != "" || result.Legacy || result.PlatformVersion != version || len(result.Skipped) > 0 {
			t.Errorf("%s: %+v", version, result)
			continue
		}
		var got, want []string
		for uid, component := range result.Components {
			kind := strings.ToLower(strings.ReplaceAll(component.Type, "_", "-"))
			if kind == "application" {
				kind = "app" // the one type that the parser calls otherwise than its metadata do
			}
			got = append(got, uid+" "+kind)
		}
		for _, component := range outputs[i].Components {
			want = append(want, component.UID+" "+component.Type)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the parser found %q, codegen wrote %q", version, got, want)
		}
	}
}

func TestVendorParserRejectsInvalidProjects(t *testing.T) {
	breaks := map[string]func(string) string{
		"a uid with a space": func(
			text string,
		) string {
			return strings.Replace(text, `"uid": "CAR_LEASE"`, `"uid": "CAR LEASE"`, 1)
		},
		"an unknown top level": func(
			text string,
		) string {
			return strings.Replace(text, `"uid": `, `"name": "x", "uid": `, 1)
		},
	}
	names := slices.Sorted(maps.Keys(breaks))
	var folders []string
	for _, name := range names {
		folder, _ := writeProject(t, fixture(t, platform.LatestVersion))
		path := filepath.Join(folder, "src/app/app-objects/car-lease-hsmeta.json")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(breaks[name](string(text))), 0o644); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, folder)
	}
	var results []parsed
	if err := json.Unmarshal(node(t, "parse.mjs", folders...), &results); err != nil || len(results) != len(names) {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, name := range names {
		if results[i].Error == "" {
			t.Errorf("%s: %+v", name, results[i])
		}
	}
}

// built is the result of the vendor's builder for one card.
type built struct {
	Error    string `json:"error"`
	Code     string `json:"code"`
	Manifest struct {
		Entry   string `json:"entry"`
		Modules struct {
			Internal []struct {
				Module string `json:"module"`
			} `json:"internal"`
		} `json:"modules"`
	} `json:"manifest"`
	Logs []string `json:"logs"`
}

func TestVendorBuilderBuildsTheCards(t *testing.T) {
	folder, output := writeProject(t, fixture(t, platform.LatestVersion))
	var names []string
	for _, file := range output.Files {
		if strings.HasSuffix(file.Path, ".jsx") {
			names = append(names, filepath.Base(file.Path))
		}
	}
	if len(names) < 3 {
		t.Fatalf("the fixture has the cards %q", names)
	}
	var results []built
	if err := json.Unmarshal(node(t, "build.mjs", append([]string{
		filepath.Join(folder, "src/app/cards"),
	}, names...)...), &results); err != nil || len(results) != len(names) {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, name := range names {
		card := results[i]
		if card.Error != "" || len(card.Logs) > 0 {
			t.Errorf("%s: %s %q", name, card.Error, card.Logs)
			continue
		}
		if len(card.Manifest.Modules.Internal) == 0 || card.Manifest.Entry != name {
			t.Errorf("%s: the manifest is %+v", name, card.Manifest)
		}
		for _, module := range card.Manifest.Modules.Internal {
			if !strings.HasPrefix(module.Module, "\x00") && module.Module != name {
				t.Errorf("%s: it contains the file %s", name, module.Module)
			}
		}
		if !strings.Contains(card.Code, "React") {
			t.Errorf("%s: it does not use the platform's React:\n%.400s", name, card.Code)
		}
	}
	if code := results[slices.Index(names, "with-backend.jsx")].Code; !strings.Contains(
		code, "https://main.example.dev/_svc/cards/invoices",
	) {
		t.Errorf("the URL of the backend is not in it:\n%s", code)
	}
}
