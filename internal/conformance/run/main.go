// Command run runs the conformance suite in both hosts of the runtime. Run it at the root of the repository:
//
//	go run ./internal/conformance/run [-run regexp] [-host goja|workerd] [-v]
//
// It exits with 1 when a case does not hold, or when the hosts differ.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/conformance"
)

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
	engine := flag.String("engine", "", "npm `package` of workerd (default workerd; workerd-oldest is the other)")
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
	result, err := s.Run(ctx)
	return result != nil && result.OK(), err
}
