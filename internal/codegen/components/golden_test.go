package components_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/sdk"
)

var update = flag.Bool("update", false, "write the expectations of the cases")

func TestProjectMatchesTheGoldenFiles(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d cases, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var sources, want []txtar.File
			for _, file := range archive.Files {
				if strings.HasPrefix(file.Name, "want/") {
					want = append(want, file)
				} else {
					sources = append(sources, file)
				}
			}
			got := runCase(t, caseHeader(t, string(archive.Comment)), sources)
			if *update {
				text := txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: append(sources, got...)})
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
				t.Errorf("want and got differ (run with -update to accept):\n%s", diff)
			}
		})
	}
}

// header holds the profiles and versions of a case, from its comment.
type header struct {
	profiles, versions []string
	placeholders       bool // all origins are placeholders
}

func caseHeader(t *testing.T, comment string) header {
	h := header{profiles: platform.ProfileNames(), versions: platform.KnownVersions()}
	for _, line := range strings.Split(comment, "\n") {
		name, value, found := strings.Cut(line, ": ")
		switch {
		case found && name == "profiles":
			h.profiles = strings.Fields(value)
		case found && name == "versions":
			h.versions = strings.Fields(value)
		case line == "placeholders":
			h.placeholders = true
		case line != "" && !strings.HasPrefix(line, "#"):
			t.Fatalf("invalid line %q in the comment of the case", line)
		}
	}
	return h
}

// runCase returns the files under every profile: all files of the first version, and those of the other versions that
// differ.
func runCase(t *testing.T, h header, sources []txtar.File) []txtar.File {
	t.Helper()
	input := load(t, sources, h.placeholders)
	var all []txtar.File
	for _, profile := range h.profiles {
		input.Profile = profileNamed(t, profile)
		first := map[string]string{}
		for i, version := range h.versions {
			if version != "declared" {
				input.Project.App.PlatformVersion = version
			}
			folder := "want/" + profile
			if i > 0 {
				folder += "@" + version
			}
			for _, file := range generate(t, input) {
				if i == 0 {
					first[file.Path] = string(file.Data)
				} else if first[file.Path] == string(file.Data) {
					continue
				}
				all = append(all, txtar.File{Name: folder + "/" + file.Path, Data: file.Data})
			}
		}
	}
	return all
}

// generate returns the project with its findings as an additional file, and checks the invariants of all projects.
func generate(t *testing.T, input codegen.Input) []codegen.File {
	t.Helper()
	output := codegen.Generate(input, components.All)
	if again := codegen.Generate(input, components.All); !cmp.Equal(output, again) {
		t.Errorf("the same input has different outputs:\n%s", cmp.Diff(output, again))
	}
	for _, file := range output.Files {
		if strings.HasSuffix(file.Path, ".json") && !json.Valid(file.Data) {
			t.Errorf("%s is not valid JSON", file.Path)
		}
	}
	var b bytes.Buffer
	for _, f := range output.Findings {
		if !explained(f.Rule) {
			t.Errorf("no topic explains the rule %q", f.Rule)
		}
		fmt.Fprintf(
			&b, "%s %s: %s %s\n  %s\n", f.Severity, f.Rule, f.Subject.Kind,
			strings.Trim(f.Subject.Worker+"/"+f.Subject.ID+" "+f.Subject.Member, "/ "), f.Message,
		)
		if f.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", f.Hint)
		}
	}
	if b.Len() == 0 {
		return output.Files
	}
	return append([]codegen.File{{Path: "findings", Data: b.Bytes()}}, output.Files...)
}

func explained(id string) bool {
	for _, rule := range rules.All {
		if rule.ID == id {
			return true
		}
	}
	return slices.ContainsFunc(codegen.Topics, func(topic codegen.Topic) bool { return topic.ID == id })
}

// load evaluates a project and bundles its cards.
func load(t *testing.T, sources []txtar.File, placeholders bool) codegen.Input {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var workers []string
	for _, file := range sources {
		path := filepath.Join(root, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(file.Name, "src/workers/") {
			workers = append(workers, file.Name)
		}
	}
	return inputOf(t, root, workers, placeholders)
}

// inputOf returns the input of codegen for the project in a folder.
func inputOf(t *testing.T, root string, workers []string, placeholders bool) codegen.Input {
	t.Helper()
	text, err := project.Manifest(context.Background(), project.ManifestOptions{
		Options: project.Options{Dir: root}, Config: "svc.config.ts", Workers: workers,
	})
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := manifest.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	input := codegen.Input{
		Project: decoded, Origins: map[string]string{}, AppOrigin: "https://app.example.dev",
		Cards: cards(t, root, decoded.App.Cards),
	}
	for _, worker := range decoded.Workers {
		input.Origins[worker.Name] = "https://" + worker.Name + ".example.dev"
		if placeholders {
			input.Origins[worker.Name] = codegen.Placeholder(manifest.ScriptName(manifest.Slug(decoded.App.Name), worker.Name))
		}
	}
	if placeholders {
		input.AppOrigin = codegen.Placeholder(manifest.ScriptName(manifest.Slug(decoded.App.Name), ""))
	}
	return input
}

func cards(t *testing.T, root string, declared []manifest.Card) map[string]codegen.Card {
	t.Helper()
	if len(declared) == 0 {
		return nil
	}
	embedded, err := bundle.EmbeddedSDK(sdk.Files)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, card := range declared {
		if _, err := os.Stat(filepath.Join(root, card.Entrypoint)); err == nil && !slices.Contains(files, card.Entrypoint) {
			files = append(files, card.Entrypoint)
		}
	}
	disk, err := projectfs.Open(root, projectfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	modules, faults := bundle.CardModules(
		bundle.Options{Root: root, SDK: embedded, Sources: bundle.NewSources(disk)}, files, bundle.UI{},
	)
	if len(faults) > 0 {
		t.Fatalf("%+v", faults)
	}
	made := map[string]codegen.Card{}
	for _, card := range declared {
		for _, module := range modules {
			if module.File != card.Entrypoint {
				continue
			}
			ranges, err := bundle.PackageRanges(disk, module.Packages)
			if err != nil {
				t.Fatal(err)
			}
			made[card.ID] = codegen.Card{Source: module.Code, Packages: ranges}
		}
	}
	return made
}

func profileNamed(t *testing.T, name string) *platform.Profile {
	t.Helper()
	text, err := os.ReadFile("../../../sdk/src/profiles/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	return profile
}

func texts(files []txtar.File) map[string]string {
	all := map[string]string{}
	for _, file := range files {
		all[file.Name] = string(file.Data)
	}
	return all
}
