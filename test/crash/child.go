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
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
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
	// Points are those that the run has passed, Commits the last one before each commit.
	Points, Commits []Point
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
	}, host.Hooks{
		Clock: spec.clock(), Outbound: c, FaultHook: c.faultHook, ExactBindings: true, TurnLimit: jsvm.MaxTurnLimit,
	})
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

// clock gives the process its time: slow for the run that is killed, fast for the one that follows.
func (s childSpec) clock() *host.Clock {
	if !s.GoesOn {
		return host.NewClock(scaledClock{time.Now(), 1.0 / slowdown}, 0)
	}
	return host.NewClock(scaledClock{time.Now(), speedup}, movedBefore)
}

const (
	// slowdown keeps everything that expires (a grant of calls, a cached install) valid for the whole run, on a slow
	// machine too. What the run does then depends on its rows alone.
	slowdown = 20
	// speedup shortens the wait for the lease of the step that died.
	speedup = 8
	// movedBefore is more than the dead process can have moved its clock: time never goes back.
	movedBefore = 3 * time.Second
)

// scaledClock runs at another speed than the machine's clock. Timers of a slow one keep their real length: they
// guard against calls that hang.
type scaledClock struct {
	since time.Time
	speed float64
}

func (c scaledClock) Now() time.Time { return c.since.Add(scale(time.Since(c.since), c.speed)) }

func (c scaledClock) AfterFunc(d time.Duration, f func()) (stop func()) {
	timer := time.AfterFunc(scale(d, 1/max(c.speed, 1)), f)
	return func() { timer.Stop() }
}

func scale(d time.Duration, by float64) time.Duration { return time.Duration(float64(d) * by) }

// child is the process.
type child struct {
	childSpec
	server *devserver.Server

	mu     sync.Mutex // guards what follows
	counts bool
	passed map[string]int
	points []Point
	// committed counts the points that came before the last commit, commits names the last one before each commit.
	committed int
	commits   []Point
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
			return out.Encode(childSaid{Told: true, Done: true, Points: c.points, Commits: c.commits, State: state})
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

// commit names what makes the writes of a turn durable, for faultHook.
const commit = "commit"

// faultHook is where the process dies.
func (c *child) faultHook(what string, do func() error) error {
	if what == commit {
		here := c.passCommit()
		c.dieAt(here, BeforeCommit)
		err := do()
		c.dieAt(here, AfterCommit)
		return err
	}
	here := c.pass(what)
	c.dieAt([]Point{here}, Before)
	err := do()
	c.dieAt([]Point{here}, After)
	return err
}

// pass counts something that goes in or out; N is 0 while nothing counts.
func (c *child) pass(what string) Point {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.counts {
		return Point{What: what}
	}
	c.passed[what]++
	here := Point{What: what, N: c.passed[what]}
	c.points = append(c.points, here)
	return here
}

// passCommit gives the points that have been passed since the commit before. How many turns share a commit depends on
// their timing, so a commit is named by what came before it, and not by its number.
func (c *child) passCommit() []Point {
	c.mu.Lock()
	defer c.mu.Unlock()
	since := c.points[c.committed:]
	if c.committed = len(c.points); len(since) > 0 {
		c.commits = append(c.commits, since[len(since)-1])
	}
	return since
}

func (c *child) dieAt(here []Point, when string) {
	if c.Die == nil || c.Die.When != when || !slices.Contains(here, Point{What: c.Die.What, N: c.Die.N}) {
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
