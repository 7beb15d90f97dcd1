package projectfs

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestAppsBelowAreInTheNextTwoFolders(t *testing.T) {
	root := t.TempDir()
	for _, file := range []string{
		"one/svc.config.ts", "one/inner/svc.config.ts", "apps/two/svc.config.mjs", "apps/deep/three/svc.config.ts",
		"node_modules/four/svc.config.ts", ".hidden/five/svc.config.ts", "apps/plain/package.json", "apps/file",
		"apps/folder/svc.config.ts/x",
	} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "one"), filepath.Join(root, "linked")); err != nil {
		t.Fatal(err)
	}
	if got := AppsBelow(root); !slices.Equal(got, []string{"apps/two", "one"}) {
		t.Errorf("got %q", got)
	}
	if got := AppsBelow(filepath.Join(root, "none")); got != nil {
		t.Errorf("no folder: got %q", got)
	}
}
