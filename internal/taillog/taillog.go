// Package taillog follows the logs of deployed scripts: it opens a tail of each script, reads events from a websocket,
// and returns them as lines. It is the only importer of the websocket library.
//
// It reconnects after a broken connection, and closes every tail that it has opened. Lines contain untrusted text: the
// caller makes it safe to print. Start at Follow.
package taillog

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"
)

const (
	// firstPause is the pause before the first reconnect. It doubles up to longestPause.
	firstPause   = time.Second
	longestPause = 30 * time.Second
	// closing limits the request that closes a tail.
	closing = 5 * time.Second
)

// Tail is an open log of a script.
type Tail struct{ ID, URL string }

// Opener opens and closes tails, with the edge platform's API.
type Opener interface {
	OpenTail(ctx context.Context, script string) (Tail, error)
	CloseTail(ctx context.Context, script, id string) error
}

// Options configures Follow.
type Options struct {
	// Scripts are the names of deployed scripts.
	Scripts []string
	Opener  Opener
	// Line receives every line, Note what happens to the connection. They are called one at a time.
	Line func(Line)
	Note func(script, words string)
	// Sleep waits until the time has passed or the context ends.
	Sleep func(context.Context, time.Duration) error
	// Final reports whether an error of the Opener is permanent.
	Final func(error) bool
}

// Follow follows the scripts until ctx ends, or an error of one script is permanent. It returns when every tail is
// closed.
func Follow(ctx context.Context, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var calls sync.Mutex
	line, note := o.Line, o.Note
	o.Line = func(l Line) { calls.Lock(); defer calls.Unlock(); line(l) }
	o.Note = func(script, words string) { calls.Lock(); defer calls.Unlock(); note(script, words) }
	ended := make(chan error, len(o.Scripts))
	for _, script := range o.Scripts {
		go func() { ended <- o.follow(ctx, script) }()
	}
	var first error
	for range o.Scripts {
		if err := <-ended; err != nil && first == nil {
			first = err
			stop() // all scripts or none
		}
	}
	return first
}

// follow follows one script. It returns nil when ctx has ended.
func (o *Options) follow(ctx context.Context, script string) error {
	pause := firstPause
	for connected := false; ; {
		opened := func() {
			if connected {
				o.Note(script, "reconnected")
			}
			connected, pause = true, firstPause
		}
		err := o.once(ctx, script, opened)
		switch {
		case ctx.Err() != nil:
			return nil
		case !connected && !errors.Is(err, errBroken), o.Final != nil && o.Final(err):
			return fmt.Errorf("cannot follow the log of %s: %w", script, err)
		}
		o.Note(script, fmt.Sprintf("%v; reconnecting in %v, lines until then are lost", err, pause))
		if o.Sleep(ctx, pause) != nil {
			return nil
		}
		pause = min(2*pause, longestPause)
	}
}

// errBroken reports that a connection broke, or failed to open: the next one may succeed.
var errBroken = errors.New("connection lost")

// once opens a tail, reads it until it breaks, and closes it.
func (o *Options) once(ctx context.Context, script string, opened func()) error {
	tail, err := o.Opener.OpenTail(ctx, script)
	if err != nil {
		return err
	}
	defer func() {
		// ctx may have ended: that is why the tail is closed.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
		defer cancel()
		if err := o.Opener.CloseTail(ctx, script, tail.ID); err != nil {
			o.Note(script, fmt.Sprintf("cannot close the tail, which expires by itself: %v", err))
		}
	}()
	if err := checkURL(tail.URL); err != nil {
		return err
	}
	return read(ctx, tail.URL, opened, func(text []byte) {
		for _, line := range linesOf(script, text) {
			o.Line(line)
		}
	})
}

// checkURL rejects a connection without encryption: a log has users' data.
func checkURL(text string) error {
	at, err := url.Parse(text)
	if err == nil && (at.Scheme == "wss" || at.Scheme == "ws" && isLoopback(at.Hostname())) {
		return nil
	}
	return errors.New("invalid address of the log from the edge platform: expected a wss URL")
}

func isLoopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }
