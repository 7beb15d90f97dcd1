package release

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// installed returns the version that a program prints.
func installed(t *testing.T, program string) string {
	t.Helper()
	out, err := exec.Command(program, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
}

func TestReleaseNeedsTheVersionsThatTheRepositoryNames(t *testing.T) {
	t.Setenv("GOTOOLCHAIN", "local") // do not download another one
	goVersion, node, npm := runtime.Version(), installed(t, "node"), installed(t, "npm")
	for _, test := range []struct{ goVersion, node, npm, want string }{
		{goVersion, node, npm, ""},
		{"go1.26.0", node, npm, "with Go " + goVersion + ": expected go1.26.0, as go.mod says. Install that version"},
		{goVersion, "20.0.1", npm, "with Node " + node + ": expected 20.0.1, as package.json says"},
		{goVersion, node, "11.0.1", "with npm " + npm + ": expected 11.0.1, as package.json says"},
	} {
		dir := t.TempDir()
		module := fmt.Sprintf("module m\n\ngo 1.26.0\n\ntoolchain %s\n", test.goVersion)
		about := fmt.Sprintf(`{"devEngines": {"runtime": {"version": %q}, "packageManager": {"version": %q}}}`,
			test.node, test.npm)
		for name, text := range map[string]string{"go.mod": module, "package.json": about} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := CheckTools(context.Background(), dir)
		if got := fmt.Sprint(err); test.want == "" && err != nil || !strings.Contains(got, test.want) {
			t.Errorf("with %s, Node %s and npm %s: got %q, want %q", test.goVersion, test.node, test.npm, got, test.want)
		}
	}
}

func TestRepositoryNamesAVersionOfEachTool(t *testing.T) {
	tools, err := toolsOf(context.Background(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		if strings.Count(tool.pinned, ".") != 2 {
			t.Errorf("%s names version %q of %s, want an exact one", tool.pinnedBy, tool.pinned, tool.name)
		}
	}
}

// The program in place of go records its toolchain and its arguments.
func TestMakeRunsTheToolchainOfTheModule(t *testing.T) {
	program, log := filepath.Join(t.TempDir(), "go"), filepath.Join(t.TempDir(), "log")
	script := "#!/bin/sh\necho \"$GOTOOLCHAIN $*\" >> '" + log + "'\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("make", "--silent", "release", "GO="+program)
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), "GOTOOLCHAIN=go1.99.0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tools, err := toolsOf(context.Background(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log)
	for _, want := range []string{
		tools[0].pinned + " run ./internal/release/run ", " -X github.com/appsvc/svc/internal/cmd/version.commit=",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("make ran\n%s, want %q (%v)", text, want, err)
		}
	}
}
