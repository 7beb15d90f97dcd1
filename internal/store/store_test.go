package store

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/projectfs"
)

var ledger = Actor{Class: "InstallActor", Name: "install-1"}

// each runs the test with a DB on disk and one in memory.
func each(t *testing.T, test func(t *testing.T, db *DB)) {
	t.Run("disk", func(t *testing.T) {
		db, err := Open(stateFolder(t), 0)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		test(t, db)
	})
	t.Run("memory", func(t *testing.T) { test(t, OpenMemory()) })
}

// stateFolder returns a state folder that does not exist.
func stateFolder(t *testing.T) projectfs.Folder { return projectfs.Own(t.TempDir(), "state") }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func keys(t *testing.T, db *DB, a Actor, r Range) []string {
	t.Helper()
	entries, err := db.List(a, r)
	must(t, err)
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Key)
	}
	return names
}

func TestListOrdersKeysByUTF8Bytes(t *testing.T) {
	each(t, func(t *testing.T, db *DB) {
		// UTF-16 order would put U+1F600, a surrogate pair, before U+FF5E.
		for _, key := range []string{"b", "a", "\U0001F600", "～", "a/2", "a/10", "é"} {
			must(t, db.Put(ledger, key, `1`))
		}
		want := []string{"a", "a/10", "a/2", "b", "é", "～", "\U0001F600"}
		if got := keys(t, db, ledger, Range{}); !slices.Equal(got, want) {
			t.Errorf("before the flush: %q, want %q", got, want)
		}
		must(t, db.Flush())
		for _, test := range []struct {
			r    Range
			want []string
		}{
			{Range{}, want},
			{Range{Prefix: "a"}, []string{"a", "a/10", "a/2"}},
			{Range{Prefix: "a/"}, []string{"a/10", "a/2"}},
			{Range{Prefix: "a/", Start: "a/2"}, []string{"a/2"}},
			{Range{Prefix: "a/", Start: "A"}, []string{"a/10", "a/2"}},
			{Range{Prefix: "a/", Start: "z"}, []string{}},
			{Range{Start: "b", Limit: 2}, []string{"b", "é"}},
			{Range{Prefix: "none"}, []string{}},
		} {
			if got := keys(t, db, ledger, test.r); !slices.Equal(got, test.want) {
				t.Errorf("%+v: %q, want %q", test.r, got, test.want)
			}
		}
	})
}

func TestActorsDoNotSeeEachOther(t *testing.T) {
	each(t, func(t *testing.T, db *DB) {
		other := Actor{Class: "PortalActor", Name: "install-1"}
		must(t, db.Put(ledger, "k", `"mine"`))
		must(t, db.Put(other, "k", `"yours"`))
		must(t, db.SetAlarm(ledger, 5))
		removed, err := db.Delete(other, "k")
		must(t, err)
		if value, found, _ := db.Get(ledger, "k"); !removed || !found || value != `"mine"` {
			t.Errorf("removed %v, then %q %v", removed, value, found)
		}
		if alarms, err := db.Alarms(); err != nil || !slices.Equal(alarms, []Alarm{{Actor: ledger, At: 5}}) {
			t.Errorf("alarms %v, %v; want that of the one actor", alarms, err)
		}
		if err := db.Put(Actor{Class: "a\x00b", Name: "c"}, "k", "1"); err == nil {
			t.Error("a class with a NUL was accepted: it could equal another actor")
		}
	})
}

func TestRollbackUndoesTheTransaction(t *testing.T) {
	each(t, func(t *testing.T, db *DB) {
		must(t, db.Put(ledger, "kept", `1`))
		must(t, db.Put(ledger, "changed", `1`))
		db.Begin()
		must(t, db.Put(ledger, "changed", `2`))
		must(t, db.Put(ledger, "new", `2`))
		must(t, db.SetAlarm(ledger, 99))
		db.Begin()
		must(t, db.Put(ledger, "inner", `3`))
		must(t, db.Commit())
		if _, err := db.Delete(ledger, "kept"); err != nil {
			t.Fatal(err)
		}
		must(t, db.Rollback())
		must(t, db.Flush())
		if got := keys(t, db, ledger, Range{}); !slices.Equal(got, []string{"changed", "kept"}) {
			t.Errorf("keys %q", got)
		}
		if value, _, _ := db.Get(ledger, "changed"); value != `1` {
			t.Errorf("changed = %s", value)
		}
		if alarms, err := db.Alarms(); err != nil || len(alarms) != 0 {
			t.Errorf("the alarm of the undone transaction still exists: %v, %v", alarms, err)
		}
		if db.Rollback() == nil || db.Commit() == nil {
			t.Error("a transaction without Begin was ended")
		}
	})
}

