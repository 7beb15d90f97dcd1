// Package webhooks delivers the changes of the emulated CRM's records to the webhook URLs of apps.
//
// Start at New and Report. Deliveries are gathered into batches, signed and retried.
package webhooks

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// Options configures the deliveries of one account.
type Options struct {
	Account *account.Account
	Clock   api.Clock
	// Lock guards the account and the deliveries.
	Lock sync.Locker
	// Network carries the deliveries.
	Network http.RoundTripper
	// Targets are complete.
	Targets []Target
	// Seed seeds the spread of the pauses between attempts.
	Seed uint64
	// HeaderPrefix begins the vendor's own headers.
	HeaderPrefix string
	AppID        int64
}

// Sender delivers changes to the targets.
type Sender struct {
	// PortalID is the account of the changes that are reported.
	PortalID int64

	options     Options
	outboxes    []*outbox
	lastEventID int64
	// lastSubscription is the id of the newest subscription.
	lastSubscription int64
	// pauses are what waits for its time.
	pauses []*pause
	// idle is closed when the last delivery in flight has ended; nil while nothing waits for that.
	idle chan struct{}
	// life ends with Close.
	life  context.Context
	close context.CancelFunc
}

// New returns a sender for the targets.
func New(options Options) (*Sender, error) {
	s := &Sender{options: options}
	s.life, s.close = context.WithCancel(context.Background())
	for _, target := range options.Targets {
		if err := s.SetTarget(target); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// SetTarget replaces the subscriptions of the target with the same URL, or adds the target, which is complete. It
// leaves out invalid subscriptions and returns their errors. The caller holds the lock.
func (s *Sender) SetTarget(target Target) error {
	at := slices.IndexFunc(s.outboxes, func(o *outbox) bool { return o.target.URL == target.URL })
	if at < 0 {
		at = len(s.outboxes)
		// Each target has a random source that the faults do not share.
		random := rand.New(rand.NewPCG(^s.options.Seed, uint64(at)))
		s.outboxes = append(s.outboxes, &outbox{sender: s, random: random})
	}
	box := s.outboxes[at]
	box.target, box.subscriptions = target, nil
	var invalid []error
	for _, wanted := range target.Subscriptions {
		s.lastSubscription++
		wanted.ID = cmp.Or(wanted.ID, s.lastSubscription)
		parsed, err := parse(s.options.Account, wanted)
		if err != nil {
			invalid = append(invalid, err)
			continue
		}
		box.subscriptions = append(box.subscriptions, parsed)
	}
	return errors.Join(invalid...)
}

// Close ends deliveries in flight and those that wait for a retry.
func (s *Sender) Close() { s.close() }

// event is one entry of a delivery.
type event struct {
	EventID          int64  `json:"eventId"`
	SubscriptionID   int64  `json:"subscriptionId"`
	PortalID         int64  `json:"portalId"`
	AppID            int64  `json:"appId"`
	OccurredAt       int64  `json:"occurredAt"` // milliseconds
	SubscriptionType string `json:"subscriptionType"`
	AttemptNumber    int    `json:"attemptNumber"`
	ObjectID         int64  `json:"objectId"`
	ObjectTypeID     string `json:"objectTypeId,omitempty"`
	account.Change
	ChangeSource string `json:"changeSource"`
	SourceID     string `json:"sourceId"`
}

// Report adds a change to the outboxes with a matching subscription. The caller holds the lock.
func (s *Sender) Report(change account.Change) {
	for _, box := range s.outboxes {
		for _, wanted := range box.subscriptions {
			// Each account has its own copy of an object type.
			isOther := wanted.kind != change.Kind || wanted.objects.Name != change.Type.Name
			if isOther || wanted.Property != change.PropertyName {
				continue
			}
			s.lastEventID++
			e := event{
				EventID: s.lastEventID, SubscriptionID: wanted.ID, PortalID: s.PortalID, AppID: s.options.AppID,
				OccurredAt: api.Now(s.options.Clock).UnixMilli(), SubscriptionType: wanted.Type,
				ObjectID: change.Record.Number(), Change: change,
				ChangeSource: "INTEGRATION", SourceID: strconv.FormatInt(s.options.AppID, 10),
			}
			if !wanted.isLegacy {
				e.ObjectTypeID = change.Type.ID
			}
			box.put(e)
		}
	}
}
