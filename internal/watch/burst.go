package watch

import "time"

// burst is the set of changes since the last delivery. The timers and over are nil if it is empty.
type burst struct {
	files map[string]bool // true for those of addUnread
	lost  bool
	quiet *time.Timer // restarted by each event
	limit *time.Timer // started by the first event, closes over
	over  chan time.Time
}

func (b *burst) add(file string) { b.note(file, false) }

// addUnread is add for a file that no round reads. It counts only if its name has appeared or vanished.
func (b *burst) addUnread(file string) { b.note(file, true) }

func (b *burst) note(file string, isUnread bool) {
	if before, known := b.files[file]; !known || before {
		b.files[file] = isUnread
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

// take returns the files, true for those of addUnread, and empties the burst. nil means that events were lost.
func (b *burst) take() map[string]bool {
	b.quiet.Stop()
	b.limit.Stop()
	files := b.files
	if b.lost {
		files = nil
	}
	*b = burst{files: map[string]bool{}}
	return files
}
