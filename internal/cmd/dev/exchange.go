package dev

import (
	"context"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/cli"
)

// holdLimit is how long the log lines of a request wait for its line. A longer request prints them as they come.
const holdLimit = 500 * time.Millisecond

// exchange is a request that a terminal shows when it is answered: one line, and below it what the app reported
// meanwhile.
type exchange struct {
	print func(cli.Activity)
	timer *time.Timer

	mu sync.Mutex // guards what follows, and the order of lines
	// runs are the invocations, lines the log lines that wait.
	runs, lines []cli.Activity
	// released means that lines are printed at once, over that the line of the request is printed.
	released, over bool
}

type exchangeKey struct{}

// newExchange begins a request. Reports with the context that it returns belong to it.
func newExchange(ctx context.Context, print func(cli.Activity)) (*exchange, context.Context) {
	x := &exchange{print: print}
	x.timer = time.AfterFunc(holdLimit, x.release)
	return x, context.WithValue(ctx, exchangeKey{}, x)
}

// exchangeOf returns the request that a context belongs to; nil for none.
func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// line takes a log line.
func (x *exchange) line(a cli.Activity) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.released {
		x.print(a)
	} else {
		x.lines = append(x.lines, a)
	}
}

// run takes an invocation.
func (x *exchange) run(a cli.Activity) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over {
		x.print(a)
	} else {
		x.runs = append(x.runs, a)
	}
}

// release prints the lines that wait.
func (x *exchange) release() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.released = true
	for _, line := range x.lines {
		x.print(line)
	}
	x.lines = nil
}

// end prints the line of the request, or that of its only invocation, which says more. Without a request it prints the
// invocations: another command has shown the request.
func (x *exchange) end(request *cli.Activity) {
	x.timer.Stop()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.released, x.over = true, true
	all := append(x.runs, x.lines...)
	switch {
	case len(x.runs) == 1:
		request = &x.runs[0]
		request.Below = append(request.Below, x.lines...)
	case request != nil:
		request.Below = all
	}
	if request != nil {
		all = []cli.Activity{*request}
	}
	for _, a := range all {
		x.print(a)
	}
	x.runs, x.lines = nil, nil
}
