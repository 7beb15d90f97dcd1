// Package jsvm runs JavaScript: an engine with an event loop, timers, host functions and, when the caller
// passes webapi.All, web APIs. The language itself is in internal/jsvm/ecma. Package internal/evaluate runs
// the modules of a project to collect their declarations.
//
// Each VM has one goroutine, its loop, which enters the engine in turns. Exported methods may be called from
// any goroutine, except those marked "on the loop". Many calls can be in flight: they interleave at awaits.
//
// Start at New, Compile, VM.Run and VM.Fetch. The loop is in loop.go, calls are in call.go, host functions in
// host.go.
package jsvm

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// Options configures a VM. The zero value, with a Clock, is a bare language without web APIs.
type Options struct {
	// Clock tells the time and wakes timers; New needs one.
	Clock Clock
	// Random is the source of all randomness: crypto/rand.Reader, or a fixed one in tests. Without it
	// everything that is random fails.
	Random io.Reader
	// Globals are installed at the first use of one of their names; usually webapi.All.
	Globals []Global
	// Console is told of each line that code writes to the console. It is called on the loop and must
	// not block. level is "debug", "log", "info", "warn" or "error".
	Console func(level, message string)
	// Uncaught is told of exceptions and rejections that nobody handles. It defaults to Console. It is
	// called on the loop.
	Uncaught func(*Exception)
	// Transport carries the requests of fetch; without it fetch fails.
	Transport http.RoundTripper
	// TurnLimit is how long code may run without giving way, at most MaxTurnLimit; default DefaultTurnLimit.
	TurnLimit time.Duration
}

// VM is one JavaScript world: a realm with an event loop. The realm's methods are on the loop.
type VM struct {
	*ecma.Realm
	runtime *goja.Runtime // the realm's
	options Options
	clock   Clock
	start   time.Time // when the VM was made
	queue   inbox
	timers  timerHeap
	guard   turnGuard
	// current is the call that the running code belongs to; nil while scripts load. turnOf is the one
	// that the turn began for. On the loop only.
	current, turnOf *call
	// rejected are the promises that were rejected in this turn and have no handler yet. On the loop only.
	rejected []*goja.Promise
	dispatch Dispatcher
	promises promiseFunctions

	base    context.Context // ends with the VM
	stop    context.CancelFunc
	stopped chan struct{} // closed when the loop has ended
	mu      sync.Mutex    // guards what follows
	calls   map[*call]bool
	dead    error
}

// maxLoadDepth is how deep calls may nest while modules load. Node's own limit is about five times
// this; each level may hold Go stack, of which there is a fixed amount.
const maxLoadDepth = 2000

// maxLiveCallDepth is how deep calls may nest in a VM that has a loop: half of what the edge takes. Deeper
// nesting through native functions takes the engine seconds to unwind.
const maxLiveCallDepth = 5000

// New makes a VM and starts its loop. Close it when done.
func New(o Options) (*VM, error) {
	if o.Clock == nil {
		return nil, errors.New("a VM needs a clock: set Options.Clock, for example to SystemClock(time.Now)")
	}
	vm, err := NewWithoutLoop(o)
	if err != nil {
		return nil, err
	}
	vm.runtime.SetMaxCallStackSize(maxLiveCallDepth)
	go vm.loop()
	return vm, nil
}

// NewWithoutLoop makes a VM without a loop: the caller's goroutine owns the runtime, and nothing that would
// have to wait can be used.
func NewWithoutLoop(o Options) (*VM, error) {
	if o.TurnLimit <= 0 {
		o.TurnLimit = DefaultTurnLimit
	}
	o.TurnLimit = min(o.TurnLimit, MaxTurnLimit)
	realm, err := ecma.NewRealm()
	if err != nil {
		return nil, err
	}
	vm := &VM{
		Realm: realm, runtime: realm.Runtime(), options: o, clock: o.Clock,
		stopped: make(chan struct{}), calls: map[*call]bool{},
	}
	vm.base, vm.stop = context.WithCancel(context.Background())
	vm.queue.init()
	if l, ok := vm.clock.(*Lockstep); ok {
		vm.queue.clock, vm.queue.loop = l, l.newParty()
	}
	rt := vm.runtime
	rt.SetMaxCallStackSize(maxLoadDepth)
	if vm.clock != nil {
		vm.start = vm.clock.Now()
		rt.SetTimeSource(vm.clock.Now)
	}
	if o.Random != nil {
		rt.SetRandSource(func() float64 { return vm.fraction() })
	}
	rt.SetAsyncContextTracker((*contextTracker)(vm))
	rt.SetPromiseRejectionTracker(vm.trackRejection)
	if err := vm.keepPromiseFunctions(); err != nil {
		return nil, err
	}
	return vm, vm.installGlobals()
}

// fractionBits is how many bits of a float64 are its fraction: as many as Math.random has.
const fractionBits = 53

// fraction is what Math.random gives, from the source that everything random comes from. On the loop.
func (vm *VM) fraction() float64 {
	var bytes [8]byte
	if _, err := io.ReadFull(vm.options.Random, bytes[:]); err != nil {
		panic(vm.NewError("Error", "the source of randomness failed: "+err.Error()))
	}
	return float64(binary.LittleEndian.Uint64(bytes[:])>>(64-fractionBits)) / (1 << fractionBits)
}

// Options are those that the VM was made with.
func (vm *VM) Options() *Options { return &vm.options }

// Now is the time by the VM's clock; Started is when the VM was made.
func (vm *VM) Now() time.Time     { return vm.clock.Now() }
func (vm *VM) Started() time.Time { return vm.start }

// Done is closed when the VM takes no more work: it was closed or poisoned. Its loop may still be stuck.
func (vm *VM) Done() <-chan struct{} { return vm.base.Done() }

// Err is why the VM takes no more work; nil while it does.
func (vm *VM) Err() error { return vm.ended() }

// End gives the VM up: calls in flight fail with err. It may be called on the loop.
func (vm *VM) End(err error) { vm.end(err) }

// Close ends the VM. Calls in flight fail with ErrClosed. It does not wait for code that is stuck.
func (vm *VM) Close() {
	vm.end(ErrClosed)
	select {
	case <-vm.stopped:
	case <-time.After(GiveUpAfter):
	}
}
