// Command run interrupts runs of a sync at every point, in both hosts of the runtime. Run it at the root of the
// repository:
//
//	go run ./test/crash/run [-host local|edge] [-shard 0/8] [-v]
//
// The exit code is 1 when a bound is broken. With the argument child it is the process that is killed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/appsvc/svc/test/crash"
)

// edgeAtOnce is the number of concurrent runs in the engine of the edge. Most of them wait for a lease to expire.
// edgeActive is that of the others, one more than a small machine has processors, since a run also waits for the CRM.
const (
	edgeAtOnce = 64
	edgeActive = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var ok bool
	var err error
	if len(os.Args) == 2 && os.Args[1] == "child" {
		err = crash.ServeChild(ctx, os.Stdin, os.Stdout)
		ok = err == nil
	} else {
		ok, err = run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "crash:", err)
	}
	if !ok || err != nil {
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

func run(ctx context.Context) (bool, error) {
	host := flag.String("host", "", "run in one host only: local or edge")
	shard := flag.String("shard", "", "run one `part` of the points: 0/8 is the first of eight")
	verbose := flag.Bool("v", false, "print the points")
	flag.Parse()
	part, err := crash.ParseShard(*shard)
	if err != nil {
		return false, err
	}
	root, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	executable, err := os.Executable()
	if err != nil {
		return false, err
	}
	total := &crash.Tally{}
	if *host != "edge" {
		local := &crash.Local{
			Root: root, Executable: executable, Shard: part, AtOnce: runtime.NumCPU(), Log: os.Stdout, Verbose: *verbose,
		}
		tally, err := local.Run(ctx)
		if err != nil {
			return false, fmt.Errorf("in the local host: %w", err)
		}
		total.Add(tally)
	}
	if *host != "local" {
		edge := &crash.Edge{
			Root: root, Shard: part, AtOnce: edgeAtOnce, Active: edgeActive, Log: os.Stdout, Verbose: *verbose,
		}
		tally, err := edge.Run(ctx)
		if err != nil {
			return false, fmt.Errorf("in the engine of the edge: %w", err)
		}
		total.Add(tally)
	}
	if part.Of > 1 {
		fmt.Printf("ran only the points of shard %d of %d: run make crash for all\n", part.Index, part.Of)
	}
	for _, fault := range total.Faults {
		fmt.Println("FAIL", fault)
	}
	fmt.Println(total.Line())
	return total.OK(), nil
}
