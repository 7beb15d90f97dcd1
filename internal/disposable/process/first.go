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
	o.State = EarlyState
	if o.Acts {
		o.State = EarlyActingState
	}
	p, err := Start(o)
	if err != nil {
		return 0, false // disposable.Run reports it
	}
	over, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		p.endOnSignal(over)
	}()
	end := p.Wait(context.Background())
	if end.Itself && end.Exit != NotBegun {
		return end.Exit, true // and this process ends
	}
	close(over)
	<-stopped
	if !end.Itself {
		first = &end
	}
	return 0, false
}

// endOnSignal ends the process and this one, with the exit code of the signal, until over is closed.
//
// The caller runs it while the process starts, because Go switches threads several times before it receives signals,
// which took 2 % of a small check. A signal that comes before that ends this process, and the system the other one.
func (p *Process) endOnSignal(over <-chan struct{}) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	select {
	case s := <-signals:
		p.Kill()
		os.Exit(SignalExit + int(s.(syscall.Signal)))
	case <-over:
		signal.Stop(signals)
	}
}
