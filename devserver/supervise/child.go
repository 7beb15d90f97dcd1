// This file is the child's half: it takes over the sockets, gives signs of life, and hears when it is to end.

package supervise

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime/metrics"
	"time"
)

// The files that a supervisor hands down, after the three that every process has.
const (
	beatsFile = 3 + iota
	lifelineFile
	firstSocket
)

// heapLimit is how much memory a child may have in use, in bytes: a handler that takes more than this would
// otherwise take the machine's.
const heapLimit = 2 << 30

// ErrOrphan says that nobody supervises this process.
var ErrOrphan = errors.New("this process was started by no supervisor")

// Life is a child's tie to its supervisor.
type Life struct {
	// Sockets are those that were handed down.
	Sockets []net.Listener
	beats   *os.File
}

// Join takes over count sockets. ended is called when the supervisor wants this process to end, or has
// ended itself.
func Join(count int, ended func()) (*Life, error) {
	beats, lifeline := os.NewFile(beatsFile, "beats"), os.NewFile(lifelineFile, "lifeline")
	if beats == nil || lifeline == nil {
		return nil, ErrOrphan
	}
	l := &Life{beats: beats}
	for i := range count {
		file := os.NewFile(uintptr(firstSocket+i), fmt.Sprintf("socket %d", i))
		socket, err := net.FileListener(file)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOrphan, err)
		}
		if err := file.Close(); err != nil { // the listener has its own
			return nil, err
		}
		l.Sockets = append(l.Sockets, socket)
	}
	go func() {
		_, _ = lifeline.Read(make([]byte, 1)) // nothing is ever written: it ends when its other end is gone
		ended()
	}()
	return l, nil
}

// Live gives signs of life until ctx ends. It returns an error when the process must not go on: it is silent
// from then on, and the supervisor replaces it.
func (l *Life) Live(ctx context.Context) error {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		if _, err := l.beats.Write([]byte{1}); err != nil {
			return nil // the supervisor has gone, which the lifeline tells too
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if heap := heapInUse(); heap > heapLimit {
			return fmt.Errorf(
				"the server uses %d MB of memory, more than %d MB: a handler keeps or makes too much", heap>>20, heapLimit>>20,
			)
		}
	}
}

func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
