package devserver

import (
	"net/http"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
)

// UserID and UserEmail are those of the user whom the platform names in a card's requests.
const (
	UserID    = devUserID
	UserEmail = "dev@example.com"
)

// SignFetch adds to a request of a card what the platform adds: who uses the card and where, and the signature.
func SignFetch(h *host.Host, r *http.Request, body []byte, portal int64) {
	query := r.URL.Query()
	query.Set("userId", strconv.Itoa(UserID))
	query.Set("portalId", strconv.FormatInt(portal, 10))
	query.Set("userEmail", UserEmail)
	query.Set("appId", strconv.Itoa(host.DefaultAppID))
	r.URL.RawQuery = query.Encode()
	crmsim.SignV3(r, body, h.Options().Profile.HeaderPrefix, h.ClientSecret(), h.Now())
}
