package simulate

import "testing"

func TestExampleOfEachFaultIsAFault(t *testing.T) {
	t.Parallel()
	for _, kind := range FaultKinds() {
		if _, err := ParseFault(kind.Example); err != nil || kind.Effect == "" {
			t.Errorf("%s: effect %q, error %v", kind.Example, kind.Effect, err)
		}
	}
}
