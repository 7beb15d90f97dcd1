package store

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/projectfs"
)

func TestASnapshotRestoresTheWholeState(t *testing.T) {
	at := int64(1767603600000)
	want := &Snapshot{Actors: []ActorState{
		{Class: "InstallActor", Name: "7", Entries: map[string]json.RawMessage{"a": []byte(`1`), "b/é": []byte(`{"x":"y"}`)}},
		{Class: "PortalActor", Name: "1/2", Alarm: &at, Entries: map[string]json.RawMessage{}},
	}}
	disk, err := Open(projectfs.Own(t.TempDir(), "state"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, db := range map[string]*DB{"disk": disk, "memory": OpenMemory()} {
		t.Run(name, func(t *testing.T) {
			old := Actor{"ProjectActor", "old"}
			if err := db.Put(old, "gone", "1"); err != nil {
				t.Fatal(err)
			}
			if err := db.SetAlarm(old, 5); err != nil {
				t.Fatal(err)
			}
			if err := db.Restore(want); err != nil {
				t.Fatal(err)
			}
			got, err := db.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRestoreRefusesWhatPutRefuses(t *testing.T) {
	for _, state := range []ActorState{
		{Class: "", Entries: map[string]json.RawMessage{"a": []byte("1")}},
		{Class: "A\x00B", Entries: map[string]json.RawMessage{"a": []byte("1")}},
		{Class: "A", Entries: map[string]json.RawMessage{"": []byte("1")}},
	} {
		if err := OpenMemory().Restore(&Snapshot{Actors: []ActorState{state}}); err == nil {
			t.Errorf("%+v was restored", state)
		}
	}
}
