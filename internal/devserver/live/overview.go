package live

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
)

// Overview is the response of OverviewPath: what a page needs to know about the server and the app.
type Overview struct {
	Origin string `json:"origin"`
	// CRM is "emulated" or "live".
	CRM         string `json:"crm"`
	Environment string `json:"environment"`
	// OAuth reports that portals install the app.
	OAuth bool `json:"oauth"`
	// Dir is the folder of the project, with forward slashes.
	Dir     string        `json:"dir"`
	Now     time.Time     `json:"now"`
	AheadMs int64         `json:"aheadMs"`
	Portals []host.Portal `json:"portals"`
	// Faults are the faults of FaultPath that have a name.
	Faults []NamedFault `json:"faults"`
	// Capabilities are those that are served, Manifest the project's manifest that has them.
	Capabilities []Served        `json:"capabilities"`
	Manifest     json.RawMessage `json:"manifest"`
	// Stale lists files that do not load now, and of which an earlier version is served.
	Stale []string `json:"stale"`
	// Unserved lists files of workers of which no version is served, since they do not load.
	Unserved []string `json:"unserved"`
}

// NamedFault describes a FaultKind.
type NamedFault struct {
	Name   string `json:"name"`
	Effect string `json:"effect"`
}

// overview responds with an Overview.
func (s *Session) overview(w http.ResponseWriter, r *http.Request) {
	server, release, err := s.Use(r.Context())
	defer release()
	if err != nil {
		refuseNotServed(w, err)
		return
	}
	h := server.Host()
	o := h.Options()
	all := Overview{
		Origin: o.Origin, CRM: o.CRM, Environment: h.ControlKey().Environment, OAuth: host.UsesOAuth(o.App),
		Dir: filepath.ToSlash(o.Dir), Now: h.Now().UTC(), AheadMs: h.Ahead().Milliseconds(),
		Portals: host.Portals(), Faults: []NamedFault{},
		Capabilities: s.listServed(), Manifest: json.RawMessage("null"), Stale: append([]string{}, s.Stale()...),
		Unserved: append([]string{}, s.Unserved()...),
	}
	for _, kind := range faultKinds {
		all.Faults = append(all.Faults, NamedFault{kind.Name, kind.Effect})
	}
	if manifest := s.shown.Load(); manifest != nil {
		all.Manifest = *manifest
	}
	if !all.OAuth {
		all.Portals = all.Portals[:1]
	}
	answer(w, http.StatusOK, all)
}
