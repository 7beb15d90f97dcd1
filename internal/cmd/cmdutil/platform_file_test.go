package cmdutil

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzReadPlatformFile(f *testing.F) {
	for _, seed := range []string{
		`{"profile":"crm"}`, `{"profile":"hubspot","edgePlan":"free"}`, `{"edgePlan":1}`, `[`, `{"profile":"crm"}{}`, "\xff",
		`null`, strings.Repeat("[", 20_000),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "svc.platform.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := ReadPlatformFile(dir)
		if plan := file.EdgePlan; err == nil && plan != "" && plan != "free" && plan != "paid" {
			t.Errorf("%q was accepted with the plan %q", text, plan)
		}
	})
}
