package live

import (
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/devserver"
)

// SchedulesAnswer is the response of SchedulesPath.
type SchedulesAnswer struct {
	// Now is the time of the server's clock, which is ahead of the machine's by AheadMs.
	Now       time.Time            `json:"now"`
	AheadMs   int64                `json:"aheadMs"`
	Schedules []devserver.Upcoming `json:"schedules"`
	// NextAlarm is when the next actor wakes, for a sync, a batch or a retry; nil for never.
	NextAlarm *time.Time `json:"nextAlarm"`
}

// UpcomingTimes is how many times of each schedule are listed.
const UpcomingTimes = 10

// listSchedules responds with the next times of the schedules.
func (s *Session) listSchedules(w http.ResponseWriter, r *http.Request) {
	server, err := s.Server(r.Context())
	if err != nil {
		refuseNotServed(w, err)
		return
	}
	h := server.Host()
	all := SchedulesAnswer{
		Now: h.Now().UTC(), AheadMs: h.Ahead().Milliseconds(), Schedules: server.Upcoming(UpcomingTimes),
	}
	if at := h.NextAlarm(); !at.IsZero() {
		at = at.UTC()
		all.NextAlarm = &at
	}
	answer(w, http.StatusOK, all)
}
