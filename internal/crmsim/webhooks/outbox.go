package webhooks

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

// after runs a function under the lock when the time has passed, and then sends deliveries that are ready. The caller
// holds the lock.
func (o *outbox) after(d time.Duration, run func()) {
	o.sender.after(d, func() {
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

const (
	// deliveryTimeout is how long a target has to answer.
	deliveryTimeout = 5 * time.Second
	// pauseSpread is how far a pause may deviate from the table, as a fraction.
	pauseSpread = 0.08
	// maxAnswerBytes is how much of a target's answer is read. The answer is discarded.
	maxAnswerBytes = 10 << 20
)

// pauses are the pauses before a retry. The platform documents ten retries within 24 hours and does not publish their
// distribution.
var pauses = [...]time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour, 8 * time.Hour,
}

var errTimeout = errors.New("the target did not answer in time")

// delivery is one batch of events of one account.
type delivery struct {
	events  []event
	attempt int
}

// deliver makes one attempt and schedules the next one if it fails.
func (o *outbox) deliver(ctx context.Context, d *delivery) {
	err := o.post(ctx, d)
	o.sender.options.Lock.Lock()
	defer o.sender.options.Lock.Unlock()
	defer o.sender.settled()
	o.inFlight--
	if err != nil && d.attempt < len(pauses) && ctx.Err() == nil {
		pause := pauses[d.attempt]
		d.attempt++
		spread := 1 + pauseSpread*(2*o.random.Float64()-1)
		o.after(time.Duration(float64(pause)*spread), func() { o.ready = append(o.ready, d) })
	}
	o.send()
}

// post makes one attempt. It fails unless the target answers in time with a status below 400.
func (o *outbox) post(ctx context.Context, d *delivery) error {
	for i := range d.events {
		d.events[i].AttemptNumber = d.attempt
	}
	body, err := json.Marshal(d.events)
	if err != nil {
		return err
	}
	options := &o.sender.options
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
			cancel(errTimeout)
		}
	})
	answer, err := options.Network.RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswerBytes)); err != nil {
		return err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the target answered with status %d", answer.StatusCode)
	}
	return context.Cause(ctx)
}
