package testscripts

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() { commands["record"] = cmdRecord }

// cmdRecord records invocations of a capability, as a worker does: record portal worker capability kind, then an
// outcome and a duration in ms for each.
func cmdRecord(ts *testscript.TestScript, neg bool, args []string) {
	app := served.get(ts.Getenv("APP"))
	if neg || len(args) < 6 || len(args)%2 != 0 || app == nil {
		ts.Fatalf("usage: record portal worker capability kind (outcome ms)..., after appworker")
	}
	var entries []map[string]any
	for i := 4; i < len(args); i += 2 {
		took, err := strconv.ParseFloat(args[i+1], 64)
		ts.Check(err)
		entries = append(entries, map[string]any{
			"deployId": "d1", "worker": args[1], "capabilityId": args[2], "kind": args[3], "surface": "invoke",
			"outcome": args[i],
			"at":      time.Now().UnixMilli(), "durationMs": took, "crmCalls": 1, "crmWaitMs": 0, "crm429": 0,
		})
	}
	app.callPortal(ts, args[0], "record", map[string]any{"batch": rand.Text(), "entries": entries})
	app.callPortal(ts, args[0], "handUpNow", nil)
}

// callPortal calls a method of a portal's actor.
func (a *servedApp) callPortal(ts *testscript.TestScript, portal, method string, args any) {
	call, err := json.Marshal(map[string]any{
		"protocol": 1, "class": "PortalActor", "name": portal, "method": method, "args": args,
	})
	ts.Check(err)
	answer, err := a.server.Host().CallActor(context.Background(), string(call))
	ts.Check(err)
	if answer != `{"v":null}` {
		ts.Fatalf("%s answered %s", method, answer)
	}
}
