package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// takingCRM takes every upsert and counts; it has no limits.
type takingCRM struct {
	mu      sync.Mutex
	records map[string]bool
	upserts int
}

func (c *takingCRM) RoundTrip(r *http.Request) (*http.Response, error) {
	var body struct {
		Inputs []struct {
			ID    string `json:"id"`
			Trace string `json:"objectWriteTraceId"`
		} `json:"inputs"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.upserts++
	var b strings.Builder
	b.WriteString(`{"status":"COMPLETE","results":[`)
	for i, input := range body.Inputs {
		c.records[input.ID] = true
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"%d","properties":{},"objectWriteTraceId":%q}`, i, input.Trace)
	}
	b.WriteString("]}")
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(b.String())),
	}, nil
}

// rowsOfSync is how many rows the test brings in: SVC_TEST_SYNC_ROWS has it measured with more.
func rowsOfSync(t *testing.T) int {
	text, set := os.LookupEnv("SVC_TEST_SYNC_ROWS")
	if !set {
		return 2_001
	}
	rows, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestAScheduledSyncUpsertsEveryRowInBatchesOf100(t *testing.T) {
	rows := rowsOfSync(t)
	unlimited := strings.Replace(
		testConfig, "scopes:", "rateLimits: { bucket: { capacity: 100000, refillPerSecond: 100000 } }, scopes:", 1,
	)
	f := newFixtureConfig(t, unlimited, fmt.Sprintf(`import { defineSource, defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
const source = defineSource({ name: 'invoices', fetch({ cursor = '0' }) {
	const from = Number(cursor);
	const rows = Array.from({ length: Math.min(1000, %[1]d - from) }, (_, i) => ({
		key: 'inv-' + (from + i),
		data: {
			number: 'inv-' + (from + i), amount: (from + i) / 7, customer: 'Customer ' + i, note: 'x'.repeat(100),
		},
	}));
	return { rows, ...(from + 1000 < %[1]d && { cursor: String(from + 1000) }) };
} });
worker.sync(source, {
	schedule: '1h', into: 'deal', idProperty: 'number',
	schema: { number: 'dealname', amount: 'amount', customer: 'description', note: 'note' },
});
export default worker;
`, rows))
	crm := &takingCRM{records: map[string]bool{}}
	f.hooks.Outbound = crm
	s := f.serve()
	began := time.Now()
	if err := s.Scheduled(context.Background(), "main", "0 * * * *", time.Now()); err != nil {
		t.Fatal(err)
	}
	done := func() bool {
		crm.mu.Lock()
		defer crm.mu.Unlock()
		return len(crm.records) == rows
	}
	for end := time.Now().Add(10 * time.Minute); !done() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if !done() || crm.upserts != (rows+99)/100 {
		t.Errorf("%d records in %d calls; %s", len(crm.records), crm.upserts, s.logged())
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%d rows in %v, %d MB from the system", rows, time.Since(began).Round(time.Millisecond), memory.Sys>>20)
}
