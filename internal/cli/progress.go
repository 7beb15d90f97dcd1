package cli

import (
	"fmt"
	"time"
)

// progressInterval is the minimum time between updates of the line.
const progressInterval = 100 * time.Millisecond

// Progress is a line on Err that is updated in place.
type Progress struct {
	env   *Env
	shown bool
	last  time.Time
}

// NewProgress returns a progress line. On a stream that is not redrawn it prints nothing.
func (e *Env) NewProgress() *Progress { return &Progress{env: e} }

// Show updates the line, unless the last update is too recent.
func (p *Progress) Show(format string, args ...any) {
	if !p.env.redraws(p.env.ErrTTY) {
		return
	}
	if now := p.env.Now(); now.Sub(p.last) >= progressInterval {
		p.last, p.shown = now, true
		fmt.Fprint(p.env.Err, "\r\x1b[K"+p.env.paint(faint, OneLine(fmt.Sprintf(format, args...))))
	}
}

// Clear removes the line.
func (p *Progress) Clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.env.Err, "\r\x1b[K")
	}
}
