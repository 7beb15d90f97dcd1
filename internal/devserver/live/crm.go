package live

import (
	"cmp"
	"context"
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
	// ObjectType is the one that the path names; "" for none.
	ObjectType string `json:"objectType,omitempty"`
	// Body is that of the request.
	Body json.RawMessage `json:"body,omitempty"`
}

// CRMAnswer is the response of CRMPath: that of the emulated CRM.
type CRMAnswer struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
	// ObjectTypes are those of the account if it lacks the one of the request.
	ObjectTypes []string `json:"objectTypes,omitempty"`
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
	response, err := request.ask(r.Context(), server.Host())
	if err != nil {
		refuse(w, http.StatusInternalServerError, "crm_failed", reason.Of(err))
		return
	}
	answer(w, http.StatusOK, response)
}

func (q *CRMRequest) ask(ctx context.Context, h *host.Host) (response CRMAnswer, err error) {
	portal := cmp.Or(q.Portal, host.DefaultPortal)
	response.Status, response.Body, err = h.AskCRM(ctx, host.CRMRequest{
		Method: cmp.Or(q.Method, http.MethodGet), Path: q.Path, Body: q.Body, Portal: portal,
	})
	if len(response.Body) == 0 {
		response.Body = []byte("null") // a record was archived
	}
	if err == nil && response.Status >= http.StatusBadRequest && q.ObjectType != "" {
		response.ObjectTypes, err = h.UnknownObjectType(portal, q.ObjectType)
	}
	return response, err
}
