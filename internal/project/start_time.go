package project

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/processor"
)

// startFooter ends a worker's script as on the edge.
const startFooter = "\n" + bundle.SDKGlobal + ".createWorker(" + WorkerGlobal + ".default);\n"

// StartTimes measures how long workers take to start in the local engine.
type StartTimes struct {
	runtime []*jsvm.Program
	// compiled is how long the runtime took to compile.
	compiled time.Duration
	now      func() time.Time
}

// NewStartTimes compiles the runtime of the embedded SDK, which all workers have.
func NewStartTimes(now func() time.Time) (*StartTimes, error) {
	embedded, err := embeddedSDK()
	if err != nil {
		return nil, err
	}
	runtime := newRuntime(embedded) // EmbeddedRuntime may have compiled it
	scripts, err := runtime.scripts()
	if err != nil {
		return nil, err
	}
	taken := stopwatch(now)
	programs, err := runtime.Programs(false, scripts.Extensions())
	return &StartTimes{programs, taken(), now}, err
}

// stopwatch returns a function that returns how long the code since then took. On a busy machine that is the processor
// time of the process. Other code that ran in it meanwhile counts, so the elapsed time limits it.
func stopwatch(now func() time.Time) func() time.Duration {
	start, used := now(), processor.Time()
	return func() time.Duration {
		elapsed := now().Sub(start)
		if processor.Time() == 0 {
			return elapsed // the system does not tell
		}
		return min(elapsed, processor.Time()-used)
	}
}

// Of runs a worker's script, which takes the runtime from globals. The time is an upper bound for the edge, whose
// engine is many times faster. It returns an error for a script that the engine cannot run.
func (s *StartTimes) Of(ctx context.Context, name string, script []byte, nodeCompat bool) (time.Duration, error) {
	vm, err := jsvm.New(jsvm.Options{
		Clock: jsvm.NewVirtualClock(time.Unix(0, 0)), Globals: Options{nodeCompat: nodeCompat}.globals(),
		TurnLimit: defaultDeadline,
	})
	if err != nil {
		return 0, err
	}
	defer vm.Close()
	taken := stopwatch(s.now)
	for _, program := range s.runtime {
		if err := vm.Run(ctx, program); err != nil {
			return 0, err
		}
	}
	program, err := jsvm.Compile(name, string(script)+startFooter)
	if err == nil {
		err = vm.Run(ctx, program)
	}
	return s.compiled + taken(), err
}
