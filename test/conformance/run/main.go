// Command run runs the conformance suite in both hosts of the runtime. Run it at the root of the repository:
//
//	go run ./test/conformance/run [-run regexp] [-host goja|workerd|dev] [-v]
//	go run ./test/conformance/run -fuzz 1m [-seed number]
//
// The whole suite runs on the newest supported engine of the edge, and a part of it on the oldest, and in svc dev with
// the edge engine.
// The exit code is 1 when a case fails or the hosts differ.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"time"

	"github.com/appsvc/svc/test/conformance"
	"github.com/appsvc/svc/test/conformance/pinned"
)

// smoke selects the cases that also run on the oldest engine: one area for each part that differs by host.
const smoke = `^(health-and-routing|outcomes-card|signatures-v3|grants|store|logger|cross-request)/`

// devSmoke selects the cases that also run in svc dev with the edge engine: what its host passes on.
const devSmoke = `^(health-and-routing|methods-and-bodies|outcomes-card|http|crm|store|logger|schedules)/`

// randomRequests is the number of random requests of a whole run. They take about 2 s.
const randomRequests = 400

// oldestFailures are the cases of smoke that the oldest engine fails, with the reason.
var oldestFailures = map[string]string{
	"health-and-routing/answers-404-on-any-other-path":               "the engine answers one path with 500 itself",
	"outcomes-card/cancels-the-stream-when-the-client-disconnects":   "the engine does not cancel the stream",
	"outcomes-card/aborts-a-stream-that-fails-after-its-first-chunk": "the engine ends the response normally",
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
	}
	if !ok || err != nil {
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

func run(ctx context.Context) (bool, error) {
	only := flag.String("run", "", "run only the cases whose names match the `regexp`")
	host := flag.String("host", "", "run in one host only: goja, workerd, or dev, which is svc dev --engine workerd")
	engine := flag.String(
		"engine", "", "npm `package` of workerd (default "+pinned.Newest+"; "+pinned.Oldest+" is the other)",
	)
	fuzz := flag.Duration("fuzz", 0, "run no case, but send random requests for this `time`")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "`number` that determines the requests of -fuzz")
	verbose := flag.Bool("v", false, "also print the cases that pass")
	flag.Parse()
	root, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	s := conformance.Suite{Root: root, Host: *host, Engine: *engine, Now: time.Now, Out: os.Stdout, Verbose: *verbose}
	if *fuzz > 0 {
		var end time.Time
		s.Random = &conformance.Random{Seed: *seed, More: func(n int) bool {
			if n == 0 {
				end = time.Now().Add(*fuzz) // without the time that the hosts need to start
			}
			return time.Now().Before(end)
		}}
		s.Only = regexp.MustCompile("^$")
	}
	if *only != "" {
		if s.Only, err = regexp.Compile(*only); err != nil {
			return false, err
		}
	}
	if *fuzz > 0 || *only != "" || *host != "" || *engine != "" {
		result, err := s.Run(ctx)
		if err != nil {
			return false, err
		}
		fmt.Println(result.Line())
		return result.OK(), nil
	}
	return runBoth(ctx, s)
}

// runBoth runs the suite and, concurrently, some of its cases on the oldest engine. Both mostly wait. Then it runs some
// in svc dev with the edge engine.
func runBoth(ctx context.Context, s conformance.Suite) (bool, error) {
	old, dev := s, s
	s.Random = &conformance.Random{Seed: 1, More: func(n int) bool { return n < randomRequests }}
	old.Host, old.Engine, old.Only = conformance.Workerd, pinned.Oldest, regexp.MustCompile(smoke)
	old.KnownFailures = oldestFailures
	dev.Host, dev.Only = conformance.Dev, regexp.MustCompile(devSmoke)
	parts := []*part{{name: "the oldest workerd", suite: old}, {name: "svc dev --engine workerd", suite: dev}}
	var running sync.WaitGroup
	running.Go(func() { parts[0].run(ctx) })
	result, err := s.Run(ctx)
	running.Wait()
	parts[1].run(ctx)
	for _, p := range parts {
		err = errors.Join(err, p.err)
	}
	if err != nil {
		return false, err
	}
	ok := result.OK()
	for _, p := range parts {
		fmt.Print(p.report.String())
		fmt.Printf("%d cases in %s, %d failed\n", p.result.Ran[p.suite.Host], p.name, p.result.Failed)
		ok = ok && p.result.OK()
	}
	fmt.Println(result.Line())
	return ok, nil
}

// part is a run of some cases in one host.
type part struct {
	name   string
	suite  conformance.Suite
	report bytes.Buffer
	result *conformance.Result
	err    error
}

func (p *part) run(ctx context.Context) {
	p.suite.Out = &p.report
	if p.result, p.err = p.suite.Run(ctx); p.err != nil {
		p.err = fmt.Errorf("in %s: %w", p.name, p.err)
	}
}
