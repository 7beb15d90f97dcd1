package live

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/control"
)

// controlPrefix begins the paths of the control routes of the app.
const controlPrefix = "/_svc/control/"

// ControlRequest is the body of a request to ControlPath: a control route of the app, which the server signs.
type ControlRequest struct {
	Method string `json:"method"`
	// Path begins with /_svc/control/, and may have a query.
	Path string          `json:"path"`
	Body json.RawMessage `json:"body,omitempty"`
}

// ControlAnswer is the response of ControlPath: that of the control route.
type ControlAnswer struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

// callControl calls a control route of the app.
func (s *Session) callControl(w http.ResponseWriter, r *http.Request) {
	var request ControlRequest
	server, release := s.asked(w, r, &request)
	defer release()
	if server == nil {
		return
	}
	if !strings.HasPrefix(request.Path, controlPrefix) {
		refuse(w, http.StatusBadRequest, "bad_request", "expected a path below "+controlPrefix)
		return
	}
	h := server.Host()
	o := h.Options()
	to, body := o.Origin+request.Path, bytes.NewReader(request.Body)
	signed, err := http.NewRequestWithContext(r.Context(), request.Method, to, body)
	if err != nil {
		refuse(w, http.StatusBadRequest, "bad_request", "the method or the path is invalid")
		return
	}
	if len(request.Body) > 0 {
		signed.Header.Set("Content-Type", "application/json")
	}
	if err := h.ControlKey().Sign(signed, request.Body, h.Now(), o.Random); err != nil {
		refuse(w, http.StatusInternalServerError, "internal_error", err.Error())
		return
	}
	response, err := control.InProcess(http.HandlerFunc(h.ServeApp))(signed)
	if err != nil {
		refuse(w, http.StatusInternalServerError, "internal_error", err.Error())
		return
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || !json.Valid(text) {
		refuse(w, http.StatusInternalServerError, "internal_error", "the control route answered without JSON")
		return
	}
	answer(w, http.StatusOK, ControlAnswer{response.StatusCode, text})
}
