// Command dev measures the local loop: from the start of `svc dev` to the first answer of a card, from a save to the
// new answer, and requests a second of 8 clients. It starts whole processes. Run it at the root of the repository:
//
//	go run ./test/bench/dev -svc bin/svc
//	go run ./test/bench/dev -svc bin/svc -memory
//
// It serves projects with one small worker and with 200, and the example app. With -memory it measures the memory of
// the example after many requests and saves instead.
//
// The edge vendor's `wrangler dev` serves the same worker, as `svc eject` writes it, so it has nothing to bundle. Both
// are measured in turn. It prints medians, compares them with the goals of the local loop, and fails if one is missed.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/appsvc/svc/test/bench/load"
)

// sizes are the numbers of workers of the projects that svc dev serves.
var sizes = []int{1, 200}

func main() {
	svc := flag.String("svc", "bin/svc", "the svc binary")
	runs := flag.Int("runs", 7, "starts of each server")
	saves := flag.Int("saves", 5, "saves during each of them")
	turns := flag.Int("turns", 1, "turns of 2 s under load during each start of svc dev")
	memory := flag.Bool("memory", false, "measure the memory of the example app")
	flag.Parse()
	program, err := filepath.Abs(*svc)
	switch {
	case err != nil:
	case *memory:
		err = runMemory(program)
	default:
		err = run(program, *runs, *saves, *turns)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dev:", err)
		os.Exit(1)
	}
}

func run(program string, runs, saves, turns int) (err error) {
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
	for _, asked := range []card{openInvoices, creditCheck} {
		one, err := newExample(program, filepath.Join(dir, asked.id), asked)
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
			turns := turns
			if i == len(servers)-1 {
				turns = 0 // of the vendor's tool only the loop is compared
			}
			if err := times[i].measure(s, saves, turns); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	named := map[string]*figures{}
	const row = "%-32s %16s %24s %14s %10s\n"
	fmt.Printf(row, "server", "start to 200, ms", "save to new answer, ms", "requests/s", "p99, ms")
	for i, s := range servers {
		rate, p99 := "-", "-"
		if best := times[i].best(); best != nil {
			rate, p99 = fmt.Sprintf("%.0f", best.PerSecond), fmt.Sprintf("%.1f", best.P99)
		}
		fmt.Printf(row, s.name, median(times[i].starts), median(times[i].saves), rate, p99)
		named[s.name] = &times[i]
	}
	tests, err := fixtureTimes(program, runs)
	if err != nil {
		return err
	}
	return printGoals(append(goalsOf(named), goal{"example, svc test of ten fixtures", middle(tests), 300, "ms", false}))
}

// figures are the times of a server, and its turns under load.
type figures struct {
	starts, saves []time.Duration
	loads         []load.Figure
}

// best is the turn with the highest rate, since the machine may be shared; nil for none.
func (f *figures) best() *load.Figure {
	if len(f.loads) == 0 {
		return nil
	}
	best := slices.MaxFunc(f.loads, func(a, b load.Figure) int { return cmp.Compare(a.PerSecond, b.PerSecond) })
	return &best
}

// median returns the middle one of some times in ms.
func median(times []time.Duration) string {
	if len(times) == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", middle(times))
}
