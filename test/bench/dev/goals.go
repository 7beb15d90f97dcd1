// This file compares what was measured with the goals of the local loop.

package main

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// errMissed ends the program after all figures have been printed.
var errMissed = errors.New("a goal is missed")

// goal is a limit for one figure.
type goal struct {
	what        string
	got, wanted float64
	unit        string
	// least means that the figure must be at least as much as wanted, not at most.
	least bool
}

func (g goal) isMissed() bool {
	if g.least {
		return g.got < g.wanted
	}
	return g.got > g.wanted
}

// goalsOf returns the goals for the figures of servers, by their names.
func goalsOf(times map[string]*figures) []goal {
	small, large, vendor := times[localName(1)], times[localName(200)], times[vendorName]
	first, second := times[exampleName(openInvoices)], times[exampleName(creditCheck)]
	goals := []goal{
		{"example, start to 200", middle(first.starts), 120, "ms", false},
		{"example, save to new answer", middle(second.saves), 60, "ms", false},
		{"200 workers, start to 200", middle(large.starts), 400, "ms", false},
		{"200 workers, save to new answer", middle(large.saves), 250, "ms", false},
		{"start, compared with " + vendorName, middle(vendor.starts) / middle(small.starts), 10, "times as fast", true},
		{"save, compared with " + vendorName, middle(vendor.saves) / middle(small.saves), 5, "times as fast", true},
	}
	if best := small.best(); best != nil {
		goals = append(goals,
			goal{"trivial card backend, 8 clients", best.PerSecond, 1500, "requests/s", true},
			goal{"trivial card backend, 8 clients, p99", best.P99, 15, "ms", false},
		)
	}
	return goals
}

// middle returns the median of some times in ms.
func middle(times []time.Duration) float64 {
	sorted := slices.Sorted(slices.Values(times))
	return float64(sorted[len(sorted)/2].Microseconds()) / 1000
}

// printGoals prints goals, and returns errMissed if one is missed.
func printGoals(all []goal) (err error) {
	for _, g := range all {
		limit, note := "at most", ""
		if g.least {
			limit = "at least"
		}
		if g.isMissed() {
			note, err = ": MISSED", errMissed
		}
		fmt.Printf("%-48s %8.1f %s, goal %s %g%s\n", g.what, g.got, g.unit, limit, g.wanted, note)
	}
	return err
}
