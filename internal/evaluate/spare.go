package evaluate

import (
	"sync/atomic"

	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/stack"
)

// Spare is a VM in which the library runs before the shards are known: a processor is idle while the end of a project
// is being bundled. The library must be svc's own, because nothing limits what it does here.
type Spare struct {
	library *sdkscript.Compiled
	taken   atomic.Bool
	ready   chan struct{}
	runner  *runner // nil after an error, which the next VM has, too
}

// StartSpare starts a spare VM for one Run with these options. It uses neither the shards nor the limits.
func StartSpare(o Options) *Spare {
	s := &Spare{library: o.Library, ready: make(chan struct{})}
	go s.start(&o)
	return s
}

func (s *Spare) start(o *Options) {
	stack.Reserve()
	defer close(s.ready)
	defer func() { _ = recover() }() // the engine failed
	if r, err := newRunner(o); err == nil && r.runLibrary(s.library) == nil {
		s.runner = r
	}
}

// take returns the runner once, if it has run this library, else nil.
func (s *Spare) take(library *sdkscript.Compiled) *runner {
	if s == nil || s.library != library || s.taken.Swap(true) {
		return nil
	}
	<-s.ready
	return s.runner
}
