package taillog

import (
	"context"
	"fmt"
	"time"

	"github.com/coder/websocket"
)

const (
	// protocol is the subprotocol that the edge platform requires (edge docs, tails).
	protocol = "trace-v1"
	// hello asks for events without the platform's debugging output.
	hello = `{"debug":false}`
	// maxMessage is the largest event, in bytes. The platform truncates logs far below.
	maxMessage = 8 << 20
	// pingEvery is the interval between pings, and the limit for the answer.
	pingEvery = 10 * time.Second
	// dialWait limits the time to connect.
	dialWait = 15 * time.Second
)

// read passes every message to take until the connection breaks. Its error wraps errBroken.
func read(ctx context.Context, url string, opened func(), take func([]byte)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dialCtx, stop := context.WithTimeout(ctx, dialWait)
	connection, response, err := websocket.Dial(dialCtx, url, &websocket.DialOptions{Subprotocols: []string{protocol}})
	stop()
	if response != nil && response.Body != nil {
		_ = response.Body.Close() // a response that is not a websocket
	}
	if err != nil {
		if response != nil && response.StatusCode != 0 {
			return fmt.Errorf("%w: the edge platform answered %d", errBroken, response.StatusCode)
		}
		return fmt.Errorf("%w: no connection", errBroken) // the library's error has the URL, which gives access to the log
	}
	defer func() { _ = connection.CloseNow() }()
	connection.SetReadLimit(maxMessage)
	if connection.Subprotocol() != protocol {
		return fmt.Errorf("%w: the server does not support %s", errBroken, protocol)
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
				_ = connection.Close(websocket.StatusNormalClosure, "") // it may be broken
			}
			return fmt.Errorf("%w: %s", errBroken, reason(err))
		}
		take(text)
	}
}

// keepAlive ends the connection when the server answers no pings: a cut connection reports no error.
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

// reason returns why the connection ended, without text from the server.
func reason(err error) string {
	if status := websocket.CloseStatus(err); status != -1 {
		return fmt.Sprintf("closed with %d", int(status))
	}
	return "no response"
}
