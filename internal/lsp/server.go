// Package lsp is a server of the Language Server Protocol for apps: findings, fixes, explanations, declarations and
// completions. It reads the messages of an editor, and asks its Checker about the apps in which files are open.
//
// One goroutine owns all state: Run. Whatever happens elsewhere arrives there as an event. Start at Server (this file),
// then methods.go, the table of what the server answers, and app.go, which decides when an app is checked.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/appsvc/svc/internal/jsonrpc"
)

// Options configures a Server.
type Options struct {
	In  io.Reader
	Out *jsonrpc.Writer
	// Version is the version of svc.
	Version string
	// Checker checks apps.
	Checker Checker
	// Rules explains rules, by id.
	Rules map[string]Rule
	// Log writes to the log of the editor's user.
	Log func(format string, args ...any)
}

// Rule explains a rule.
type Rule struct {
	Title, Why, Hint string
	// Before and After are source code.
	Before, After string
	URL           string // of its documentation
}

// Server serves one editor.
type Server struct {
	Options
	methods   map[string]method
	phase     phase
	client    initializeParams
	trace     string
	documents documents
	apps      map[string]*app // by folder
	// lists are those that the editor has, by URI.
	lists   map[string]publishDiagnostics
	waiting []waitingRequest
	events  chan func()
	ctx     context.Context //nolint:containedctx // of Run, whose goroutine is the server
	shown   map[string]bool // errors that the user has seen
}

// phase is where the server is in its life.
type phase uint8

const (
	starting phase = iota // before initialize
	serving
	stopped // after shutdown
)

// ErrNoShutdown reports that the editor has sent exit without shutdown.
var ErrNoShutdown = errors.New("exit without shutdown")

// errExit ends Run after shutdown and exit.
var errExit = errors.New("exit")

// New returns a server.
func New(o Options) *Server {
	return &Server{
		Options: o, methods: methods(), documents: documents{}, apps: map[string]*app{},
		lists: map[string]publishDiagnostics{}, events: make(chan func()),
		shown: map[string]bool{},
	}
}

// incoming is what the reader of messages returns.
type incoming struct {
	message *jsonrpc.Message
	err     error
}

// Run serves until the editor exits or closes its end, or ctx ends.
func (s *Server) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	s.ctx = ctx
	defer s.close()
	defer cancel()
	messages := make(chan incoming)
	go read(ctx, jsonrpc.NewReader(s.In), messages)
	for {
		var err error
		select {
		case next := <-messages:
			err = s.receive(next)
		case event := <-s.events:
			s.safely("an event", event)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		switch {
		case errors.Is(err, errExit), errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

func read(ctx context.Context, from *jsonrpc.Reader, to chan<- incoming) {
	for {
		message, err := from.Read()
		select {
		case to <- incoming{message, err}:
		case <-ctx.Done():
			return
		}
		var failure *jsonrpc.Error
		if err != nil && !errors.As(err, &failure) {
			return
		}
	}
}

// send has the server's goroutine run a function. It gives up when the server ends.
func (s *Server) send(event func()) {
	select {
	case s.events <- event:
	case <-s.ctx.Done():
	}
}

// receive serves one message. An error ends the server.
func (s *Server) receive(in incoming) error {
	var failure *jsonrpc.Error
	switch m := in.message; {
	case errors.As(in.err, &failure):
		return s.Out.Fail(nil, failure)
	case in.err != nil:
		return in.err
	case m.Method == "":
		return nil // the response to a request of the server
	case m.Method == "exit" && s.phase != stopped:
		return ErrNoShutdown
	case m.Method == "exit":
		return errExit
	default:
		s.logTrace("received %s", m.Method)
		s.serve(m)
		return nil
	}
}

// serve calls the method of a message, and answers a request.
func (s *Server) serve(m *jsonrpc.Message) {
	method, known := s.methods[m.Method]
	var failure *jsonrpc.Error
	switch {
	case s.phase == starting && m.Method != "initialize":
		failure = jsonrpc.Errorf(jsonrpc.ServerNotInitialized, "expected initialize before %s", m.Method)
	case s.phase == serving && m.Method == "initialize", s.phase == stopped:
		failure = jsonrpc.Errorf(jsonrpc.InvalidRequest, "unexpected %s", m.Method)
	case !known:
		failure = jsonrpc.Errorf(jsonrpc.MethodNotFound, "unknown method %.100q", m.Method)
	}
	if failure != nil {
		if m.IsRequest() {
			s.fail(m.ID, failure)
		}
		return
	}
	if app := s.delays(method, m); app != nil && m.IsRequest() {
		s.wait(waitingRequest{method, m, app})
		return
	}
	s.call(method, m)
}

// call calls a method, and answers a request.
func (s *Server) call(method method, m *jsonrpc.Message) {
	var result any
	err := jsonrpc.Errorf(jsonrpc.InternalError, "svc crashed in %s", m.Method)
	s.safely(m.Method, func() { result, err = method.run(s, m) })
	switch {
	case err != nil && m.IsRequest():
		s.fail(m.ID, err)
	case err != nil:
		s.Log("%s: %v", m.Method, err)
	case m.IsRequest():
		s.sent(s.Out.Respond(m.ID, result))
	}
}

// safely runs a function of the server, and survives its crash.
func (s *Server) safely(what string, run func()) {
	defer func() {
		if cause := recover(); cause != nil {
			s.Log("svc crashed in %s: %v\n%s", what, cause, debug.Stack())
		}
	}()
	run()
}

func (s *Server) fail(id jsonrpc.ID, failure *jsonrpc.Error) { s.sent(s.Out.Fail(id, failure)) }

func (s *Server) notify(method string, params any) { s.sent(s.Out.Notify(method, params)) }

// sent logs that the editor does not read any more. The end of its input follows.
func (s *Server) sent(err error) {
	if err != nil {
		s.Log("cannot answer the editor: %v", err)
	}
}

// logTrace tells the editor what the server does, if it asked for it.
func (s *Server) logTrace(format string, args ...any) {
	if s.trace == "messages" || s.trace == "verbose" {
		s.notify("$/logTrace", map[string]string{"message": fmt.Sprintf(format, args...)})
	}
}

// report shows an error to the user: the first time in a window, and always in the log.
func (s *Server) report(text string) {
	params := map[string]any{"type": messageError, "message": text}
	s.notify("window/logMessage", params)
	if !s.shown[text] && len(s.shown) < maxShown {
		s.shown[text] = true
		s.notify("window/showMessage", params)
	}
}

// maxShown is how many different errors a user sees in a window.
const maxShown = 20

func (s *Server) close() {
	for _, app := range s.apps {
		app.close()
	}
}
