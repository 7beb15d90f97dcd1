package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Exit codes of a command that a signal stopped.
const (
	ExitInterrupted = 130 // SIGINT
	ExitTerminated  = 143 // SIGTERM
)

// Interruptible returns a context that SIGINT and SIGTERM cancel. Its cause is the Exit to return. A second signal ends
// the process at once. The caller must call stop.
func Interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			if s == syscall.SIGTERM {
				cancel(Exit(ExitTerminated))
			} else {
				cancel(Exit(ExitInterrupted))
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(context.Canceled)
	}
}
