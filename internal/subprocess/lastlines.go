package subprocess

import (
	"strings"
	"sync"
)

// LastLines keeps the last lines of a program's output, for an error that it caused.
type LastLines struct {
	mu   sync.Mutex
	most int
	last []string
}

// NewLastLines returns a LastLines that keeps at most this many.
func NewLastLines(most int) *LastLines { return &LastLines{most: most} }

// Add adds a line.
func (l *LastLines) Add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = append(l.last, line)
	if len(l.last) > l.most {
		l.last = l.last[1:]
	}
}

// String returns the lines.
func (l *LastLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.last, "\n")
}
