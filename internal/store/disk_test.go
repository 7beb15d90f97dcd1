package store

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

// crashDir, set in the environment, turns a run of this test binary into the process to kill.
const crashDir = "SVC_STORE_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		writeEndlessly(projectfs.Own(dir, "state"))
	}
	os.Exit(m.Run())
}

// writeEndlessly writes turns and prints those that are durable. A turn has two equal entries and an undone
// transaction. Half of the next turn is always unflushed.
func writeEndlessly(dir projectfs.Folder) {
	db, err := Open(dir, 0)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for turn := 1; ; turn++ {
		value := strconv.Itoa(turn)
		filler := strings.Repeat("x", 200)
		err := errors.Join(db.Put(ledger, "first", value), db.Put(ledger, "entry/"+value, filler))
		db.Begin()
		err = errors.Join(err, db.Put(ledger, "undone", value), db.Rollback(), db.Put(ledger, "second", value), db.Flush())
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(turn)
	}
}

func TestKilledProcessLeavesTheStateOfItsLastFlush(t *testing.T) {
	project := t.TempDir()
	dir := projectfs.Own(project, "state")
	for round := range 5 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), crashDir+"="+project)
		out, err := child.StdoutPipe()
		must(t, err)
		must(t, child.Start())
		lines, last := bufio.NewScanner(out), ""
		for deadline := 20 + 13*round; lines.Scan(); {
			last = lines.Text()
			if n, err := strconv.Atoi(last); err != nil {
				t.Fatal(last)
			} else if n == deadline {
				must(t, child.Process.Kill())
			}
		}
		_ = child.Wait()
		db, err := Open(dir, 0)
		must(t, err)
		first, _, err := db.Get(ledger, "first")
		must(t, err)
		second, _, _ := db.Get(ledger, "second")
		_, undone, _ := db.Get(ledger, "undone")
		_, entry, _ := db.Get(ledger, "entry/"+first)
		n, _ := strconv.Atoi(first)
		printed, _ := strconv.Atoi(last)
		if first != second || undone || !entry || n < printed {
			t.Errorf(
				"round %d: printed %d, found first %s second %s, undone %v, entry %v", round, printed, first, second, undone, entry,
			)
		}
		must(t, db.Close())
	}
}

func TestOpenFailsWhileAnotherProcessHoldsTheState(t *testing.T) {
	dir := stateFolder(t)
	db, err := Open(dir, 0)
	must(t, err)
	_, err = Open(dir, 0)
	if !errors.Is(err, ErrLocked) || !strings.Contains(
		err.Error(), fmt.Sprintf("another svc process (pid %d) holds %s", os.Getpid(), dir.Path()),
	) {
		t.Errorf("got %v", err)
	}
	go func() {
		time.Sleep(80 * time.Millisecond)
		db.Close()
	}()
	again, err := Open(dir, time.Minute)
	if err != nil {
		t.Fatalf("after the wait: %v", err)
	}
	must(t, again.Close())
}

func TestOpenRejectsStateOfANewerBuild(t *testing.T) {
	dir := stateFolder(t)
	db, err := Open(dir, 0)
	must(t, err)
	must(t, db.Put(ledger, "k", `1`))
	d := db.engine.(*disk)
	must(t, d.tx.Bucket(metaBucket).Put(schemaKey, []byte("9")))
	must(t, db.Flush())
	must(t, db.Close())
	before, err := os.ReadFile(dir.File(fileName))
	must(t, err)
	_, err = Open(dir, 0)
	var failure *Error
	if !errors.As(err, &failure) || failure.Kind != ErrNewer || !strings.Contains(
		failure.Why, "schema version 9 and this svc supports 1",
	) {
		t.Fatalf("got %v", err)
	}
	after, err := os.ReadFile(dir.File(fileName))
	must(t, err)
	if string(before) != string(after) {
		t.Error("the rejected file was changed")
	}
}

