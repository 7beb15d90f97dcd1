package projectfs

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

func TestUnsavedTextsReplaceFilesInsideTheBorder(t *testing.T) {
	dir := tree(t, map[string]string{
		"package.json":    `{"workspaces":["app","lib"]}`,
		"lib/shared.ts":   "saved",
		"app/a.ts":        "saved",
		"app/link.ts":     "->a.ts",
		"app/b.ts":        "saved",
		"app/.env":        "SECRET=saved",
		"app/large.ts":    "saved",
		"elsewhere/c.pem": "saved",
	})
	app := filepath.Join(dir, "app")
	r := open(t, app, Options{Unsaved: map[string]string{
		"link.ts":                              "through the link",
		filepath.Join(dir, "lib", "shared.ts"): "shared",
		"missing.ts":                           "new",
		".env":                                 "SECRET=unsaved",
		"large.ts":                             strings.Repeat("x", MaxFile+1),
		"../elsewhere/c.pem":                   "outside",
		"/etc/passwd":                          "outside",
	}})
	for name, want := range map[string]string{
		"a.ts": "through the link", "link.ts": "through the link", "../lib/shared.ts": "shared", "b.ts": "saved",
		"large.ts": "saved",
	} {
		if text, err := r.ReadImport(name); err != nil || string(text) != want {
			t.Errorf("%s: got %.20q, %v; want %q", name, text, err, want)
		}
	}
	if _, err := r.ReadFile("missing.ts"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
	if text, err := r.ReadFile(".env"); err != nil || string(text) != "SECRET=saved" {
		t.Errorf("a protected file: %q, %v", text, err)
	}
	for name, want := range map[string]error{
		".env": ErrProtected, "../elsewhere/c.pem": ErrOutside, "/etc/passwd": ErrOutside,
	} {
		if _, err := r.ReadImport(name); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", name, err, want)
		}
	}
}

func TestUnsavedTextsOfTheWorkspaceDoNotCountForAnUntrustedProject(t *testing.T) {
	dir := tree(t, map[string]string{
		"package.json": `{"workspaces":["app","lib"]}`, "lib/shared.ts": "saved", "app/a.ts": "saved",
	})
	r := open(t, filepath.Join(dir, "app"), Options{Untrusted: true, Unsaved: map[string]string{"../lib/shared.ts": "x"}})
	if _, err := r.ReadImport("../lib/shared.ts"); !errors.Is(err, ErrOutside) {
		t.Errorf("got %v", err)
	}
}
