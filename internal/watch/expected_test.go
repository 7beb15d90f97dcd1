package watch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

func (t *tree) knows(inputs projectfs.Inputs) {
	t.Helper()
	if err := t.Know(inputs); err != nil {
		t.Fatal(err)
	}
}

// ofRound is what the rounds of these tests depend on. beacon.ts is for wantNothing.
func ofRound(expected, listed []string, files ...string) projectfs.Inputs {
	return projectfs.Inputs{Files: append(files, "beacon.ts"), Expected: expected, Listed: listed}
}

func TestNewFileCountsOnlyIfARoundExpectsItsName(t *testing.T) {
	tr := watchTree(t, nil, "svc.config.ts", "src/workers/a.ts", "fixtures/a.json", "out/old.ts")
	inputs := ofRound(
		[]string{"src/lib/missing", "src/other.js", "src/folder", "src/rows.json", "src/Upper"},
		[]string{"src/*.ts", "src/workers/*.ts", "fixtures/*.json"},
		"svc.config.ts", "src/workers/a.ts",
	)
	tr.knows(inputs)
	for _, name := range []string{
		"out-1.json", "out-2.ts", "out/3.ts", "new/4.ts", "src/5.json", "src/workers/6.txt", "fixtures/7.ts",
		"new/package.json", "src/lib-8.txt", "svc.config", "src/upper.log", "src/rows.json.bak",
	} {
		tr.knows(inputs)
		tr.write(name, "x")
		tr.wantNothing()
	}
	for name, want := range map[string]string{
		"src/lib/missing.ts": "src/lib/missing.ts", "src/other.tsx": "src/other.tsx", "src/rows.json": "src/rows.json",
		"src/folder/index.ts": "src/folder/index.ts", "src/upper.ts": "src/upper.ts", "src/new/c.ts": "src/new",
		"src/workers/b.ts": "src/workers/b.ts", "fixtures/b.json": "fixtures/b.json",
		".dev.vars.staging": ".dev.vars.staging", "tsconfig.json": "tsconfig.json",
	} {
		tr.knows(inputs)
		tr.write(name, "x")
		tr.wantChange(want)
	}
}

func TestFileThatAppearsWhileARoundLooksForItForTheFirstTimeIsAChange(t *testing.T) {
	tr := watchTree(t, nil, "main.ts")
	tr.knows(ofRound(nil, nil, "main.ts"))
	tr.write("main.ts", "imports ./late")
	tr.wantChange("main.ts")
	tr.write("late.ts", "x")
	tr.write("other.ts", "x")
	for !tr.hasIgnored("late.ts") || !tr.hasIgnored("other.ts") {
		time.Sleep(time.Millisecond)
	}
	tr.knows(ofRound([]string{"late"}, nil, "main.ts"))
	tr.wantOnly("late.ts")
}

func TestEveryNewFileCountsAfterARoundThatDoesNotKnowWhatItDependsOn(t *testing.T) {
	tr := watchTree(t, nil, "main.ts", "dev.log")
	tr.knows(ofRound(nil, nil, "main.ts"))
	tr.write("main.ts", "imports ./late")
	tr.wantChange("main.ts")
	tr.write("late.txt", "x")
	for !tr.hasIgnored("late.txt") {
		time.Sleep(time.Millisecond)
	}
	tr.knows(projectfs.Inputs{})
	tr.wantChange("late.txt")
	tr.write("later.txt", "x")
	tr.wantChange("later.txt")
	tr.write("dev.log", "a line")
	tr.wantNothing()
}

func TestRemovedFileCountsOnlyIfARoundHasReadOrExpectsIt(t *testing.T) {
	tr := watchTree(t, nil, "main.ts", "src/a.ts", "out/b.ts", "svc.config.js")
	inputs := ofRound([]string{"svc.config.js"}, nil, "main.ts", "src/a.ts")
	tr.knows(inputs)
	tr.remove("out/b.ts")
	tr.remove("out")
	tr.wantNothing()
	tr.remove("svc.config.js")
	tr.wantChange("svc.config.js")
	tr.knows(inputs)
	if err := os.Rename(tr.path("src"), filepath.Join(t.TempDir(), "moved")); err != nil {
		t.Fatal(err)
	}
	tr.wantChange("src")
}

func TestNameOutsideOfTheTreeIsWatchedFromTheNearestFolder(t *testing.T) {
	tr := watchTree(t, nil, "app/main.ts")
	w, err := New(tr.path("app"), nil)
	if err != nil {
		t.Fatal(err)
	}
	tr.Watcher.Close()
	tr.Watcher = w
	inputs := projectfs.Inputs{Files: []string{"main.ts"}, Expected: []string{".", "../lib/deep/missing"}}
	tr.knows(inputs)
	tr.write("app.log", "x")
	tr.write("app.json", "x")
	tr.write("other/x.ts", "x")
	tr.write("x.ts", "x")
	tr.write("lib/deep/other.ts", "x")
	tr.wantOnly("lib")
	tr.knows(inputs)
	tr.write("lib/deep/missing.ts", "x")
	tr.wantOnly("lib/deep/missing.ts")
}

// wantOnly waits for a change, which must be of this file alone.
func (t *tree) wantOnly(name string) {
	t.Helper()
	select {
	case files := <-t.Changes():
		if !slices.Equal(files, []string{t.path(name)}) {
			t.Fatalf("reported %v, want only %s", files, name)
		}
	case <-time.After(changeTimeout):
		t.Fatalf("no change of %s within %s", name, changeTimeout)
	}
}
