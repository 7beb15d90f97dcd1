package host

import (
	"errors"
	"io/fs"
	"sync"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

// Clock is a jsvm.Clock that is ahead of another clock. Timers take as long as before. AdvanceTo changes the time only,
// and its caller runs what becomes due.
type Clock struct {
	base jsvm.Clock

	mu    sync.Mutex // guards what follows
	ahead time.Duration
}

// NewClock returns a clock that is ahead of base.
func NewClock(base jsvm.Clock, ahead time.Duration) *Clock { return &Clock{base: base, ahead: ahead} }

// Now implements jsvm.Clock.
func (c *Clock) Now() time.Time { return c.base.Now().Add(c.aheadBy()) }

// AfterFunc implements jsvm.Clock.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func()) { return c.base.AfterFunc(d, f) }

// aheadBy returns how far the clock is ahead.
func (c *Clock) aheadBy() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// AdvanceTo moves the clock to a time, unless it is past it.
func (c *Clock) AdvanceTo(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if by := t.Sub(c.base.Now().Add(c.ahead)); by > 0 {
		c.ahead += by
	}
}

// aheadFile is the file in the state folder with how far the clock is ahead: stored times refer to that clock.
const aheadFile = "clock"

// readAhead returns how far the clock of a project's state is ahead.
func readAhead(dir string) (time.Duration, error) {
	text, err := StateDir(dir).ReadFile(aheadFile)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return 0, nil
	}
	var ahead time.Duration
	if err == nil {
		if ahead, err = time.ParseDuration(string(text)); err != nil || ahead < 0 {
			err = errors.New("it holds no duration such as 1h30m")
		}
	}
	if err != nil {
		return 0, unreadable(dir, aheadFile, err, "set the clock of the app to that of this machine")
	}
	return ahead, nil
}

// errFixedClock reports that the host's clock cannot be advanced.
var errFixedClock = errors.New("the clock of this server cannot be moved")

// AdvanceTo advances the clock to a time, and saves how far it is ahead: a host that is killed before it has run what
// becomes due leaves no times in the state that its successor's clock would take long to reach.
func (h *Host) AdvanceTo(t time.Time) error {
	clock, movable := h.clock.(*Clock)
	if !movable {
		return errFixedClock
	}
	clock.AdvanceTo(t)
	if h.options.InMemory {
		return nil
	}
	return saveAhead(h.options.Dir, clock.aheadBy())
}

// Ahead returns how far the clock is ahead of the machine's.
func (h *Host) Ahead() time.Duration {
	if clock, movable := h.clock.(*Clock); movable {
		return clock.aheadBy()
	}
	return 0
}

func saveAhead(dir string, ahead time.Duration) error {
	return StateDir(dir).WriteFile(aheadFile, []byte(ahead.String()), 0o600)
}
