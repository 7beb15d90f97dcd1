package watch

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"
)

// burst is the set of changes since the last delivery. The timers and over are nil if it is empty.
type burst struct {
	files map[string]bool // true for those of addNew
	lost  bool
	quiet *time.Timer // restarted by each event
	limit *time.Timer // started by the first event, closes over
	over  chan time.Time
}

func (b *burst) add(file string) { b.note(file, false) }

// addNew is add for a file that has got its name, and that no round reads.
func (b *burst) addNew(file string) { b.note(file, true) }

func (b *burst) note(file string, isNew bool) {
	if _, known := b.files[file]; !known {
		b.files[file] = isNew
	}
	b.extend()
}

// extend adds to the burst and restarts the quiet timer.
func (b *burst) extend() {
	if b.quiet == nil {
		over := make(chan time.Time)
		b.quiet, b.over = time.NewTimer(quiet), over
		b.limit = time.AfterFunc(maxBurst, func() { close(over) })
		return
	}
	b.quiet.Reset(quiet)
}

// end is ready when the burst is over, and stays so until take: the caller may serve another event first. It blocks
// without a burst.
func (b *burst) end() <-chan time.Time {
	if b.quiet == nil {
		return nil
	}
	select {
	case <-b.over:
		return b.over
	default:
		return b.quiet.C
	}
}

// take returns the changes and empties the burst. nil means that events were lost. New files that exist no longer, by
// which a program has replaced another file, are no changes.
func (b *burst) take() []string {
	b.quiet.Stop()
	b.limit.Stop()
	files := []string{}
	for _, file := range slices.Sorted(maps.Keys(b.files)) {
		if !b.files[file] || exists(file) {
			files = append(files, file)
		}
	}
	if b.lost {
		files = nil
	}
	*b = burst{files: map[string]bool{}}
	return files
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return !errors.Is(err, fs.ErrNotExist)
}
