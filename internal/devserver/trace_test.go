package devserver

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
)

func TestWhatATracedRequestWritesHasItsTrace(t *testing.T) {
	const trace = "0af7651916cd43dd8448eb211c80319c"
	f := newFixture(t, `worker.cardBackend('c', { async handler({ logger, crm }) {
		logger.info('line');
		await crm.objects.get('contacts', '101');
		return {};
	} });`)
	var mu sync.Mutex // guards records
	var records []string
	f.options.OnRecord = func(text string) {
		var record struct{ Type, Message, Trace string }
		if err := json.Unmarshal([]byte(text), &record); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		records = append(records, record.Type+record.Message+" "+record.Trace)
	}
	s := f.serve()
	for _, header := range []string{"00-" + trace + "-b7ad6b7169203331-01", "", "00-" + trace + "-b7ad6b71", "no trace"} {
		mu.Lock()
		records = nil
		mu.Unlock()
		body := []byte(`{"input":{}}`)
		r, err := http.NewRequestWithContext(
			context.Background(), http.MethodPost, s.address("main")+"/_svc/cards/c?portalId=7", bytes.NewReader(body),
		)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if header != "" {
			r.Header.Set("Traceparent", header)
		}
		crmsim.SignV3(r, body, f.options.Profile.HeaderPrefix, "client secret", time.Now())
		response, err := s.do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		// The host adds the record of the request. Its trace is that of the others.
		want := []string{"line ", "crmCall ", "request ", "invocation "}
		if len(header) > 50 {
			want = []string{"line " + trace, "crmCall " + trace, "request ", "invocation " + trace}
		}
		mu.Lock()
		if response.StatusCode != http.StatusOK || !slices.Equal(records, want) {
			t.Errorf("%q: %d, %q", header, response.StatusCode, records)
		}
		mu.Unlock()
	}
}
