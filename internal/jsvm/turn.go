package jsvm

import (
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

const (
	// DefaultTurnLimit is how long code may block the loop, unless Options set another limit.
	DefaultTurnLimit = 5 * time.Second
	// MaxTurnLimit is the longest limit that Options can set: the CPU time of a request on the edge.
	MaxTurnLimit = 30 * time.Second
	// GiveUpAfter is how long an interrupted VM may take to stop.
	GiveUpAfter = 200 * time.Millisecond
)

// The engine cannot interrupt the match of a regular expression. At MatchLimit it reports "no match" instead of an
// error, and a redaction would leak. So an interrupt must always come first: no code runs after such a match.
const _ = uint64(ecma.MatchLimit - MaxTurnLimit - 1)

// turnGuard interrupts turns that take too long. The loop calls begin and end.
type turnGuard struct {
	mu          sync.Mutex
	timer       *time.Timer
	running     bool
	turn        uint64
	interrupted bool
}

func (g *turnGuard) begin(vm *VM) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = true
	g.turn++
	if g.timer == nil {
		g.timer = time.AfterFunc(vm.options.TurnLimit, func() { g.interrupt(vm) })
		return
	}
	g.timer.Reset(vm.options.TurnLimit)
}

// end reports whether the turn exceeded its limit. It counts a timer that has fired even if interrupt has not run yet:
// that interrupt would stop the next turn instead.
func (g *turnGuard) end() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = false
	inTime := g.timer.Stop()
	return g.interrupted || !inTime
}

// interrupt interrupts the turn. If the turn does not stop within GiveUpAfter, it ends the VM from outside: callers
// get an error at once, and the loop ends when the blocking operation does.
func (g *turnGuard) interrupt(vm *VM) {
	g.mu.Lock()
	if !g.running {
		g.mu.Unlock()
		return
	}
	g.interrupted = true
	turn := g.turn
	vm.runtime.Interrupt(limitReason{vm.options.TurnLimit})
	g.mu.Unlock()

	time.Sleep(GiveUpAfter)
	g.mu.Lock()
	stuck := g.running && g.turn == turn
	g.mu.Unlock()
	if stuck {
		reason := limitReason{vm.options.TurnLimit}.String() + ", within one operation of the engine"
		vm.End(&PoisonedError{Reason: reason})
	}
}
