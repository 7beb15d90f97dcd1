// This file counts what crashes have cost.

package crash

import "fmt"

// Tally sums up runs that were broken off.
type Tally struct {
	// Points are runs that really were broken off, Repeated the most chunks that one of them has sent again.
	Points, Repeated int
	// Lost and Duplicates are sums over all runs.
	Lost, Duplicates int
	// Faults say what else was wrong.
	Faults []string
}

// maxRepeated is how many chunks one crash may have sent again.
const maxRepeated = 1

// Line is the closing line.
func (t *Tally) Line() string {
	return fmt.Sprintf(
		"%d crash points, at most %d repeated chunks, %d lost, %d duplicates", t.Points, t.Repeated, t.Lost, t.Duplicates,
	)
}

// OK reports whether every bound was kept.
func (t *Tally) OK() bool {
	return t.Points > 0 && t.Repeated <= maxRepeated && t.Lost == 0 && t.Duplicates == 0 && len(t.Faults) == 0
}

// Add adds what another host has counted.
func (t *Tally) Add(other *Tally) {
	t.Points += other.Points
	t.Repeated = max(t.Repeated, other.Repeated)
	t.Lost += other.Lost
	t.Duplicates += other.Duplicates
	t.Faults = append(t.Faults, other.Faults...)
}

// outcome is one run.
type outcome struct {
	left
	// calls are the upserts that the CRM got, again the rows that were sent more than once.
	calls, again int
}

// outcomeOf reads what there is when a run is done.
func outcomeOf(w *world, portal int64, state map[string]string) (outcome, error) {
	l, err := leftBy(w, portal, state)
	calls, again := w.sends()
	return outcome{l, calls, again}, err
}

// checkWhole says what is wrong with a run that nothing has happened to.
func (o outcome) checkWhole() error {
	records, aside := expected()
	switch {
	case o.lost() > 0 || o.duplicates() > 0 || len(o.Records) != len(records) || len(o.Aside) != len(aside):
		return fmt.Errorf("a run without a crash leaves %d records and %d rows set aside instead of %d and %d, %d lost, "+
			"%d duplicates",
			len(o.Records), len(o.Aside), len(records), len(aside), o.lost(), o.duplicates())
	case o.again > 0 || len(o.Open) > 0 || o.Status != "succeeded_with_poison":
		return fmt.Errorf("a run without a crash is %s, sends %d rows again and leaves %q", o.Status, o.again, o.Open)
	}
	return nil
}

// count takes in a run that died at the point.
func (t *Tally) count(at fmt.Stringer, got, whole outcome) {
	repeated := max(got.calls-whole.calls, (got.again+chunkRows-1)/chunkRows)
	lost, duplicates := got.lost(), got.duplicates()
	t.Points++
	t.Repeated = max(t.Repeated, repeated)
	t.Lost += lost
	t.Duplicates += duplicates
	if difference := got.against(whole.left); difference != "" || repeated > maxRepeated {
		t.Faults = append(t.Faults, fmt.Sprintf(
			"died %s: %d chunks repeated, %d lost, %d duplicates; %s", at, repeated, lost, duplicates, difference,
		))
	}
}
