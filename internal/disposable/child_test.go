package disposable

import (
	"os"
	"testing"
)

func TestChildrenKnowBeforeJoinWhetherTheyWillLoad(t *testing.T) {
	defer func(line []string) { os.Args = line }(os.Args)
	os.Args = []string{"svc", "check"}
	if WillLoad("check") {
		t.Error("a process without a state is a child")
	}
	for text, want := range map[string]struct{ check, build bool }{
		state{Early: true}.encode():                             {true, false},
		state{Asked: true, Deaths: 1}.encode():                  {true, false},
		state{Asked: true, Waits: true, Ordered: true}.encode(): {true, true},
		"no state": {false, false},
	} {
		t.Setenv(stateVariable, text)
		if check, build := WillLoad("check"), WillLoad("build"); check != want.check || build != want.build {
			t.Errorf("%s: check %v, build %v; want %v", text, check, build, want)
		}
	}
}
