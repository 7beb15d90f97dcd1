// This file does the runs of all points.

package crash

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// ran is a run that has ended.
type ran struct {
	outcome
	died bool
	// points are those that it has passed, commits the last one before each commit.
	points, commits []Point
}

// atEach gives a point for each of the times at which a run dies there.
func atEach(points []Point, whens ...string) []Point {
	var both []Point
	for _, p := range points {
		for _, when := range whens {
			both = append(both, Point{p.What, p.N, when})
		}
	}
	return both
}

// list prints points in the order in which a run has passed them.
func list(log io.Writer, of string, points []Point) {
	for _, p := range points {
		fmt.Fprintf(log, "%s: %s %d\n", of, p.What, p.N)
	}
}

// isRequest says that the point is a request to the outside.
func (p Point) isRequest() bool { return strings.HasPrefix(p.What, "request ") }

// inAll does the runs of the shard, and counts what becomes of them.
func inAll(
	points []Point, shard Shard, atOnce int, whole outcome, dieAt func(index int, at Point) (ran, error),
) (*Tally, error) {
	t := &Tally{}
	var counting sync.Mutex
	var errs []error
	var running sync.WaitGroup
	free := make(chan struct{}, atOnce)
	for i, point := range points {
		if !shard.Has(i) {
			continue
		}
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			r, err := dieAt(i, point)
			counting.Lock()
			defer counting.Unlock()
			switch {
			case err != nil:
				errs = append(errs, fmt.Errorf("%s: %w", point, err))
			case !r.died:
				t.Faults = append(t.Faults, fmt.Sprintf("the run did not pass %s", point))
			default:
				t.count(point, r.outcome, whole)
			}
		})
	}
	running.Wait()
	return t, errors.Join(errs...)
}
