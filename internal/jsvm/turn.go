package jsvm

import (
	"fmt"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

const (
	// DefaultTurnLimit is how much processor time code may block the loop for, unless Options set another limit.
	DefaultTurnLimit = 5 * time.Second
	// MaxTurnLimit is the longest limit that Options can set: the CPU time of a request on the edge.
	MaxTurnLimit = 30 * time.Second
	// GiveUpAfter is how long an interrupted VM may take to stop.
	GiveUpAfter = 200 * time.Millisecond
)

// The engine cannot interrupt the match of a regular expression. At MatchLimit it reports "no match" instead of an
// error, and a redaction would leak. So an interrupt must always come first: no code runs after such a match.
const _ = uint64(ecma.MatchLimit - MaxTurnLimit - 1)

// turnGuard interrupts turns that take too much processor time of this process, or MaxTurnLimit of time. So a busy
// machine or a suspended process does not end a sound turn. The loop calls begin and end.
type turnGuard struct {
	mu          sync.Mutex
	timer       *time.Timer
	running     bool
	interrupted bool
	// isLate means that the timer of an ended turn has fired, and its function has not run yet.
	isLate bool
	// reason is why the turn was interrupted.
	reason string
	// used is the processor time of the process when the turn began, waits how long the timer of the turn runs.
	used, waits time.Duration
}

func (g *turnGuard) begin(vm *VM) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = true
	g.used, g.waits = vm.options.ProcessorTime(), vm.options.TurnLimit
	if g.timer == nil {
		g.timer = time.AfterFunc(vm.options.TurnLimit, func() { g.expired(vm) })
		return
	}
	g.timer.Reset(vm.options.TurnLimit)
}

// end reports whether the turn was interrupted.
func (g *turnGuard) end() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = false
	if !g.timer.Stop() && !g.interrupted {
		g.isLate = true
	}
	return g.interrupted
}

// Interrupt ends the VM for a reason if code blocks it, as the limit of the turn would.
func (vm *VM) Interrupt(reason string) {
	g := &vm.guard
	g.mu.Lock()
	blocked := g.running
	if blocked {
		g.interrupt(vm, reason)
	}
	g.mu.Unlock()
	if blocked {
		g.giveUp(vm)
	}
}

// expired continues the timer while the turn has time left, and interrupts the turn otherwise.
func (g *turnGuard) expired(vm *VM) {
	if g.exceeded(vm) {
		g.giveUp(vm)
	}
}

// giveUp ends the VM from outside if an interrupted turn does not stop within GiveUpAfter: callers get an error at
// once, and the loop ends when the operation does.
func (g *turnGuard) giveUp(vm *VM) {
	time.Sleep(GiveUpAfter)
	g.mu.Lock()
	stuck, reason := g.running, g.reason
	g.mu.Unlock()
	if stuck {
		vm.End(&PoisonedError{Reason: reason + ", within one operation of the engine"})
	}
}

// exceeded reports whether it interrupted the running turn. The loop runs no other turn after that one.
func (g *turnGuard) exceeded(vm *VM) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.isLate || !g.running {
		g.isLate = false
		return false
	}
	if left := g.left(vm.options); left > 0 {
		g.waits += left
		g.timer.Reset(left)
		return false
	}
	g.interrupt(vm, fmt.Sprintf("code blocked for %g s without yielding", vm.options.TurnLimit.Seconds()))
	return true
}

// interrupt interrupts the running turn. The caller holds the lock.
func (g *turnGuard) interrupt(vm *VM, reason string) {
	g.interrupted, g.reason = true, reason
	vm.runtime.Interrupt(reason)
}

// left returns how long the turn may take at least, when its timer has fired.
func (g *turnGuard) left(o Options) time.Duration {
	if used := o.ProcessorTime(); used > 0 {
		return min(o.TurnLimit-(used-g.used), MaxTurnLimit-g.waits)
	}
	return 0
}
