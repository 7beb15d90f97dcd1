// Package webhooks delivers the changes of the emulated CRM's records to the webhook URLs of apps.
//
// Start at New and Report. Deliveries are gathered into batches, signed and retried.
package webhooks

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
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
	// life ends with Close.
	life  context.Context
	close context.CancelFunc
}

// New returns a sender for the targets.
func New(options Options) (*Sender, error) {
	s := &Sender{options: options}
	s.life, s.close = context.WithCancel(context.Background())
	var number int64
	for i, target := range options.Targets {
		// Each target has a random source that the faults do not share.
		random := rand.New(rand.NewPCG(^options.Seed, uint64(i)))
		box := &outbox{sender: s, target: target, random: random}
		for _, wanted := range target.Subscriptions {
			number++
			wanted.ID = cmp.Or(wanted.ID, number)
			parsed, err := parse(options.Account, wanted)
			if err != nil {
				return nil, err
			}
			box.subscriptions = append(box.subscriptions, parsed)
		}
		s.outboxes = append(s.outboxes, box)
	}
	return s, nil
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
			if wanted.kind != change.Kind || wanted.objects != change.Type || wanted.Property != change.PropertyName {
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
