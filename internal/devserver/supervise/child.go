package supervise

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"runtime/metrics"
	"time"

	"github.com/appsvc/svc/internal/disposable"
)

// File descriptors that a child inherits, after the three standard ones.
const (
	heartbeatsFile = 3 + iota
	lifelineFile
	messagesFile
	firstSocket
)

// heapLimit is how much memory a child may use, in bytes. The JavaScript engine has no limit, and a handler could use
// all memory of the machine. The system ends a process that takes more in one step.
const heapLimit = 2 << 30

// errOrphan reports that this process has no supervisor.
var errOrphan = errors.New("this process was not started by a supervisor")

// Life is a child's connection to its supervisor.
type Life struct {
	// Sockets are the inherited sockets.
	Sockets []net.Listener
	// Messages is for messages to the user. The standard error stream is for what the Go runtime prints at a death.
	Messages *os.File
	// heartbeats is the pipe to the supervisor.
	heartbeats *os.File
}

// Join takes over count sockets. It calls ended when the supervisor asks this process to end, or has ended itself.
func Join(count int, ended func()) (*Life, error) {
	heartbeats, lifeline := os.NewFile(heartbeatsFile, "heartbeats"), os.NewFile(lifelineFile, "lifeline")
	messages := os.NewFile(messagesFile, "messages")
	if heartbeats == nil || lifeline == nil || messages == nil {
		return nil, errOrphan
	}
	if err := disposable.Supervised(heapLimit); err != nil {
		return nil, err
	}
	keep(heartbeatsFile, lifelineFile, messagesFile)
	log.SetOutput(messages) // of package http
	l := &Life{heartbeats: heartbeats, Messages: messages}
	for i := range count {
		file := os.NewFile(uintptr(firstSocket+i), fmt.Sprintf("socket %d", i))
		socket, err := net.FileListener(file)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errOrphan, err)
		}
		if err := file.Close(); err != nil { // the listener has its own
			return nil, err
		}
		l.Sockets = append(l.Sockets, socket)
	}
	go func() {
		_, _ = lifeline.Read(make([]byte, 1)) // returns when the supervisor closes its end
		ended()
	}()
	return l, nil
}

// Live sends heartbeats until ctx ends. It returns an error when the process must end: the heartbeats stop, and the
// supervisor replaces it.
func (l *Life) Live(ctx context.Context) error {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for {
		if _, err := l.heartbeats.Write([]byte{1}); err != nil {
			return nil // the supervisor has ended; Join calls ended
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if heap := heapInUse(); heap > heapLimit {
			return fmt.Errorf("the server uses %d MB of memory, over the limit of %d MB", heap>>20, heapLimit>>20)
		}
	}
}

func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
