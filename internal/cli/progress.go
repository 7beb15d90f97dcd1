// This file shows how far something long has come, on terminals only.

package cli

import (
	"fmt"
	"time"
)

// progressPause is how often the line is written at most: more than that nobody reads.
const progressPause = 100 * time.Millisecond

// Progress is a line on Err that is written over and over.
type Progress struct {
	env   *Env
	shown bool
	last  time.Time
}

// NewProgress makes one that shows nothing where Err is no terminal.
func (e *Env) NewProgress() *Progress { return &Progress{env: e} }

// Show writes the line, unless the last one is too recent.
func (p *Progress) Show(format string, args ...any) {
	if !p.env.Color(p.env.ErrTTY) { // who wants no colour wants no other control codes either
		return
	}
	if now := p.env.Now(); now.Sub(p.last) >= progressPause {
		p.last, p.shown = now, true
		fmt.Fprint(p.env.Err, "\r\x1b[K"+p.env.paint(faint, OneLine(fmt.Sprintf(format, args...))))
	}
}

// Clear takes the line away.
func (p *Progress) Clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.env.Err, "\r\x1b[K")
	}
}
