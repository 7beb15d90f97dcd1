package release

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestLicensesOfModulesAndPackagesAreCollected(t *testing.T) {
	build := &debug.BuildInfo{GoVersion: "go1.26.8", Deps: []*debug.Module{{Path: "github.com/spf13/cobra"}}}
	text, err := thirdParty(context.Background(), "../..", build)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []string{
		"svc contains code of Go 1.26.8:\n\nCopyright 2009 The Go Authors.", "svc contains code of buffer (npm):\n\n",
		"svc contains code of github.com/spf13/cobra v", "svc contains code of uplot (npm):\n\n",
	} {
		next := strings.Index(string(text)[at:], want)
		if next < 0 {
			t.Fatalf("no %q after byte %d of the licenses", want, at)
		}
		at += next
	}
}

func TestFolderWithoutALicenseIsAnError(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"license_test.go", "README.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := licenseIn(dir); err == nil {
		t.Errorf("license %q", text)
	}
	for _, name := range []string{"LICENSE.md", "NOTICE"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := licenseIn(dir); err != nil || string(text) != "LICENSE.md\n\nNOTICE" {
		t.Errorf("license %q (%v)", text, err)
	}
}
