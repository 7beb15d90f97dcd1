// This file is the way in for evaluating a project: scripts go in, declarations come out.

package evaluate

import (
	"context"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
)

// Library is the SDK's script, compiled once and run in every shard's VM.
type Library struct{ program *goja.Program }

// Shard is one script to evaluate: a bundle whose global ModulesGlobal.default is an array of
// functions, one a module, in the order of Modules.
type Shard struct {
	Code    []byte
	Modules []string // paths relative to the project root
}

// Options say how to evaluate.
type Options struct {
	Library       *Library
	Shards        []Shard
	ModulesGlobal string
	// UnavailableMark is the description of the registered symbol that errors of unavailable files carry.
	UnavailableMark string
	// Globals are the web APIs that modules may touch while they load. There is no clock, no randomness
	// and no network behind them.
	Globals []jsvm.Global
	// Summary is the source of a function that is called in each shard when its modules have run, with the
	// list of their default exports; it gives a text. "" for none.
	Summary string
	// Deadline ends the evaluation; 0 for none.
	Deadline time.Duration
	// MemoryLimit is how many bytes the evaluation may allocate on top of what was in use; 0 for no limit.
	MemoryLimit uint64
}

// Result is what the modules declared.
type Result struct {
	// Modules has one entry a module, in the order of the shards; those that were not reached are missing.
	Modules      []Module
	Declarations []*declared.Declaration
	Calls        []declared.Call
	// Summaries are what Options.Summary gave, by shard; "" where it gave nothing.
	Summaries []string
	// Breach is set when the evaluation was ended from outside.
	Breach *Breach
	places []*places // of each shard; nil where it could not be parsed
	// Faults are the shards that did not run.
	Faults []Fault
}

// File is the source file that a mark lies in, and the offset in the shard's code at which the file
// begins; "" when it is unknown.
func (e *Result) File(m declared.Mark) (source string, start int) {
	if m.Span != nil {
		return m.Span.File, 0
	}
	if m.IsZero() || int(m.Shard) >= len(e.places) || e.places[m.Shard] == nil {
		return "", 0
	}
	in := e.places[m.Shard].regionAt(int(m.Offset) - 1)
	return in.source, in.offset
}

// Module is one evaluated module.
type Module struct {
	Path    string
	Exports []string
	// Default is the declaration that the module exports as default; nil when it is none.
	Default *declared.Declaration
	// Failure is set when the module did not run to its end.
	Failure *Failure
}

// Failure says why a module did not run to its end.
type Failure struct {
	Message string
	// Rule is the id of the rule that reports it; "" when another finding covers it already: the
	// module imports a file that failed by itself.
	Rule string
	At   declared.Mark
	// File is the user's file that holds At; "" when none is known.
	File string
}

// Breach is an evaluation that was ended from outside.
type Breach struct {
	Rule   string // "endless-evaluation" or "memory-limit"
	Module string // the one that was being evaluated
}

// Fault is what keeps a shard from running: syntax that the engine does not parse, or a failure of the engine.
type Fault struct {
	Message string
	At      declared.Mark // zero when unknown
}

// Run runs the shards, each in a VM and a goroutine of its own, and collects what they declare.
// It returns soon after the deadline or the memory limit is reached, with what there is by then,
// even when a VM is stuck inside one operation and cannot be stopped.
func Run(ctx context.Context, o Options) *Result {
	c := newCollector(len(o.Shards))
	guard := newWatchdog(o)
	defer guard.stop()
	for i, shard := range o.Shards {
		go c.evaluateShard(i, shard, &o, guard)
	}
	return c.wait(ctx, guard)
}
