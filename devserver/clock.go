// This file holds a clock that runs as the machine's does, and can be moved ahead.

package devserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

// Clock is a jsvm.Clock that shows a time ahead of another clock. Whoever waits for a span of time waits as
// long as before; Server.Tick wakes who waits for a time.
type Clock struct {
	base jsvm.Clock

	mu    sync.Mutex // guards what follows
	ahead time.Duration
}

// NewClock makes a clock that is ahead of base.
func NewClock(base jsvm.Clock, ahead time.Duration) *Clock { return &Clock{base: base, ahead: ahead} }

// Now implements jsvm.Clock.
func (c *Clock) Now() time.Time { return c.base.Now().Add(c.Ahead()) }

// AfterFunc implements jsvm.Clock.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func()) { return c.base.AfterFunc(d, f) }

// Ahead is how far the clock is ahead.
func (c *Clock) Ahead() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// moveTo moves the clock to a time, unless it is past it already.
func (c *Clock) moveTo(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if by := t.Sub(c.base.Now().Add(c.ahead)); by > 0 {
		c.ahead += by
	}
}

// aheadFile is the file in the state folder that says how far the clock is ahead: the state has its times.
const aheadFile = "clock"

// readAhead reads how far the clock of a project's state is ahead.
func readAhead(dir string) (time.Duration, error) {
	text, err := os.ReadFile(filepath.Join(StateDir(dir), aheadFile))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return 0, nil
	}
	var ahead time.Duration
	if err == nil {
		ahead, err = time.ParseDuration(string(text))
	}
	if err == nil && ahead < 0 {
		err = errors.New("it is behind")
	}
	if err != nil {
		return 0, fmt.Errorf("%w: the clock in %s: %w", ErrState, StateFolder, err)
	}
	return ahead, nil
}

func saveAhead(dir string, ahead time.Duration) error {
	file := filepath.Join(StateDir(dir), aheadFile)
	if err := os.WriteFile(file+".new", []byte(ahead.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
