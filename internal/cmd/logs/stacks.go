package logs

import (
	"github.com/appsvc/svc/internal/deploymap"
	"github.com/appsvc/svc/internal/taillog"
)

// stacks gives stack traces the positions of the source, with the source maps in the app's folder.
type stacks struct {
	dir string
	// found are the maps by worker and deploy; nil for none.
	found map[[2]string]*deploymap.Map
}

// line returns a line with its stack trace mapped, if there is a source map of the deploy that wrote it.
func (s *stacks) line(l taillog.Line) taillog.Line {
	if l.Stack == "" || l.Worker == "" || l.Deploy == "" {
		return l
	}
	key := [2]string{l.Worker, l.Deploy}
	m, known := s.found[key]
	if !known {
		if s.found == nil {
			s.found = map[[2]string]*deploymap.Map{}
		}
		m, _ = deploymap.Find(s.dir, l.Worker, l.Deploy) // a log is followed without maps, too
		s.found[key] = m
	}
	if m != nil {
		l.Stack = m.Stack(l.Stack)
	}
	return l
}
