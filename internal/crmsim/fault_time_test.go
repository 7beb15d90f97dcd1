package crmsim_test

import (
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestAFaultEndsAfterItsTime(t *testing.T) {
	now := simtest.At
	s := simtest.NewAt(t, &now, crmsim.Options{Faults: []crmsim.Fault{
		{Name: "first", Status: 503, ForMs: 30_000}, {Name: "second", Status: 500},
	}})
	statuses := func(want int, names ...string) {
		t.Helper()
		if status, _ := simtest.Send(s, "GET", "/crm/v3/objects/contacts/101", ""); status != want {
			t.Errorf("status %d, want %d", status, want)
		}
		faults := s.Faults()
		if len(faults) != len(names) {
			t.Fatalf("%d faults, want %q", len(faults), names)
		}
		for i, f := range faults {
			if f.Name != names[i] {
				t.Errorf("fault %d is %q", i, f.Name)
			}
		}
	}
	statuses(503, "first", "second")
	now = now.Add(29 * time.Second)
	statuses(503, "first", "second")
	if left := s.Faults()[0].LeftMs; left != 1000 {
		t.Errorf("%d ms are left", left)
	}
	now = now.Add(time.Second)
	statuses(500, "second")
	if err := s.AddFaults(crmsim.Fault{Status: 500, ForMs: -1}); err == nil {
		t.Error("a negative time is accepted")
	}
}
