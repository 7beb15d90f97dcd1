package simulate

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
)

func traffic(trace []passed) Traffic {
	t := Traffic{Policies: map[string]int{}, Statuses: map[string]int{}}
	for _, p := range trace {
		t.Calls++
		if p.search {
			t.Searches++
		}
		if p.batch {
			t.Batches++
			t.InBatch += p.rows
		}
		if p.status == 429 {
			t.Limited++
			t.Policies[cmp.Or(p.policy, "unnamed")]++
		}
		t.Statuses[statusName(p.status)]++
	}
	return t
}

// headroom finds the busiest window of the calls that count against a limit. A refused call does not count.
func headroom(trace []passed, limit int, window time.Duration, counts func(passed) bool) Headroom {
	h := Headroom{Limit: limit, WindowMs: ms(window), Left: 1}
	byTime := func(a, b passed) int { return cmp.Compare(a.at, b.at) }
	var inside []time.Duration
	for _, p := range slices.SortedStableFunc(slices.Values(trace), byTime) {
		if !counts(p) || p.status == 429 {
			continue
		}
		inside = append(inside, p.at)
		for inside[0] <= p.at-window {
			inside = inside[1:]
		}
		h.Peak = max(h.Peak, len(inside))
	}
	if limit > 0 {
		h.Left = max(0, math.Round((1-float64(h.Peak)/float64(limit))*1000)/1000)
	}
	return h
}

// spread sorts the times and returns their distribution.
func spread(all []time.Duration) Spread {
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	at := func(share float64) float64 { return ms(all[int(math.Ceil(share*float64(len(all))))-1]) }
	return Spread{P50Ms: at(0.5), P95Ms: at(0.95), MaxMs: at(1)}
}

// steps are the possible steps of a series. maxSteps is the number of steps in one.
var steps = []time.Duration{
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 12 * time.Hour,
}

const maxSteps = 60

func series(trace []passed, wall time.Duration) Series {
	step := steps[len(steps)-1]
	for _, s := range steps {
		if wall/s < maxSteps {
			step = s
			break
		}
	}
	s := Series{StepMs: ms(step), Points: make([]Points, wall/step+1)}
	for i := range s.Points {
		s.Points[i].AtMs = ms(time.Duration(i) * step)
	}
	for _, p := range trace {
		point := &s.Points[min(int(p.at/step), len(s.Points)-1)]
		point.Calls++
		if p.status == 429 {
			point.Limited++
		}
	}
	return s
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// statusName returns the key of a status among the counts.
func statusName(status int) string {
	if status == 0 {
		return "none"
	}
	return strconv.Itoa(status)
}

// Sorted returns the keys of counts, the most frequent first.
func Sorted(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}
