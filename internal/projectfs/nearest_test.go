package projectfs

import (
	"os"
	"path/filepath"
	"testing"
)

func TestNearestAppStopsAtTheRepositoryAndHome(t *testing.T) {
	root := t.TempDir()
	for _, file := range []string{
		"svc.config.ts", "repo/.git/x", "repo/apps/one/svc.config.mjs", "repo/apps/one/src/workers/a.ts", "home/code/x.ts",
		"plain/deep/x.ts", "folder/svc.config.ts/x", "folder/src/x.ts",
	} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		"repo/apps/one": "repo/apps/one", "repo/apps/one/src/workers": "repo/apps/one",
		"repo/apps":  "repo/apps", // the config above is outside the repository
		"home/code":  "home/code", // and this one above the home folder
		"plain/deep": "", "folder/src": "",
	} {
		got := NearestApp(filepath.Join(root, dir), filepath.Join(root, "home"))
		if got != filepath.Join(root, want) {
			t.Errorf("%s: got %s, want %s", dir, got, want)
		}
	}
}
