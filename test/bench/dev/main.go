// Command dev measures the local loop: from the start of `svc dev` to the first answer of a card, and from a save to the
// new answer. It starts whole processes. Run it at the root of the repository:
//
//	go run ./test/bench/dev -svc bin/svc
//
// The edge vendor's `wrangler dev` serves the same worker, as `svc eject` writes it, so it has nothing to bundle. Both
// are measured in turn. Like pair, it prints medians and asserts nothing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// sizes are the numbers of workers of the projects that svc dev serves.
var sizes = []int{1, 200}

func main() {
	svc := flag.String("svc", "bin/svc", "the svc binary")
	runs := flag.Int("runs", 7, "starts of each server")
	saves := flag.Int("saves", 5, "saves during each of them")
	flag.Parse()
	program, err := filepath.Abs(*svc)
	if err == nil {
		err = run(program, *runs, *saves)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dev:", err)
		os.Exit(1)
	}
}

func run(program string, runs, saves int) (err error) {
	dir, err := os.MkdirTemp("", "svc-bench-dev-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var servers []server
	for _, n := range sizes {
		one, err := newLocal(program, filepath.Join(dir, fmt.Sprint(n)), n)
		if err != nil {
			return err
		}
		servers = append(servers, one)
	}
	vendor, err := newVendor(program, filepath.Join(dir, "1"))
	if err != nil {
		return err
	}
	servers = append(servers, vendor)
	times := make([]figures, len(servers))
	for range runs {
		for i, s := range servers {
			if err := times[i].measure(s, saves); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	fmt.Printf("%-24s %16s %24s\n", "server", "start to 200, ms", "save to new answer, ms")
	for i, s := range servers {
		fmt.Printf("%-24s %16d %24d\n", s.name, median(times[i].starts), median(times[i].saves))
	}
	return nil
}

// figures are the times of a server.
type figures struct{ starts, saves []time.Duration }

func median(times []time.Duration) int64 {
	slices.Sort(times)
	return times[len(times)/2].Milliseconds()
}
