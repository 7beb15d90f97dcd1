// This file holds who is told of what happens to records, and the events that they are told.

package crmsim

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// usualGather is how long events are gathered for one delivery; the platform's own figure is not published.
	usualGather = time.Second
	// usualConcurrent is the platform's default of maxConcurrentRequests.
	usualConcurrent = 10
	// primaryLabel is the label of the association that is a record's main one.
	primaryLabel = "Primary"
)

// Target is an app's address for webhooks.
type Target struct {
	URL string
	// Secret is the app's client secret, which deliveries are signed with.
	Secret        string
	Subscriptions []Subscription
	// MaxConcurrent is how many deliveries may be on their way; 10 by default.
	MaxConcurrent int
	// Gather is how long events are gathered before they are delivered; 1 s by default.
	Gather time.Duration
}

// Subscription is what a target wants to be told.
type Subscription struct {
	// ID is what events name; its place among all subscriptions by default.
	ID int64
	// Type is "object.<kind>", of the records of ObjectType, or the older "<object type>.<kind>". Kinds are creation,
	// deletion, merge, propertyChange and associationChange.
	Type       string
	ObjectType string
	// Property is the one whose changes are told; of propertyChange only.
	Property string
}

// kinds of what happens to a record.
const (
	creation          = "creation"
	deletion          = "deletion"
	merging           = "merge"
	propertyChange    = "propertyChange"
	associationChange = "associationChange"
)

var eventKinds = []string{creation, deletion, merging, propertyChange, associationChange}

// complete fills in the defaults, and refuses what cannot be delivered to.
func (t *Target) complete() error {
	if t.URL == "" || t.Secret == "" {
		return errors.New("a target of webhooks needs a URL and a secret")
	}
	t.MaxConcurrent = cmp.Or(t.MaxConcurrent, usualConcurrent)
	t.Gather = cmp.Or(t.Gather, usualGather)
	if t.MaxConcurrent < 0 || t.Gather < 0 {
		return errors.New("maxConcurrent and gather of a target are not negative")
	}
	return nil
}

// subscription is a Subscription as events are compared with it.
type subscription struct {
	Subscription
	kind     string
	objects  *ObjectType
	isLegacy bool
}

func (s *Sim) subscription(of Subscription) (subscription, error) {
	object, kind, _ := strings.Cut(of.Type, ".")
	parsed := subscription{Subscription: of, kind: kind, isLegacy: object != "object"}
	if !parsed.isLegacy {
		object = of.ObjectType
	}
	parsed.objects = s.typeCalled(object)
	switch {
	case !slices.Contains(eventKinds, kind):
		return parsed, fmt.Errorf("the emulated CRM has no events %q: kinds are %s", of.Type, strings.Join(eventKinds, ", "))
	case parsed.objects == nil:
		return parsed, fmt.Errorf("the subscription %s is for an object type %q that there is not", of.Type, object)
	case (of.Property != "") != (kind == propertyChange):
		return parsed, fmt.Errorf("the subscription %s: propertyChange names a property, and nothing else does", of.Type)
	case of.Property == parsed.objects.Modified:
		return parsed, fmt.Errorf("the property %s cannot be subscribed to", of.Property)
	}
	return parsed, nil
}

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
	happened
	ChangeSource string `json:"changeSource"`
	SourceID     string `json:"sourceId"`
}

// happened is what the kinds of events tell beside.
type happened struct {
	ChangeFlag    string  `json:"changeFlag,omitempty"`
	PropertyName  string  `json:"propertyName,omitempty"`
	PropertyValue *string `json:"propertyValue,omitempty"`

	PrimaryObjectID         int64   `json:"primaryObjectId,omitempty"`
	MergedObjectIDs         []int64 `json:"mergedObjectIds,omitempty"`
	NewObjectID             int64   `json:"newObjectId,omitempty"`
	NumberOfPropertiesMoved *int    `json:"numberOfPropertiesMoved,omitempty"`

	AssociationType      string `json:"associationType,omitempty"`
	FromObjectID         int64  `json:"fromObjectId,omitempty"`
	ToObjectID           int64  `json:"toObjectId,omitempty"`
	AssociationRemoved   *bool  `json:"associationRemoved,omitempty"`
	IsPrimaryAssociation *bool  `json:"isPrimaryAssociation,omitempty"`
}

// openOutboxes begins to tell the targets what happens.
func (s *Sim) openOutboxes() error {
	var number int64
	for i, target := range s.options.Targets {
		// Each has a source of its own, apart from those of the faults.
		box := &outbox{sim: s, target: target, random: rand.New(rand.NewPCG(^s.options.Seed, uint64(i)))}
		for _, wanted := range target.Subscriptions {
			number++
			wanted.ID = cmp.Or(wanted.ID, number)
			parsed, err := s.subscription(wanted)
			if err != nil {
				return err
			}
			box.subscriptions = append(box.subscriptions, parsed)
		}
		s.outboxes = append(s.outboxes, box)
	}
	for kind, records := range s.tables {
		records.tell = func(what string, r *record, more happened) { s.tell(what, kind, r, more) }
	}
	return nil
}

// tell puts what happened to a record into the outboxes of those who want to know. The caller holds the mutex.
func (s *Sim) tell(kind string, objects *ObjectType, r *record, what happened) {
	for _, box := range s.outboxes {
		for _, wanted := range box.subscriptions {
			if wanted.kind != kind || wanted.objects != objects || wanted.Property != what.PropertyName {
				continue
			}
			s.lastEventID++
			e := event{
				EventID: s.lastEventID, SubscriptionID: wanted.ID, PortalID: cmp.Or(
					s.portal, s.options.PortalID,
				), AppID: s.options.AppID,
				OccurredAt: s.now().UnixMilli(), SubscriptionType: wanted.Type, ObjectID: r.number(), happened: what,
				ChangeSource: "INTEGRATION", SourceID: strconv.FormatInt(s.options.AppID, 10),
			}
			if !wanted.isLegacy {
				e.ObjectTypeID = objects.ID
			}
			box.put(e)
		}
	}
}

// tellAssociation tells of one direction of an association. What two records are to each other beside that,
// their labels, is no news.
func (s *Sim) tellAssociation(from *record, l link, removed bool) {
	primary := l.kind.Label == primaryLabel
	if l.kind.Label != "" && !primary {
		return
	}
	of, to := s.typeCalled(l.kind.From), s.typeCalled(l.kind.To)
	s.tell(associationChange, of, from, happened{
		AssociationType: of.enrolledName() + "_TO_" +
			to.enrolledName(), FromObjectID: from.number(), ToObjectID: l.to.number(),
		AssociationRemoved: &removed, IsPrimaryAssociation: &primary,
	})
}

// quietly has nobody be told until the function that it gives is called.
func (s *Sim) quietly() (loudly func()) {
	boxes := s.outboxes
	s.outboxes = nil
	return func() { s.outboxes = boxes }
}
