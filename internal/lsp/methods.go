package lsp

import (
	"encoding/json"

	"github.com/appsvc/svc/internal/jsonrpc"
)

// method is what the server does with a message.
type method struct {
	run func(*Server, *jsonrpc.Message) (result any, failure *jsonrpc.Error)
	// waits means that a request needs a check of the text that the editor shows now; first that any check will do.
	waits, first bool
}

// methods returns every message that the server knows. It ignores other notifications, as the protocol demands.
func methods() map[string]method {
	return map[string]method{
		"initialize":  {run: with((*Server).initialize)},
		"initialized": {run: with((*Server).initialized)},
		"shutdown":    {run: with((*Server).shutdown)},

		"$/cancelRequest": {run: with((*Server).cancel)},
		"$/setTrace":      {run: with((*Server).setTrace)},

		"textDocument/didOpen":   {run: with((*Server).didOpen)},
		"textDocument/didChange": {run: with((*Server).didChange)},
		"textDocument/didSave":   {run: with((*Server).didSave)},
		"textDocument/didClose":  {run: with((*Server).didClose)},

		"textDocument/codeAction": {run: with((*Server).codeActions), waits: true},
		"textDocument/hover":      {run: with((*Server).hover)},
		"textDocument/definition": {run: with((*Server).definition), first: true},
		"textDocument/completion": {run: with((*Server).completion), first: true},
	}
}

// with decodes the parameters of a method.
func with[T any](run func(*Server, *T) (any, error)) func(*Server, *jsonrpc.Message) (any, *jsonrpc.Error) {
	return func(s *Server, m *jsonrpc.Message) (any, *jsonrpc.Error) {
		params, err := decode[T](m.Params)
		if err != nil {
			return nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "invalid parameters of %s: %v", m.Method, err)
		}
		result, err := run(s, params)
		if err != nil {
			return nil, jsonrpc.Errorf(jsonrpc.RequestFailed, "%v", err)
		}
		return result, nil
	}
}

// none are parameters that the server does not read.
type none struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (none) UnmarshalJSON([]byte) error { return nil }

func (s *Server) initialize(p *initializeParams) (any, error) {
	s.phase, s.client, s.trace = serving, *p, p.Trace
	return capabilities(s.Version), nil
}

// initialized opens the apps in the folders of the editor.
func (s *Server) initialized(*none) (any, error) {
	uris := []string{s.client.RootURI}
	if len(s.client.Folders) > 0 {
		uris = nil
	}
	for _, folder := range s.client.Folders {
		uris = append(uris, folder.URI)
	}
	for _, uri := range uris {
		if dir := pathOf(uri); dir != "" && s.Checker.IsApp(dir) {
			if a := s.open(dir); a != nil {
				a.pinned = true
				a.schedule(0)
			}
		}
	}
	return nil, nil
}

// shutdown ends all checks. The editor gets null.
func (s *Server) shutdown(*none) (any, error) {
	s.phase = stopped
	for _, one := range s.waiting {
		s.fail(one.message.ID, jsonrpc.Errorf(jsonrpc.RequestCancelled, "the server shuts down"))
	}
	s.waiting = nil
	for dir, app := range s.apps {
		app.close()
		delete(s.apps, dir)
	}
	return nil, nil
}

func (s *Server) setTrace(p *struct {
	Value string `json:"value"`
}) (any, error) {
	s.trace = p.Value
	return nil, nil
}

func (s *Server) cancel(p *struct {
	ID json.RawMessage `json:"id"`
}) (any, error) {
	for i, one := range s.waiting {
		if string(one.message.ID) == string(p.ID) {
			s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
			s.fail(one.message.ID, jsonrpc.Errorf(jsonrpc.RequestCancelled, "cancelled"))
			break
		}
	}
	return nil, nil
}

func (s *Server) didOpen(p *didOpen) (any, error) {
	doc, err := s.documents.open(p)
	if doc == nil {
		return nil, err
	}
	if dir := s.Checker.AppOf(doc.path); dir != "" {
		s.open(dir)
	}
	s.touch(doc, 0)
	return nil, nil
}

func (s *Server) didChange(p *didChange) (any, error) {
	doc, err := s.documents.change(p)
	if doc != nil {
		s.touch(doc, typingPause)
	}
	return nil, err
}

func (s *Server) didSave(p *documentPosition) (any, error) {
	if doc := s.documents[p.TextDocument.URI]; doc != nil {
		s.touch(doc, 0)
	}
	return nil, nil
}

// didClose checks the text on disk, which may be another one.
func (s *Server) didClose(p *documentPosition) (any, error) {
	doc := s.documents[p.TextDocument.URI]
	if doc == nil {
		return nil, nil
	}
	delete(s.documents, doc.uri)
	s.touch(doc, 0)
	for dir, app := range s.apps {
		if !app.pinned && !app.hasDocuments() {
			app.retire()
			delete(s.apps, dir)
		}
	}
	return nil, nil
}

// touch schedules a check of each app that a document belongs to.
func (s *Server) touch(doc *document, pause pause) {
	for _, app := range s.apps {
		if app.reads(doc.path) {
			app.schedule(pause)
		}
	}
}
