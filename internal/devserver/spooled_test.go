package devserver

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/store"
)

// totals are the checkpoints of the last hour, after the host has taken in what was left.
func (f *fixture) totals() control.Figures {
	f.Helper()
	h := f.host()
	defer h.Close()
	if err := h.TakeRecords(context.Background()); err != nil {
		f.Fatal(err)
	}
	app, err := h.App(context.Background())
	if err != nil {
		f.Fatal(err)
	}
	client := &control.Client{
		Origin: &url.URL{
			Scheme: "http", Host: "app.localhost",
		}, Key: h.ControlKey(), Do: control.InProcess(app), Now: time.Now, Random: rand.Reader,
	}
	summary, err := client.Checkpoints(context.Background(), control.Window{Since: "1h"})
	if err != nil {
		f.Fatal(err)
	}
	return summary.Totals
}

func TestInvocationsAreRecordedWhileTheStateIsLocked(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('good', { handler: () => 1 });
		worker.cardBackend('bad', { handler: () => { throw new Error('no'); } });
		worker.cardBackend('stuck', { handler: () => { for (;;); } });`)
	other, err := store.Open(host.StateDir(f.options.Dir), 0)
	if err != nil {
		t.Fatal(err)
	}
	h := f.host()
	f.run(h, "good", "")
	f.run(h, "bad", "")
	if _, err := Invoke(context.Background(), h, InvokeOptions{
		Worker: f.worker, Invocation: f.invocation("stuck", ""), Timeout: 100 * time.Millisecond,
	}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
	for range 2 { // looking changes nothing
		totals := f.totals()
		if totals.Count != 3 || totals.Outcomes["ok"] != 1 || totals.Outcomes["error"] != 1 ||
			totals.Outcomes["timeout"] != 1 || len(totals.ErrorFingerprints) != 1 {
			t.Errorf("got %+v", totals)
		}
	}
}

func TestInvocationWhoseTimeRunsOutWhileItsWorkerStartsIsRecorded(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('late', { handler: () => 1 });
		if ('__svc_sdk_local' in globalThis) for (;;);`) // only where it runs
	h := f.host()
	result, err := Invoke(context.Background(), h, InvokeOptions{
		Worker: f.worker, Invocation: f.invocation("late", ""), Timeout: 100 * time.Millisecond,
	})
	if err != nil || result.Status != StatusTimeout {
		t.Fatalf("%+v, %v", result, err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if totals := f.totals(); totals.Count != 1 || totals.Outcomes["timeout"] != 1 {
		t.Errorf("got %+v", totals)
	}
}

func TestSpooledRecordsAreCountedOnceAfterAKill(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('good', { handler: () => 1 });`)
	h := f.host()
	f.run(h, "good", "")
	f.run(h, "good", "")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	state := host.StateDir(f.options.Dir)
	taken, err := store.TakeSpool(state) // by a process that is killed before it is done with them
	if err != nil || len(taken) != 1 {
		t.Fatalf("%v, %v", taken, err)
	}
	file := state.File(taken[0].ID)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.totals().Count; got != 2 {
		t.Errorf("%d invocations", got)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil { // as if it had been killed after the actors took them
		t.Fatal(err)
	}
	if got := f.totals().Count; got != 2 {
		t.Errorf("%d invocations when they come again", got)
	}
}

type roundTrips func(*http.Request) (*http.Response, error)

func (f roundTrips) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestBackpressureIsRecordedSeparately(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('busy', { handler: (ctx) => ctx.crm.objects.get('contacts', '7') });`)
	f.options.CRM, f.options.Bindings = host.CRMLive, map[string]string{"CRM_ACCESS_TOKEN": "pat-mine"}
	f.options.Network = roundTrips(func(r *http.Request) (*http.Response, error) {
		header := http.Header{"Content-Type": {"application/json"}, "Retry-After": {"3600"}}
		return &http.Response{
			StatusCode: http.StatusTooManyRequests, Header: header,
			Body: io.NopCloser(strings.NewReader(`{"policyName":"DAILY"}`)), Request: r,
		}, nil
	})
	h := f.host()
	r := f.run(h, "busy", "")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	totals := f.totals()
	if r.Status != StatusBackpressure || totals.Count != 1 || totals.Backpressure != 1 || totals.Errors != 0 ||
		totals.CRM429 != 1 {
		t.Errorf("%s: %+v", r.Status, totals)
	}
}

func TestAnInMemoryHostWritesNoRecords(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('good', { handler: () => 1 });`)
	f.options.InMemory = true
	h := f.host()
	f.run(h, "good", "")
	if err := h.TakeRecords(context.Background()); err != nil {
		t.Error(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(host.StateDir(f.options.Dir).Path()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a state folder: %v", err)
	}
}

func TestAnUnwritableSpoolDoesNotFailTheInvocation(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('good', { handler: () => 1 });`)
	if err := os.MkdirAll(host.StateDir(f.options.Dir).File("records.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	h := f.host()
	defer h.Close()
	if r := f.run(h, "good", ""); !r.OK || strings.Contains(string(r.Body), "svc") {
		t.Errorf("%+v", r)
	}
}
