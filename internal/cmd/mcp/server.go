package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/appsvc/svc/internal/jsonrpc"
)

// versions are the versions of the protocol that this server speaks, the newest one first. A client that asks for
// another one gets the newest, and decides.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// server answers one agent.
type server struct {
	in      *jsonrpc.Reader
	out     *jsonrpc.Writer
	version string // of svc
	runner  *runner
	tools   []tool

	mu sync.Mutex
	// calls end the running calls of tools, by the id of the request.
	calls   map[string]context.CancelFunc
	running sync.WaitGroup
}

// run answers until the agent closes its end, or ctx ends. Then calls that still run end.
func (s *server) run(ctx context.Context) error {
	calls, end := context.WithCancel(ctx)
	defer s.running.Wait()
	defer end()
	failed := make(chan error, 1)
	go func() { failed <- s.answer(calls) }()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case err := <-failed:
		return err
	}
}

// answer answers the messages of the agent, and returns nil at their end.
func (s *server) answer(ctx context.Context) error {
	for {
		m, err := s.in.Read()
		var refused *jsonrpc.Error
		switch {
		case errors.As(err, &refused):
			err = s.out.Fail(nil, refused)
		case errors.Is(err, io.EOF):
			return nil
		case err == nil && m.IsRequest():
			err = s.request(ctx, m)
		case err == nil && m.Method == "notifications/cancelled":
			s.cancel(m.Params)
		}
		if err != nil {
			return err
		}
	}
}

// request answers a request. A call of a tool is answered later. The error is that of the connection.
func (s *server) request(ctx context.Context, m *jsonrpc.Message) error {
	switch m.Method {
	case "initialize":
		return s.out.Respond(m.ID, s.initialize(m.Params))
	case "ping":
		return s.out.Respond(m.ID, struct{}{})
	case "tools/list":
		return s.out.Respond(m.ID, map[string]any{"tools": declarations(s.tools)})
	case "tools/call":
		var call struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := json.Unmarshal(m.Params, &call); err != nil {
			return s.out.Fail(m.ID, jsonrpc.Errorf(jsonrpc.InvalidParams, "invalid params: %v", err))
		}
		i := slices.IndexFunc(s.tools, func(t tool) bool { return t.name == call.Name })
		if i < 0 {
			return s.out.Fail(m.ID, notOffered(call.Name))
		}
		s.call(ctx, m.ID, s.tools[i], call.Arguments)
		return nil
	}
	return s.out.Fail(m.ID, jsonrpc.Errorf(jsonrpc.MethodNotFound, "unknown method %q", m.Method))
}

// notOffered returns the error of a call of a tool that the agent does not have.
func notOffered(name string) *jsonrpc.Error {
	if slices.Contains(acting(), name) {
		return jsonrpc.Errorf(jsonrpc.InvalidParams,
			"tool %[1]q is not allowed: start the server with 'svc mcp --allow %[1]s'", name)
	}
	return jsonrpc.Errorf(jsonrpc.InvalidParams, "unknown tool %q", name)
}

func (s *server) initialize(params json.RawMessage) any {
	var asked struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	_ = json.Unmarshal(params, &asked) // else the newest version
	if !slices.Contains(versions, asked.ProtocolVersion) {
		asked.ProtocolVersion = versions[0]
	}
	return map[string]any{
		"protocolVersion": asked.ProtocolVersion,
		"capabilities":    map[string]any{"tools": struct{}{}},
		"serverInfo":      map[string]string{"name": "svc", "version": s.version},
		"instructions": "Tools for the CRM app in this folder. Run check after each change of its sources: " +
			"without findings, the app builds and deploys.",
	}
}

// call runs a tool beside others, and answers. A cancelled call has no answer.
func (s *server) call(ctx context.Context, id jsonrpc.ID, t tool, arguments json.RawMessage) {
	ctx, end := context.WithCancel(ctx)
	s.mu.Lock()
	s.calls[string(id)] = end
	s.mu.Unlock()
	s.running.Go(func() {
		defer end()
		answer, err := s.runner.call(ctx, t, arguments)
		s.mu.Lock()
		delete(s.calls, string(id))
		s.mu.Unlock()
		switch {
		case ctx.Err() != nil:
		case err != nil:
			_ = s.out.Fail(id, jsonrpc.Errorf(jsonrpc.InternalError, "%v", err)) // the next read fails, too
		default:
			_ = s.out.Respond(id, answer)
		}
	})
}

// cancel ends a call that the agent does not need any more.
func (s *server) cancel(params json.RawMessage) {
	var cancelled struct {
		RequestID jsonrpc.ID `json:"requestId"`
	}
	if json.Unmarshal(params, &cancelled) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if end := s.calls[string(cancelled.RequestID)]; end != nil {
		end()
	}
}