func TestDiscardDropsTheTurn(t *testing.T) {
	each(t, func(t *testing.T, db *DB) {
		must(t, db.Put(ledger, "a", `1`))
		must(t, db.Flush())
		must(t, db.Put(ledger, "a", `2`))
		must(t, db.Put(ledger, "b", `2`))
		must(t, db.Discard())
		if value, _, _ := db.Get(ledger, "a"); value != `1` {
			t.Errorf("a = %s", value)
		}
		if _, found, _ := db.Get(ledger, "b"); found {
			t.Error("b still exists")
		}
	})
}

func TestFlushUndoesAnOpenTransaction(t *testing.T) {
	each(t, func(t *testing.T, db *DB) {
		must(t, db.Put(ledger, "before", `1`))
		db.Begin()
		must(t, db.Put(ledger, "inside", `1`))
		must(t, db.Flush())
		if got := keys(t, db, ledger, Range{}); !slices.Equal(got, []string{"before"}) {
			t.Errorf("keys %q", got)
		}
	})
}

func TestPutRejectsEntriesAboveTheLimits(t *testing.T) {
	each(t, func(t *testing.T, db *DB) {
		must(t, db.Put(ledger, strings.Repeat("k", MaxKeyBytes), strings.Repeat("v", MaxValueBytes)))
		for name, err := range map[string]error{
			"empty key":  db.Put(ledger, "", `1`),
			"long key":   db.Put(ledger, strings.Repeat("k", MaxKeyBytes+1), `1`),
			"long value": db.Put(ledger, "k", strings.Repeat("v", MaxValueBytes+1)),
		} {
			if err == nil {
				t.Errorf("%s is accepted", name)
			}
		}
	})
}

func TestAlarmsAreOrderedByTime(t *testing.T) {
	each(t, func(t *testing.T, db *DB) {
		for i, at := range []int64{30, 10, 20} {
			must(t, db.SetAlarm(Actor{Class: "P", Name: fmt.Sprint(i)}, at))
		}
		must(t, db.ClearAlarm(Actor{Class: "P", Name: "2"}))
		must(t, db.ClearAlarm(Actor{Class: "P", Name: "no such"}))
		must(t, db.Flush())
		alarms, err := db.Alarms()
		must(t, err)
		want := []Alarm{{Actor{"P", "1"}, 10}, {Actor{"P", "0"}, 30}}
		if !slices.Equal(alarms, want) {
			t.Errorf("%+v, want %+v", alarms, want)
		}
	})
}

// TestDiskAndMemoryAgree runs the same random turns on both and compares all that can be read.
func TestDiskAndMemoryAgree(t *testing.T) {
	onDisk, err := Open(stateFolder(t), 0)
	must(t, err)
	defer onDisk.Close()
	onDisk.engine.(*disk).bolt.NoSync = true
	inMemory, random := OpenMemory(), rand.New(rand.NewSource(7))
	depth := 0
	for step := range 4000 {
		key, value := fmt.Sprintf("k%02d", random.Intn(40)), fmt.Sprint(step)
		var a, b error
		switch action := random.Intn(12); {
		case action < 5:
			a, b = onDisk.Put(ledger, key, value), inMemory.Put(ledger, key, value)
		case action < 7:
			_, a = onDisk.Delete(ledger, key)
			_, b = inMemory.Delete(ledger, key)
		case action == 7:
			onDisk.Begin()
			inMemory.Begin()
			depth++
		case action == 8 && depth > 0:
			a, b = onDisk.Commit(), inMemory.Commit()
			depth--
		case action == 9 && depth > 0:
			a, b = onDisk.Rollback(), inMemory.Rollback()
			depth--
		case action == 10:
			a, b = onDisk.Flush(), inMemory.Flush()
			depth = 0
		case action == 11 && random.Intn(4) == 0:
			a, b = onDisk.Discard(), inMemory.Discard()
			depth = 0
		}
		if a != nil || b != nil {
			t.Fatalf("step %d: %v, %v", step, a, b)
		}
		x, _ := onDisk.List(ledger, Range{})
		y, _ := inMemory.List(ledger, Range{})
		if !slices.Equal(x, y) {
			t.Fatalf("step %d: disk %v, memory %v", step, x, y)
		}
	}
}
