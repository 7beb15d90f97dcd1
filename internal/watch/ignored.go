package watch

import (
	"maps"
	"slices"
	"sync"
)

// ignored are the files that were written during a round, and that no round before has read or looked for. Only at the
// end of the round it is known which of them matter: the round may have read the old text, or not found the file.
type ignored struct {
	mu      sync.Mutex
	files   map[string]bool // true if the name has appeared or vanished
	matters map[string]bool
	// matter is ready when there are files in matters.
	matter chan struct{}
}

func newIgnored() ignored { return ignored{files: map[string]bool{}, matter: make(chan struct{}, 1)} }

func (i *ignored) add(file string, isNew bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.files[file] = i.files[file] || isNew
}

func (i *ignored) clear() {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.files)
}

// judge finds the files that matter to the round.
func (i *ignored) judge(matters func(file string, isNew bool) bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for file, isNew := range i.files {
		if matters(file, isNew) {
			if i.matters == nil {
				i.matters = map[string]bool{}
			}
			i.matters[file] = true
		}
	}
	clear(i.files)
	if len(i.matters) == 0 {
		return
	}
	select {
	case i.matter <- struct{}{}:
	default: // it is ready already
	}
}

// take returns the files that matter, once.
func (i *ignored) take() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	files := slices.Collect(maps.Keys(i.matters))
	i.matters = nil
	return files
}
