// This file holds what an emulated CRM is made with.

package crmsim

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The account and the app where the options name none.
const (
	usualPortalID = 1000001
	usualAppID    = 5001
)

// Options configures an emulated CRM.
type Options struct {
	// Clock is the time of the account. Required.
	Clock Clock
	// Token is the access token that requests must carry: a static one, unless TokenByOAuth says that the app
	// would have got it by OAuth.
	Token        string
	TokenByOAuth bool
	// PortalID is the account of Token; 1000001 by default.
	PortalID int64
	// AppID is what the platform calls the app; 5001 by default.
	AppID int64
	// OAuth adds the OAuth endpoints and the tokens that they give; nil when the app has static auth.
	OAuth *OAuth
	// HeaderPrefix is what the vendor's own headers begin with; "X-Crm" by default.
	HeaderPrefix string
	// PropertyPrefix is what the vendor puts before the names of its own properties; "crm_" by default.
	PropertyPrefix string
	// AssociationCategory is what the vendor calls its own types of associations; "CRM_DEFINED" by default.
	AssociationCategory string
	// Types are the object types of the account besides the standard ones.
	Types []ObjectType
	// Events are the kinds of events that the app brought along.
	Events []EventType

	// AccountType is what the platform calls the kind of account: STANDARD by default, or DEVELOPER_TEST, SANDBOX,
	// APP_DEVELOPER.
	AccountType string
	// UIDomain is the host of the platform's own pages; "app.crm.example" by default.
	UIDomain string
	// SearchLag is how far the index of searches is behind what was written; not at all by default.
	SearchLag time.Duration

	// Limits are those of the account; nil for an account without any.
	Limits *Limits
	// Faults go wrong from the beginning. Sim.AddFaults and the control path add more.
	Faults []Fault
	// Seed is what faults of some probability and pauses between deliveries are drawn from.
	Seed uint64
	// Control answers below ControlPath, where faults are set and usage is read.
	Control bool
	// Targets are told of what happens to records.
	Targets []Target
	// Network carries the deliveries to Targets. Required when there are any.
	Network http.RoundTripper
}

// complete fills in the defaults, and refuses what cannot be.
func (o *Options) complete() error {
	if o.Clock == nil {
		return errors.New("an emulated CRM needs a clock")
	}
	o.PortalID = cmp.Or(o.PortalID, usualPortalID)
	o.AppID = cmp.Or(o.AppID, usualAppID)
	o.HeaderPrefix = cmp.Or(o.HeaderPrefix, "X-Crm")
	o.PropertyPrefix = cmp.Or(o.PropertyPrefix, neutralPrefix)
	o.AccountType = cmp.Or(o.AccountType, accountTypes[0])
	o.UIDomain = cmp.Or(o.UIDomain, "app.crm.example")
	switch {
	case !slices.Contains(accountTypes, o.AccountType):
		return fmt.Errorf("an account is one of %s, not %q", strings.Join(accountTypes, ", "), o.AccountType)
	case o.SearchLag < 0:
		return errors.New("the index of searches is behind, never ahead: SearchLag is not negative")
	}
	o.AssociationCategory = cmp.Or(o.AssociationCategory, "CRM_DEFINED")
	if o.Limits != nil {
		limits := *o.Limits
		if err := limits.complete(); err != nil {
			return err
		}
		o.Limits = &limits
	}
	if len(o.Targets) > 0 && o.Network == nil {
		return errors.New("an emulated CRM with targets needs a network to deliver by")
	}
	o.Targets = slices.Clone(o.Targets)
	for i := range o.Targets {
		if err := o.Targets[i].complete(); err != nil {
			return err
		}
	}
	return nil
}
