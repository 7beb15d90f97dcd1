package project

import (
	"testing"
	"time"
)

func TestDeadlineGrowsWithWorkersOfLargeProjects(t *testing.T) {
	for workers, want := range map[int]time.Duration{1: 5 * time.Second, 100: 5 * time.Second, 1100: 7 * time.Second} {
		l := &loader{options: Options{Deadline: defaultDeadline}, files: fileSet{workers: make([]string, workers)}}
		if got := l.deadline(); got != want {
			t.Errorf("%d workers: got %v, want %v", workers, got, want)
		}
		l.breaches.count = 1
		if got := l.deadline(); got != want/2 {
			t.Errorf("%d workers after a breach: got %v, want %v", workers, got, want/2)
		}
	}
}
