package crash

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// edgeAccount is the account of one run in the engine of the edge. Its number identifies the run.
type edgeAccount struct {
	host   *edgeHost
	ctx    context.Context
	portal int64
	die    *crashPoint

	mu     sync.Mutex // guards the fields below, about the outbound requests
	passed map[string]int
	points []crashPoint
	died   bool
	failed error
}

// ask makes the control worker call the actor of the install.
func (a *edgeAccount) ask(method string, args any) ([]byte, error) {
	text, err := json.Marshal(map[string]any{"name": strconv.FormatInt(a.portal, 10), "args": args})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(
		a.ctx, http.MethodPost, "http://"+a.host.process.Address(controlService)+"/"+method, bytes.NewReader(text),
	)
	if err != nil {
		return nil, err
	}
	answer, status, err := answerTo(r)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", method, status, answer)
	}
	return answer, err
}

// engine sends requests over connections that the engine does not close meanwhile: see package edgevm.
var engine = http.Client{Transport: &http.Transport{IdleConnTimeout: 2 * time.Second}}

func answerTo(r *http.Request) (body []byte, status int, err error) {
	response, err := engine.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	return body, response.StatusCode, err
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

func (a *edgeAccount) state() (map[string]string, error) { return a.entries("inspect", nil) }

// entries returns the state of an actor.
func (a *edgeAccount) entries(method string, args any) (map[string]string, error) {
	text, err := a.ask(method, args)
	if err != nil {
		return nil, err
	}
	var entries [][2]string
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("invalid state: expected a list of entries: %w: %.200s", err, text)
	}
	state := map[string]string{}
	for _, entry := range entries {
		state[entry[0]] = entry[1]
	}
	return state, nil
}

// poll is the interval between two checks of a run.
const poll = 200 * time.Millisecond

// until waits until the state of the install's actor meets a condition.
func (a *edgeAccount) until(is func(map[string]string) bool) (map[string]string, error) {
	return a.untilOf(a.state, is)
}

func (a *edgeAccount) untilOf(
	read func() (map[string]string, error), is func(map[string]string) bool,
) (map[string]string, error) {
	for {
		state, err := read()
		if err != nil && (a.ctx.Err() != nil || !isReset(err)) || err == nil && is(state) {
			return state, err
		}
		select {
		case <-time.After(poll):
		case <-a.ctx.Done():
			return nil, fmt.Errorf("the run does not end: the actor has %v", shortened(state))
		}
	}
}

// isReset reports whether the actor was reset during the call.
func isReset(err error) bool { return strings.Contains(err.Error(), ": 500") }

// shortened returns the entries that show the progress of a run.
func shortened(state map[string]string) map[string]string {
	short := map[string]string{}
	for key, value := range state {
		if strings.HasPrefix(key, "due") || strings.HasPrefix(key, "sync/") || strings.HasPrefix(key, "run/log/") {
			short[key] = value
		}
	}
	return short
}

// install installs the app and waits until the actor has no due entry within the next hour.
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

// edgeRun is the app worker's data about a run.
type edgeRun struct {
	Points []crashPoint
	Died   bool
}

// end returns the points that the run passed, and whether it crashed.
func (a *edgeAccount) end() ([]crashPoint, bool, error) {
	run, err := a.askRun("end")
	a.mu.Lock()
	defer a.mu.Unlock()
	return append(run.Points, a.points...), run.Died || a.died, err
}

func (a *edgeAccount) askRun(method string) (run edgeRun, err error) {
	text, err := a.ask(method, nil)
	if err == nil {
		err = json.Unmarshal(text, &run)
	}
	return run, err
}

// recordCall delivers the records of invocations. A timer of the worker makes it, a second after the first record.
// The number of calls depends on the duration of the run, but is at least one.
const recordCall = "call PortalActor.record"

// awaitRecords waits until the run has delivered records.
func (a *edgeAccount) awaitRecords() error {
	for {
		run, err := a.askRun("peek")
		if err != nil || slices.ContainsFunc(run.Points, func(p crashPoint) bool { return p.What == recordCall }) {
			return err
		}
		select {
		case <-time.After(poll):
		case <-a.ctx.Done():
			return errors.New("the run delivers no records")
		}
	}
}

// afterCrash calls do when the run has crashed. It returns at the end of the run, too.
func (a *edgeAccount) afterCrash(do func()) {
	for {
		run, err := a.askRun("peek")
		a.mu.Lock()
		died := a.died || err == nil && run.Died
		a.mu.Unlock()
		if died {
			do()
			return
		}
		select {
		case <-time.After(poll):
		case <-a.ctx.Done():
			return
		}
	}
}

// timerLimit is how long a run that has ended waits for its crash: timers and alarms make some calls.
const timerLimit = 30 * time.Second

// awaitCrash returns the state of an ended run after its crash. A run that does not pass its point has no crash.
func (a *edgeAccount) awaitCrash(crashed <-chan struct{}) (map[string]string, error) {
	select {
	case <-crashed:
	case <-time.After(timerLimit):
	case <-a.ctx.Done():
	}
	return a.until(ended)
}

func (a *edgeAccount) failure() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed
}

// pass is called before each outbound request, and its result after the response. Both reset the actor at the run's
// point.
func (a *edgeAccount) pass(what string) (answered func()) {
	a.mu.Lock()
	a.passed[what]++
	here := crashPoint{What: what, N: a.passed[what]}
	a.points = append(a.points, here)
	a.mu.Unlock()
	at := func(when string) {
		here.When = when
		a.dieAt(here)
	}
	at(whenBefore)
	return func() { at(whenAfter) }
}

func (a *edgeAccount) dieAt(here crashPoint) {
	a.mu.Lock()
	dies := !a.died && a.die != nil && *a.die == here
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
