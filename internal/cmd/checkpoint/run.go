package checkpoint

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/cli"
)

// watchInterval is the interval between reads of --watch.
const watchInterval = 5 * time.Second

// run reads and prints the report once.
func run(ctx context.Context, env *cli.Env, o *options) error {
	report, err := readReport(ctx, env, o)
	if err != nil {
		return err
	}
	if err := printReport(env, o, report); err != nil {
		return err
	}
	return failedAssertion(report)
}

// runWatch reads and prints the report until a signal arrives. It locks the local state only while it reads.
func runWatch(parent context.Context, env *cli.Env, o *options) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	next := time.NewTicker(watchInterval)
	defer next.Stop()
	for {
		report, err := readReport(ctx, env, o)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		env.ClearScreen()
		if err := printReport(env, o, report); err != nil {
			return err
		}
		select {
		case <-next.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
