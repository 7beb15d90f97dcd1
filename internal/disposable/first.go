package disposable

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// pending is the end of the process that First started.
type pending struct{ end *ending }

var first pending

// take returns the end of the first process once, if a process with this state would be the first.
func (p *pending) take(s state) (end ending, ok bool) {
	if p.end == nil || s.Asked || s.Deaths > 0 {
		return ending{}, false
	}
	end, p.end = *p.end, nil
	return end, true
}

// First starts the first process of Run before the command has been validated. ok means that the process ran the
// command and ended by itself. If it died, Run goes on with the next one.
func First(o Options) (exit int, ok bool) {
	if _, child := os.LookupEnv(stateVariable); child || !Supported {
		return 0, false
	}
	hideFromChildren()
	// A signal that comes while the process starts must end it, too.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	p, err := start(o, state{Early: true, Acts: o.Acts})
	if err != nil {
		return 0, false // Run reports it
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		select {
		case s := <-signals:
			p.kill(false)
			os.Exit(signalExit + int(s.(syscall.Signal)))
		case <-ctx.Done():
		}
	}()
	end := p.wait(ctx)
	switch {
	case !end.itself:
		first.end = &end
	case end.exit != notBegun:
		return end.exit, true
	}
	return 0, false
}
