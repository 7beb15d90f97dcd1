package live

import (
	"encoding/json"
	"net/http"

	"github.com/appsvc/svc/internal/devserver"
)

// asked reads the body of a control request, and returns the server that it is about. The caller calls release. Without
// a server, asked has responded.
func (s *Session) asked(w http.ResponseWriter, r *http.Request, body any) (server *devserver.Server, release func()) {
	if err := json.NewDecoder(r.Body).Decode(body); err != nil {
		refuse(w, http.StatusBadRequest, "bad_request", "the body is not valid JSON")
		return nil, func() {}
	}
	server, release, err := s.Use(r.Context())
	if err != nil {
		refuseNotServed(w, err)
	}
	return server, release
}
