package bundle

import "slices"

// LeftOut is the global function of an evaluation that a function without its body calls.
const LeftOut = "%body"

// declaringFile is the script of Declaring.
const declaringFile = "dist/host/declare.js"

// Declaring returns Script without the bodies of the functions that only handlers and manifests need. It takes half as
// long to compile. Only the embedded copy has it, and it is empty in others.
func (s *SDK) Declaring() []byte {
	if s.Dir != "" {
		return nil
	}
	text, _ := s.File(declaringFile) // a test evaluates it
	return text
}

// Same reports whether two copies have the same module of "@svc/sdk", in the form in which it is published.
func (s *SDK) Same(other *SDK) bool {
	a, b := s.module(), other.module()
	return a != nil && b != nil && a.body == b.body && slices.Equal(a.exports, b.exports)
}
