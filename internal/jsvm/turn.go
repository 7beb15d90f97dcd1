// This file guards a turn: code that does not give way is interrupted.
//
// One operation of the engine cannot be interrupted: a regular expression that backtracks. It has a time
// limit of its own, but at that limit the engine says "no match" instead of failing, and a redaction
// would leak. So a turn's limit is always shorter than that of a match: by the time a match gives up,
// the interrupt is already set, and no instruction after it runs. Hence MaxTurnLimit.

package jsvm

import (
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

const (
	// DefaultTurnLimit is how long code may run without giving way, unless Options say otherwise.
	DefaultTurnLimit = 5 * time.Second
	// MaxTurnLimit is the longest limit that Options can set: the CPU time of a request on the edge.
	MaxTurnLimit = 30 * time.Second
	// GiveUpAfter is how long an interrupted VM has to stop.
	GiveUpAfter = 200 * time.Millisecond
)

// A match must outlast every turn.
const _ = uint64(ecma.MatchLimit - MaxTurnLimit - 1)

// turnGuard belongs to one VM. begin and end are called on the loop, in turns.
type turnGuard struct {
	mu      sync.Mutex
	timer   *time.Timer
	running bool
	turn    uint64
	struck  bool
}

func (g *turnGuard) begin(vm *VM) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = true
	g.turn++
	if g.timer == nil {
		g.timer = time.AfterFunc(vm.options.TurnLimit, func() { g.strike(vm) })
		return
	}
	g.timer.Reset(vm.options.TurnLimit)
}

// end reports whether the turn has exceeded its limit. That is also so when the timer has fired and strike has not run
// yet: without this check, strike could interrupt the next turn instead.
func (g *turnGuard) end() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = false
	inTime := g.timer.Stop()
	return g.struck || !inTime
}

// strike interrupts the turn. When that does not help soon, the VM is given up from outside: callers
// get their error, and the loop ends whenever the operation that it is stuck in does.
func (g *turnGuard) strike(vm *VM) {
	g.mu.Lock()
	if !g.running {
		g.mu.Unlock()
		return
	}
	g.struck = true
	turn := g.turn
	vm.runtime.Interrupt(limitReason{vm.options.TurnLimit})
	g.mu.Unlock()

	time.Sleep(GiveUpAfter)
	g.mu.Lock()
	stuck := g.running && g.turn == turn
	g.mu.Unlock()
	if stuck {
		vm.end(&PoisonedError{Reason: limitReason{vm.options.TurnLimit}.String() + ", inside one operation of the engine"})
	}
}
