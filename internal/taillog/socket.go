// This file reads a websocket of the edge.

package taillog

import (
	"context"
	"fmt"
	"time"

	"github.com/coder/websocket"
)

const (
	// protocol is the subprotocol that the edge wants (edge docs, tails).
	protocol = "trace-v1"
	// hello asks for events without the edge's own debugging output.
	hello = `{"debug":false}`
	// maxMessage is how large an event may be, in bytes: the edge cuts logs off far below.
	maxMessage = 8 << 20
	// pingEvery is how often the connection is tried, and how long the answer may take.
	pingEvery = 10 * time.Second
	// dialWait is how long connecting may take.
	dialWait = 15 * time.Second
)

// read gives every message to take until the connection breaks; the error says how, and wraps errBroken.
func read(ctx context.Context, url string, opened func(), take func([]byte)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dialCtx, stop := context.WithTimeout(ctx, dialWait)
	connection, response, err := websocket.Dial(dialCtx, url, &websocket.DialOptions{Subprotocols: []string{protocol}})
	stop()
	if response != nil && response.Body != nil {
		_ = response.Body.Close() // of an answer that is no websocket; there is nothing in it for us
	}
	if err != nil {
		if response != nil && response.StatusCode != 0 {
			return fmt.Errorf("%w: the edge answered %d", errBroken, response.StatusCode)
		}
		return fmt.Errorf("%w: no connection", errBroken) // the library's words hold the URL, which opens the log
	}
	defer func() { _ = connection.CloseNow() }()
	connection.SetReadLimit(maxMessage)
	if connection.Subprotocol() != protocol {
		return fmt.Errorf("%w: the other side does not speak %s", errBroken, protocol)
	}
	if err := connection.Write(ctx, websocket.MessageText, []byte(hello)); err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	opened()
	go keepAlive(ctx, connection, cancel)
	for {
		_, text, err := connection.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				_ = connection.Close(websocket.StatusNormalClosure, "") // unless it is gone
			}
			return fmt.Errorf("%w: %s", errBroken, reason(err))
		}
		take(text)
	}
}

// keepAlive ends the connection when the other side no longer answers: a line that was cut stays silent.
func keepAlive(ctx context.Context, connection *websocket.Conn, end func()) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		ping, cancel := context.WithTimeout(ctx, pingEvery)
		err := connection.Ping(ping)
		cancel()
		if err != nil {
			end()
			return
		}
	}
}

// reason is why the connection ended, without what the other side has written.
func reason(err error) string {
	if status := websocket.CloseStatus(err); status != -1 {
		return fmt.Sprintf("closed with %d", int(status))
	}
	return "no answer"
}
