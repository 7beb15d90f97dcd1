package disposable

import (
	"os"
	"testing"

	"github.com/appsvc/svc/internal/disposable/process"
)

func TestChildrenKnowBeforeJoinWhetherTheyWillLoad(t *testing.T) {
	defer func(line []string) { os.Args = line }(os.Args)
	os.Args = []string{"svc", "check"}
	if WillLoad("check") {
		t.Error("a process without a state is a child")
	}
	for text, want := range map[string]struct{ check, build bool }{
		process.EarlyState:                                      {true, false},
		state{Asked: true, Deaths: 1}.encode():                  {true, false},
		state{Asked: true, Waits: true, Ordered: true}.encode(): {true, true},
		"no state": {false, false},
	} {
		t.Setenv(process.StateVariable, text)
		if check, build := WillLoad("check"), WillLoad("build"); check != want.check || build != want.build {
			t.Errorf("%s: check %v, build %v; want %v", text, check, build, want)
		}
	}
}
