// These tests hold the repaired language to a table of snippets, here and under Node.

package jsvm

import (
	"context"
	"testing"

	"github.com/appsvc/svc/internal/jsvm/conformance"
)

func TestTheLanguageIsWhatTheTableSays(t *testing.T) {
	conformance.Run(t, "testdata/language.txt", runSnippet)
}

func runSnippet(t *testing.T, script string) string {
	vm, err := New(Options{Clock: NewVirtualClock(epoch)})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	program, err := Compile("snippet.js", script)
	if err != nil {
		return err.Error()
	}
	if err := vm.Run(context.Background(), program); err != nil {
		return err.Error()
	}
	result, err := vm.Call(context.Background(), "snippet")
	if err != nil {
		return err.Error()
	}
	return result
}
