package live

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/devserver/host"
)

// CRMRequest is the body of a request to CRMPath: a path of the CRM's API with its query. It is read with GET.
type CRMRequest struct {
	Path string `json:"path"`
}

// CRMAnswer is the response of CRMPath: that of the emulated CRM.
type CRMAnswer struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

func (s *Session) readCRM(w http.ResponseWriter, r *http.Request) {
	var request CRMRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil || !strings.HasPrefix(request.Path, "/crm/") {
		refuse(w, http.StatusBadRequest, "bad_request", "expected a path of the CRM's API")
		return
	}
	server, release, err := s.Use(r.Context())
	defer release()
	switch {
	case err != nil:
		refuse(w, http.StatusServiceUnavailable, "not_served", err.Error())
		return
	case server.Host().Options().CRM == host.CRMLive:
		refuse(w, http.StatusConflict, "live_crm", "the server uses the live CRM")
		return
	}
	status, body, err := server.Host().ReadCRM(r.Context(), request.Path)
	if err != nil {
		refuse(w, http.StatusInternalServerError, "crm_failed", err.Error())
		return
	}
	answer(w, http.StatusOK, CRMAnswer{status, body})
}
