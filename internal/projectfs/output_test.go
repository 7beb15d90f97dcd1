package projectfs

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteOutputStaysInTheWorkspace(t *testing.T) {
	for name, c := range map[string]struct {
		link, target string // relative to the parent of the repository
		output       string
		want         error
	}{
		"a new file":                {output: "repo/app/new", want: nil},
		"a file of the workspace":   {output: "repo/out/new", want: nil},
		"a file outside":            {output: "outside/new", want: nil},
		"a missing folder":          {output: "repo/none/new", want: os.ErrNotExist},
		"a link to a file outside":  {"repo/app/link", "../../outside/x", "repo/app/link", ErrOutside},
		"a link to a folder":        {"repo/link", "../outside", "repo/link/new", ErrOutside},
		"a broken link":             {"repo/app/link", "none", "repo/app/link", ErrOutside},
		"a link in the workspace":   {"repo/app/link", "../out/x", "repo/app/link", nil},
		"a link to a private file":  {"repo/app/link", "../.git/config", "repo/app/link", ErrProtected},
		"a link to a device":        {"repo/app/link", "/dev/null", "repo/app/link", ErrOutside},
		"a link of the user":        {"link", "outside", "link/new", nil},
		"a link into the workspace": {"link", "repo", "link/app/new", nil},
		"a link, then one out":      {"repo/link", "../outside", "repo/app/../link/new", ErrOutside},
		"a link to another folder":  {"outside/link", "../repo/out/x", "outside/link", ErrOutside},
	} {
		parent := tree(t, map[string]string{
			"outside/x": "old", "repo/.git/config": "old", "repo/app/svc.config.ts": "", "repo/out/x": "old",
		})
		if c.link != "" {
			if err := os.Symlink(filepath.FromSlash(c.target), filepath.Join(parent, c.link)); err != nil {
				t.Fatal(err)
			}
		}
		output := filepath.Join(parent, filepath.FromSlash(c.output))
		err := WriteOutput(output, []byte("new"), filepath.Join(parent, "repo", "app"))
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
		text, readErr := os.ReadFile(output)
		if c.want == nil && (readErr != nil || string(text) != "new") || c.want != nil && string(text) == "new" {
			t.Errorf("%s: the file is %q, %v", name, text, readErr)
		}
		for _, kept := range []string{"outside/x", "repo/.git/config"} {
			if text, err := os.ReadFile(filepath.Join(parent, kept)); err != nil || string(text) != "old" {
				t.Errorf("%s: %s is %q, %v", name, kept, text, err)
			}
		}
	}
}
