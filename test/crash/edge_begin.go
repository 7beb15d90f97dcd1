package crash

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// sync starts a run of the sync and returns the state when it has ended.
func (a *edgeAccount) sync(b beginning) (map[string]string, error) {
	run := map[string]any{"die": a.die, "others": []string{}}
	if b == bySchedule {
		run["others"] = []string{projectName}
	}
	if _, err := a.ask("begin", run); err != nil {
		return nil, err
	}
	if err := a.begin(b); err != nil {
		return nil, err
	}
	state, err := a.until(ended)
	if err == nil && b == bySchedule {
		err = a.untilScheduleRests()
	}
	if err == nil && b == bySchedule {
		err = a.call("setInstallState", map[string]string{"state": "suspended"}) // later schedules skip it
	}
	return state, err
}

// untilScheduleRests waits until the schedule has called every account. Otherwise it would call the next one, too.
func (a *edgeAccount) untilScheduleRests() error {
	project := func() (map[string]string, error) { return a.entries("project", projectName) }
	_, err := a.untilOf(project, func(state map[string]string) bool {
		for key := range state {
			if strings.HasPrefix(key, "round/") || strings.Contains(key, "tickInstall") {
				return false
			}
		}
		return true
	})
	return err
}

// begin starts the run. Like the platform, the project's actor or a person, it tries again after a failure.
func (a *edgeAccount) begin(b beginning) (err error) {
	at := time.Now().UnixMilli()
	for range 2 {
		switch b {
		case bySchedule:
			err = a.tick(at)
		case byHand:
			err = a.runByHand()
		default:
			err = a.call("syncDue", map[string]any{"worker": "main", "sync": "thousand", "tick": at})
		}
		if err == nil {
			return nil
		}
	}
	return err
}

func (a *edgeAccount) tick(at int64) error {
	outcome, err := a.ask("tick", map[string]any{"cron": "0 * * * *", "time": at})
	if err != nil || string(outcome) != "ok" {
		return fmt.Errorf("the schedule ended with %q, %w", outcome, err)
	}
	return nil
}

// runByHand requests a run of the sync. A run that is already active also counts.
func (a *edgeAccount) runByHand() error {
	body := fmt.Appendf(nil, `{"install": {"portalId": %d}}`, a.portal)
	r, err := http.NewRequestWithContext(
		a.ctx, http.MethodPost, "http://"+a.host.process.Address(a.host.worker)+"/sync/thousand/run", bytes.NewReader(body),
	)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(runHeader, strconv.FormatInt(a.portal, 10))
	if err := a.host.key.Sign(r, body, time.Now(), rand.Reader); err != nil {
		return err
	}
	answer, status, err := answerTo(r)
	if err == nil && status != http.StatusOK && status != http.StatusConflict {
		err = fmt.Errorf("the manual run got %d %s", status, answer)
	}
	return err
}
