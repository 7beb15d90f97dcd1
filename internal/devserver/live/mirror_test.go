package live_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

const (
	portal    = "1000001"
	secret    = "the-client-secret"
	mirrored  = "ledger-invoices"
	ownBucket = "bucket: { capacity: 90, refillPerSecond: 9, searchCapacity: 4, searchRefillPerSecond: 4 }"
	// noBucket is a budget that no run spends: what is measured is the pipeline, not its pace.
	noBucket = "bucket: { capacity: 1000000, refillPerSecond: 1000000 }"
)

// mirror is the example app under way.
type mirror struct {
	*testing.T
	session *live.Session
	client  *control.Client
	rows    int

	mu      sync.Mutex // guards what follows
	upserts int
	// early is the heap when a tenth of the rows had come.
	early uint64
	crm   *crmsim.Sim
}

// rowsOfMirror is how many rows are mirrored: SVC_TEST_SYNC_ROWS has it measured with others.
func rowsOfMirror(t *testing.T) int {
	text, set := os.LookupEnv("SVC_TEST_SYNC_ROWS")
	if !set && testing.Short() {
		return 5_000
	}
	if !set {
		return 25_000
	}
	rows, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func startMirror(t *testing.T, network http.RoundTripper, bindings map[string]string) *mirror {
	t.Helper()
	m := &mirror{T: t, rows: rowsOfMirror(t)}
	dir := m.example()
	now := afterAQuarter()
	text, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	m.session = live.NewWithHooks(live.Options{
		Project: project.Options{Dir: dir, Profile: profile.Name, Environment: host.Environment}, Now: now,
		Host: func() (host.Options, error) {
			return host.Options{
				Dir: dir, Profile: profile, Bindings: bindings, CRM: host.CRMEmulated, Now: now, Random: rand.Reader,
				Network: network, OnLog: func(_ context.Context, l host.LogLine) {
					if l.Level != "debug" && l.Level != "info" {
						t.Logf("%s: %s", l.Level, l.Message)
					}
				},
			}, nil
		},
	}, host.Hooks{
		EmulatedCRM: func(o *crmsim.Options) {
			o.Limits, o.OAuth = nil, &crmsim.OAuth{ClientID: bindings["CRM_CLIENT_ID"], ClientSecret: secret}
		},
		WrapTransport: m.counting,
	})
	round := m.session.Load(context.Background())
	if err := errors.Join(round.Err, errors.Join(failures(round)...)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.session.Close(context.Background()) })
	server, err := m.session.Server(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if m.crm, err = server.Host().CRM(); err != nil {
		t.Fatal(err)
	}
	m.client = &control.Client{
		Origin: &url.URL{
			Scheme: "http", Host: "localhost",
		}, Key: server.Host().ControlKey(), Do: control.InProcess(m.session), Now: now, Random: rand.Reader,
	}
	return m
}

// afterAQuarter is a clock that begins after a quarter of an hour: the schedule of the example runs by itself at the
// next.
func afterAQuarter() func() time.Time {
	began := time.Now()
	moved := began.Truncate(15 * time.Minute).Add(time.Second).Sub(began)
	return func() time.Time { return time.Now().Add(moved) }
}

func failures(round live.Round) (all []error) {
	for _, why := range round.Failures() {
		all = append(all, errors.New(why))
	}
	return all
}

// example returns a copy of the example app with a budget that is never exhausted.
func (m *mirror) example() string {
	m.Helper()
	from, to := filepath.Join("..", "..", "..", "examples", "ledger-bridge"), m.TempDir()
	for _, part := range []string{"src", "svc.config.ts"} {
		if err := copyTo(filepath.Join(from, part), filepath.Join(to, part)); err != nil {
			m.Fatal(err)
		}
	}
	config := filepath.Join(to, "svc.config.ts")
	text, err := os.ReadFile(config)
	if err != nil || !strings.Contains(string(text), ownBucket) {
		m.Fatalf("the example's config has no %s: %v", ownBucket, err)
	}
	if err := os.WriteFile(config, []byte(strings.Replace(string(text), ownBucket, noBucket, 1)), 0o644); err != nil {
		m.Fatal(err)
	}
	return to
}

func copyTo(from, to string) error {
	if info, err := os.Stat(from); err != nil || info.IsDir() {
		return errors.Join(err, os.CopyFS(to, os.DirFS(from)))
	}
	text, err := os.ReadFile(from)
	return errors.Join(err, os.WriteFile(to, text, 0o644))
}

// counting counts the upserts, and looks at the heap when a tenth of the rows has come.
func (m *mirror) counting(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(r)
		if strings.HasSuffix(r.URL.Path, "/batch/upsert") {
			m.mu.Lock()
			m.upserts++
			isTenth := m.upserts == m.rows/1000
			m.mu.Unlock()
			if isTenth {
				m.early = heap()
			}
		}
		return response, err
	})
}

