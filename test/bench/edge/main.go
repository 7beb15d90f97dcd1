// Command edge measures the runtime in workerd against a bare fetch handler that does the same work by
// hand, and how long a worker takes to start. Run it at the root of the repository:
//
//	go run ./test/bench/edge
//
// Both sides run in one process of the engine, in turns, under the same load. The card backend returns a
// constant: what is measured is the router, the signature, the context and the record of the invocation.
// The bare handler verifies the same signature, parses the same body and answers the same JSON.
// It prints figures and asserts nothing: a machine is noisy, a reader judges.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/processor"
	"github.com/appsvc/svc/internal/workerd"
	"github.com/appsvc/svc/test/bench/load"
	"github.com/appsvc/svc/test/conformance/pinned"
)

func main() {
	rounds := flag.Int("rounds", 8, "rounds, of which each side gets one turn")
	turn := flag.Duration("turn", 2*time.Second, "length of a turn")
	concurrency := flag.Int("c", 8, "connections that always have a request under way")
	starts := flag.Int("starts", 11, "fresh processes for the start-up time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, options{*rounds, *turn, *concurrency, *starts}); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "edge:", err)
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

type options struct {
	rounds      int
	turn        time.Duration
	concurrency int
	starts      int
}

func run(ctx context.Context, out io.Writer, o options) error {
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	binary, err := pinned.Binary(root, pinned.Newest)
	if err != nil {
		return err
	}
	built, err := buildWorkers(ctx)
	if err != nil {
		return err
	}
	if err := throughput(ctx, out, o, binary, built); err != nil {
		return err
	}
	return startUp(ctx, out, o, binary, built)
}

// throughput gives both sides their turns, and compares round by round.
func throughput(ctx context.Context, out io.Writer, o options, binary string, built *workers) error {
	folder, err := os.MkdirTemp("", "svc-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p, err := workerd.Start(ctx, workerd.Options{Binary: binary, Config: built.config(folder)})
	if err != nil {
		return err
	}
	defer p.Stop()
	sides := []string{bareService, workerService}
	figures := map[string][]figure{}
	for round := range o.rounds + 1 {
		for _, side := range sides {
			f, err := measure(ctx, p, side, o)
			if err != nil {
				return fmt.Errorf("%s: %w", side, err)
			}
			if round > 0 { // the first round warms up
				figures[side] = append(figures[side], f)
			}
		}
		slices.Reverse(sides)
	}
	show(out, o, figures)
	return nil
}

// figure is what one turn gave, with the processor time of the engine per request, in microseconds.
type figure struct {
	load.Figure
	processor float64
}

// measure gives a side one turn.
func measure(ctx context.Context, p *workerd.Process, side string, o options) (f figure, err error) {
	before, err := processor.TimeOf(p.PID())
	if err != nil {
		return f, err
	}
	if f.Figure, err = card.Turn(ctx, p.Address(side), o.concurrency, o.turn); err != nil {
		return f, err
	}
	after, err := processor.TimeOf(p.PID())
	f.processor = float64((after - before).Microseconds()) / float64(f.Requests)
	return f, err
}

// show prints the figures of both sides, and their ratios round by round.
func show(out io.Writer, o options, figures map[string][]figure) {
	fmt.Fprintf(
		out, "%-34s %10s %10s %10s %14s\n", fmt.Sprintf("workerd, card, concurrency %d", o.concurrency), "requests/s",
		"p50 ms", "p99 ms", "processor us",
	)
	var rates, times []float64
	for i, bare := range figures[bareService] {
		runtime := figures[workerService][i]
		rates, times = append(rates, bare.PerSecond/runtime.PerSecond), append(times, runtime.processor/bare.processor)
	}
	for _, side := range []string{bareService, workerService} {
		fmt.Fprintf(
			out, "%-34s %10.0f %10.2f %10.2f %14.1f\n", side,
			median(figures[side], func(f figure) float64 { return f.PerSecond }),
			median(figures[side], func(f figure) float64 { return f.P50 }),
			median(figures[side], func(f figure) float64 { return f.P99 }),
			median(figures[side], func(f figure) float64 { return f.processor }),
		)
	}
	for _, of := range []struct {
		name   string
		ratios []float64
	}{{"requests/s, bare / runtime", rates}, {"processor time, runtime / bare", times}} {
		middle := median(of.ratios, func(r float64) float64 { return r })
		fmt.Fprintf(out, "%s: %.2f (from %.2f to %.2f in %d rounds)\n", of.name,
			middle, slices.Min(of.ratios), slices.Max(of.ratios), len(of.ratios))
	}
}

func median[T any](items []T, of func(T) float64) float64 {
	var values []float64
	for _, item := range items {
		values = append(values, of(item))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
