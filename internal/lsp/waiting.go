package lsp

import (
	"github.com/appsvc/svc/internal/jsonrpc"
)

// maxWaiting is how many requests wait at once. Editors cancel those that they do not need any more.
const maxWaiting = 100

// waitingRequest is a request that needs the result of a check.
type waitingRequest struct {
	method  method
	message *jsonrpc.Message
	app     *app
}

// delays returns the app whose check a request has to wait for, nil for none.
func (s *Server) delays(m method, message *jsonrpc.Message) *app {
	if !m.waits && !m.first {
		return nil
	}
	params, err := decode[documentPosition](message.Params)
	if err != nil {
		return nil // the method reports it
	}
	_, a := s.subject(params.TextDocument.URI)
	if a == nil || a.isCurrent() || m.first && a.checked != nil {
		return nil
	}
	return a
}

// wait keeps a request until its app has been checked, which is now.
func (s *Server) wait(one waitingRequest) {
	if len(s.waiting) >= maxWaiting {
		s.fail(one.message.ID, jsonrpc.Errorf(jsonrpc.RequestFailed, "more than %d requests wait", maxWaiting))
		return
	}
	s.waiting = append(s.waiting, one)
	one.app.hurry()
}

// resume answers the requests that need not wait any more.
func (s *Server) resume() {
	waiting := s.waiting
	s.waiting = nil
	for _, one := range waiting {
		if s.delays(one.method, one.message) == one.app {
			s.waiting = append(s.waiting, one)
			one.app.hurry()
			continue
		}
		s.call(one.method, one.message)
	}
}

// subject returns the document that a request is about, and its app; nil if the server does not follow it.
func (s *Server) subject(uri string) (*document, *app) {
	doc := s.documents[uri]
	if doc == nil {
		return nil, nil
	}
	return doc, s.appOf(doc)
}
