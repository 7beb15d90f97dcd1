// This file is one run in the engine of the edge: its account, and what is asked of its actor.

package crash

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// edgeAccount is the account of one run. Its number is that of the run.
type edgeAccount struct {
	host   *edgeHost
	ctx    context.Context
	portal int64
	die    *Point

	mu     sync.Mutex // guards what follows: requests to the outside that it has come by
	passed map[string]int
	points []Point
	died   bool
	failed error
}

// ask has the control worker call the actor of the install.
func (a *edgeAccount) ask(method string, args any) ([]byte, error) {
	text, err := json.Marshal(map[string]any{"name": strconv.FormatInt(a.portal, 10), "args": args})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(a.ctx, http.MethodPost, "http://"+a.host.process.Address(controlService)+"/"+method, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", method, response.StatusCode, answer)
	}
	return answer, err
}

// call calls a method of the actor as a worker does.
func (a *edgeAccount) call(method string, args any) error {
	text, err := a.ask(method, args)
	if err != nil {
		return err
	}
	var answer struct{ E json.RawMessage }
	if err := json.Unmarshal(text, &answer); err != nil || answer.E != nil {
		return fmt.Errorf("%s: %s", method, text)
	}
	return nil
}

func (a *edgeAccount) state() (map[string]string, error) {
	text, err := a.ask("inspect", nil)
	if err != nil {
		return nil, err
	}
	var entries [][2]string
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("the state is no list of entries: %w: %.200s", err, text)
	}
	state := map[string]string{}
	for _, entry := range entries {
		state[entry[0]] = entry[1]
	}
	return state, nil
}

// poll is how often it is looked what has become of a run.
const poll = 200 * time.Millisecond

// until waits until the state is as it has to be.
func (a *edgeAccount) until(is func(map[string]string) bool) (map[string]string, error) {
	for {
		state, err := a.state()
		if err != nil && a.ctx.Err() == nil && isReset(err) {
			continue
		}
		if err != nil || is(state) {
			return state, err
		}
		select {
		case <-time.After(poll):
		case <-a.ctx.Done():
			return nil, fmt.Errorf("the run does not end; the actor has %v", shortened(state))
		}
	}
}

// isReset says that the actor was reset while it was asked.
func isReset(err error) bool { return strings.Contains(err.Error(), ": 500") }

// shortened are the entries that tell how a run stands.
func shortened(state map[string]string) map[string]string {
	short := map[string]string{}
	for key, value := range state {
		if strings.HasPrefix(key, "due") || strings.HasPrefix(key, "sync/") || strings.HasPrefix(key, "run/log/") {
			short[key] = value
		}
	}
	return short
}

// install has the app installed, and waits until the actor has nothing more to do for it soon.
func (a *edgeAccount) install() error {
	if err := a.call("register", registrationOf(a.portal)); err != nil {
		return err
	}
	_, err := a.until(func(state map[string]string) bool {
		soon := fmt.Sprintf("due/%015d", time.Now().Add(time.Hour).UnixMilli())
		for key := range state {
			if strings.HasPrefix(key, "due/") && key < soon {
				return false
			}
		}
		return true
	})
	return err
}

// sync has the sync become due, and gives the state when its run has ended.
func (a *edgeAccount) sync(scheduled bool) (map[string]string, error) {
	run := map[string]any{"die": a.die, "others": []string{}}
	if scheduled {
		run["others"] = []string{projectName}
	}
	if _, err := a.ask("begin", run); err != nil {
		return nil, err
	}
	if err := a.becomeDue(scheduled); err != nil {
		return nil, err
	}
	state, err := a.until(ended)
	if err == nil && scheduled {
		err = a.call("setInstallState", map[string]string{"state": "suspended"}) // the schedules of later runs pass it by
	}
	return state, err
}

// becomeDue tells it. Whoever tells it tells it again when nobody has answered, as the platform and the project's
// actor do.
func (a *edgeAccount) becomeDue(scheduled bool) (err error) {
	tick := map[string]any{"cron": "0 * * * *", "time": time.Now().UnixMilli()}
	for range 2 {
		if !scheduled {
			err = a.call("syncDue", map[string]string{"worker": "main", "sync": "thousand"})
		} else if answer, askErr := a.ask("tick", tick); askErr != nil || string(answer) != "ok" {
			err = fmt.Errorf("the schedule is answered with %q, %w", answer, askErr)
		} else {
			err = nil
		}
		if err == nil {
			return nil
		}
	}
	return err
}

// end gives the points that the run has come by, and whether it has died at one.
func (a *edgeAccount) end() ([]Point, bool, error) {
	text, err := a.ask("end", nil)
	var run struct {
		Points []Point
		Died   bool
	}
	if err == nil {
		err = json.Unmarshal(text, &run)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return append(run.Points, a.points...), run.Died || a.died, err
}

func (a *edgeAccount) failure() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed
}

// pass is told of each request to the outside, and resets the actor at the one where the run dies.
func (a *edgeAccount) pass(what, when string) {
	a.mu.Lock()
	if when == Before {
		a.passed[what]++
		a.points = append(a.points, Point{What: what, N: a.passed[what]})
	}
	dies := !a.died && a.die != nil && *a.die == Point{what, a.passed[what], when}
	a.died = a.died || dies
	a.mu.Unlock()
	if dies {
		if _, err := a.ask("reset", nil); err != nil {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.failed = errors.Join(a.failed, err)
		}
	}
}
