package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// world is an Env in memory.
type world struct {
	*Env
	out, err bytes.Buffer
	vars     map[string]string
}

// newWorld makes an Env whose streams are terminals, or are not.
func newWorld(t *testing.T, tty bool) *world {
	w := &world{vars: map[string]string{}}
	w.Env = &Env{
		In: strings.NewReader(""), Out: &w.out, Err: &w.err, InTTY: tty, OutTTY: tty, ErrTTY: tty,
		Width: 80, Getenv: func(name string) string { return w.vars[name] }, Dir: t.TempDir(),
		Now: func() time.Time { return time.Unix(0, 0) },
	}
	return w
}

func TestNoColorRemovesOnlyColorsOfATerminal(t *testing.T) {
	for name, c := range map[string]struct {
		tty   bool
		name  string
		value string
		color bool
		draw  bool
	}{
		"terminal":    {tty: true, color: true, draw: true},
		"pipe":        {},
		"NO_COLOR":    {tty: true, name: "NO_COLOR", value: "1", draw: true},
		"dumb":        {tty: true, name: "TERM", value: "dumb"},
		"CI":          {tty: true, name: "CI", value: "true"},
		"CI is false": {tty: true, name: "CI", value: "false", color: true, draw: true},
	} {
		w := newWorld(t, c.tty)
		w.vars[c.name] = c.value
		if color, draw := w.color(c.tty), w.redraws(c.tty); color != c.color || draw != c.draw {
			t.Errorf("%s: color is %v and redraws is %v, want %v and %v", name, color, draw, c.color, c.draw)
		}
	}
}

func TestFailPrintsWhatWhyAndFixOnSeparateLines(t *testing.T) {
	w := newWorld(t, false)
	w.Fail(&Error{Code: 2, What: "cannot read x", Why: "it is gone", Fix: "write it"})
	w.Fail(errors.New("plain"))
	w.Fail(Exit(1))
	w.Fail(nil)
	want := "error: cannot read x\n  why: it is gone\n  fix: write it\nerror: plain\n"
	if got := w.err.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestExitCodeOfErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {Exit(1), 1}, {Exit(130), 130}, {Usage("w", "f"), 2}, {&Error{Code: 9}, 9},
		{fmt.Errorf("wrapped: %w", Usage("w", "f")), 2}, {errors.New("unknown"), 3},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("%v: exit code %d, want %d", c.err, got, c.want)
		}
	}
}

func TestReasonOmitsGoNamesFromJSONErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "unexpected end of JSON",
		"{":                 "unexpected end of JSON",
		"[]":                "expected a JSON object, not a JSON array",
		`{"profile": 5}`:    "profile cannot be a JSON number",
		`{"profil": "crm"}`: `unknown field "profil"`,
		"{nonsense}":        "unexpected 'n': expected a name in double quotes",
	} {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&struct {
			Profile string `json:"profile"`
		}{})
		if got := Reason(err); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestReasonOmitsThePath(t *testing.T) {
	_, err := os.ReadFile(filepath.Join(t.TempDir(), "none"))
	if got, want := Reason(err), fs.ErrNotExist.Error(); got == "" || strings.Contains(got, "/") {
		t.Errorf("got %q, want something like %q", got, want)
	}
	if got := Reason(errors.New("plain")); got != "plain" {
		t.Errorf("got %q", got)
	}
}

func TestFolderMustExist(t *testing.T) {
	w := newWorld(t, false)
	if err := os.WriteFile(filepath.Join(w.Dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if dir, err := w.Folder("."); err != nil || dir != w.Dir {
		t.Errorf("the working directory: %q, %v", dir, err)
	}
	for path, want := range map[string]string{
		"none": `folder "none" does not exist`, "file": `"file" is a file`, "file/x": `cannot read the folder "file/x"`,
		"-": `invalid folder "-"`,
	} {
		_, err := w.Folder(path)
		if err == nil || !strings.Contains(err.Error(), want) || ExitCode(err) != ExitUsage {
			t.Errorf("%s: %v, want %q and exit code 2", path, err, want)
		}
	}
}

func TestRepositoryPrefixIsRelativeToTheRoot(t *testing.T) {
	w := newWorld(t, false)
	for dir, want := range map[string]string{
		w.Dir: "", filepath.Join(
			w.Dir, "apps", "one",
		): "apps/one", filepath.Dir(w.Dir): "", filepath.Join(w.Dir, "..x"): "..x",
	} {
		if got := w.RepositoryPrefix(dir); got != want {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
	w.vars["GITHUB_WORKSPACE"] = filepath.Dir(w.Dir)
	if got, want := w.RepositoryPrefix(w.Dir), filepath.Base(w.Dir); got != want {
		t.Errorf("below the workspace: got %q, want %q", got, want)
	}
}
