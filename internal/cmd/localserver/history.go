package localserver

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"github.com/appsvc/svc/internal/devserver/live"
)

// maxHistory is how much of a history is read, in bytes: more than the server keeps.
const maxHistory = 256 << 20

// historyEnd is the line after the documents that the server has kept.
var historyEnd = []byte(`{"event":"history"}`)

// History calls read with the text of each document of live.EventsPath that the server has kept. It does not wait for
// those that come.
func (s *Server) History(ctx context.Context, read func(text []byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the stream
	response, err := s.post(ctx, live.EventsPath, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	lines := bufio.NewReader(io.LimitReader(response.Body, maxHistory))
	for {
		line, err := lines.ReadBytes('\n')
		switch line = bytes.TrimSpace(line); {
		case bytes.Equal(line, historyEnd):
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return errEnded(err)
		}
		if err := read(line); err != nil {
			return err
		}
	}
}
