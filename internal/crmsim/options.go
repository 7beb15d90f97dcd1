package crmsim

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/account"
)

// The account and the app, unless the options name others.
const (
	defaultPortalID = 1000001
	defaultAppID    = 5001
)

// Options configures an emulated CRM.
type Options struct {
	// Clock is the time of the account. Required.
	Clock Clock
	// Token is the access token that requests must carry. It is the static token of a private app, unless
	// TokenByOAuth marks it as issued by OAuth.
	Token        string
	TokenByOAuth bool
	// Scopes are those of Token. Calls that lack the scopes of their route are refused with 403; nil refuses none,
	// whatever scopes the tokens of OAuth have.
	Scopes []string
	// OnMissingScopes receives each call that is refused for its scopes. It must not call the Sim; it may be nil.
	OnMissingScopes func(MissingScopes)
	// PortalID is the account of Token; 1000001 by default.
	PortalID int64
	// Portals are further accounts with their own data. Accounts that are not listed share the data of PortalID.
	Portals []Portal
	// AppID is the platform's id of the app; 5001 by default.
	AppID int64
	// OAuth adds the OAuth endpoints and their tokens; nil for an app with static auth.
	OAuth *OAuth
	// HeaderPrefix begins the vendor's own headers; "X-Crm" by default.
	HeaderPrefix string
	// PropertyPrefix begins the names of the vendor's own properties; "crm_" by default.
	PropertyPrefix string
	// AssociationCategory is the category of the vendor's own association types; "CRM_DEFINED" by default.
	AssociationCategory string
	// Types are the object types of the account besides the standard ones.
	Types []ObjectType
	// Schema is the schema of a portal; the zero value is the emulated CRM's own.
	Schema Schema
	// Events are the event types of the app.
	Events []EventType

	// AccountType is the platform's type of the account: STANDARD by default, or DEVELOPER_TEST, SANDBOX,
	// APP_DEVELOPER.
	AccountType string
	// UIDomain is the host of the platform's web interface; "app.crm.example" by default.
	UIDomain string
	// SearchLag is how long the search index takes to reflect a write; 0 by default.
	SearchLag time.Duration
	// OnLateSearch receives the object type of each search that would find more records without SearchLag, and how many
	// more. It must not call the Sim; it may be nil.
	OnLateSearch func(objectType string, missed int)

	// Limits are the rate limits of the account; nil for none.
	Limits *Limits
	// Faults are active from the start. Sim.AddFaults and the control routes add more.
	Faults []Fault
	// Seed seeds the faults with a probability, and the pauses between webhook deliveries.
	Seed uint64
	// Control serves the control routes below ControlPath.
	Control bool
	// Targets receive webhook deliveries.
	Targets []Target
	// Network carries the deliveries. Required with Targets.
	Network http.RoundTripper
}

// complete sets defaults and rejects invalid options.
func (o *Options) complete() error {
	if o.Clock == nil {
		return errors.New("invalid options: an emulated CRM needs a clock")
	}
	o.PortalID = cmp.Or(o.PortalID, defaultPortalID)
	o.AppID = cmp.Or(o.AppID, defaultAppID)
	o.HeaderPrefix = cmp.Or(o.HeaderPrefix, "X-Crm")
	o.PropertyPrefix = cmp.Or(o.PropertyPrefix, account.NeutralPrefix)
	o.AssociationCategory = cmp.Or(o.AssociationCategory, "CRM_DEFINED")
	o.AccountType = cmp.Or(o.AccountType, accountTypes[0])
	o.UIDomain = cmp.Or(o.UIDomain, "app.crm.example")
	switch {
	case !slices.Contains(accountTypes, o.AccountType):
		return fmt.Errorf("invalid account type %q: expected one of %s", o.AccountType, strings.Join(accountTypes, ", "))
	case o.SearchLag < 0:
		return fmt.Errorf("invalid search lag %v: expected 0 or more", o.SearchLag)
	}
	o.Portals = slices.Clone(o.Portals)
	limits := []**Limits{&o.Limits}
	for i := range o.Portals {
		limits = append(limits, &o.Portals[i].Limits)
	}
	for _, of := range limits {
		if err := completeLimits(of); err != nil {
			return err
		}
	}
	if len(o.Targets) > 0 && o.Network == nil {
		return errors.New("invalid options: webhook targets need a network")
	}
	o.Targets = slices.Clone(o.Targets)
	for i := range o.Targets {
		if err := o.Targets[i].Complete(); err != nil {
			return err
		}
	}
	return nil
}
