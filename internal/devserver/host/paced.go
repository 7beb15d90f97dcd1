package host

import (
	"errors"
	"strconv"

	"github.com/appsvc/svc/internal/store"
)

// The entry in which the coordinator of a portal stores its grants and holds (sdk/src/actors/portal/pacing.ts).
const (
	coordinatorClass = "PortalActor"
	pacingKey        = "pace"
)

// forgetPacing removes what coordinators of an earlier process have stored. The emulated CRM is new and has counted no
// calls, and the isolates that had grants have ended with that process. Else the first call of an app would wait until
// those grants end, for 10 s.
func (h *Host) forgetPacing(db *store.DB) error {
	if h.options.CRM != CRMEmulated {
		return nil
	}
	var errs []error
	for _, portal := range Portals() {
		_, err := db.Delete(store.Actor{Class: coordinatorClass, Name: strconv.FormatInt(portal.ID, 10)}, pacingKey)
		errs = append(errs, err)
	}
	return errors.Join(append(errs, db.Flush())...)
}
