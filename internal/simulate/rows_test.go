package simulate

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
)

func TestOnlyElementWithAMarkIsRepeated(t *testing.T) {
	for _, c := range []struct{ given, want string }{
		{`{"items":[{"id":"L{n}","n":9007199254740993,"tags":["t{n}"],"at":{"k":"{n}{n}"}}],"total":2}`,
			`{"items":[{"at":{"k":"11"},"id":"L1","n":9007199254740993,"tags":["t1"]},{"at":{"k":"22"},"id":"L2","n":9007199254740993,"tags":["t2"]}],"total":2}`},
		{`[{"deep":{"rows":["{n}"]}}]`, `[{"deep":{"rows":["1"]}},{"deep":{"rows":["2"]}}]`},
		{`{"a":["{n}"],"b":{"c":["x{n}"]}}`, `{"a":["1","2"],"b":{"c":["x1","x2"]}}`},
	} {
		if got, found := manyRows(json.RawMessage(c.given), 2); !found || string(got) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.given, got, c.want)
		}
	}
}

func TestHasRowsRequiresAMark(t *testing.T) {
	for _, given := range []string{
		`{}`, `{"items":[]}`, `{"items":[{"id":"1"}]}`, `{"items":[{"id":"{n}"},{"id":"2"}]}`, `{"id":"{n}"}`, `"{n}"`, `{`,
	} {
		if HasRows(json.RawMessage(given)) {
			t.Errorf("%s has rows", given)
		}
	}
}

func TestPagesStartAtTheCursor(t *testing.T) {
	p := newPages(
		json.RawMessage(`{"rows":["L{n}"],"paging":{"next":{"after":"{next}"}},"links":["x","?after={next}"],"none":[]}`), 5,
	)
	for _, c := range []struct{ url, body, want string }{
		{
			"http://h/rows?limit=2", "",
			`{"links":["x","?after=svc-rows-after-2"],"none":[],"paging":{"next":{"after":"svc-rows-after-2"}},"rows":["L1","L2"]}`,
		},
		{
			"http://h/rows?limit=2&after=svc-rows-after-2", "",
			`{"links":["x","?after=svc-rows-after-4"],"none":[],"paging":{"next":{"after":"svc-rows-after-4"}},"rows":["L3","L4"]}`,
		},
		{
			"http://h/rows?limit=2", `{"after":"svc-rows-after-4"}`,
			`{"links":["x"],"none":[],"paging":{"next":{}},"rows":["L5"]}`,
		},
		{"http://h/svc-rows-after-5", "", `{"links":["x"],"none":[],"paging":{"next":{}},"rows":[]}`},
		{"http://h/svc-rows-after-999999999?limit=-1", "", `{"links":["x"],"none":[],"paging":{"next":{}},"rows":[]}`},
	} {
		r := httptest.NewRequest(http.MethodPost, c.url, strings.NewReader(c.body))
		if got, err := p.page(r); err != nil || string(got) != c.want {
			t.Errorf("%s %s\n got %s, %v\nwant %s", c.url, c.body, got, err, c.want)
		}
	}
}

const syncWorker = `import { defineSource, defineWorker, ok, retryLater } from '@svc/sdk';
const worker = defineWorker('main');
const feed = defineSource({ name: 'feed', async fetch({ http }) {
  const { items } = await http.get<{ items: { mail: string }[] }>('https://feed.example/items');
  return { rows: items.map((data) => ({ key: data.mail, data })) };
} });
worker.sync(feed, { label: 'Feed', schedule: '1d', into: 'contacts', idProperty: 'email', schema: { mail: 'email' } });
worker.tool('never', { label: 'Never', objectType: 'deal', input: { q: { type: 'string', label: 'Q', required: true } }, handler: async () => retryLater('not yet', 60) });
worker.tool('picky', { label: 'Picky', objectType: 'deal', input: { q: { type: 'string', label: 'Q', required: true } }, async handler({ input }) {
  if (input.q === 'sample') throw new Error('which one?');
  return ok();
} });
export default worker;
`

