// Package evaluate runs the modules of a project and collects their declarations, with the position of every value.
//
// Each shard runs in a VM without a loop. Before it is compiled, every object and array literal is wrapped in a call
// that records its position (provenance), calls that rules check are collected, and bodies of handlers are removed
// (facts). The SDK reports each declaration to the recorder (record.go). A watchdog ends evaluations that take too long
// or too much memory.
//
// Start at Run.
package evaluate

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/evaluate/watchdog"
	"github.com/appsvc/svc/internal/jsvm"
)

// Shard is one script to evaluate: a bundle whose global ModulesGlobal.default is an array of functions, one per
// module, in the order of Modules.
type Shard struct {
	Code    []byte
	Modules []string // paths relative to the project root
}

// Options configures Run.
type Options struct {
	// Library is the SDK, which the VM of every shard runs first.
	Library *sdkscript.Compiled
	// Spares are VMs that have run the library, for the shards in their order. There may be fewer.
	Spares []*Spare
	// LibraryFile is the file that Entering receives while the library runs.
	LibraryFile   string
	Shards        []Shard
	ModulesGlobal string
	// UnavailableMark is the description of the registered symbol on errors of unavailable files, "" if there are none.
	UnavailableMark string
	// Globals are the web APIs that modules may use while they load. They have no clock, randomness or network.
	Globals []jsvm.Global
	// Clock, if set, returns the clock of one VM. The default is that of the machine.
	Clock func() jsvm.Clock
	// Summary is the source of a function from the default exports of modules to a string. It runs after the modules of
	// a VM, with the engine's own built-ins. "" disables it.
	Summary string
	// Properties makes Result.Uses contain the properties that calls to ctx.crm name.
	Properties bool
	// Entering, if set, receives the file that a shard runs now, "" when the shard is done. Shards call it side by side.
	Entering func(shard int, file string)
	// Deadline is the time for one file. All files together have sharedTime more, which those that are not done in time
	// share: see watchdog.Turns. 0 disables it.
	Deadline time.Duration
	// ProcessorTime, if set, returns the processor time that this process has used, 0 if unknown. Then that is limited,
	// and on a busy machine an evaluation may take longer.
	ProcessorTime func() time.Duration
	// Exhausted, if set, ends the evaluation, too. It is called often.
	Exhausted func() bool
	// MemoryLimit is how many bytes the evaluation may allocate beyond the present heap. 0 disables it.
	MemoryLimit uint64
}

// Result has the declarations of the modules.
type Result struct {
	// Modules are in the order of the shards. Unreached ones are missing.
	Modules      []Module
	Declarations []*declared.Declaration
	Calls        []declared.Call
	Uses         []declared.Use
	// Summaries are the results of Options.Summary by shard and VM, in the order of the modules, "" for a failed one.
	Summaries [][]string
	// Unreached are the modules of each shard for which no time was left.
	Unreached [][]string
	// Breach is set if the watchdog ended the evaluation.
	Breach *Breach
	places []*places // by shard; nil for a shard that does not parse
	// Faults are the errors of shards that did not run.
	Faults []Fault
}

// File returns the source file of a mark, and the offset in the shard's code at which the file starts. The file is ""
// if unknown.
func (e *Result) File(m declared.Mark) (source string, start int) {
	if m.Span != nil {
		return m.Span.File, 0
	}
	if m.IsZero() || int(m.Shard) >= len(e.places) || e.places[m.Shard] == nil {
		return "", 0
	}
	in := e.places[m.Shard].regions.At(int(m.Offset) - 1)
	return in.Source, in.Offset
}

// Module is one evaluated module.
type Module struct {
	Path    string
	Exports []string
	// Default is the declaration that the module exports as default, or nil.
	Default *declared.Declaration
	// Failure is set if the module threw.
	Failure *Failure
}

// Failure explains why a module did not load completely.
type Failure struct {
	Message string
	// Rule is the id of the rule that reports the failure. It is "" if another finding covers it: the module imports a
	// file that failed.
	Rule string
	At   declared.Mark
	// File is the user's file that contains At, "" if unknown.
	File string
}

// Breach reports that the watchdog ended the evaluation.
type Breach struct {
	Rule string // RuleEndless or RuleMemory
	// File is the user's file whose code ran, or else the file in evaluation. It is "" if none was.
	File string
	// Stuck reports that a VM is still running, in an operation that cannot be interrupted.
	Stuck bool
	// Shared reports that several shards evaluated a file at the breach. File is the first that was entered, and another
	// one may have taken the memory.
	Shared bool
}

// Fault is what keeps a shard from running: syntax that the engine does not parse, or a failure of the engine.
type Fault struct {
	Message string
	At      declared.Mark // zero when unknown
}

// Rules that report a breach.
const (
	RuleEndless = watchdog.RuleEndless
	RuleMemory  = watchdog.RuleMemory
)

// bytesPerCode is the memory for parsing, compiling and running one byte of code: measured on projects of a thousand
// workers, and doubled. A project may take that beyond the limit.
const bytesPerCode = 125

func (o *Options) limits() watchdog.Options {
	memory := o.MemoryLimit
	for _, shard := range o.Shards {
		if memory > 0 {
			memory += bytesPerCode * uint64(len(shard.Code))
		}
	}
	return watchdog.Options{
		Deadline: o.Deadline, ProcessorTime: o.ProcessorTime, Exhausted: o.Exhausted, MemoryLimit: memory,
		Shards: len(o.Shards),
	}
}

// Run evaluates the shards, each in a VM and goroutine. Soon after the deadline or the memory limit it returns what
// there is, even if a VM is stuck in an operation that cannot be interrupted.
func Run(ctx context.Context, o Options) *Result {
	c := newCollector(len(o.Shards))
	limits := o.limits()
	limits.Broken = c.broken
	guard := watchdog.New(limits)
	defer guard.Stop()
	for i, shard := range o.Shards {
		go c.evaluateShard(i, shard, &o, guard)
	}
	return c.wait(ctx, guard)
}
