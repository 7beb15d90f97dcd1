package watch

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/appsvc/svc/internal/projectfs"
)

// replace replaces a file by another one.
func (t *tree) replace(name string) { t.moveIn(name, "new") }

func (t *tree) remove(name string) {
	t.Helper()
	if err := os.Remove(t.path(name)); err != nil {
		t.Fatal(err)
	}
}

// hasRead is a round that has read the files, and then one after which any new name counts.
func (t *tree) hasRead(files ...string) {
	t.Helper()
	t.knows(projectfs.Inputs{Files: files})
	t.knows(projectfs.Inputs{})
}

func TestReplacedFileIsAChangeOnlyIfARoundMayReadIt(t *testing.T) {
	tr := watchTree(t, nil, "report.json", "report.txt", "rows.json", "main.ts", "folder/report.json")
	tr.hasRead("rows.json")
	for _, name := range []string{"report.json", "report.txt", "folder/report.json"} {
		tr.replace(name)
		tr.wantNothing()
	}
	for _, name := range []string{"rows.json", "main.ts"} {
		tr.replace(name)
		tr.wantChange(name)
	}
	tr.replace("report.json")
	tr.wantNothing()
}

func TestNewFileCountsOnceAndItsReplacementsDoNot(t *testing.T) {
	tr := watchTree(t, nil)
	tr.hasRead("svc.config.ts")
	tr.replace("report.json")
	tr.wantChange("report.json")
	tr.hasRead("svc.config.ts")
	tr.replace("report.json")
	tr.wantNothing()
}

func TestFileThatComesAndGoesAfterEachRoundBeginsNoMoreRounds(t *testing.T) {
	tr := watchTree(t, nil)
	tr.hasRead("svc.config.ts")
	tr.write("out.tmp", "x")
	tr.wantChange("out.tmp")
	tr.hasRead("svc.config.ts")
	tr.remove("out.tmp")
	tr.write("out.tmp", "x")
	tr.remove("out.tmp")
	tr.wantNothing()
	tr.write("out.tmp", "x") // after a change that counts, which may import the file
	tr.wantChange("out.tmp")
}

func TestFileThatIsReplacedWhileARoundReadsItForTheFirstTimeIsAChange(t *testing.T) {
	tr := watchTree(t, nil, "main.ts", "rows.json")
	tr.hasRead("main.ts")
	tr.write("main.ts", "imports rows.json")
	tr.wantChange("main.ts")
	tr.replace("rows.json")
	tr.hasRead("main.ts", "rows.json")
	tr.wantChange("rows.json")
}

func TestNamesCompareFilesWithThoseBefore(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"kept", "replaced", "source.ts"} {
		if err := os.WriteFile(at(name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(at("folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	n := &names{present: map[string]bool{at("replaced"): false, at("removed"): false, at("moved"): true}}
	burst := map[string]bool{
		at("kept"): true, at("replaced"): true, at("removed"): true, at("temporary"): true, at("source.ts"): false,
		at("folder"): true, at("moved"): true,
	}
	want := []string{at("folder"), at("kept"), at("moved"), at("removed"), at("source.ts")}
	if got := n.changes(burst); !slices.Equal(got, want) {
		t.Errorf("changed: %q, want %q", got, want)
	}
	present := slices.Sorted(maps.Keys(n.present))
	if want := []string{at("folder"), at("kept"), at("replaced"), at("source.ts")}; !slices.Equal(present, want) {
		t.Errorf("present: %q, want %q", present, want)
	}
	if got := n.changes(map[string]bool{at("temporary"): true}); got == nil || len(got) > 0 {
		t.Errorf("changed: %#v, want none, which is not nil", got)
	}
}

func TestLostEventsAreNoList(t *testing.T) {
	b := &burst{files: map[string]bool{}}
	b.addUnread("temporary")
	b.lost = true
	if got := b.take(); got != nil {
		t.Errorf("after lost events: %v", got)
	}
}
