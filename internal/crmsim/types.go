package crmsim

import (
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/crmsim/oauth"
	"github.com/appsvc/svc/internal/crmsim/timeline"
	"github.com/appsvc/svc/internal/crmsim/webhooks"
)

// Types of the parts, so that callers import this package alone.
type (
	Clock        = api.Clock
	ObjectType   = account.ObjectType
	Property     = account.Property
	EventType    = timeline.EventType
	Occurrence   = timeline.Occurrence
	OAuth        = oauth.Options
	Target       = webhooks.Target
	Subscription = webhooks.Subscription
)

// RealClock returns the clock of this machine; now is time.Now.
func RealClock(now func() time.Time) Clock { return api.RealClock(now) }

// SignV3 adds the platform's signature to a request. The prefix begins the vendor's own headers.
func SignV3(r *http.Request, body []byte, prefix, secret string, at time.Time) {
	webhooks.SignV3(r, body, prefix, secret, at)
}
