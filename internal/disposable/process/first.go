package process

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// The states of the first process.
const (
	EarlyState       = "early"
	EarlyActingState = "early acting"
)

// first is how the process that First started died, nil after TakeFirst.
var first *Ended

// TakeFirst returns how the process that First started died, once. It returns nil if First started none.
func TakeFirst() *Ended {
	end := first
	first = nil
	return end
}

// First starts the first process of a run before the command has been validated. ok means that the process ran the
// command and ended by itself. If it died, disposable.Run goes on with the next one.
func First(o Options) (exit int, ok bool) {
	if !Supported {
		return 0, false
	}
	HideFromChildren()
	// A signal that comes while the process starts must end it, too.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	o.State = EarlyState
	if o.Acts {
		o.State = EarlyActingState
	}
	p, err := Start(o)
	if err != nil {
		return 0, false // disposable.Run reports it
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		select {
		case s := <-signals:
			p.Kill()
			os.Exit(SignalExit + int(s.(syscall.Signal)))
		case <-ctx.Done():
		}
	}()
	end := p.Wait(ctx)
	switch {
	case !end.Itself:
		first = &end
	case end.Exit != NotBegun:
		return end.Exit, true
	}
	return 0, false
}
