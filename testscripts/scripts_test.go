// Package testscripts tests the whole tool with txtar scripts that run the real binary.
//
// Each folder is one topic, usually one command. Adding a folder or a script needs no code. A script is named
// <command>_<case>.txtar and has one sentence per case. It runs svc with `exec svc`, or with `exits CODE svc ...` if
// the exit code matters. commands_test.go and other files add commands to those of testscript. To rewrite the expected
// output, run
//
//	go test ./testscripts -update
package testscripts

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/appsvc/svc/test/sources"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// repository is the absolute path of the module.
var repository string

// binary is the svc that TestMain builds.
var binary string

// ldflags are those of the Makefile, with the commit and the date of root_usage.txtar.
const ldflags = "-s -w -X github.com/appsvc/svc/internal/cmd/version.commit=0123456789abcdef" +
	" -X github.com/appsvc/svc/internal/cmd/version.date=2026-11-24T08:00:00Z"

// atOnce is how many tests run at the same time per processor. They wait for servers, timers and processes for more
// than half of their time.
const atOnce = 3

// scriptsLimit is the time limit of all scripts together. It ends a command that hangs, so that its script reports it
// and not only the stacks of all goroutines.
const scriptsLimit = time.Hour

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", strconv.Itoa(atOnce*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	flag.Parse()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "svc-scripts-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = os.Chmod(dir, 0o755) // for tests that run svc as another user
	}
	if err == nil {
		repository, err = filepath.Abs("..")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := os.Unsetenv("GOGC"); err != nil { // svc runs as users run it
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	binary = filepath.Join(dir, "svc")
	build := exec.Command("go", "build", "-ldflags="+ldflags, "-o", binary, "./cmd/svc")
	build.Dir, build.Env = repository, append(os.Environ(), "CGO_ENABLED=0") // as in the Makefile
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "cannot build svc: %v\n%s", err, out)
		return 1
	}
	if err := rewrite(binary); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// rewrite replaces a program by a copy. The linker writes through a map of the file, which leaves it in small pieces in
// memory: a process of the copy takes a tenth less time, and the scripts start thousands.
func rewrite(program string) error {
	text, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	if err := os.WriteFile(program+".copy", text, 0o755); err != nil {
		return err
	}
	return os.Rename(program+".copy", program)
}

func TestScripts(t *testing.T) {
	t.Parallel()
	sources.All(t, repository)
	folders, err := filepath.Glob("*/*.txtar")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	deadline := time.Now().Add(scriptsLimit)
	seen := map[string]bool{}
	for _, script := range folders {
		folder := filepath.Dir(script)
		if seen[folder] {
			continue
		}
		seen[folder] = true
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Dir: folder, Setup: setup, Cmds: commands,
				Deadline: deadline, RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
			})
		})
	}
}

// setup adds svc to the PATH of a script, and sets $SVC and $REPO.
func setup(env *testscript.Env) error {
	env.Setenv("PATH", filepath.Dir(binary)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	env.Setenv("SVC", binary)
	env.Setenv("REPO", repository)
	env.Values[registryKey{}] = new(*npmRegistry)
	return nil
}
