package edgevm

import (
	"context"
	"sync"
)

// events are the events that a process of the edge engine works on: requests, steps and schedules.
type events struct {
	mu   sync.Mutex // guards what follows
	last int64
	all  map[int64]*event
	// idle is closed when there are no events; nil without a caller of settle.
	idle chan struct{}
}

// event is one event.
type event struct {
	id  int64
	ctx context.Context //nolint:containedctx // of what the worker does for the event
	// answered is closed when all reports that precede the response have been handled.
	answered chan struct{}
	once     sync.Once
	// left reports that the caller has the response, ended that the worker has nothing left to do.
	left, ended bool
}

// begin adds an event.
func (e *events) begin(ctx context.Context) *event {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all = map[int64]*event{}
	}
	e.last++
	event := &event{id: e.last, ctx: ctx, answered: make(chan struct{})}
	e.all[event.id] = event
	return event
}

// leave ends the caller's part of an event. If no worker works on it, the event has no other part.
func (e *events) leave(event *event, works bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	event.left = true
	event.ended = event.ended || !works
	e.forget(event)
}

// end ends the worker's part of an event.
func (e *events) end(id int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if event := e.all[id]; event != nil {
		event.ended = true
		e.forget(event)
	}
}

// forget removes an event when both parts have ended. The caller holds the mutex.
func (e *events) forget(event *event) {
	if event.left && event.ended {
		delete(e.all, event.id)
	}
	if len(e.all) == 0 && e.idle != nil {
		close(e.idle)
		e.idle = nil
	}
}

// answer marks that the reports that precede the response of an event have been handled.
func (e *events) answer(id int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if event := e.all[id]; event != nil {
		event.once.Do(func() { close(event.answered) })
	}
}

// contextOf returns the context of an event; that of no event if it is unknown.
func (e *events) contextOf(id int64) context.Context {
	e.mu.Lock()
	defer e.mu.Unlock()
	if event := e.all[id]; event != nil {
		return event.ctx
	}
	return context.Background()
}

// count returns the number of events.
func (e *events) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.all)
}

// settle waits until there are no events, done is closed, or ctx ends.
func (e *events) settle(ctx context.Context, done <-chan struct{}) {
	e.mu.Lock()
	if len(e.all) == 0 {
		e.mu.Unlock()
		return
	}
	if e.idle == nil {
		e.idle = make(chan struct{})
	}
	idle := e.idle
	e.mu.Unlock()
	select {
	case <-idle:
	case <-done:
	case <-ctx.Done():
	}
}
