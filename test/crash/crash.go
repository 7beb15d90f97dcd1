// Package crash interrupts a run of a sync at every effect of its host, resumes it, and compares the result with an
// uninterrupted run.
//
// The run writes 1,000 rows of a ledger. Some rows are invalid, and the CRM rejects some others. The first run is
// uninterrupted and records the crash points. Each later run crashes before or after one of them. Local kills a
// process of the local host, which keeps its state file. Edge resets the actors in the engine of the edge. The ledger
// and the CRM run in this process and survive each crash.
//
// Start at Local.Run, then Edge.Run. `make crash` runs both.
package crash

import "fmt"

// When a host crashes at a point: before the effect, or after the effect and before its caller gets the response.
const (
	whenBefore = "before"
	whenAfter  = "after"
	// whenBeforeCommit and whenAfterCommit are at the commit that follows the point.
	whenBeforeCommit = "before the commit after"
	whenAfterCommit  = "after the commit after"
)

// crashPoint is a place in a run: the n-th of its kind.
type crashPoint struct {
	What string `json:"what"`
	N    int    `json:"n"`
	When string `json:"when"`
}

func (p crashPoint) String() string { return fmt.Sprintf("%s %s %d", p.When, p.What, p.N) }

// Shard selects the points whose index modulo Of is Index.
type Shard struct{ Index, Of int }

// has reports whether the point of this index belongs to the shard.
func (s Shard) has(index int) bool { return s.Of < 2 || index%s.Of == s.Index }

// ParseShard parses "i/n". The empty text selects all points.
func ParseShard(text string) (s Shard, err error) {
	if text == "" {
		return Shard{0, 1}, nil
	}
	if n, scanErr := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Of); scanErr != nil || n != 2 || s.Of < 1 || s.Index < 0 ||
		s.Index >= s.Of {
		err = fmt.Errorf("invalid shard %q: expected i/n with i from 0 to n-1", text)
	}
	return s, err
}
