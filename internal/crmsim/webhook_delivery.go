// This file delivers events to a target: gathered into batches, signed, and tried again when it does not go well.

package crmsim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

const (
	// maxDelivered is how many events one delivery has at most.
	maxDelivered = 100
	// deliveryTimeout is how long a target has to answer.
	deliveryTimeout = 5 * time.Second
	// pauseSpread is how far a pause may be from its place in the table, as a part of it.
	pauseSpread = 0.08
)

// pauses are those before a delivery is tried again: ten times, within 24 hours, as the platform documents; it
// does not publish how they are spread.
var pauses = [...]time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour, 8 * time.Hour,
}

var errLate = errors.New("the target has not answered in time")

// outbox is what is on its way to one target. Guarded by the mutex of its Sim.
type outbox struct {
	sim           *Sim
	target        Target
	subscriptions []subscription
	random        *rand.Rand
	// gathered wait for others to share a delivery with; ready wait for a turn.
	gathered []event
	ready    []*delivery
	sending  int
}

// delivery is one batch of events of one account.
type delivery struct {
	events  []event
	attempt int
}

// put has an event delivered. The caller holds the mutex.
func (o *outbox) put(e event) {
	o.gathered = append(o.gathered, e)
	if len(o.gathered) > 1 {
		return // somebody waits already
	}
	o.after(o.target.Gather, func() {
		for len(o.gathered) > 0 {
			o.ready = append(o.ready, &delivery{events: o.batch()})
		}
	})
}

// after runs something under the mutex when the time has passed, and then sends what is ready.
func (o *outbox) after(d time.Duration, run func()) {
	clock := o.sim.options.Clock
	clock.Go(o.sim.life, func(ctx context.Context) {
		if clock.Sleep(ctx, d) != nil {
			return
		}
		o.sim.mu.Lock()
		defer o.sim.mu.Unlock()
		run()
		o.send()
	})
}

// batch takes events of one account out, at most as many as one delivery has.
func (o *outbox) batch() []event {
	var batch []event
	portal := o.gathered[0].PortalID
	o.gathered = slices.DeleteFunc(o.gathered, func(e event) bool {
		takes := e.PortalID == portal && len(batch) < maxDelivered
		if takes {
			batch = append(batch, e)
		}
		return takes
	})
	return batch
}

// send sends what is ready, as far as the target allows. The caller holds the mutex.
func (o *outbox) send() {
	for len(o.ready) > 0 && o.sending < o.target.MaxConcurrent {
		next := o.ready[0]
		o.ready = o.ready[1:]
		o.sending++
		o.sim.options.Clock.Go(o.sim.life, func(ctx context.Context) { o.deliver(ctx, next) })
	}
}

// deliver tries once, and sees to it that it is tried again if need be.
func (o *outbox) deliver(ctx context.Context, d *delivery) {
	err := o.post(ctx, d)
	o.sim.mu.Lock()
	defer o.sim.mu.Unlock()
	o.sending--
	if err != nil && d.attempt < len(pauses) && ctx.Err() == nil {
		pause := pauses[d.attempt]
		d.attempt++
		spread := 1 + pauseSpread*(2*o.random.Float64()-1)
		o.after(time.Duration(float64(pause)*spread), func() { o.ready = append(o.ready, d) })
	}
	o.send()
}

// post delivers once. Whatever is no answer below 400 in time has failed.
func (o *outbox) post(ctx context.Context, d *delivery) error {
	for i := range d.events {
		d.events[i].AttemptNumber = d.attempt
	}
	body, err := json.Marshal(d.events)
	if err != nil {
		return err
	}
	options := &o.sim.options
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, o.target.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	SignV3(r, body, options.HeaderPrefix, o.target.Secret, options.Clock.Now())
	options.Clock.Go(ctx, func(ctx context.Context) {
		if options.Clock.Sleep(ctx, deliveryTimeout) == nil {
			cancel(errLate)
		}
	})
	answer, err := options.Network.RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(answer.Body, maxBodyBytes)); err != nil {
		return err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the target answers %d", answer.StatusCode)
	}
	return context.Cause(ctx)
}
