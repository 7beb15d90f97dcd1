package simulate

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

const testConfig = `import { defineApp } from '@svc/sdk';
export default defineApp({ name: 'T', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write', 'crm.objects.deals.read', 'crm.objects.deals.write'] });
`

const testWorker = `import { defineWorker, failContinue, ok, retryLater } from '@svc/sdk';
const worker = defineWorker('main');
worker.tool('busy', {
  label: 'Busy', objectType: 'deal',
  async handler({ crm, enrolledObject, store, appEvents, logger }) {
    const seen = (await store.get<number>('seen')) ?? 0;
    await store.put('seen', seen + 1);
    await Promise.all([
      crm.objects.get('deals', enrolledObject.id),
      crm.objects.search('deals', { query: 'x', limit: 1 }),
      new Promise((resolve) => setTimeout(resolve, 20 + 100 * Math.random())),
    ]);
    logger.info('done', { id: crypto.randomUUID() });
    return ok();
  },
});
worker.tool('later', {
  label: 'Later', objectType: 'deal',
  async handler({ store, enrolledObject }) {
    const asked = await store.get<boolean>(enrolledObject.id);
    await store.put(enrolledObject.id, true);
    return asked ? ok() : retryLater('not yet', 30);
  },
});
worker.tool('make', {
  label: 'Make', objectType: 'deal',
  async handler({ crm, enrolledObject }) {
    const dealname = 'copy of ' + enrolledObject.id;
    await crm.objects.create('deals', { properties: { dealname, dealstage: 'closedwon' } });
    const filters = [{ propertyName: 'dealname', operator: 'EQ', value: dealname }];
    const { total } = await crm.objects.search('deals', { filterGroups: [{ filters }] });
    return total === 1 ? ok() : failContinue('not found');
  },
});
export default worker;
`

// testOptions returns the options of a run of a capability of the test project.
func testOptions(t *testing.T, id string) Options {
	t.Helper()
	return testOptionsOf(t, id, testWorker)
}

func testOptionsOf(t *testing.T, id, worker string) Options {
	t.Helper()
	return testOptionsIn(t, id, testConfig, worker)
}

func testOptionsIn(t *testing.T, id, config, worker string) Options {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"svc.config.ts": config, "src/workers/main.ts": worker} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	of := project.Options{Dir: dir, Profile: profile.Name}
	loaded, err := project.Load(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Dir: dir, Profile: profile, App: loaded.App, Isolates: 1, Seed: 1,
		Manifest: func(ctx context.Context) ([]byte, error) { return project.ManifestOf(ctx, of, loaded) },
	}
	for _, c := range devserver.Capabilities(loaded) {
		if c.ID == id {
			o.Capability = c
		}
	}
	o.Worker, err = host.BuildWorker(t.Context(), of, loaded, o.Capability.File)
	if err != nil {
		t.Fatal(err)
	}
	if o.Tier, err = ParseTier("professional"); err != nil {
		t.Fatal(err)
	}
	return o
}

func reportOf(t *testing.T, o Options) (*Report, string) {
	t.Helper()
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(text)
}

func faults(t *testing.T, texts ...string) (all []Fault) {
	t.Helper()
	for _, text := range texts {
		f, err := ParseFault(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

func TestReportIsDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	o := testOptions(t, "busy")
	o.Rows, o.Isolates, o.Faults = 40, 3, faults(t, "429@5%", "timeout@3%", "latency=700ms@10%", "500@5%")
	_, first := reportOf(t, o)
	for processors := range 5 {
		runtime.GOMAXPROCS(1 + 2*processors)
		if _, again := reportOf(t, o); again != first {
			t.Fatalf("another run gave another report:\n%s\nwant\n%s", again, first)
		}
	}
	o.Seed = 2
	if _, other := reportOf(t, o); other == first {
		t.Error("another seed gave the same report")
	}
}

func TestRetryLaterIsRetried(t *testing.T) {
	o := testOptions(t, "later")
	o.Rows, o.Over = 3, 3*time.Second
	r, text := reportOf(t, o)
	// Arrivals are a second apart, retries 30 s later.
	if r.Invocations != 3 || r.Requests != 6 || r.Outcomes["ok"] != 3 || r.WallMs != 32_000 || r.Lateness.P50Ms != 30_000 {
		t.Errorf("got %s", text)
	}
	if r.CRM.Calls != 0 || !r.OK || r.TurnedAway != 0 {
		t.Errorf("got %s", text)
	}
}

func TestSpentDailyLimitEndsTheRun(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	o := testOptions(t, "busy")
	o.Calls, o.Faults = 2, faults(t, "daily")
	r, text := reportOf(t, o)
	if r.Fits || r.Unfinished != 2 || r.CRM.Policies["DAILY"] == 0 || r.Requests > 2*maxAttempts {
		t.Errorf("got %s", text)
	}
}

func TestIsolatesShareTheBudgetWithout429s(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	o := testOptions(t, "make")
	o.Rows, o.Isolates = 60, 4
	r, text := reportOf(t, o)
	if r.CRM.Limited != 0 || r.CRM.Calls < 60 {
		t.Errorf("got %s", text)
	}
}

func TestIndexLagHidesNewRecordsFromSearches(t *testing.T) {
	o := testOptions(t, "make")
	o.Rows = 2
	if r, text := reportOf(t, o); r.Outcomes["ok"] != 2 {
		t.Errorf("without a lag: %s", text)
	}
	o.Faults = faults(t, "index-lag=5s")
	if r, text := reportOf(t, o); r.Outcomes["fail-continue"] != 2 {
		t.Errorf("with a lag: %s", text)
	}
}

func TestCancelledRunReturnsAnError(t *testing.T) {
	o := testOptions(t, "busy")
	o.Rows = 5
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, o); err == nil {
		t.Error("an interrupted run gave a report")
	}
}