// heap is what lives on it, in bytes.
func heap() uint64 {
	var memory runtime.MemStats
	runtime.GC()
	runtime.GC() // for objects with finalizers
	runtime.ReadMemStats(&memory)
	return memory.HeapAlloc
}

// install has the portal's user consent, and waits until schedules know of it.
func (m *mirror) install() {
	m.Helper()
	app := control.InProcess(m.session)
	start, err := app(httptest.NewRequest(http.MethodGet, "http://localhost/oauth-start?portal="+portal, nil))
	if err != nil {
		m.Fatal(err)
	}
	consent, err := control.InProcess(m.crm)(httptest.NewRequest(http.MethodGet, start.Header.Get("Location"), nil))
	if err != nil {
		m.Fatal(err)
	}
	back := httptest.NewRequest(http.MethodGet, consent.Header.Get("Location"), nil)
	for _, cookie := range start.Cookies() {
		back.AddCookie(cookie)
	}
	if _, err := app(back); err != nil {
		m.Fatal(err)
	}
	m.until("the app is installed", func() bool {
		installs, err := m.client.Installs(context.Background())
		return err == nil && len(installs) == 1 && installs[0].ID == portal && installs[0].State == "active"
	})
}

// until waits for something that must happen.
func (m *mirror) until(what string, happened func() bool) {
	m.Helper()
	for end := time.Now().Add(5 * time.Minute); !happened(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			m.Fatalf("it does not come to it that %s", what)
		}
	}
}

// run fires the schedule, waits until the run has ended, and gives it.
func (m *mirror) run() (run control.SyncRun, took time.Duration) {
	m.Helper()
	server, err := m.session.Server(context.Background())
	if err != nil {
		m.Fatal(err)
	}
	began := time.Now()
	if err := server.Scheduled(context.Background(), "invoices", "*/15 * * * *", began); err != nil {
		m.Fatal(err)
	}
	m.until("the run ends", func() bool {
		_, runs, err := m.client.SyncRuns(context.Background(), portal, control.SyncName{Sync: mirrored}, 1)
		if err != nil {
			m.Fatal(err)
		}
		if len(runs) == 1 {
			run = runs[0]
		}
		return len(runs) == 1 && run.Ended()
	})
	return run, time.Since(began)
}

// mirroredIDs are the ledger's ids of the records that the CRM has, in the order of the CRM's own.
func (m *mirror) mirroredIDs() (ids []string) {
	m.Helper()
	after := ""
	for {
		var page struct {
			Results []struct{ Properties map[string]string }
			Paging  struct{ Next struct{ After string } }
		}
		m.ask(http.MethodGet, "/crm/v3/objects/a5001_LEDGER_INVOICE?limit=100&properties=a5001_ledger_id"+after, nil, &page)
		for _, one := range page.Results {
			ids = append(ids, one.Properties["a5001_ledger_id"])
		}
		if page.Paging.Next.After == "" {
			return ids
		}
		after = "&after=" + page.Paging.Next.After
	}
}

// bindings are those of the example, and what a deploy would add.
func bindings(t *testing.T) map[string]string {
	t.Helper()
	all, err := project.Bindings(filepath.Join("..", "..", "..", "examples", "ledger-bridge"), "")
	if err != nil {
		t.Fatal(err)
	}
	all["CRM_CLIENT_ID"], all["CRM_CLIENT_SECRET"], all["CRM_ACCESS_TOKEN"] = "the-client", secret, reader
	return all
}

