// This file tests what a plan tells about the contents of its changes.

package deploy

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/port"
)

// contentsIn returns those of the change of a target, as JSON.
func contentsIn(t *testing.T, p *Plan, target string) string {
	t.Helper()
	i := slices.IndexFunc(p.Changes, func(c Change) bool { return c.Target == target && c.Contents != nil })
	if i < 0 {
		t.Fatalf("no contents of %s in\n%s", target, lines(p))
	}
	text, err := json.Marshal(p.Changes[i].Contents)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPlanTellsTheContentsOfChanges(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*world)
		target string
		want   []string
	}{
		"a first deploy": {func(w *world) { w.environment = "staging" }, "ledger-main-staging", []string{
			`{"size":{"after":{"bytes":`,
		}},
		"code": {func(w *world) { w.app.code = "22" }, "ledger-main", []string{
			`{"why":["its code changed"],"size":{"before":{"bytes":26,"gzipBytes":`, `"after":{"bytes":27,"gzipBytes":`,
		}},
		"code of the app worker": {func(w *world) { w.app.appCode = "2" }, "ledger", []string{
			`"why":["svc's own code of the app worker changed"]`,
		}},
		"another worker": {func(w *world) { w.app.workers = append(w.app.workers, "extra") }, "ledger", []string{
			`"why":["its bindings changed"]`,
			`{"name":"binding WORKER_EXTRA","new":"worker ledger-extra SvcEntrypoint"}`,
		}},
		"a component": {func(w *world) { w.app.actions["action-b"] = "c" }, "action-b", []string{
			`{"attributes":[{"name":"label","old":"b","new":"c"}]}`,
		}},
		"a script that cannot be read": {func(w *world) {
			w.app.code = "2"
			w.change = func(o *Options) { o.Edge = closed{o.Edge} }
		}, "ledger-main", []string{`its changes are unknown: the edge API answered 403`, `"size":{"after":`}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.mustDeploy()
			c.change(w)
			got := contentsIn(t, w.plan(), c.target)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("got %s, want %s", got, want)
				}
			}
			w.vault["LEDGER_TOKEN"] = "canary-ledger-token"
			w.mustDeploy()
		})
	}
}

// closed is an edge platform that does not give the content of scripts.
type closed struct{ port.Edge }

func (closed) Content(context.Context, string) ([]edgeapi.Module, error) {
	return nil, &edgeapi.Error{Status: http.StatusForbidden, Call: "GET /content", Message: "no"}
}

func TestContentsHaveNoSecretsAndStayOutOfJournals(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.actions["action-b"] = "b canary-later"
	w.app.secrets = map[string][]string{"main": {"LEDGER_TOKEN", "LATER"}}
	w.vault["LATER"] = "canary-later"
	p := w.mustDeploy()
	if got := contentsIn(t, p, "action-b"); !strings.Contains(got, "[redacted]") || strings.Contains(got, "canary") {
		t.Errorf("contents: %s", got)
	}
	journals, err := filepath.Glob(filepath.Join(w.dir, ".svc", "deploys", "*.jsonl"))
	if err != nil || len(journals) != 2 {
		t.Fatalf("journals: %v, %v", journals, err)
	}
	for _, journal := range journals {
		if text, err := os.ReadFile(journal); err != nil || strings.Contains(string(text), "contents") {
			t.Errorf("%v\n%s", err, text)
		}
	}
}
