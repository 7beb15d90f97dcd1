package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Exit codes of a command that a signal stopped.
const (
	exitInterrupted = 130 // SIGINT
	ExitNoReader    = 141 // SIGPIPE
	exitTerminated  = 143 // SIGTERM
)

// repeatedSignal is how long a repeat of the first signal is ignored. On Ctrl-C the terminal sends SIGINT to svc and to
// npm's starter, which forwards it within milliseconds. A person presses Ctrl-C again later than that.
const repeatedSignal = 500 * time.Millisecond

// Interruptible returns a context that SIGINT and SIGTERM cancel. Its cause is the Exit to return. A second signal ends
// the process at once, unless it repeats the first within repeatedSignal. The caller must call stop.
func Interruptible(parent context.Context) (ctx context.Context, stop func()) {
	return interruptible(parent, repeatedSignal)
}

func interruptible(parent context.Context, repeated time.Duration) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	interrupts, terminations := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	signal.Notify(terminations, syscall.SIGTERM)
	// A signal ends the process once its channel is stopped. Until then a repeat has no effect.
	first := func(received, other chan os.Signal, code int) {
		signal.Stop(other)
		if repeated == 0 {
			signal.Stop(received)
		} else {
			time.AfterFunc(repeated, func() { signal.Stop(received) })
		}
		cancel(Exit(code))
	}
	go func() {
		select {
		case <-interrupts:
			first(interrupts, terminations, exitInterrupted)
		case <-terminations:
			first(terminations, interrupts, exitTerminated)
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(interrupts)
		signal.Stop(terminations)
		cancel(context.Canceled)
	}
}
