package crash

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// ran is an ended run.
type ran struct {
	outcome
	died bool
	// points are the points that it passed, commits the last point before each commit.
	points, commits []crashPoint
}

// atEach returns each point combined with each time.
func atEach(points []crashPoint, whens ...string) []crashPoint {
	var both []crashPoint
	for _, p := range points {
		for _, when := range whens {
			both = append(both, crashPoint{p.What, p.N, when})
		}
	}
	return both
}

// list prints points in the order in which a run passed them.
func list(log io.Writer, of string, points []crashPoint) {
	for _, p := range points {
		fmt.Fprintf(log, "%s: %s %d\n", of, p.What, p.N)
	}
}

// isRequest reports whether the point is an outbound request.
func (p crashPoint) isRequest() bool { return strings.HasPrefix(p.What, "request ") }

// inAll does the runs of the shard and counts their results.
func inAll(
	points []crashPoint, shard Shard, atOnce int, whole outcome, dieAt func(index int, at crashPoint) (ran, error),
) (*Tally, error) {
	t := &Tally{}
	var counting sync.Mutex
	var errs []error
	var running sync.WaitGroup
	free := make(chan struct{}, atOnce)
	for i, point := range points {
		if !shard.has(i) {
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
