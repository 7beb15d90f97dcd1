// This file is the process that is killed: the local host with the one app, until its run has ended.

package crash

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// childSpec is what a process is told.
type childSpec struct {
	// Dir is the folder of its state. Outside is where its requests go, as those of Run.
	Dir, Outside string
	Run          int64
	Manifest     []byte
	Profile      []byte
	Script       string
	Bindings     map[string]string
	// Setup has it install the app, and end.
	Setup bool
	// Tick is the time of the schedule that begins the run; it is told unless it IsTold already.
	Tick   time.Time
	IsTold bool
	// GoesOn says that another process has died over this state.
	GoesOn bool
	// Die is where the process kills itself; nil for nowhere.
	Die *Point
}

// childSaid is what a process says, in lines each of which adds to the others.
type childSaid struct {
	// Told says that the schedule was taken; Done that the run has ended.
	Told, Done bool
	// Points are those that the run has come by.
	Points []Point
	// State is that of the install's actor.
	State map[string]string
}

// ServeChild does what in says, and says to out how it went.
func ServeChild(ctx context.Context, in io.Reader, out io.Writer) error {
	var spec childSpec
	if err := json.NewDecoder(in).Decode(&spec); err != nil {
		return err
	}
	c := &child{childSpec: spec, passed: map[string]int{}}
	profile, err := platform.DecodeProfile(spec.Profile)
	if err != nil {
		return err
	}
	program, err := jsvm.Compile("svc:main", spec.Script+host.WorkerFooter)
	if err != nil {
		return err
	}
	h, err := host.NewWithHooks(host.Options{
		Dir: spec.Dir, Profile: profile, Bindings: spec.Bindings, Random: rand.Reader,
		Manifest: func(context.Context) ([]byte, error) { return spec.Manifest, nil },
	}, host.Hooks{Clock: spec.clock(), Outbound: c, FaultHook: c.faultHook, ExactBindings: true})
	if err != nil {
		return err
	}
	c.server, err = devserver.NewServer(ctx, h, devserver.ServerOptions{
		Workers: map[string]*project.Worker{"main": {Program: program, Script: []byte(spec.Script)}},
	})
	if err != nil {
		return err
	}
	defer c.server.Close()
	if spec.Setup {
		return c.install(ctx)
	}
	return c.run(ctx, json.NewEncoder(out))
}

// clock is that of the machine; for a process that goes on, one that hurries.
func (s childSpec) clock() *host.Clock {
	if !s.GoesOn {
		return host.NewClock(jsvm.SystemClock(time.Now), 0)
	}
	return host.NewClock(hurried{time.Now()}, movedBefore)
}

const (
	// hurry is how much faster time goes by for a process that goes on: it waits for what the dead one held.
	hurry = 8
	// movedBefore is more than the dead process can have moved its clock: time never goes back.
	movedBefore = 3 * time.Second
)

// hurried is a clock that runs faster from a time on.
type hurried struct{ since time.Time }

func (c hurried) Now() time.Time { return c.since.Add(time.Since(c.since) * hurry) }

func (hurried) AfterFunc(d time.Duration, f func()) (stop func()) {
	timer := time.AfterFunc(d/hurry, f)
	return func() { timer.Stop() }
}

// child is the process.
type child struct {
	childSpec
	server *devserver.Server

	mu     sync.Mutex // guards what follows
	counts bool
	passed map[string]int
	points []Point
}

// run has the schedule begin a run, and moves the clock until it has ended.
func (c *child) run(ctx context.Context, out *json.Encoder) error {
	c.mu.Lock()
	c.counts = true
	c.mu.Unlock()
	if !c.IsTold {
		if err := c.server.Scheduled(ctx, "main", "0 * * * *", c.Tick); err != nil {
			return err
		}
		if err := out.Encode(childSaid{Told: true}); err != nil {
			return err
		}
	}
	for {
		state, err := c.server.Host().State(ctx, "InstallActor", strconv.Itoa(localPortal))
		if err != nil {
			return err
		}
		if ended(state) {
			c.mu.Lock()
			defer c.mu.Unlock()
			return out.Encode(childSaid{Told: true, Done: true, Points: c.points, State: state})
		}
		if _, err := c.server.Tick(ctx, time.Second); err != nil {
			return err
		}
	}
}

// install has the app installed in the account, and waits until its index knows.
func (c *child) install(ctx context.Context) error {
	registration, err := json.Marshal(registrationOf(localPortal))
	if err != nil {
		return err
	}
	answer, err := c.server.Host().CallActor(ctx, fmt.Sprintf(
		`{"protocol":1,"class":"InstallActor","name":"%d","method":"register","args":%s}`, localPortal, registration,
	))
	if err != nil {
		return err
	}
	var refused struct{ E json.RawMessage }
	if err := json.Unmarshal([]byte(answer), &refused); err != nil || refused.E != nil {
		return fmt.Errorf("the app is not installed: %s", answer)
	}
	for {
		state, err := c.server.Host().State(ctx, "ProjectActor", "crash/test")
		if err != nil || state[fmt.Sprintf("install/%015d", localPortal)] != "" {
			return err
		}
		if _, err := c.server.Tick(ctx, time.Second); err != nil {
			return err
		}
	}
}

// tokenLife is how long the access token of an install is good: longer than any run.
const tokenLife = 24 * time.Hour

// registrationOf is what InstallActor.register is told of an account.
func registrationOf(portal int64) map[string]any {
	return map[string]any{
		"portalId": portal, "scopes": []string{"oauth"}, "accessToken": accessToken(portal), "refreshToken": "refresh",
		"expiresAt": time.Now().Add(tokenLife).UnixMilli(),
	}
}

// faultHook is where the process dies.
func (c *child) faultHook(what string, do func() error) error {
	n := c.pass(what)
	c.dieAt(Point{what, n, Before})
	err := do()
	c.dieAt(Point{what, n, After})
	return err
}

// pass counts something that goes in or out; 0 while nothing counts.
func (c *child) pass(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.counts {
		return 0
	}
	c.passed[what]++
	c.points = append(c.points, Point{What: what, N: c.passed[what]})
	return c.passed[what]
}

func (c *child) dieAt(here Point) {
	if c.Die == nil || *c.Die != here {
		return
	}
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err) // it could not even die
	}
	select {} // nothing more is done until the system has ended it
}

// RoundTrip implements http.RoundTripper: every request goes to the outside of this run.
func (c *child) RoundTrip(r *http.Request) (*http.Response, error) {
	inner := r.Clone(r.Context())
	inner.Host = r.URL.Host
	inner.URL.Scheme, inner.URL.Host = "http", c.Outside
	inner.Header.Set(runHeader, strconv.FormatInt(c.Run, 10))
	var response *http.Response
	err := c.faultHook(asked(inner), func() (err error) {
		if response, err = http.DefaultTransport.RoundTrip(inner); err != nil {
			return err
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close() // it was read
		response.Body, response.Request = io.NopCloser(bytes.NewReader(body)), r
		return err
	})
	return response, err
}
