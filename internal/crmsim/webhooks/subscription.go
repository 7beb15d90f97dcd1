package webhooks

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/account"
)

const (
	// defaultGather is how long events are gathered for one delivery. The platform publishes no figure.
	defaultGather = time.Second
	// DefaultConcurrent is the platform's default of maxConcurrentRequests.
	DefaultConcurrent = 10
)

// Target is the webhook URL of an app.
type Target struct {
	URL string
	// Secret is the app's client secret, which signs deliveries.
	Secret        string
	Subscriptions []Subscription
	// MaxConcurrent is the number of concurrent deliveries; 10 by default.
	MaxConcurrent int
	// Gather is how long events are gathered before they are delivered; 1 s by default.
	Gather time.Duration
}

// Subscription selects events for a target.
type Subscription struct {
	// ID is the subscription id in events; its position among all subscriptions by default.
	ID int64
	// Type is "object.<kind>" for the records of ObjectType, or the older "<object type>.<kind>". The kinds are
	// creation, deletion, merge, propertyChange and associationChange.
	Type       string
	ObjectType string
	// Property is the property of a propertyChange.
	Property string
}

var kinds = []string{
	account.Creation, account.Deletion, account.Merging, account.PropertyChange, account.AssociationChange,
}

// Complete sets defaults and rejects an invalid target.
func (t *Target) Complete() error {
	if t.URL == "" || t.Secret == "" {
		return errors.New("invalid webhook target: URL and Secret are required")
	}
	t.MaxConcurrent = cmp.Or(t.MaxConcurrent, DefaultConcurrent)
	t.Gather = cmp.Or(t.Gather, defaultGather)
	if t.MaxConcurrent < 0 || t.Gather < 0 {
		return errors.New("invalid webhook target: MaxConcurrent and Gather must not be negative")
	}
	return nil
}

// subscription is a Subscription in the form that changes are compared with.
type subscription struct {
	Subscription
	kind     string
	objects  *account.ObjectType
	isLegacy bool
}

func parse(of *account.Account, wanted Subscription) (subscription, error) {
	object, kind, _ := strings.Cut(wanted.Type, ".")
	parsed := subscription{Subscription: wanted, kind: kind, isLegacy: object != "object"}
	if !parsed.isLegacy {
		object = wanted.ObjectType
	}
	if !slices.Contains(kinds, kind) {
		return parsed, fmt.Errorf(
			"invalid webhook subscription %q: expected one of the kinds %s", wanted.Type, strings.Join(kinds, ", "),
		)
	}
	table, unknown := of.Named(object)
	if unknown != nil {
		return parsed, fmt.Errorf("invalid webhook subscription %s: unknown object type %q", wanted.Type, object)
	}
	parsed.objects, parsed.Property = table.Type, table.Type.PropertyNamed(wanted.Property)
	switch {
	case (wanted.Property != "") != (kind == account.PropertyChange):
		return parsed, fmt.Errorf(
			"invalid webhook subscription %s: propertyChange requires a property, other kinds take none", wanted.Type,
		)
	case wanted.Property == parsed.objects.Modified:
		return parsed, fmt.Errorf(
			"invalid webhook subscription %s: changes of the property %s are not delivered", wanted.Type, wanted.Property,
		)
	}
	return parsed, nil
}
