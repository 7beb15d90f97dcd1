package rules

import (
	"errors"
	"slices"
	"testing"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/checkpoint"
)

func TestAlertWordsAreThoseOfTheParser(t *testing.T) {
	for text, words := range map[string][]string{"unknown > 1": alertMetrics, `count{unknown="a"} > 1`: alertLabels} {
		_, err := checkpoint.ParseAssertion(t.Context(), text)
		var invalid *alertexpr.Error
		if !errors.As(err, &invalid) || !slices.Equal(invalid.Known, words) {
			t.Errorf("%s: %v, want the words %v", text, err, words)
		}
	}
}
