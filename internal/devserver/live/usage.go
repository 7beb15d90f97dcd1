package live

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
)

// UsageRequest is the body of a request to UsagePath. Without Portal it changes nothing.
type UsageRequest struct {
	// Portal is the account whose usage changes.
	Portal int64 `json:"portal,omitempty"`
	// Reset forgets all calls. UsedToday then sets the calls since midnight.
	Reset     bool `json:"reset,omitempty"`
	UsedToday *int `json:"usedToday,omitempty"`
}

// UsageAnswer is the response of UsagePath.
type UsageAnswer struct {
	Now     time.Time     `json:"now"`
	Portals []PortalUsage `json:"portals"`
}

// PortalUsage is the usage of the rate limits of one account.
type PortalUsage struct {
	Portal int64 `json:"portal"`
	crmsim.Metered
}

// maxUsedToday is the most calls that a request sets. The largest daily limit of the platform is a third of it.
const maxUsedToday = 10_000_000

// usage changes the usage of an account if the request says so, and responds with that of each account with calls.
func (s *Session) usage(w http.ResponseWriter, r *http.Request) {
	var request UsageRequest
	server, release := s.asked(w, r, &request)
	defer release()
	if server == nil {
		return
	}
	h := server.Host()
	if h.Options().CRM != host.CRMEmulated {
		if request.Portal != 0 {
			refuse(w, http.StatusUnprocessableEntity, "live_crm", "the server uses the live CRM")
			return
		}
		answer(w, http.StatusOK, UsageAnswer{Now: h.Now().UTC(), Portals: []PortalUsage{}})
		return
	}
	crm, err := h.CRM()
	if err != nil {
		refuse(w, http.StatusInternalServerError, "crm_failed", reason.Of(err))
		return
	}
	if why := request.change(crm); why != "" {
		refuse(w, http.StatusUnprocessableEntity, "invalid_usage", why)
		return
	}
	answer(w, http.StatusOK, usageOf(crm, h.Now().UTC()))
}

// change changes the usage of an account. It returns why it cannot.
func (u UsageRequest) change(crm *crmsim.Sim) (why string) {
	isKnown := slices.ContainsFunc(host.Portals(), func(p host.Portal) bool { return p.ID == u.Portal })
	switch {
	case u.Portal == 0 && (u.Reset || u.UsedToday != nil):
		return "the request names no portal"
	case u.Portal != 0 && !isKnown:
		return fmt.Sprintf("the emulated CRM has no portal %d", u.Portal)
	case u.UsedToday != nil && (*u.UsedToday < 0 || *u.UsedToday > maxUsedToday):
		return fmt.Sprintf("invalid number of calls %d: expected a number from 0 to %d", *u.UsedToday, maxUsedToday)
	}
	if u.Reset {
		crm.ResetUsage(u.Portal)
	}
	if u.UsedToday != nil {
		crm.SetUsedToday(u.Portal, *u.UsedToday)
	}
	return ""
}

func usageOf(crm *crmsim.Sim, now time.Time) UsageAnswer {
	all := UsageAnswer{Now: now, Portals: []PortalUsage{}}
	metered := crm.Metered()
	for _, portal := range slices.Sorted(maps.Keys(metered)) {
		all.Portals = append(all.Portals, PortalUsage{portal, metered[portal]})
	}
	return all
}
