package rules

import (
	"os"
	"os/exec"
	"strings"
	"testing"
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
