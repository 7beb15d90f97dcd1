package live

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
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
	// ObjectType is the one that the path names, as the app declares it or as the CRM has it; "" for none.
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
	path, err := q.pathIn(h, portal)
	if err != nil {
		return response, err
	}
	response.Status, response.Body, err = h.AskCRM(ctx, host.CRMRequest{
		Method: cmp.Or(q.Method, http.MethodGet), Path: path, Body: q.Body, Portal: portal,
	})
	if len(response.Body) == 0 {
		response.Body = []byte("null") // a record was archived
	}
	if err == nil && response.Status >= http.StatusBadRequest && q.ObjectType != "" {
		response.ObjectTypes, err = h.UnknownObjectType(portal, q.ObjectType)
	}
	return response, err
}

// typeAt is the index of the object type in a path such as /crm/v3/objects/contacts/101, split at its slashes.
const typeAt = 4

// pathIn returns the path with the name that the account has for the object type.
func (q *CRMRequest) pathIn(h *host.Host, portal int64) (string, error) {
	parts := strings.Split(q.Path, "/")
	if q.ObjectType == "" || len(parts) <= typeAt || parts[typeAt] != url.PathEscape(q.ObjectType) {
		return q.Path, nil
	}
	name, err := h.ObjectTypeName(portal, q.ObjectType)
	parts[typeAt] = url.PathEscape(name)
	return strings.Join(parts, "/"), err
}
