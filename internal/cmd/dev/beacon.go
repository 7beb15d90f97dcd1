package dev

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
)

// tokenBytes is the length of the token of the tool's routes.
const tokenBytes = 24

// light leaves the note for other commands. A server that keeps nothing leaves it to the one that has the state.
func (s *server) light() error {
	if !s.options.persist && s.isBeside() {
		return nil
	}
	server, err := s.session.Server(context.Background())
	if err == nil {
		key := server.Host().ControlKey()
		s.beacon.ControlKey = key.ID + ":" + key.Secret
	}
	if err := s.beacon.Write(s.app.Dir); err != nil {
		return cmdutil.ToolError("the note for other commands cannot be left: "+err.Error(), err)
	}
	return nil
}

// besideLimit is how long another server of the folder may take to answer.
const besideLimit = 2 * time.Second

// isBeside reports whether another server of the folder answers.
func (s *server) isBeside() bool {
	other := localserver.Find(s.app.Dir)
	if other == nil || other.Beacon.Token == s.beacon.Token {
		return false
	}
	limited, cancel := context.WithTimeout(s.ctx, besideLimit)
	defer cancel()
	return other.Ask(limited, live.RecordsPath, nil, nil) == nil
}

// newToken makes a token that nobody guesses.
func newToken() string {
	token := make([]byte, tokenBytes)
	_, _ = rand.Read(token) // it never fails
	return hex.EncodeToString(token)
}
