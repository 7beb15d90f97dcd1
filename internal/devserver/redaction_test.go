package devserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/jsvm"
)

const redactingWorker = `
	worker.cardBackend('redact', {
		input: { vectors: { type: 'json' } },
		handler: (ctx) => ctx.input.vectors.map(({ value, options }) => ({ redacted: redact(value, options) })),
	});
	worker.cardBackend('hostile', {
		input: { start: { type: 'string' }, repeat: { type: 'string' }, end: { type: 'string' } },
		handler({ input }) {
			const text = (input.start ?? '') + input.repeat.repeat(Math.ceil(2 ** 18 / input.repeat.length)) + (input.end ?? '');
			return { length: redact(text).length > 0 };
		},
	});
	import { redact } from '@svc/sdk';`

func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "contract", "redaction", name))
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestRedactionMatchesTheContractInTheLocalEngine(t *testing.T) {
	var vectors []struct {
		Name    string         `json:"name"`
		Value   any            `json:"value"`
		Options map[string]any `json:"options,omitempty"`
		Expect  any            `json:"expect"`
	}
	readVectors(t, "redaction.json", &vectors)
	input, err := json.Marshal(map[string]any{"vectors": vectors})
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t, redactingWorker)
	r := f.run(f.host(), "redact", string(input))
	var got []struct {
		Redacted any `json:"redacted"`
	}
	if err := json.Unmarshal(r.Output, &got); err != nil || len(got) != len(vectors) {
		t.Fatalf("%d of %d: %v, %+v", len(got), len(vectors), err, r)
	}
	for i, v := range vectors {
		if diff := cmp.Diff(v.Expect, got[i].Redacted); diff != "" {
			t.Errorf("%s (-want +got):\n%s", v.Name, diff)
		}
	}
}

func TestRedactionTakesLinearTimeInTheLocalEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	var texts []struct{ Name, Start, Repeat, End string }
	readVectors(t, "hostile.json", &texts)
	f := newFixture(t, redactingWorker)
	h := f.host()
	for _, text := range texts {
		input := map[string]string{"repeat": text.Repeat}
		for key, value := range map[string]string{"start": text.Start, "end": text.End} {
			if value != "" {
				input[key] = value
			}
		}
		data, err := json.Marshal(input)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		r, err := Invoke(t.Context(), h, InvokeOptions{
			Worker: f.worker, Invocation: f.invocation("hostile", string(data)),
			Timeout: jsvm.MaxTurnLimit, // linear time is 2 s, or 20 s on a slow and busy machine; quadratic time is hours
		})
		if err != nil {
			t.Fatal(err)
		}
		if !r.OK || !strings.Contains(string(r.Output), "true") {
			t.Errorf("256 KB of %s: %+v", text.Name, r) // a turn that takes longer than its limit is stopped
		}
		t.Logf("256 KB of %s: %v", text.Name, time.Since(began))
	}
}
