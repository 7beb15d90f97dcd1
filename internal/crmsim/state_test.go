package crmsim_test

import (
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestMultiplyKeepsUniqueValuesUnique(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	for _, name := range []string{"contact", "0-3", "tickets"} {
		records, err := s.Multiply(name, 250)
		if err != nil || len(records) != 250 {
			t.Fatalf("%s: %d records, %v", name, len(records), err)
		}
		ids, emails := map[string]bool{}, map[string]bool{}
		for _, r := range records {
			if email := r.Properties["email"]; email != "" {
				if emails[email] {
					t.Errorf("%s: the address %s is not unique", name, email)
				}
				emails[email] = true
			}
			if found, err := s.Find(name, r.ID); err != nil || found.ID != r.ID || ids[r.ID] {
				t.Errorf("%s: the record %s is %v, %v", name, r.ID, found, err)
			}
			ids[r.ID] = true
		}
		if again, _ := s.Multiply(name, 3); again[0].ID != records[0].ID {
			t.Errorf("%s: the first of a second call is %s", name, again[0].ID)
		}
	}
	if _, err := s.Multiply("starships", 1); err == nil {
		t.Error("an unknown object type is accepted")
	}
}
