// Command run runs the conformance suite in both hosts of the runtime. Run it at the root of the repository:
//
//	go run ./test/conformance/run [-run regexp] [-host goja|workerd] [-v]
//
// The whole suite runs on the newest engine of the edge that we support, and a part of it on the oldest.
// It exits with 1 when a case does not hold, or when the hosts differ.
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
	"github.com/appsvc/svc/test/conformance/workerd"
)

// smoke are the cases that also run on the oldest engine: one area for each thing that hosts do apart.
const smoke = `^(health-and-routing|outcomes-card|signatures-v3|grants|store|logger|cross-request)/`

// oldestLacks lists the smoke cases that the oldest engine fails, with the reasons.
var oldestLacks = map[string]string{
	// The engine itself answers one of the paths, with 500.
	"health-and-routing/answers-404-on-any-other-path": "engine answers 500",
	// The engine does not cancel a stream when its reader disconnects.
	"outcomes-card/cancels-the-stream-when-the-client-disconnects": "no cancel",
	// The engine ends a broken response as if it were complete.
	"outcomes-card/aborts-a-stream-that-fails-after-its-first-chunk": "ends normally",
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
	host := flag.String("host", "", "run in one host only: goja or workerd")
	engine := flag.String(
		"engine", "", "npm `package` of workerd (default "+workerd.Newest+"; "+workerd.Oldest+" is the other)",
	)
	verbose := flag.Bool("v", false, "print the cases that hold, too")
	flag.Parse()
	root, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	s := conformance.Suite{Root: root, Host: *host, Engine: *engine, Now: time.Now, Out: os.Stdout, Verbose: *verbose}
	if *only != "" {
		if s.Only, err = regexp.Compile(*only); err != nil {
			return false, err
		}
	}
	if *only != "" || *host != "" || *engine != "" {
		result, err := s.Run(ctx)
		if err != nil {
			return false, err
		}
		fmt.Println(result.Line())
		return result.OK(), nil
	}
	return runBoth(ctx, s)
}

// runBoth runs the suite, and a part of it in the oldest engine beside it: most of the time both wait.
func runBoth(ctx context.Context, s conformance.Suite) (bool, error) {
	var report bytes.Buffer
	old := s
	old.Host, old.Engine, old.Only, old.Out = conformance.Workerd, workerd.Oldest, regexp.MustCompile(smoke), &report
	old.Lacks = oldestLacks
	var oldResult *conformance.Result
	var oldErr error
	var running sync.WaitGroup
	running.Go(func() { oldResult, oldErr = old.Run(ctx) })
	result, err := s.Run(ctx)
	running.Wait()
	if oldErr != nil {
		oldErr = fmt.Errorf("on the oldest engine: %w", oldErr)
	}
	if err := errors.Join(err, oldErr); err != nil {
		return false, err
	}
	fmt.Print(report.String())
	fmt.Printf("%d cases in the oldest workerd, %d failed\n", oldResult.Ran[conformance.Workerd], oldResult.Failed)
	fmt.Println(result.Line())
	return result.OK() && oldResult.OK(), nil
}
