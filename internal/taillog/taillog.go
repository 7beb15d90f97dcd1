// Package taillog follows the logs of deployed scripts: it opens a tail of each, reads its events from a
// websocket, and gives them on as lines. It is the only importer of the websocket library.
//
// A connection that breaks is made anew; every tail that was opened is closed, also when the caller gives up.
// The package knows nothing of accounts, tokens or terminals. What comes from a remote is data: nothing here
// makes it safe to print.
// Start at Follow; event.go makes lines of an event.
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
	// firstPause is how long a broken connection waits before the next one; it doubles up to longestPause.
	firstPause   = time.Second
	longestPause = 30 * time.Second
	// closing is how long a tail may take to close after the caller has given up.
	closing = 5 * time.Second
)

// Tail is an open log of a script.
type Tail struct{ ID, URL string }

// Opener opens and closes tails: the edge's API.
type Opener interface {
	OpenTail(ctx context.Context, script string) (Tail, error)
	CloseTail(ctx context.Context, script, id string) error
}

// Options say what to follow.
type Options struct {
	// Scripts are the names of scripts at the edge.
	Scripts []string
	Opener  Opener
	// Line is told of every line, and Note of what happens to the connection; never two at a time.
	Line func(Line)
	Note func(script, words string)
	// Sleep waits, and gives up with the context.
	Sleep func(context.Context, time.Duration) error
	// Final reports whether an error of the Opener will not go away by trying again.
	Final func(error) bool
}

// Follow follows the scripts until ctx ends, or a script cannot be followed at all. It returns when every
// tail is closed.
func Follow(ctx context.Context, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var told sync.Mutex
	line, note := o.Line, o.Note
	o.Line = func(l Line) { told.Lock(); defer told.Unlock(); line(l) }
	o.Note = func(script, words string) { told.Lock(); defer told.Unlock(); note(script, words) }
	ended := make(chan error, len(o.Scripts))
	for _, script := range o.Scripts {
		go func() { ended <- o.follow(ctx, script) }()
	}
	var first error
	for range o.Scripts {
		if err := <-ended; err != nil && first == nil {
			first = err
			stop() // the others are of no use without this one
		}
	}
	return first
}

// follow follows one script: nil when ctx has ended.
func (o *Options) follow(ctx context.Context, script string) error {
	pause := firstPause
	for connected := false; ; {
		opened := func() {
			if connected {
				o.Note(script, "connected again")
			}
			connected, pause = true, firstPause
		}
		err := o.once(ctx, script, opened)
		switch {
		case ctx.Err() != nil:
			return nil
		case !connected && !errors.Is(err, errBroken), o.Final != nil && o.Final(err):
			return fmt.Errorf("the log of %s cannot be followed: %w", script, err)
		}
		o.Note(
			script, fmt.Sprintf("the connection is gone (%v), trying again in %v; lines of the meantime are lost", err, pause),
		)
		if o.Sleep(ctx, pause) != nil {
			return nil
		}
		pause = min(2*pause, longestPause)
	}
}

// errBroken says that a connection broke, or could not be made: the next one may hold.
var errBroken = errors.New("connection lost")

// once opens a tail, reads it until it breaks, and closes it.
func (o *Options) once(ctx context.Context, script string, opened func()) error {
	tail, err := o.Opener.OpenTail(ctx, script)
	if err != nil {
		return err
	}
	defer func() {
		// The context may have ended: that is why the tail is closed.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
		defer cancel()
		if err := o.Opener.CloseTail(ctx, script, tail.ID); err != nil {
			o.Note(script, fmt.Sprintf("its tail could not be closed, and will expire by itself: %v", err))
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

// checkURL refuses to carry a log, which holds the users' data, over a line that others can read.
func checkURL(text string) error {
	at, err := url.Parse(text)
	if err == nil && (at.Scheme == "wss" || at.Scheme == "ws" && isLoopback(at.Hostname())) {
		return nil
	}
	return errors.New("the edge gave an address for the log that is no wss URL")
}

func isLoopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }
