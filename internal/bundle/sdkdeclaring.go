package bundle

import "slices"

// LeftOut is the global function of an evaluation that a function without its body calls.
const LeftOut = "%body"

// declaringFile is the script of Declaring in the embedded copy.
const declaringFile = "dist/host/declare.js"

// Declaring returns Script without the bodies of the functions that only handlers and manifests need, or nil if there
// is none for this copy. It takes half as long to compile. embedded is the copy that has the script.
func (s *SDK) Declaring(embedded *SDK) []byte {
	if s.Dir != "" && !s.module().equals(embedded.module()) {
		return nil
	}
	text, err := embedded.File(declaringFile)
	if err != nil {
		return nil
	}
	return text
}

func (m *sdkModule) equals(other *sdkModule) bool {
	return m != nil && other != nil && m.body == other.body && slices.Equal(m.exports, other.exports)
}
