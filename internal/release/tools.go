package release

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// tool is a program whose version decides the bytes of a release.
type tool struct{ name, version, pinned, pinnedBy string }

// CheckTools returns an error if a program that makes a release has another version than the repository names. go.mod
// names that of Go, package.json those of npm and of Node, which compresses the npm packages.
func CheckTools(ctx context.Context, repository string) error {
	tools, err := toolsOf(ctx, repository)
	if err != nil {
		return err
	}
	for _, t := range tools {
		if t.version != t.pinned {
			return fmt.Errorf("cannot make a release with %s %s: expected %s, as %s says. Install that version, and run "+
				"'make release' again", t.name, t.version, t.pinned, t.pinnedBy)
		}
	}
	return nil
}

func toolsOf(ctx context.Context, repository string) ([]tool, error) {
	var module struct{ Toolchain string }
	text, err := goOutput(ctx, repository, "mod", "edit", "-json")
	if err == nil {
		err = json.Unmarshal([]byte(text), &module)
	}
	if err != nil {
		return nil, err
	}
	var workspace struct {
		DevEngines struct{ Runtime, PackageManager struct{ Version string } }
	}
	about, err := os.ReadFile(filepath.Join(repository, "package.json"))
	if err == nil {
		err = json.Unmarshal(about, &workspace)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the versions of tools: %w", err)
	}
	builds, err := goOutput(ctx, repository, "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	tools := []tool{
		{"Go", strings.TrimSpace(builds), module.Toolchain, "go.mod"},
		{"Go", runtime.Version(), module.Toolchain, "go.mod"}, // of this program, which compresses the archives
		{"Node", "", workspace.DevEngines.Runtime.Version, "package.json"},
		{"npm", "", workspace.DevEngines.PackageManager.Version, "package.json"},
	}
	for i := range tools {
		if t := &tools[i]; t.version == "" {
			asked := exec.CommandContext(ctx, strings.ToLower(t.name), "--version")
			asked.Dir = os.TempDir() // no .npmrc of a project decides
			out, err := asked.Output()
			if err != nil {
				return nil, fmt.Errorf("cannot run %s: %w", t.name, err)
			}
			t.version = strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
		}
	}
	return tools, nil
}
