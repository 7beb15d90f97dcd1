package workerd

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// install writes a package with an executable, if it has one.
func install(t *testing.T, dir, version string, binary bool) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"version":"`+version+`"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if binary {
		if err := os.WriteFile(filepath.Join(dir, "bin", "workerd"), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFindResolvesAsNodeDoes(t *testing.T) {
	const linux, version = "@cloudflare/workerd-linux-64", "1.20260426.1"
	for name, c := range map[string]struct {
		// folders has the packages by their folder in the workspace, and links the links.
		folders, links map[string]string
		binary         string
		err            error
	}{
		"in the project": {
			folders: map[string]string{"app/node_modules/workerd": version, "app/node_modules/" + linux: version},
			binary:  "app/node_modules/" + linux,
		},
		"in the workspace": {
			folders: map[string]string{"node_modules/workerd": version, "node_modules/" + linux: version},
			binary:  "node_modules/" + linux,
		},
		"another version above": {
			folders: map[string]string{
				"node_modules/workerd": version, "node_modules/" + linux: "1.1.1",
				"node_modules/workerd/node_modules/" + linux: version,
			},
			binary: "node_modules/workerd/node_modules/" + linux,
		},
		"as pnpm installs it": {
			folders: map[string]string{
				"node_modules/.pnpm/workerd@1/node_modules/workerd":  version,
				"node_modules/.pnpm/workerd@1/node_modules/" + linux: version,
			},
			links:  map[string]string{"app/node_modules/workerd": "node_modules/.pnpm/workerd@1/node_modules/workerd"},
			binary: "node_modules/.pnpm/workerd@1/node_modules/" + linux,
		},
		"missing": {err: ErrNotInstalled},
		"only outside of the workspace": {
			folders: map[string]string{"../node_modules/workerd": version, "../node_modules/" + linux: version},
			err:     ErrNotInstalled,
		},
		"a link out of the workspace": {
			folders: map[string]string{"../other/workerd": version, "../other/" + linux: version},
			links:   map[string]string{"app/node_modules/workerd": "../other/workerd"}, err: ErrNotInstalled,
		},
		"for another platform": {
			folders: map[string]string{
				"app/node_modules/workerd": version, "app/node_modules/@cloudflare/workerd-darwin-arm64": version,
			},
			err: ErrOtherPlatform,
		},
	} {
		t.Run(name, func(t *testing.T) {
			workspace := filepath.Join(t.TempDir(), "workspace")
			if err := os.MkdirAll(filepath.Join(workspace, "app", "node_modules"), 0o755); err != nil {
				t.Fatal(err)
			}
			for folder, version := range c.folders {
				install(t, filepath.Join(workspace, folder), version, filepath.Base(folder) == "workerd-linux-64")
			}
			for link, to := range c.links {
				if err := os.Symlink(filepath.Join(workspace, to), filepath.Join(workspace, link)); err != nil {
					t.Fatal(err)
				}
			}
			found, err := find(filepath.Join(workspace, "app"), workspace, Package, "linux/amd64")
			if !errors.Is(err, c.err) {
				t.Fatalf("got %v, want %v", err, c.err)
			}
			want := filepath.Join(workspace, c.binary, "bin", "workerd")
			if c.err == nil && (found.Binary != want || found.Version != version) {
				t.Errorf("found %+v", found)
			}
		})
	}
}

func TestFindNamesAPlatformWithoutABuild(t *testing.T) {
	if _, err := find(t.TempDir(), "/", Package, "plan9/386"); !errors.Is(err, errNoBuild) {
		t.Errorf("got %v", err)
	}
}
