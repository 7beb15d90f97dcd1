package manifest

import (
	"encoding/json"
	"os"
	"testing"
)

func TestDeriveUIDPassesTheVectors(t *testing.T) {
	text, err := os.ReadFile("../../contract/uids/uids.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct{ ID, UID string }
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		if got := DeriveUID(v.ID); got != v.UID {
			t.Errorf("DeriveUID(%q) = %q, want %q", v.ID, got, v.UID)
		}
	}
}

func FuzzDeriveUID(f *testing.F) {
	for _, id := range []string{"car-lease", "carLease", "HTTPServer2Go", "größe", "A1B2", "--"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		uid := DeriveUID(id)
		if again := DeriveUID(uid); again != uid {
			t.Errorf("%q gives %q, and that gives %q", id, uid, again)
		}
	})
}
