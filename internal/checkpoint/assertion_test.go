package checkpoint

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/appsvc/svc/internal/alertexpr"
)

func TestParseAssertionFollowsTheContract(t *testing.T) {
	text, err := os.ReadFile("../../contract/alerts/expr.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Accepted []struct{ Text string }
		Refused  []string
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors.Accepted) == 0 || len(vectors.Refused) == 0 {
		t.Fatalf("contract/alerts has no vectors: %v", err)
	}
	for _, v := range vectors.Accepted {
		expr, err := ParseAssertion(t.Context(), v.Text)
		if err != nil {
			t.Errorf("%q: %v", v.Text, err)
			continue
		}
		again, err := ParseAssertion(t.Context(), expr.String())
		if err != nil || again.String() != expr.String() {
			t.Errorf("%q prints as %q, then as %v, %v", v.Text, expr, again, err)
		}
	}
	for _, refused := range vectors.Refused {
		var invalid *alertexpr.Error
		if expr, err := ParseAssertion(t.Context(), refused); !errors.As(err, &invalid) {
			t.Errorf("%q is %v, %v, want an error", refused, expr, err)
		}
	}
}
