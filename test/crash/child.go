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

// childSpec is the input of a process.
type childSpec struct {
	// Dir is the folder of its state. Outside is the address for its requests, which carry the number Run.
	Dir, Outside string
	Run          int64
	Manifest     []byte
	Profile      []byte
	Script       string
	Extensions   []string
	Bindings     map[string]string
	// Setup makes the process only install the app.
	Setup bool
	// Tick is the time of the schedule that starts the run. The process fires it unless Started.
	Tick    time.Time
	Started bool
	// Resumes means that another process crashed with this state.
	Resumes bool
	// Die is where the process kills itself. Nil for nowhere.
	Die *crashPoint
}

// childReport is the output of a process. Each line adds to the ones before.
type childReport struct {
	// Started means that the schedule was accepted, Done that the run has ended.
	Started, Done bool
	// Points are the points that the run passed, Commits the last point before each commit.
	Points, Commits []crashPoint
	// State is the state of the install's actor.
	State map[string]string
}

// ServeChild is the process that Local kills: the local host with one app, until its run has ended. It reads a
// childSpec from in and writes a childReport to out.
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
	program, err := jsvm.Compile("svc:main", spec.Script+host.WorkerFooter(spec.Extensions))
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
		Workers: map[string]*project.Worker{
			"main": {Program: program, Script: []byte(spec.Script), Extensions: spec.Extensions},
		},
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

// clock returns the clock of the process: slow for a run to kill, fast for the one that resumes it.
func (s childSpec) clock() *host.Clock {
	if !s.Resumes {
		return host.NewClock(scaledClock{time.Now(), 1.0 / slowdown}, 0)
	}
	return host.NewClock(scaledClock{time.Now(), speedup}, movedBefore)
}

const (
	// slowdown keeps everything that expires (a grant of calls, a cached install) valid for the whole run, even on a
	// slow machine. The run then depends only on its rows.
	slowdown = 20
	// speedup shortens the wait for the lease of the crashed step.
	speedup = 8
	// movedBefore is more than the crashed process can have moved its clock, so that time never goes back.
	movedBefore = 3 * time.Second
)

// scaledClock runs at another speed than the machine's clock. Timers of a slow clock keep their real duration,
// because they guard against calls that hang.
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

// child is the state of the process.
type child struct {
	childSpec
	server *devserver.Server

	mu     sync.Mutex // guards the fields below
	counts bool
	passed map[string]int
	points []crashPoint
	// committed counts the points before the last commit. commits has the last point before each commit.
	committed int
	commits   []crashPoint
}

// run starts a run by its schedule and advances the clock until it has ended.
func (c *child) run(ctx context.Context, out *json.Encoder) error {
	c.mu.Lock()
	c.counts = true
	c.mu.Unlock()
	if !c.Started {
		if err := c.server.Scheduled(ctx, "main", "0 * * * *", c.Tick); err != nil {
			return err
		}
		if err := out.Encode(childReport{Started: true}); err != nil {
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
			return out.Encode(childReport{Started: true, Done: true, Points: c.points, Commits: c.commits, State: state})
		}
		if _, err := c.server.Tick(ctx, time.Second); err != nil {
			return err
		}
	}
}

// install installs the app in the account and waits until the project's index has it.
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
		return fmt.Errorf("cannot install the app: %s", answer)
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

// tokenLife is the lifetime of an install's access token. Longer than any run.
const tokenLife = 24 * time.Hour

// registrationOf returns the arguments of InstallActor.register for an account.
func registrationOf(portal int64) map[string]any {
	return map[string]any{
		"portalId": portal, "scopes": []string{"oauth"}, "accessToken": accessToken(portal), "refreshToken": "refresh",
		"expiresAt": time.Now().Add(tokenLife).UnixMilli(),
	}
}

// commit is the name in faultHook of the effect that makes the writes of a turn durable.
const commit = "commit"

// faultHook wraps each effect and kills the process at its point.
func (c *child) faultHook(what string, do func() error) error {
	if what == commit {
		here := c.passCommit()
		c.dieAt(here, whenBeforeCommit)
		err := do()
		c.dieAt(here, whenAfterCommit)
		return err
	}
	here := c.pass(what)
	c.dieAt([]crashPoint{here}, whenBefore)
	err := do()
	c.dieAt([]crashPoint{here}, whenAfter)
	return err
}

// pass counts an effect. N is 0 while counting is off.
func (c *child) pass(what string) crashPoint {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.counts {
		return crashPoint{What: what}
	}
	c.passed[what]++
	here := crashPoint{What: what, N: c.passed[what]}
	c.points = append(c.points, here)
	return here
}

// passCommit returns the points since the commit before. How many turns share a commit depends on their timing, so
// the point before a commit identifies it, not its number.
func (c *child) passCommit() []crashPoint {
	c.mu.Lock()
	defer c.mu.Unlock()
	since := c.points[c.committed:]
	if c.committed = len(c.points); len(since) > 0 {
		c.commits = append(c.commits, since[len(since)-1])
	}
	return since
}

func (c *child) dieAt(here []crashPoint, when string) {
	if c.Die == nil || c.Die.When != when || !slices.Contains(here, crashPoint{What: c.Die.What, N: c.Die.N}) {
		return
	}
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err) // the process cannot kill itself
	}
	select {} // block until the system has ended the process
}

// RoundTrip implements http.RoundTripper. It sends every request to the outside of this run.
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
		_ = response.Body.Close() // the body has been read
		response.Body, response.Request = io.NopCloser(bytes.NewReader(body)), r
		return err
	})
	return response, err
}
