package eject

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
)

func output(undeployed ...string) *build.Output {
	out := &build.Output{
		Scripts: []edge.Script{
			{Name: "led", Modules: []edge.Module{{Name: edge.MainModule}}, Secrets: []string{
				"CRM_CLIENT_SECRET", "SVC_CONTROL_KEY_1",
			}},
			{Name: "led-main", Worker: "main", Modules: []edge.Module{{Name: edge.MainModule}}, Secrets: []string{
				"LEDGER_TOKEN",
			}},
			{Name: "led-new", Worker: "new", Modules: []edge.Module{{Name: edge.MainModule}}},
		},
		Undeployed: undeployed,
		Report:     build.Report{App: "Led\n# ger", Environment: "production"},
	}
	out.CRM.Files = []codegen.File{{Path: "crmproject.json", Data: []byte("{}")}}
	for _, worker := range undeployed {
		out.CRM.Files = append(out.CRM.Files, codegen.File{
			Path: worker + ".json", Data: []byte(codegen.Placeholder("led-" + worker)),
		})
	}
	for i := range out.Scripts {
		out.Files = append(out.Files, out.Scripts[i].Files(Schema)...)
	}
	return out
}

func ejected(t *testing.T, out *build.Output) map[string]string {
	t.Helper()
	text, err := sdk.Profiles.ReadFile("src/profiles/hubspot.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, file := range Files(out, profile) {
		files[file.Path] = string(file.Data)
	}
	return files
}

func TestFilesAddsPlaceholdersForUndeployedWorkers(t *testing.T) {
	files := ejected(t, output("new"))
	if files["first/new/worker.js"] != edge.PlaceholderCode || files["first/main/worker.js"] != "" {
		t.Error("the wrong workers have a placeholder")
	}
	if text := files["package.json"]; !strings.Contains(text, "first/new/wrangler.jsonc") || strings.Contains(
		text, "first/main/",
	) {
		t.Errorf("%s", text)
	}
	for path, text := range ejected(t, output()) {
		if strings.HasPrefix(path, "first/") || path == originsFile ||
			path == "README.md" && (strings.Contains(text, "npm run first") || strings.Contains(text, originsFile)) {
			t.Errorf("everything is deployed, and %s is about a first deploy", path)
		}
	}
}

func TestReadmeNamesSecretsAndVendorCommands(t *testing.T) {
	text := ejected(t, output("new"))["README.md"]
	for _, want := range []string{
		"| `edge/app` | `CRM_CLIENT_SECRET` |", "| `edge/app` | `SVC_CONTROL_KEY_1` |", "| `edge/main` | `LEDGER_TOKEN` |",
		"npm run first", "npm run deploy", "node " +
			originsFile, "npx --package @hubspot/cli hs project upload", "# Led # ger, deployable",
		"npx --package @hubspot/cli hs --help",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestReadmeKeepsKeysOfDeployedScripts(t *testing.T) {
	const kept = "they need no key with another id"
	if text := ejected(t, output("new"))["README.md"]; !strings.Contains(text, kept) {
		t.Errorf("a worker is deployed, and the readme does not say what stays:\n%s", text)
	}
	if text := ejected(t, output("main", "new"))["README.md"]; strings.Contains(text, kept) {
		t.Errorf("nothing is deployed, and the readme speaks of keys that are:\n%s", text)
	}
}

func TestToolVersionMatchesTheTestedVersion(t *testing.T) {
	text, err := os.ReadFile("../../package.json")
	if err != nil {
		t.Fatal(err)
	}
	var pinned struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(text, &pinned); err != nil {
		t.Fatal(err)
	}
	if got := pinned.DevDependencies["wrangler"]; got != toolVersion {
		t.Errorf("tests run wrangler %s, and ejected folders ask for %s", got, toolVersion)
	}
}