func TestSyncRunsToItsEnd(t *testing.T) {
	o := testOptionsOf(t, "feed", syncWorker)
	o.Rows, o.Outside = 1050, json.RawMessage(`{"items":[{"mail":"a{n}@example.com"}]}`)
	r, text := reportOf(t, o)
	if r.Invocations != 1 || r.Syncs == nil || r.Syncs.Upserted != 1050 || r.Syncs.Runs["succeeded"] != 1 ||
		r.CRM.InBatch != 1050 || r.CRM.Batches != 11 {
		t.Fatalf("got %s", text)
	}
	if !r.OK || r.WallMs < 5*latencyMedian.Seconds()*1000 { // two of eleven calls at a time
		t.Errorf("got %s", text)
	}
}

func TestReportCountsPoisonRows(t *testing.T) {
	o := testOptionsOf(t, "feed", syncWorker)
	o.Rows, o.Outside = 1, json.RawMessage(
		`{"items":[{"mail":"a{n}@example.com"},{"mail":"b@example.com"},{"mail":"no address"}]}`,
	)
	r, text := reportOf(t, o)
	if r.Syncs == nil || r.Syncs.Poison != 1 || r.Syncs.Upserted != 2 || !strings.Contains(text, "1 row quarantined") {
		t.Errorf("got %s", text)
	}
}

func TestGivingUpIsAFailure(t *testing.T) {
	o := testOptionsOf(t, "never", syncWorker)
	o.Calls = 2
	r, text := reportOf(t, o)
	if r.OK || r.GaveUp != 2 || !strings.Contains(text, "2 invocations gave up after 20 attempts") {
		t.Errorf("got %s", text)
	}
}

func TestReportNamesTheSampleInputOfAFailure(t *testing.T) {
	o := testOptionsOf(t, "picky", syncWorker)
	o.Calls = 1
	r, _ := reportOf(t, o)
	if all := strings.Join(r.Findings, "\n"); !strings.Contains(
		all, `the input was a sample, {"q":"sample"}: pass real input with --input`,
	) {
		t.Errorf("findings: %s", all)
	}
	o.Input = json.RawMessage(`{"q":"x"}`)
	if r, text := reportOf(t, o); !r.OK || strings.Contains(text, "sample") {
		t.Errorf("with an input: %s", text)
	}
}

func TestSyncUsesItsBudgetWithin5Percent(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	const pagedWorker = `import { defineSource, defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
const feed = defineSource({ name: 'feed', async fetch({ cursor, http }) {
  const { items, next } = await http.get<{ items: { mail: string }[]; next?: string }>('https://feed.example/items?limit=500&after=' + (cursor ?? ''));
  return { rows: items.map((data) => ({ key: data.mail, data })), cursor: next };
} });
worker.sync(feed, { label: 'Feed', schedule: '1d', into: 'contacts', idProperty: 'email', schema: { mail: 'email' } });
export default worker;
`
	for name, c := range map[string]struct {
		calls  int
		bucket string
		limits crmsim.Limits
		// least is the shortest time in which the calls can be sent, in seconds.
		least float64
	}{
		// 20 of 120 are sent at once, then four per second.
		"the bucket": {120, "capacity: 20, refillPerSecond: 4", crmsim.Limits{Burst: 100}, 100 / 4},
		// The guard keeps one call of each hundred in reserve, so the last of 300 are sent in the fourth window.
		"the guard": {
			300, "capacity: 1000, refillPerSecond: 1000", crmsim.Limits{Burst: 100, Secondly: -1},
			3 * (10 + latencyMedian.Seconds()),
		},
	} {
		t.Run(name, func(t *testing.T) {
			config := strings.Replace(testConfig, "scopes:", "rateLimits: { bucket: { "+c.bucket+" } }, scopes:", 1)
			o := testOptionsIn(t, "feed", config, pagedWorker)
			o.Tier.Limits = c.limits
			o.Rows, o.Outside = 100*c.calls, json.RawMessage(`{"items":[{"mail":"a{n}@example.com"}],"next":"{next}"}`)
			r, text := reportOf(t, o)
			least := c.least * 1000
			t.Logf(
				"%d rows in %.1f s of virtual time, at least %.1f s: %.3f", o.Rows, r.WallMs/1000, least/1000, r.WallMs/least,
			)
			if r.Syncs == nil || r.Syncs.Upserted != 100*c.calls || r.CRM.Calls != c.calls || r.CRM.Limited > 0 ||
				r.WallMs > 1.05*least {
				t.Errorf("got %s", text)
			}
		})
	}
}
