// Package crash breaks a run of a sync off at every single thing that goes in or out of its host, has it go on,
// and compares what is left with what a run leaves that nothing happened to.
//
// The run brings in 1,000 rows of a ledger, of which some do not fit and some are refused by the CRM. A run without a
// crash is done first: its points are all that is ever tried, each before and after it happens. Local kills a
// process of the local host over its state file, Edge resets the actors of the edge's engine. The ledger and the CRM
// live on in this process: ledger.go and world.go. left.go says what is compared, tally.go what is counted.
//
// Start at Local.Run, then Edge.Run. `make crash` runs both.
package crash

import "fmt"

// When a host dies at a point: before it happens, or after it has happened and before its caller has the answer.
const (
	Before = "before"
	After  = "after"
	// BeforeCommit and AfterCommit are at the commit that follows the point.
	BeforeCommit = "before the commit after"
	AfterCommit  = "after the commit after"
)

// Point is a place in a run: the n-th of its kind.
type Point struct {
	What string `json:"what"`
	N    int    `json:"n"`
	When string `json:"when"`
}

func (p Point) String() string { return fmt.Sprintf("%s %s %d", p.When, p.What, p.N) }

// Shard is the part of the points that a run takes: those whose index leaves Index by division by Of.
type Shard struct{ Index, Of int }

// Has reports whether the point of this index belongs to the shard.
func (s Shard) Has(index int) bool { return s.Of < 2 || index%s.Of == s.Index }

// ParseShard reads "i/n"; the empty text is all points.
func ParseShard(text string) (s Shard, err error) {
	if text == "" {
		return Shard{0, 1}, nil
	}
	if n, scanErr := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Of); scanErr != nil || n != 2 || s.Of < 1 || s.Index < 0 ||
		s.Index >= s.Of {
		err = fmt.Errorf("a shard is i/n with i from 0 to n-1, not %q", text)
	}
	return s, err
}
