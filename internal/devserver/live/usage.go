package live

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
)

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

// usage responds with the usage of each account that has had calls.
func (s *Session) usage(w http.ResponseWriter, r *http.Request) {
	server, release, err := s.Use(r.Context())
	defer release()
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, "not_served", err.Error())
		return
	}
	h := server.Host()
	all := UsageAnswer{Now: h.Now().UTC(), Portals: []PortalUsage{}}
	if h.Options().CRM == host.CRMEmulated {
		crm, err := h.CRM()
		if err != nil {
			refuse(w, http.StatusInternalServerError, "crm_failed", err.Error())
			return
		}
		metered := crm.Metered()
		for _, portal := range slices.Sorted(maps.Keys(metered)) {
			all.Portals = append(all.Portals, PortalUsage{portal, metered[portal]})
		}
	}
	answer(w, http.StatusOK, all)
}
