package testscripts

import (
	"encoding/json"
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
