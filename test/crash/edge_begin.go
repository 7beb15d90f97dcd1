// This file begins a run in the engine of the edge.

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

// sync has the sync begin, and gives the state when its run has ended.
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
		err = a.call("setInstallState", map[string]string{"state": "suspended"}) // the schedules of later runs pass it by
	}
	return state, err
}

// untilScheduleRests waits until no account is called for this run any more: the next one would be, too.
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

// begin tells it. Whoever does tells it again when nobody has answered: the platform, the project's actor, a person.
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
		return fmt.Errorf("the schedule ends with %q, %w", outcome, err)
	}
	return nil
}

// runByHand has the worker run the sync. That it runs already is as good.
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
		err = fmt.Errorf("the run by hand is answered with %d %s", status, answer)
	}
	return err
}
