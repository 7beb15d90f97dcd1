package rules

import (
	"slices"
	"testing"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/test/generated"
)

func TestOptionSchemaMatchesTheTypesOfTheSDK(t *testing.T) {
	generated.Check(t, "../../..", "option-schema.mjs", "option_schema.go")
}

func TestEnvironmentsReplaceWhatTheyCanDeclare(t *testing.T) {
	for _, test := range []struct {
		replaced []string
		options  []option
	}{
		{declared.EnvironmentMembers, environmentOptions},
		{declared.EnvironmentServerMembers, environmentServerOptions},
	} {
		if names := namesOf(test.options); !slices.Equal(test.replaced, names) {
			t.Errorf("an environment replaces %q, and can declare %q", test.replaced, names)
		}
	}
}
