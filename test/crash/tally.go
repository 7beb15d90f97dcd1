package crash

import "fmt"

// Tally summarizes the interrupted runs.
type Tally struct {
	// Points counts interrupted runs. Repeated is the largest number of chunks that one of them sent again.
	Points, Repeated int
	// Lost and Duplicates are sums over all runs.
	Lost, Duplicates int
	// Faults describes every run that broke a bound or left another result.
	Faults []string
}

// maxRepeated is the number of chunks that one crash may repeat.
const maxRepeated = 1

// Line is the summary.
func (t *Tally) Line() string {
	return fmt.Sprintf(
		"%d crash points, at most %d repeated chunks, %d lost, %d duplicates", t.Points, t.Repeated, t.Lost, t.Duplicates,
	)
}

// OK reports whether every bound holds.
func (t *Tally) OK() bool {
	return t.Points > 0 && t.Repeated <= maxRepeated && t.Lost == 0 && t.Duplicates == 0 && len(t.Faults) == 0
}

// Add adds the tally of another host.
func (t *Tally) Add(other *Tally) {
	t.Points += other.Points
	t.Repeated = max(t.Repeated, other.Repeated)
	t.Lost += other.Lost
	t.Duplicates += other.Duplicates
	t.Faults = append(t.Faults, other.Faults...)
}

// outcome is the result of one run.
type outcome struct {
	left
	// calls counts the upserts that the CRM got, again the rows that were sent again.
	calls, again int
}

// outcomeOf reads the result of an ended run.
func outcomeOf(w *world, portal int64, state map[string]string) (outcome, error) {
	l, err := leftBy(w, portal, state)
	calls, again := w.sends()
	return outcome{l, calls, again}, err
}

// checkWhole validates an uninterrupted run.
func (o outcome) checkWhole() error {
	records, quarantined := expected()
	switch {
	case o.lost() > 0 || o.duplicates() > 0 || len(o.Records) != len(records) || len(o.Quarantined) != len(quarantined):
		return fmt.Errorf("a run without a crash leaves %d records and %d quarantined rows instead of %d and %d, %d lost, "+
			"%d duplicates",
			len(o.Records), len(o.Quarantined), len(records), len(quarantined), o.lost(), o.duplicates())
	case o.again > 0 || len(o.Open) > 0 || o.Status != "succeeded_with_poison":
		return fmt.Errorf("a run without a crash is %s, sends %d rows again and leaves %q", o.Status, o.again, o.Open)
	}
	return nil
}

// count adds a run that crashed at the point.
func (t *Tally) count(at fmt.Stringer, got, whole outcome) {
	repeated := max(got.calls-whole.calls, (got.again+chunkRows-1)/chunkRows)
	lost, duplicates := got.lost(), got.duplicates()
	t.Points++
	t.Repeated = max(t.Repeated, repeated)
	t.Lost += lost
	t.Duplicates += duplicates
	if difference := got.against(whole.left); difference != "" || repeated > maxRepeated {
		t.Faults = append(t.Faults, fmt.Sprintf(
			"crash %s: %d chunks repeated (%d calls instead of %d, %d rows sent again), %d lost, %d duplicates; %s",
			at, repeated, got.calls, whole.calls, got.again, lost, duplicates, difference,
		))
	}
}
