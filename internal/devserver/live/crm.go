package live

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
)

// CRMRequest is the body of a request to CRMPath: what a person does in an account of the emulated CRM.
type CRMRequest struct {
	// Method is GET by default. Others change records, which fires the subscribed triggers.
	Method string `json:"method,omitempty"`
	// Path is a path of the CRM's API with its query.
	Path string `json:"path"`
	// Portal is the account; 0 means host.DefaultPortal.
	Portal int64 `json:"portal,omitempty"`
	// Body is that of the request.
	Body json.RawMessage `json:"body,omitempty"`
}

// CRMAnswer is the response of CRMPath: that of the emulated CRM.
type CRMAnswer struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

// askCRM answers CRMPath.
func (s *Session) askCRM(w http.ResponseWriter, r *http.Request) {
	var request CRMRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil || !strings.HasPrefix(request.Path, "/crm/") {
		refuse(w, http.StatusBadRequest, "bad_request", "expected a path of the CRM's API")
		return
	}
	server, release, err := s.Use(r.Context())
	defer release()
	switch {
	case err != nil:
		refuseNotServed(w, err)
		return
	case server.Host().Options().CRM == host.CRMLive:
		refuse(w, http.StatusUnprocessableEntity, "live_crm", "the server uses the live CRM")
		return
	}
	status, body, err := server.Host().AskCRM(r.Context(), host.CRMRequest{
		Method: cmp.Or(request.Method, http.MethodGet), Path: request.Path, Body: request.Body,
		Portal: cmp.Or(request.Portal, host.DefaultPortal),
	})
	if err != nil {
		refuse(w, http.StatusInternalServerError, "crm_failed", reason.Of(err))
		return
	}
	if len(body) == 0 {
		body = []byte("null") // a record was archived
	}
	answer(w, http.StatusOK, CRMAnswer{status, body})
}
