package project

import (
	"context"
	"io/fs"
	"time"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/sdk"
)

// startFooter ends a worker's script as on the edge.
const startFooter = "\n" + bundle.SDKGlobal + ".createWorker(" + WorkerGlobal + ".default);\n"

// StartTimes measures how long workers take to start in the local engine.
type StartTimes struct {
	runtime *jsvm.Program
	// compiled is how long the runtime took to compile.
	compiled time.Duration
	now      func() time.Time
}

// NewStartTimes compiles the runtime of the embedded SDK, which all workers have.
func NewStartTimes(now func() time.Time) (*StartTimes, error) {
	text, err := fs.ReadFile(sdk.Files, localHostFile)
	if err != nil {
		return nil, err
	}
	start := now()
	runtime, err := jsvm.Compile(localHostFile, hostStubs+string(text))
	return &StartTimes{runtime, now().Sub(start), now}, err
}

// localHostFile is the local host's script, with the runtime.
const localHostFile = "dist/host/local.js"

// hostStubs define what the script calls when it loads.
const hostStubs = `globalThis.__svc_host_env = () => "{}"; globalThis.__svc_host_shared = () => "false";`

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
	start := s.now()
	if err := vm.Run(ctx, s.runtime); err != nil {
		return 0, err
	}
	program, err := jsvm.Compile(name, string(script)+startFooter)
	if err == nil {
		err = vm.Run(ctx, program)
	}
	return s.compiled + s.now().Sub(start), err
}
