package deploy

import (
	"fmt"
	"testing"
)

func TestDestroyRemovesWhatAKilledDeployLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("deploys for many points")
	}
	count := &killer{}
	newWorld(t).run(count)
	for at := 3; at <= count.seen; at += 3 {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			w := newWorld(t)
			if !w.run(&killer{at: at, after: at%2 == 0}) {
				t.Fatal("the killer did not strike")
			}
			if o := w.options(); o.Link == nil {
				t.Skip("it was killed before it linked the folder")
			}
			if _, err := w.destroy(); err != nil {
				t.Fatal(err)
			}
			if left := w.edge.Names(); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
			w.vault["LEDGER_TOKEN"] = "canary-ledger-token"
			w.mustDeploy()
		})
	}
}
