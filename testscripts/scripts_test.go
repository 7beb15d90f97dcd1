// Package testscripts holds the tests of the whole tool: txtar scripts that run the real binary.
//
// Each folder is one theme, mostly one command; adding a folder or a script needs no line here. A
// script is called <command>_<case>.txtar, holds one sentence a case, and runs the tool with `exec svc`,
// or with `exits CODE svc ...` where the exit code matters. The commands that scripts have beside those
// of testscript are in commands_test.go. Rewrite the expected output of scripts with
//
//	go test ./testscripts -update
package testscripts

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// repository is the root of the module, absolute.
var repository string

// binary is the tool that TestMain built.
var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "svc-scripts-")
	if err == nil {
		defer os.RemoveAll(dir)
		repository, err = filepath.Abs("..")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	binary = filepath.Join(dir, "svc")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "./cmd/svc")
	build.Dir = repository
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the tool: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

func TestScripts(t *testing.T) {
	dependOnSources(t)
	folders, err := filepath.Glob("*/*.txtar")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	seen := map[string]bool{}
	for _, script := range folders {
		folder := filepath.Dir(script)
		if seen[folder] {
			continue
		}
		seen[folder] = true
		t.Run(folder, func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir: folder, Setup: setup, Cmds: commands,
				RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
			})
		})
	}
}

// setup gives a script the tool on its PATH, as $SVC, and the repository as $REPO.
func setup(env *testscript.Env) error {
	env.Setenv("PATH", filepath.Dir(binary)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	env.Setenv("SVC", binary)
	env.Setenv("REPO", repository)
	return nil
}

// dependOnSources tells the test cache of Go that a result depends on every file of the repository:
// the tool is built by a child process, whose reads the cache does not see.
func dependOnSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(repository, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || path != repository && strings.HasPrefix(entry.Name(), ".")):
			return filepath.SkipDir
		case entry.Type().IsRegular():
			_, err = os.Stat(path)
			if os.IsNotExist(err) {
				err = nil // gone since the folder was read
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
