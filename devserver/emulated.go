// This file makes the emulated CRM of a project: on the host's clock, with the limits of the smallest account that
// may have installed the app.

package devserver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
)

func (h *Host) newCRM() (*crmsim.Sim, error) {
	limits, err := UsualTier(h.options.App).Limits(0)
	if err != nil {
		return nil, fmt.Errorf("the limits of the emulated CRM: %w", err)
	}
	o := crmsim.Options{
		Clock: crmClock{h.clock}, Token: h.bindings.all[accessTokenName], TokenByOAuth: byOAuth(h.options.App),
		PortalID: DefaultPortal, AppID: devAppID, Limits: limits,
		HeaderPrefix:        h.options.Profile.HeaderPrefix,
		PropertyPrefix:      strings.TrimSuffix(h.options.Profile.ExecutionStateKey, "execution_state"),
		AssociationCategory: h.options.Profile.AssociationCategory,
		UIDomain:            strings.TrimPrefix(h.options.Profile.AppOrigin, "https://"),
	}
	o.Types, o.Events = AppData(h.options.App)
	if h.options.Emulated != nil {
		h.options.Emulated(&o)
	}
	return crmsim.New(o)
}

// CRM is the emulated CRM.
func (h *Host) CRM() (*crmsim.Sim, error) { return h.crm() }

// UsualTier is the smallest account that may have installed the app.
func UsualTier(app *declared.Declaration) crmsim.Tier {
	name := "starter"
	if app != nil && app.Options.Get("distribution").Text == "marketplace" {
		name = "marketplace"
	}
	tier, _ := crmsim.TierNamed(name) // there are both
	return tier
}

func byOAuth(app *declared.Declaration) bool {
	return app != nil && app.Options.Get("auth").Text == "oauth"
}

// crmClock is the host's clock as the emulated CRM waits by it.
type crmClock struct{ jsvm.Clock }

func (c crmClock) Sleep(ctx context.Context, d time.Duration) error {
	return jsvm.Sleep(ctx, c.Clock, d)
}

func (c crmClock) Go(ctx context.Context, f func(context.Context)) { jsvm.Go(ctx, c.Clock, f) }
