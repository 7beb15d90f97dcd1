package webhooks

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// maxEvents is the number of events in one delivery.
const maxEvents = 100

// outbox holds the events for one target. The sender's lock guards it.
type outbox struct {
	sender        *Sender
	target        Target
	subscriptions []subscription
	random        *rand.Rand
	// gathered wait for more events, ready wait for a slot.
	gathered []event
	ready    []*delivery
	inFlight int
}

// put schedules an event. The caller holds the lock.
func (o *outbox) put(e event) {
	o.gathered = append(o.gathered, e)
	if len(o.gathered) > 1 {
		return // the timer of the first event runs
	}
	o.after(o.target.Gather, func() {
		for len(o.gathered) > 0 {
			o.ready = append(o.ready, &delivery{events: o.batch()})
		}
	})
}

// after runs a function under the lock when the time has passed, and then sends deliveries that are ready.
func (o *outbox) after(d time.Duration, run func()) {
	options := &o.sender.options
	options.Clock.Go(o.sender.life, func(ctx context.Context) {
		if options.Clock.Sleep(ctx, d) != nil {
			return
		}
		options.Lock.Lock()
		defer options.Lock.Unlock()
		run()
		o.send()
	})
}

// batch removes and returns the gathered events of one account, up to the size of a delivery.
func (o *outbox) batch() []event {
	var batch []event
	portal := o.gathered[0].PortalID
	o.gathered = slices.DeleteFunc(o.gathered, func(e event) bool {
		takes := e.PortalID == portal && len(batch) < maxEvents
		if takes {
			batch = append(batch, e)
		}
		return takes
	})
	return batch
}

// send starts deliveries up to the target's limit. The caller holds the lock.
func (o *outbox) send() {
	for len(o.ready) > 0 && o.inFlight < o.target.MaxConcurrent {
		next := o.ready[0]
		o.ready = o.ready[1:]
		o.inFlight++
		o.sender.options.Clock.Go(o.sender.life, func(ctx context.Context) { o.deliver(ctx, next) })
	}
}
