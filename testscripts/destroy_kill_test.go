package testscripts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNextDestroyContinuesAKilledOne(t *testing.T) {
	t.Parallel()
	k := newKillRun(t)
	if output, err := k.deploy(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	kills := 0
	for ; ; kills++ {
		if kills == 50 {
			t.Fatalf("it makes no way: %v", k.edge.Names())
		}
		k.at, k.after = k.seen.Load()+int64(9+kills), kills%2 == 0 // the first requests only read
		output, err := k.run("destroy", "--env", "production", "--yes")
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), "killed") {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	k.at = 0 // no more kills
	if kills < 3 {
		t.Errorf("it was killed %d times only", kills)
	}
	linked, err := os.ReadFile(filepath.Join(k.dir, ".svc", "project.json"))
	if err != nil || strings.Contains(string(linked), "production") || len(k.edge.Names()) > 0 ||
		strings.Contains(k.crm.Dump(false), `"t"`) {
		t.Errorf("left: %v, scripts %v, link %s, CRM %s", err, k.edge.Names(), linked, k.crm.Dump(false))
	}
	if output, err := k.run("destroy", "--env", "production", "--yes"); err != nil ||
		!strings.Contains(output, "nothing to remove") {
		t.Errorf("%v\n%s", err, output)
	}
	if output, err := k.deploy(); err != nil {
		t.Errorf("a deploy after it: %v\n%s", err, output)
	}
}
