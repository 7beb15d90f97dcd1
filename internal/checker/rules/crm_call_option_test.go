package rules

import (
	"slices"
	"testing"

	"github.com/appsvc/svc/internal/platform"
)

// The emulated CRM and the types of the SDK know the same operators.
func TestOperatorsOfTheSDKAreThoseOfTheEmulatedCRM(t *testing.T) {
	words := slices.Clone(optionAt(crmSearchOptions, "filterGroups", "filters", "operator").words)
	slices.Sort(words)
	if known := platform.FilterOperators(); !slices.Equal(words, known) {
		t.Errorf("the SDK has the operators %v, the emulated CRM %v", words, known)
	}
}
