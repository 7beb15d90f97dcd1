// This file reads the log of a script as it is written.

package edgeapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/coder/websocket"
)

// maxEvent is how large one event of a log may be, in bytes: all logs of one request are in it.
const maxEvent = 4 << 20

// Follow hands the events of an open tail to each, until it fails, the context ends or the platform closes
// the tail, which is no error: CreateTail opens another. client is used for the connection alone.
func Follow(ctx context.Context, client *http.Client, tail Tail, each func(json.RawMessage) error) error {
	socket, response, err := websocket.Dial(ctx, tail.URL, &websocket.DialOptions{HTTPClient: client, Subprotocols: []string{"trace-v1"}})
	if response != nil && response.Body != nil {
		_ = response.Body.Close() // nothing of it is read
	}
	if err != nil {
		return unfollowed(ctx, err)
	}
	defer func() { _ = socket.CloseNow() }() // it may be closed already
	socket.SetReadLimit(maxEvent)
	for {
		_, event, err := socket.Read(ctx)
		if err != nil {
			return unfollowed(ctx, err)
		}
		if !json.Valid(event) {
			return &UnreachableError{Call: "the log", Why: "an event is no JSON"}
		}
		if err := each(event); err != nil {
			return err
		}
	}
}

// unfollowed says why there is nothing more to read. The address of a tail is a secret: it is left out.
func unfollowed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var closed websocket.CloseError
	if errors.As(err, &closed) {
		if closed.Code == websocket.StatusNormalClosure || closed.Code == websocket.StatusGoingAway {
			return nil
		}
		return &UnreachableError{Call: "the log", Why: fmt.Sprintf("the platform closed it with code %d", closed.Code), Err: err}
	}
	return &UnreachableError{Call: "the log", Why: "the connection broke", Err: err}
}
