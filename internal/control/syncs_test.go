package control

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"
)

func TestQueriesNameSyncAndWorker(t *testing.T) {
	for name, want := range map[SyncName]string{
		{"", ""}:          "/_svc/control/poison?limit=5",
		{"", "a&b"}:       "/_svc/control/poison?limit=5&sync=a%26b",
		{"main", "bills"}: "/_svc/control/poison?limit=5&sync=bills&worker=main",
	} {
		c := serve(t, true, func(w http.ResponseWriter, r *http.Request) {
			if got := r.URL.RequestURI(); got != want {
				t.Errorf("%v: asked %s", name, got)
			}
			fmt.Fprint(w, `{"ok":true,"install":"static","rows":[{"id":"x","key":7,"times":2}],"next":"x"}`)
		})
		page, err := c.Poison(context.Background(), "", name, "", 5)
		if err != nil || page.Install != "static" || page.Next != "x" || len(page.Rows) != 1 ||
			string(page.Rows[0].Key) != "7" {
			t.Errorf("%v: got %+v, %v", name, page, err)
		}
	}
}

func TestRunSyncReturnsWaitingAndFailedRuns(t *testing.T) {
	for status, body := range map[int]string{
		200: `{"ok":true,"run":{"id":"r","status":"running","counts":{"rows":3}}}`,
		503: `{"ok":false,"error":"retry_later","message":"m","run":{"id":"r","status":"running"}}`,
	} {
		c := serve(t, true, func(w http.ResponseWriter, r *http.Request) {
			sent, _ := io.ReadAll(r.Body)
			if got := r.URL.RequestURI() + " " + string(sent); got != `/sync/a%2Fb/run {"install":{"portalId":7}}` {
				t.Errorf("asked %s", got)
			}
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		})
		run, err := c.RunSync(context.Background(), "7", "a/b")
		if err != nil || run.ID != "r" || run.Ended() {
			t.Errorf("%d: got %+v, %v", status, run, err)
		}
	}
	c := serve(t, true, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusConflict)
		fmt.Fprint(w, `{"ok":false,"error":"sync_already_running","message":"m"}`)
	})
	if _, err := c.RunSync(context.Background(), "static", "a"); err == nil {
		t.Error("a refusal is taken for a run")
	}
}

func TestDeclaredSyncsReadsTheManifest(t *testing.T) {
	manifest := `{"schemaVersion":1,"app":{},"workers":[{"name":"w","capabilities":[
		{"kind":"tool","id":"t","label":"T"},
		{"kind":"sync","id":"s","schedule":{"expression":"15m"},"source":"ledger","into":"invoice"}]}]}`
	c := serve(t, true, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, manifest) })
	declared, err := c.DeclaredSyncs(context.Background())
	if err != nil || len(declared) != 1 || declared[0] != (DeclaredSync{
		SyncName: SyncName{"w", "s"}, Schedule: "15m", Source: "ledger", Into: "invoice",
	}) {
		t.Errorf("got %+v, %v", declared, err)
	}
	for _, other := range []string{`{"schemaVersion":2,"workers":[]}`, `[]`, `{"ok":true}`, `<html>`} {
		c := serve(t, true, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, other) })
		if declared, err := c.DeclaredSyncs(context.Background()); err == nil {
			t.Errorf("%s: got %+v", other, declared)
		}
	}
}
