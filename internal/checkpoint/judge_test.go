package checkpoint

import (
	"context"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/control"
)

// counted answers with invocations, of which every tenth failed.
type counted struct {
	invocations int64
	asked       []control.Window
}

func (c *counted) Checkpoints(_ context.Context, w control.Window) (*control.Summary, error) {
	c.asked = append(c.asked, w)
	s := &control.Summary{Totals: control.Figures{Count: c.invocations, Errors: c.invocations / 10}}
	if c.invocations > 0 {
		s.Totals.LatencyMs = &control.Latency{}
	}
	return s, nil
}

func TestJudgeKnowsWhetherThereAreEnoughInvocations(t *testing.T) {
	since := time.UnixMilli(1_790_000_000_000)
	for _, c := range []struct {
		assertion     string
		invocations   int64
		holds, enough bool
	}{
		{"count >= 100 and error_rate < 0.2", 100, true, true},
		{"count >= 100 and error_rate < 0.01", 100, false, true},
		{"count >= 100 and error_rate < 0.01", 99, false, false},
		{"error_rate < 0.01", 1000, false, false}, // nothing says how many are enough
		{"count < 1000 and error_rate < 0.01", 10, false, false},
		{`count{capability="a>b"} < 1000 and error_rate < 0.01`, 10, false, false},
		{`count{kind="tool"} > 5 and count > 50 and errors == 0`, 20, false, false},
		{`count{kind="tool"} > 5 and count > 15 and errors == 0`, 20, false, true},
	} {
		expr, err := ParseAssertion(t.Context(), c.assertion)
		if err != nil {
			t.Fatal(err)
		}
		source := &counted{invocations: c.invocations}
		verdict, err := Judge(t.Context(), source, expr, since)
		if err != nil || verdict.Holds != c.holds || verdict.HasSamples() != c.enough {
			t.Errorf("%s with %d: %v, %+v, enough: %v", c.assertion, c.invocations, err, verdict, verdict.HasSamples())
		}
		if source.asked[0].Since != "1790000000000" || verdict.Values() == "" {
			t.Errorf("asked for %+v; values %q", source.asked[0], verdict.Values())
		}
	}
}
