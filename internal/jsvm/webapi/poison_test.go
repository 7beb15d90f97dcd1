package webapi

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

func TestNoCodeCatchesTheEndOfATurnInAWebAPI(t *testing.T) {
	for name, body := range map[string]string{"a loop": `for (;;) {}`, "a recursion": `const f = () => f(); f();`} {
		t.Run(name, func(t *testing.T) {
			o := options()
			o.TurnLimit = 100 * time.Millisecond
			vm := newVM(t, o)
			// The script of Request asks for that of Headers, which defines properties.
			load(t, vm, `globalThis.bad = () => {
				Object.defineProperty = () => { `+body+` };
				try { return new Request('http://h/').url; } catch { return 'caught'; }
			};`)
			result, err := vm.Call(context.Background(), "bad")
			var poisoned *jsvm.PoisonedError
			if !errors.As(err, &poisoned) {
				t.Errorf("got %q and %v, want a PoisonedError", result, err)
			}
		})
	}
}
