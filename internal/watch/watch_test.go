package watch

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// changeTimeout is how long a test waits for an expected change.
const changeTimeout = 30 * time.Second

// tree is a watched temporary folder.
type tree struct {
	*testing.T
	root string
	*Watcher
}

func watchTree(t *testing.T, ignore func(string) bool, files ...string) *tree {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tr := &tree{T: t, root: root}
	for _, file := range files {
		tr.write(file, "old")
	}
	if tr.Watcher, err = New(root, ignore); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tr.Close() })
	return tr
}

func (t *tree) path(name string) string { return filepath.Join(t.root, filepath.FromSlash(name)) }

// write appends to a file, or moves a new one into the tree. Either is one event. A truncation, or the creation of an
// empty file, would be another, and on a busy machine another change.
func (t *tree) write(name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(t.path(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(t.path(name), os.O_WRONLY|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		t.moveIn(name, text)
		return
	}
	if err == nil {
		_, err = file.WriteString(text)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// moveIn moves a file that is made outside of the tree to a name, whether or not there is one.
func (t *tree) moveIn(name, text string) {
	t.Helper()
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, t.path(name)); err != nil {
		t.Fatal(err)
	}
}

// wantChange waits until a change names the file.
func (t *tree) wantChange(name string) {
	t.Helper()
	deadline := time.After(changeTimeout)
	for {
		select {
		case files := <-t.Changes():
			if slices.Contains(files, t.path(name)) {
				return
			}
		case err := <-t.Failed():
			t.Fatal(err)
		case <-deadline:
			t.Fatalf("no change of %s within %s", name, changeTimeout)
		}
	}
}

// wantNothing checks that no change was reported: a change of another file must come alone.
func (t *tree) wantNothing() {
	t.Helper()
	t.write("beacon.ts", "x")
	select {
	case files := <-t.Changes():
		if !slices.Equal(files, []string{t.path("beacon.ts")}) {
			t.Fatalf("reported %v, want only the beacon", files)
		}
	case <-time.After(changeTimeout):
		t.Fatal("the beacon was not reported")
	}
}

func TestSavedFileIsAChange(t *testing.T) {
	tr := watchTree(t, nil, "src/a.ts")
	tr.write("src/a.ts", "new")
	if files := <-tr.Changes(); !slices.Equal(files, []string{tr.path("src/a.ts")}) {
		t.Errorf("got %v, want one file", files)
	}
}

func TestEventsOfOneSaveAreOneChange(t *testing.T) {
	b := &burst{files: map[string]bool{}}
	b.add("a.ts") // truncated
	b.add("a.ts") // written
	<-b.end()
	if files := b.take(); !maps.Equal(files, map[string]bool{"a.ts": false}) || b.end() != nil {
		t.Errorf("got %v, want one file and no other burst", files)
	}
}

func TestEveryReplacementOfAFileIsAChange(t *testing.T) {
	tr := watchTree(t, nil, "src/a.ts")
	for range 3 {
		tr.write("src/.a.ts.new", "new")
		if err := os.Rename(tr.path("src/.a.ts.new"), tr.path("src/a.ts")); err != nil {
			t.Fatal(err)
		}
		tr.wantChange("src/a.ts")
	}
}

func TestNewFolderIsWatchedWithItsContent(t *testing.T) {
	tr := watchTree(t, nil)
	tr.write("src/workers/deep/a.ts", "new")
	tr.wantChange("src/workers/deep/a.ts")
	tr.write("src/workers/deep/a.ts", "newer")
	tr.wantChange("src/workers/deep/a.ts")
}

func TestFolderThatIsMovedInIsWatched(t *testing.T) {
	tr := watchTree(t, nil)
	outside := t.TempDir()
	if err := os.MkdirAll(filepath.Join(outside, "workers/deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(outside, "workers"), tr.path("workers")); err != nil {
		t.Fatal(err)
	}
	tr.wantChange("workers")
	tr.write("workers/deep/a.ts", "new")
	tr.wantChange("workers/deep/a.ts")
}

func TestRemovedFileIsAChange(t *testing.T) {
	tr := watchTree(t, nil, "src/a.ts")
	if err := os.Remove(tr.path("src/a.ts")); err != nil {
		t.Fatal(err)
	}
	tr.wantChange("src/a.ts")
}

func TestNodeModulesGitAndSvcAreNotWatched(t *testing.T) {
	tr := watchTree(t, nil, "node_modules/x/index.js", ".git/HEAD", ".svc/types/x.d.ts", "src/node_modules/y/index.js")
	for _, file := range []string{
		"node_modules/x/index.js", ".git/HEAD", ".svc/types/x.d.ts", "src/node_modules/y/index.js",
	} {
		tr.write(file, "new")
	}
	tr.wantNothing()
}

func TestTemporaryFilesOfEditorsAreIgnored(t *testing.T) {
	tr := watchTree(t, nil, "src/a.ts")
	for _, name := range []string{"src/.a.ts.swp", "src/a.ts~", "src/4913", "src/.#a.ts", ".r.xml.svc-draft-0"} {
		tr.write(name, "x")
	}
	tr.wantNothing()
}

func TestIgnoreExcludesFiles(t *testing.T) {
	tr := watchTree(t, func(path string) bool { return strings.HasSuffix(path, "out.sarif") })
	tr.write("out.sarif", "x")
	tr.wantNothing()
}

func TestOnlyFilesThatARoundMayReadAreChanges(t *testing.T) {
	tr := watchTree(t, nil, "dev.log", "src/rows.csv", "package.json", ".dev.vars.staging")
	tr.hasRead("src/rows.csv")
	tr.write("dev.log", "a line")
	tr.wantNothing()
	for _, name := range []string{"src/rows.csv", "package.json", ".dev.vars.staging", "new.csv"} {
		tr.write(name, "x")
		tr.wantChange(name)
	}
	if err := os.Remove(tr.path("dev.log")); err != nil {
		t.Fatal(err)
	}
	tr.wantChange("dev.log")
}

func TestUnreadJSONCountsOnlyIfItsNameIsThatOfSettingsOrTheFilesAreUnknown(t *testing.T) {
	tr := watchTree(t, nil, "rows.json", "out.json", "src/svc.portal.json", "out", "folder/a.ts")
	tr.hasRead("rows.json")
	for _, name := range []string{"out.json", "out"} {
		tr.write(name, "a line")
	}
	tr.wantNothing()
	for _, name := range []string{"rows.json", "src/svc.portal.json"} {
		tr.write(name, "x")
		tr.wantChange(name)
	}
	tr.JudgeByName()
	tr.write("out.json", "x")
	tr.wantChange("out.json")
}

func TestFileThatIsWrittenWhileARoundReadsItForTheFirstTimeIsAChange(t *testing.T) {
	tr := watchTree(t, nil, "old.json", "rows.json", "more.json")
	tr.hasRead("old.json")
	tr.write("more.json", "before the round")
	tr.write("old.json", "starts the round")
	tr.wantChange("old.json")
	tr.write("rows.json", "during the round")
	for !tr.hasIgnored("rows.json") {
		time.Sleep(time.Millisecond)
	}
	tr.hasRead("old.json", "rows.json", "more.json")
	for files := range tr.Changes() {
		if slices.Contains(files, tr.path("more.json")) {
			t.Errorf("reported %v, want no file that was written before the round", files)
		}
		if slices.Contains(files, tr.path("rows.json")) {
			break
		}
	}
}

func (t *tree) hasIgnored(name string) bool {
	t.ignored.mu.Lock()
	defer t.ignored.mu.Unlock()
	_, isIgnored := t.ignored.files[t.path(name)]
	return isIgnored
}

func TestOutputIsNoChange(t *testing.T) {
	tr := watchTree(t, nil, "out.json")
	out, err := os.OpenFile(tr.path("out.json"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	info, err := out.Stat()
	if err != nil {
		t.Fatal(err)
	}
	tr.outputs = []fs.FileInfo{info}
	if _, err := out.WriteString("{}"); err != nil {
		t.Fatal(err)
	}
	tr.wantNothing()
}

func TestReadWatchesFilesOutsideOfTheTree(t *testing.T) {
	tr := watchTree(t, nil)
	outside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	shared := filepath.Join(outside, "shared.ts")
	tr.hasRead(slash(t, tr.root, shared), slash(t, tr.root, shared))
	if err := os.WriteFile(shared, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if files := <-tr.Changes(); !slices.Equal(files, []string{shared}) {
		t.Errorf("got %v, want the shared file", files)
	}
}

// slash returns a path relative to root, with slashes.
func slash(t *testing.T, root, path string) string {
	t.Helper()
	name, err := filepath.Rel(root, path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

func TestEndlessBurstIsReported(t *testing.T) {
	tr := watchTree(t, nil)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-time.After(quiet / 3):
				os.WriteFile(tr.path("busy.ts"), []byte{byte(i)}, 0o644)
			}
		}
	}()
	select {
	case <-tr.Changes():
	case <-time.After(changeTimeout):
		t.Error("an endless burst was not reported")
	}
}

func TestTheEndOfABurstIsNotLostWhenAnotherEventIsServedFirst(t *testing.T) {
	b := &burst{files: map[string]bool{}}
	b.add("a.ts")
	<-b.over
	for range 2 {
		b.add("a.ts")
		select {
		case <-b.end():
		default:
			t.Fatal("a burst that is over has not ended")
		}
	}
}

func TestCloseClosesTheChannelWithAnUnreadChange(t *testing.T) {
	tr := watchTree(t, nil)
	tr.write("a.ts", "x")
	time.Sleep(2 * quiet) // the watcher now waits for a reader
	w, err := New(tr.root, nil)
	if err != nil {
		t.Fatal(err)
	}
	tr.write("b.ts", "x")
	time.Sleep(2 * quiet)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	deadline := time.After(changeTimeout)
	for {
		select {
		case _, open := <-w.Changes():
			if !open {
				return
			}
		case <-deadline:
			t.Fatal("the channel is still open")
		}
	}
}

func TestMissingRootIsAnError(t *testing.T) {
	if _, err := New(filepath.Join(t.TempDir(), "none"), nil); err == nil {
		t.Error("watching a missing folder returned no error")
	}
	tr := watchTree(t, nil)
	if err := os.RemoveAll(tr.root); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-tr.Failed():
		if !strings.Contains(err.Error(), "no longer exists") {
			t.Errorf("got %v", err)
		}
	case <-time.After(changeTimeout):
		t.Error("the removal of the root was not reported")
	}
}
