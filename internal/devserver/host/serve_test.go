package host

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/appsvc/svc/sdk"
)

func TestTheInternalErrorMatchesTheRuntime(t *testing.T) {
	var body struct{ Error, Message string }
	if err := json.Unmarshal([]byte(internalError), &body); err != nil || body.Error != "internal_error" {
		t.Fatalf("%v", err)
	}
	runtime, err := sdk.Files.ReadFile("dist/edge/modules.json")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(runtime), body.Message) {
		t.Errorf("the runtime does not say %q", body.Message)
	}
}
