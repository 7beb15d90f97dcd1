package rules

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

func TestOptionSchemaMatchesTheTypesOfTheSDK(t *testing.T) {
	command := exec.Command("node", "../../../sdk/scripts/option-schema.mjs")
	var stderr strings.Builder
	command.Stderr = &stderr
	want, err := command.Output()
	if err != nil {
		t.Fatalf("node option-schema.mjs (it needs Node 20 and `npm ci`): %v\n%s", err, stderr.String())
	}
	got, err := os.ReadFile("option_schema.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("option_schema.go differs from the types of the SDK: run make generate")
	}
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
