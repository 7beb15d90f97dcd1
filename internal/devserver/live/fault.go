package live

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
)

// FaultRequest is the body of a request to FaultPath. Without Name it adds no fault. The response is the list of active
// faults.
type FaultRequest struct {
	// Name is one of FaultKinds, or a status from 400 to 599.
	Name string `json:"name,omitempty"`
	// Clear removes all faults first.
	Clear bool `json:"clear,omitempty"`
	// ForMs, Rate, Method and Path are those of crmsim.Fault: how long, which share, which requests.
	ForMs  int64   `json:"forMs,omitempty"`
	Rate   float64 `json:"rate,omitempty"`
	Method string  `json:"method,omitempty"`
	Path   string  `json:"path,omitempty"`
}

// FaultKind is a fault by name.
type FaultKind struct {
	Name, Effect string

	// faults belong together: several of them take no method and no path.
	faults []crmsim.Fault
}

// FaultKinds returns the faults by name, in the order of the help.
func FaultKinds() []FaultKind { return faultKinds[:] }

const (
	slowMs = 3_000
	// hangMs is longer than any client waits.
	hangMs = 3_600_000
)

var faultKinds = [...]FaultKind{
	{"429-daily", "the daily limit is spent", []crmsim.Fault{{Status: 429, Policy: "DAILY"}}},
	{"429-burst", "the limit of 10 seconds is spent", []crmsim.Fault{{Status: 429, Policy: "TEN_SECONDLY_ROLLING"}}},
	{"429-secondly", "the limit of one second is spent", []crmsim.Fault{{Status: 429, Policy: "SECONDLY"}}},
	{"5xx", "the CRM answers 503", []crmsim.Fault{{Status: 503}}},
	{"slow", "responses take 3 s longer", []crmsim.Fault{{LatencyMs: slowMs}}},
	{"hang", "the CRM does not answer", []crmsim.Fault{{LatencyMs: hangMs}}},
	{"cut", "the connection is closed before the request reaches the CRM", []crmsim.Fault{{Cut: true}}},
	{"lost", "the CRM does what was asked, but its response is lost", []crmsim.Fault{{Cut: true, Executed: true}}},
	{"malformed", "half of the response arrives", []crmsim.Fault{{Malformed: true}}},
	{"event-uids", "app events are accepted by full name only", []crmsim.Fault{
		{Method: http.MethodPost, Path: "/integrators/timeline/*/events/**", EventUIDs: true},
	}},
	{"revoked", "access and refresh tokens are rejected", []crmsim.Fault{
		{
			Method: http.MethodPost, Path: "/oauth/*/token", Status: 400,
			Body: `{"error":"invalid_grant","error_description":"refresh token is invalid, expired or revoked",` +
				`"status":"BAD_REFRESH_TOKEN","message":"refresh token is invalid, expired or revoked"}`,
		},
		{
			Status: 401, Body: `{"status":"error","message":"The OAuth token used to make this call was revoked.",` +
				`"category":"INVALID_AUTHENTICATION"}`,
		},
	}},
}

// IsKnown reports whether a request names a fault or none.
func (f FaultRequest) IsKnown() bool { return f.Name == "" || len(f.kind().faults) > 0 }

// FaultMethods returns the HTTP methods that Method can be.
func FaultMethods() []string {
	return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
}

// Check returns why the selection of calls does not fit the fault; nil if it does.
func (f FaultRequest) Check() error {
	if selects := f.Method != "" || f.Path != ""; selects && len(f.kind().faults) > 1 {
		return fmt.Errorf("the fault %q takes no method and no path: it hits all calls", f.Name)
	}
	return nil
}

// kind returns the kind that a request names; an empty one for an unknown name.
func (f FaultRequest) kind() FaultKind {
	if at := slices.IndexFunc(faultKinds[:], func(k FaultKind) bool { return k.Name == f.Name }); at >= 0 {
		return faultKinds[at]
	}
	if status, err := strconv.Atoi(f.Name); err == nil && status >= 400 && status <= 599 {
		return FaultKind{Name: f.Name, faults: []crmsim.Fault{{Status: status}}}
	}
	return FaultKind{}
}

// faults returns the faults that a request asks for; none for an unknown name.
func (f FaultRequest) faults() []crmsim.Fault {
	faults := slices.Clone(f.kind().faults)
	for i := range faults {
		fault := &faults[i]
		fault.Name, fault.ForMs, fault.Probability = f.Name, f.ForMs, f.Rate
		fault.Method = cmp.Or(f.Method, fault.Method)
		fault.Path = cmp.Or(f.Path, fault.Path)
	}
	return faults
}

// fault switches faults of the emulated CRM.
func (s *Session) fault(w http.ResponseWriter, r *http.Request) {
	var request FaultRequest
	server, release := s.asked(w, r, &request)
	defer release()
	if server == nil {
		return
	}
	if server.Host().Options().CRM == host.CRMLive {
		refuse(w, http.StatusUnprocessableEntity, "live_crm", "the server uses the live CRM, which has no faults to switch")
		return
	}
	if !request.IsKnown() {
		refuse(w, http.StatusUnprocessableEntity, "unknown_fault", "unknown fault "+strconv.Quote(request.Name))
		return
	}
	if err := request.Check(); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "invalid_fault", reason.Of(err))
		return
	}
	crm, err := server.Host().CRM()
	if err != nil {
		refuse(w, http.StatusInternalServerError, "crm_failed", reason.Of(err))
		return
	}
	if request.Clear {
		crm.ClearFaults()
	}
	if err := crm.AddFaults(request.faults()...); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "invalid_fault", reason.Of(err))
		return
	}
	answer(w, http.StatusOK, crm.Faults())
}
