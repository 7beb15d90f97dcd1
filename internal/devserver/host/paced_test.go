package host

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/store"
	"github.com/appsvc/svc/sdk"
)

func TestOnlyTheRealCRMRemembersTheCallsOfAnEarlierProcess(t *testing.T) {
	text, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	coordinator := store.Actor{Class: coordinatorClass, Name: "1000001"}
	for crm, want := range map[string]bool{CRMEmulated: false, CRMLive: true} {
		dir := t.TempDir()
		before, err := store.Open(StateDir(dir), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{pacingKey, "records"} {
			if err := before.Put(coordinator, key, `{"at":1}`); err != nil {
				t.Fatal(err)
			}
		}
		if err := before.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := before.Close(); err != nil {
			t.Fatal(err)
		}
		h, err := New(Options{
			Dir: dir, Profile: profile, CRM: crm, Now: time.Now, Random: rand.Reader,
			Bindings: map[string]string{"CRM_ACCESS_TOKEN": "of-the-app"}, Origin: "http://localhost:8787",
		})
		if err != nil {
			t.Fatal(err)
		}
		state, err := h.openState()
		if err != nil {
			t.Fatal(err)
		}
		if _, found, err := state.db.Get(coordinator, pacingKey); found != want || err != nil {
			t.Errorf("%s: %v, %v", crm, found, err)
		}
		if _, found, err := state.db.Get(coordinator, "records"); !found || err != nil {
			t.Errorf("%s: other entries: %v, %v", crm, found, err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}