// filled returns a state file with enough entries for several levels of pages.
func filled(t *testing.T) []byte {
	t.Helper()
	dir := stateFolder(t)
	db, err := Open(dir, 0)
	must(t, err)
	for i := range 3000 {
		must(t, db.Put(ledger, fmt.Sprintf("key/%06d", i), strings.Repeat("v", 100)))
	}
	must(t, db.Flush())
	must(t, db.Close())
	content, err := os.ReadFile(dir.File(fileName))
	must(t, err)
	return content
}

// exercise opens and uses the state. It must return an error instead of crashing.
func exercise(dir projectfs.Folder) error {
	db, err := Open(dir, 0)
	if err != nil {
		return err
	}
	_, listed := db.List(ledger, Range{})
	_, _, got := db.Get(ledger, "key/001500")
	put := db.Put(ledger, "key/001500", "w")
	flushed := db.Flush()
	_, again := db.List(ledger, Range{Prefix: "key/0029"})
	return errors.Join(listed, got, put, flushed, again, db.Close())
}

func TestDamagedFileIsAnErrorWithAFix(t *testing.T) {
	content := filled(t)
	for name, damage := range map[string][]byte{
		"cut in the data":     content[:len(content)/2],
		"cut in the header":   content[:100],
		"no state file":       []byte(strings.Repeat("not a database. ", 4096)),
		"header overwritten":  append([]byte(strings.Repeat("\xff", 8192)), content[8192:]...),
		"pages overwritten":   append(content[:8192:8192], []byte(strings.Repeat("\xff", len(content)-8192))...),
		"pages blank":         append(content[:8192:8192], make([]byte, len(content)-8192)...),
		"cut to whole header": content[:8192],
	} {
		t.Run(name, func(t *testing.T) {
			dir := stateFolder(t)
			file := dir.File(fileName)
			must(t, os.MkdirAll(dir.Path(), 0o700))
			must(t, os.WriteFile(file, damage, 0o600))
			err := exercise(dir)
			var failure *Error
			isDamaged := errors.As(err, &failure) && failure.Kind == ErrDamaged
			if !isDamaged || !strings.Contains(failure.Fix, "run 'svc dev state reset'") {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "goroutine") {
				t.Errorf("a stack trace in %v", err)
			}
		})
	}
	dir := stateFolder(t)
	must(t, os.MkdirAll(dir.Path(), 0o700))
	must(t, os.WriteFile(dir.File(fileName), nil, 0o600))
	if err := exercise(dir); err != nil {
		t.Errorf("an empty file is a new state: %v", err)
	}
}

func TestRandomDamageNeverCrashes(t *testing.T) {
	content := filled(t)
	random, failed := rand.New(rand.NewSource(11)), 0
	for range 40 {
		damage := append([]byte(nil), content...)
		for range 1 + random.Intn(40) {
			// Damage to the header of a page, with its type and counts, has the largest effect.
			page := random.Intn(len(damage) / os.Getpagesize())
			damage[page*os.Getpagesize()+random.Intn(64)] = byte(random.Intn(256))
		}
		dir := stateFolder(t)
		must(t, os.MkdirAll(dir.Path(), 0o700))
		must(t, os.WriteFile(dir.File(fileName), damage, 0o600))
		if exercise(dir) != nil {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no damage was detected")
	}
}

func TestUnusableFolderIsAnError(t *testing.T) {
	dir := stateFolder(t)
	must(t, os.Mkdir(filepath.Dir(dir.Path()), 0o700))
	must(t, os.WriteFile(dir.Path(), []byte("a file"), 0o600))
	var failure *Error
	if _, err := Open(dir, 0); !errors.As(err, &failure) || failure.Kind != ErrUnusable {
		t.Errorf("got %v", err)
	}
	if err := os.Remove(dir.Path()); err != nil {
		t.Fatal(err)
	}
	must(t, os.MkdirAll(dir.File(fileName), 0o700))
	if _, err := Open(dir, 0); !errors.As(err, &failure) || failure.Kind != ErrUnusable {
		t.Errorf("a folder instead of the file: %v", err)
	}
}

func TestStateIsPrivateToItsUser(t *testing.T) {
	dir := stateFolder(t)
	db, err := Open(dir, 0)
	must(t, err)
	defer db.Close()
	info, err := os.Stat(dir.File(fileName))
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}
