// This file tests the order of a deploy's effects where another order would lose something.

package deploy

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
)

// meanwhile runs fn once, before the first request to a host that changes something.
func (w *world) meanwhile(host string, fn func()) {
	done := false
	w.do = func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		return func(r *http.Request) (*http.Response, error) {
			if !done && r.URL.Host == host && r.Method != http.MethodGet {
				done = true
				fn()
			}
			return send(r)
		}
	}
}

// The CRM calls a removed worker until its own deploy has ended.
func TestRemovedWorkerIsDeletedAfterTheCRMHasDeployed(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.app.workers = []string{"main"}
	w.app.actions = map[string]string{"action-a": "changed"}
	var order []string
	w.do = func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		return func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodDelete || r.URL.Host == "crm.test" && r.Method == http.MethodPost {
				order = append(order, r.Method+" "+r.URL.Host)
			}
			return send(r)
		}
	}
	w.mustDeploy()
	last := len(order) - 1
	if last < 1 || order[last] != "DELETE edge.test" || slices.Contains(order[:last], "DELETE edge.test") {
		t.Errorf("it did %q", order)
	}
}

// Another machine takes over with --force-unlock while a deploy runs, and still runs when that one ends.
func TestDisplacedDeployKeepsTheLockOfTheNewDeploy(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	other := owner.Holder{Deploy: "20261121-100000-abcdef", Host: "ci", Since: w.now.Add(time.Second)}
	w.app.code, w.app.actions = "2", map[string]string{"action-a": "changed"}
	w.meanwhile("crm.test", func() {
		edge := w.options().Edge
		service, err := edge.Service(t.Context(), "ledger")
		if err != nil {
			t.Error(err)
			return
		}
		tags := append(owner.WithoutLock(service.Tags), other.Tag())
		if err := edge.PatchScriptSettings(t.Context(), "ledger", edgeapi.ScriptSettings{Tags: tags}); err != nil {
			t.Error(err)
		}
	})
	_, _ = w.deploy() // it may notice that it was displaced
	w.do = nil
	if !strings.Contains(w.edge.Dump(false), other.Tag()) {
		t.Error("the lock of the new deploy is gone")
	}
}
