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
	"github.com/appsvc/svc/internal/processor"
)

// Options configures a VM. With only a Clock it is the bare language without web APIs.
type Options struct {
	// Clock tells the time and runs timers. New requires one.
	Clock Clock
	// Random is the source of all randomness: crypto/rand.Reader, or a fixed one in tests. Without it Math.random
	// and crypto fail.
	Random io.Reader
	// Globals are installed at the first use of one of their names; usually webapi.All.
	Globals []Global
	// Console receives each line that code writes to the console. It is called on the loop and must not block.
	// level is "debug", "log", "info", "warn" or "error".
	Console func(level, message string)
	// Uncaught receives uncaught exceptions and unhandled rejections, on the loop. It defaults to Console.
	Uncaught func(*Exception)
	// Transport sends the requests of fetch. Without it fetch fails.
	Transport http.RoundTripper
	// TurnLimit is how much processor time code may block the loop for, at most MaxTurnLimit. It defaults to
	// DefaultTurnLimit.
	TurnLimit time.Duration
	// ProcessorTime returns the processor time that this process has used, 0 if unknown. It defaults to processor.Time.
	ProcessorTime func() time.Duration
}

// VM is a realm with an event loop. The realm's methods are on the loop.
type VM struct {
	*ecma.Realm
	runtime *goja.Runtime // the realm's
	options Options
	clock   Clock
	start   time.Time // when the VM was created
	queue   inbox
	timers  timerHeap
	guard   turnGuard
	// current is the call that the running code belongs to, nil while scripts load. turnOf is the call that the
	// turn started for. On the loop only.
	current, turnOf *call
	// async is the value of SetAsyncContext, nil for none. On the loop only.
	async goja.Value
	// turnStart is when the running turn set its first timer, or zero.
	turnStart time.Time
	// rejected are the promises that were rejected in this turn and have no handler yet. On the loop only.
	rejected []*goja.Promise
	dispatch Dispatcher
	promises promiseFunctions

	base    context.Context // ends with the VM
	stop    context.CancelFunc
	stopped chan struct{} // closed when the loop has ended
	mu      sync.Mutex    // guards the fields below
	calls   map[*call]bool
	dead    error
}

// maxLoadDepth limits nested calls while modules load. Each level may use Go stack, whose size is limited. Node's
// limit is about five times as high.
const maxLoadDepth = 2000

// maxCallDepth limits nested calls in a VM with a loop: half of the edge's limit. Deeper nesting through native
// functions takes the engine seconds to unwind.
const maxCallDepth = 5000

// New starts a VM. Close it when done.
func New(o Options) (*VM, error) {
	if o.Clock == nil {
		return nil, errors.New("a VM needs a clock: set Options.Clock, such as SystemClock(time.Now)")
	}
	vm, err := NewWithoutLoop(o)
	if err != nil {
		return nil, err
	}
	vm.runtime.SetMaxCallStackSize(maxCallDepth)
	go vm.loop()
	return vm, nil
}

// NewWithoutLoop returns a VM without a loop. The caller's goroutine owns the runtime, and asynchronous host
// functions are not available.
func NewWithoutLoop(o Options) (*VM, error) {
	if o.TurnLimit <= 0 {
		o.TurnLimit = DefaultTurnLimit
	}
	o.TurnLimit = min(o.TurnLimit, MaxTurnLimit)
	if o.ProcessorTime == nil {
		o.ProcessorTime = processor.Time
	}
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
		vm.queue.clock, vm.queue.loop = l, l.newParticipant()
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
	if vm.promises, err = newPromiseFunctions(rt); err != nil {
		return nil, err
	}
	return vm, vm.installGlobals()
}

// fractionBits is the number of random bits of a Math.random value: the fraction of a float64.
const fractionBits = 53

// fraction is Math.random. On the loop.
func (vm *VM) fraction() float64 {
	var bytes [8]byte
	if _, err := io.ReadFull(vm.options.Random, bytes[:]); err != nil {
		panic(vm.NewError("Error", "the source of randomness failed: "+err.Error()))
	}
	return float64(binary.LittleEndian.Uint64(bytes[:])>>(64-fractionBits)) / (1 << fractionBits)
}

// Options returns the options of New, with defaults.
func (vm *VM) Options() *Options { return &vm.options }

// Now returns the time of the VM's clock.
func (vm *VM) Now() time.Time { return vm.clock.Now() }

// Started returns when the VM was created.
func (vm *VM) Started() time.Time { return vm.start }

// Done is closed when the VM ends: it was closed or poisoned. Its loop may still be blocked then.
func (vm *VM) Done() <-chan struct{} { return vm.base.Done() }

// Close ends the VM with errClosed. It does not wait for code that blocks the loop.
func (vm *VM) Close() {
	vm.End(errClosed)
	select {
	case <-vm.stopped:
	case <-time.After(GiveUpAfter):
	}
}
