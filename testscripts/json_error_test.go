package testscripts

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// commandLines returns the words of every command after svc.
func commandLines(t *testing.T) (lines [][]string) {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(repository, "docs/cli/svc_*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages of commands: %v", err)
	}
	for _, page := range pages {
		words := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(page), "svc_"), ".md")
		lines = append(lines, strings.Split(words, "_"))
	}
	return lines
}

// jsonAnswer runs svc in an empty folder, without credentials, and returns the document that it prints.
func jsonAnswer(t *testing.T, args ...string) (document map[string]any) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = t.TempDir()
	nowhere := "http://127.0.0.1:1"
	cmd.Env = []string{
		"HOME=" + cmd.Dir, "CI=true", "SVC_KEYRING=off", "SVC_EDGE_API_URL=" + nowhere, "SVC_CRM_API_URL=" + nowhere,
	}
	out, err := cmd.Output()
	if json.Unmarshal(out, &document) != nil || document["schemaVersion"] != 1.0 {
		t.Fatalf("svc %s printed %q, not a document with a schemaVersion (%v)", strings.Join(args, " "), out, err)
	}
	return document
}

func TestEveryCommandAnswersAnInvalidFlagInJSON(t *testing.T) {
	t.Parallel()
	for _, words := range commandLines(t) {
		document := jsonAnswer(t, append(words, "--json", "--no-such-flag")...)
		if failed, _ := document["error"].(map[string]any); failed["what"] == nil || failed["exitCode"] != 2.0 {
			t.Errorf("svc %s answered %v", strings.Join(words, " "), document)
		}
	}
}

func TestEveryCommandAnswersInJSONWithoutAnApp(t *testing.T) {
	t.Parallel()
	for _, words := range commandLines(t) {
		serves := slices.Equal(words, []string{"dev"}) || slices.Equal(words, []string{"mcp"})
		if !serves {
			jsonAnswer(t, append(words, "--json")...)
		}
	}
}

// A command without --json either never answers in JSON, or always. The latter does so with an error, too, and its help
// says "with or without --json" if it accepts the flag.
func TestEveryCommandThatAnswersInJSONWithoutAFlagDoesSoWithAnError(t *testing.T) {
	t.Parallel()
	app := filepath.Join(repository, "examples/ledger-bridge")
	found := 0
	for _, words := range commandLines(t) {
		page, err := os.ReadFile(filepath.Join(repository, "docs/cli/svc_"+strings.Join(words, "_")+".md"))
		if err != nil {
			t.Fatal(err)
		}
		text := string(page)
		if strings.Contains(text, "--json ") && !strings.Contains(text, "with or without --json") {
			continue
		}
		cmd := exec.Command(binary, words...)
		cmd.Dir, cmd.Env = app, []string{"HOME=" + t.TempDir(), "CI=true"}
		if out, err := cmd.Output(); err != nil || !json.Valid(out) {
			continue
		}
		found++
		jsonAnswer(t, words...) // has findings, because the folder has no app
		for _, wrong := range []string{"--no-such-flag", "no-such-argument", "--env=No_such_environment"} {
			if failed, _ := jsonAnswer(t, append(words, wrong)...)["error"].(map[string]any); failed["what"] == nil {
				t.Errorf("svc %s %s answered without an error", strings.Join(words, " "), wrong)
			}
		}
	}
	if found == 0 {
		t.Error("no command answers in JSON without a flag: want svc manifest")
	}
}
