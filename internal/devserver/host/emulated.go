package host

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
)

// Ids of the emulated account.
const (
	// DefaultPortal is the portal of requests that name none.
	DefaultPortal = 1000001
	DefaultAppID  = 5001
)

// CRMPath is the path below which a server serves the emulated CRM: its API and its pages.
const CRMPath = "/_svc/crm"

// searchLag is how long the app's searches do not find a write. The platform documents a delay without a figure:
// https://developers.hubspot.com/docs/guides/api/crm/search.
const searchLag = 2 * time.Second

// newCRM creates the emulated CRM, on the host's clock and with the limits of UsualTier.
func (h *Host) newCRM() (*crmsim.Sim, error) {
	limits, err := UsualTier(h.options.App).Limits(0)
	if err != nil {
		return nil, fmt.Errorf("the limits of the emulated CRM: %w", err)
	}
	o := crmsim.Options{
		Clock: crmClock{h.clock}, Token: h.bindings.all[accessTokenName], TokenByOAuth: UsesOAuth(h.options.App),
		PortalID: DefaultPortal, AppID: DefaultAppID, Limits: limits, SearchLag: searchLag,
		OnLateSearch:        h.lateSearch(),
		HeaderPrefix:        h.options.Profile.HeaderPrefix,
		PropertyPrefix:      strings.TrimSuffix(h.options.Profile.ExecutionStateKey, "execution_state"),
		AssociationCategory: h.options.Profile.AssociationCategory,
		UIDomain:            strings.TrimPrefix(h.options.Profile.AppOrigin, "https://"),
	}
	if UsesOAuth(h.options.App) {
		o.OAuth = h.oauthOptions()
		if o.Portals, err = otherPortals(h.options.App); err != nil {
			return nil, err
		}
	}
	o.Types, o.Events = AppData(h.options.App)
	o.Scopes, o.OnMissingScopes = AppScopes(h.options.App), h.missingScopes()
	if h.options.Portal != nil {
		o.Schema = schemaOf(h.options.Portal)
	}
	o.Network = h.options.Deliver
	if h.hooks.EmulatedCRM != nil {
		h.hooks.EmulatedCRM(&o)
	}
	crm, err := crmsim.New(o)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened = crm
	if err == nil {
		err = h.importRecords(crm)
	}
	return crm, err
}

// lateSearch returns a function that logs the first search of an object type that missed records because of searchLag.
// The emulated CRM calls it for one call at a time.
func (h *Host) lateSearch() func(objectType string, missed int) {
	logged := map[string]bool{}
	return func(objectType string, missed int) {
		if logged[objectType] {
			return
		}
		logged[objectType] = true
		records := "a record that was"
		if missed > 1 {
			records = fmt.Sprintf("%d records that were", missed)
		}
		h.Log("warn", fmt.Sprintf("a search of %s did not find %s written in the last %g seconds: the search index of "+
			"the CRM is late, too; read records by their ids after a write", objectType, records, searchLag.Seconds()))
	}
}

// CRM returns the emulated CRM.
func (h *Host) CRM() (*crmsim.Sim, error) { return h.crm() }

// openedCRM returns the emulated CRM, or nil before its first use.
func (h *Host) openedCRM() *crmsim.Sim {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.opened
}

// NextWebhook returns when the emulated CRM sends its next webhook; the zero time if none waits.
func (h *Host) NextWebhook() time.Time {
	if crm := h.openedCRM(); crm != nil {
		return crm.NextWebhook()
	}
	return time.Time{}
}

// RunWebhooks has the emulated CRM send the webhooks that are due, and returns when all have an answer.
func (h *Host) RunWebhooks(ctx context.Context) {
	if crm := h.openedCRM(); crm != nil {
		crm.RunWebhooks(ctx)
	}
}

// UsualTier returns the tier of the smallest account that may install the app.
func UsualTier(app *declared.Declaration) crmsim.Tier { return tierOf(app, "starter") }

// tierOf returns the limits of the app in an account of a tier. An app from the marketplace has the same in all.
func tierOf(app *declared.Declaration, name string) crmsim.Tier {
	if app != nil && app.Options.Get("distribution").Text == "marketplace" {
		name = "marketplace"
	}
	tier, _ := crmsim.TierNamed(name) // all exist
	return tier
}

// UsesOAuth reports whether the app is installed by OAuth, with a token per portal.
func UsesOAuth(app *declared.Declaration) bool {
	return app != nil && app.Options.Get("auth").Text == "oauth"
}

// crmClock is the host's clock with what the emulated CRM needs.
type crmClock struct{ jsvm.Clock }

func (c crmClock) Sleep(ctx context.Context, d time.Duration) error {
	return jsvm.Sleep(ctx, c.Clock, d)
}

func (c crmClock) Go(ctx context.Context, f func(context.Context)) { jsvm.Go(ctx, c.Clock, f) }
