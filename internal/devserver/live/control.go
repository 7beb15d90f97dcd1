package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
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
	called, err := askControl(r.Context(), server.Host(), request)
	switch {
	case errors.Is(err, errRequest):
		refuse(w, http.StatusBadRequest, "bad_request", reason.Of(err))
	case err != nil:
		refuse(w, http.StatusInternalServerError, "internal_error", reason.Of(err))
	default:
		answer(w, http.StatusOK, called)
	}
}

var (
	errRequest = errors.New("the method or the path is invalid")
	errNoJSON  = errors.New("the control route answered without JSON")
)

// askControl signs a request and sends it to the app.
func askControl(ctx context.Context, h *host.Host, request ControlRequest) (called ControlAnswer, err error) {
	o := h.Options()
	to, body := o.Origin+request.Path, bytes.NewReader(request.Body)
	signed, err := http.NewRequestWithContext(ctx, request.Method, to, body)
	if err != nil {
		return called, errRequest
	}
	if len(request.Body) > 0 {
		signed.Header.Set("Content-Type", "application/json")
	}
	if err := h.ControlKey().Sign(signed, request.Body, h.Now(), o.Random); err != nil {
		return called, err
	}
	response, err := control.InProcess(http.HandlerFunc(h.ServeApp))(signed)
	if err != nil {
		return called, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || !json.Valid(text) {
		return called, errNoJSON
	}
	return ControlAnswer{response.StatusCode, text}, nil
}
