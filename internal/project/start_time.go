package project

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
)

// StartTime compiles and runs a script in the local engine and returns the time. It is an upper bound for the edge,
// whose engine is many times faster. It returns an error for a script that the engine cannot run.
func StartTime(ctx context.Context, name string, script []byte, now func() time.Time) (time.Duration, error) {
	vm, err := jsvm.New(jsvm.Options{
		Clock: jsvm.NewVirtualClock(time.Unix(0, 0)), Globals: webapi.All, TurnLimit: DefaultDeadline,
	})
	if err != nil {
		return 0, err
	}
	defer vm.Close()
	start := now()
	program, err := jsvm.Compile(name, string(script))
	if err == nil {
		err = vm.Run(ctx, program)
	}
	return now().Sub(start), err
}
