package bundle

import "slices"

// LeftOut is the global function of an evaluation that a function without its body calls.
const LeftOut = "%body"

// Same reports whether two copies have the same module of "@svc/sdk", in the form in which it is published.
func (s *SDK) Same(other *SDK) bool {
	a, b := s.module(), other.module()
	return a != nil && b != nil && a.body == b.body && slices.Equal(a.exports, b.exports)
}