// reader is a token with which tests look into the CRM.
const reader = "a-token-of-the-test"

// ask sends JSON to the CRM.
func (m *mirror) ask(method, path string, body, into any) {
	m.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		m.Fatal(err)
	}
	r := httptest.NewRequest(method, "http://crm.example"+path, bytes.NewReader(text))
	r.Header.Set("Authorization", "Bearer "+reader)
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	m.crm.ServeHTTP(answer, r)
	if err := json.Unmarshal(answer.Body.Bytes(), into); err != nil || answer.Code/100 != 2 {
		m.Fatalf("%s %s: %d %s: %v", method, path, answer.Code, answer.Body, err)
	}
}

// perRecord is what the emulated CRM needs for one more record, in bytes: it keeps them in memory, as nothing else may.
func (m *mirror) perRecord() uint64 {
	m.Helper()
	const chunks = 20
	before := heap()
	for chunk := range chunks {
		inputs := make([]any, 100)
		for i := range inputs {
			n := 10_000_000 + 100*chunk + i
			one := invoice(n)
			inputs[i] = map[string]any{
				"idProperty": "a5001_ledger_id", "id": fmt.Sprint("other-", n), "properties": map[string]any{
					"a5001_invoice_number": one["number"], "a5001_customer_email": one["email"], "a5001_due_date": one["due"],
					"a5001_amount_due": fmt.Sprint(n / 4), "a5001_status": one["state"],
				},
			}
		}
		path := "/crm/v3/objects/a5001_LEDGER_INVOICE/batch/upsert"
		m.ask(http.MethodPost, path, map[string]any{"inputs": inputs}, &struct{}{})
	}
	return (heap() - before) / (chunks * 100)
}

func TestTheExampleMirrorsALedgerInBatchesOf100(t *testing.T) {
	all := bindings(t)
	from := &ledger{rows: rowsOfMirror(t), token: all["LEDGER_TOKEN"]}
	m := startMirror(t, from.start(t), all)
	m.install()
	run, took := m.run()
	late := heap()

	var valid, spoilt []string
	for n := range m.rows {
		if isSpoilt(n) {
			spoilt = append(spoilt, strconv.Quote(invoiceID(n)))
		} else {
			valid = append(valid, invoiceID(n))
		}
	}
	want := control.SyncCounts{Pages: int(from.pages.Load()), Rows: m.rows, Upserted: len(valid), Poison: len(spoilt)}
	if run.Status != "succeeded_with_poison" || run.Counts == nil || *run.Counts != want {
		t.Errorf("the run is %s: %+v instead of %+v", run.Status, run.Counts, want)
	}
	if m.upserts != (m.rows+99)/100 || from.refused.Load() > 0 {
		t.Errorf("%d upserts, %d pages without a token", m.upserts, from.refused.Load())
	}
	if got := m.mirroredIDs(); !slices.Equal(sorted(got), valid) {
		t.Errorf("the CRM has %d records, not the %d that fit", len(got), len(valid))
	}
	if got := m.poison(); !slices.Equal(sorted(got), spoilt) {
		t.Errorf("%d poison rows: %.200q", len(got), got)
	}
	kept := m.perRecord() * uint64(m.rows) * 9 / 10
	t.Logf("%d rows in %v, %d steps; heap at a tenth %d MB, at the end %d MB, with %d MB of new records",
		m.rows, took.Round(time.Millisecond), run.Steps, m.early>>20, late>>20, kept>>20)
	if late > m.early+kept+heapSlack {
		t.Errorf("the heap grows with the rows")
	}
}

// heapSlack is by how much the heap may differ whatever the number of rows, in bytes.
const heapSlack = 12 << 20

func sorted(all []string) []string { return slices.Sorted(slices.Values(all)) }

// poison returns the keys of the poison rows, as JSON.
func (m *mirror) poison() (keys []string) {
	m.Helper()
	after := ""
	for {
		page, err := m.client.Poison(context.Background(), portal, control.SyncName{Sync: mirrored}, after, 20)
		if err != nil {
			m.Fatal(err)
		}
		for _, row := range page.Rows {
			keys = append(keys, string(row.Key))
		}
		if after = page.Next; after == "" {
			return keys
		}
	}
}
