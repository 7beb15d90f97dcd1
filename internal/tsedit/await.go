package tsedit

import "github.com/appsvc/svc/internal/tsscan"

// Await waits for the call at an offset. The callee is a name with members: a.b?.c(), but no part of a longer
// expression such as a type assertion.
func Await(text string, at int) []Edit {
	c := readerAt(text, at)
	token := c.next()
	if token.Start != at || token.Kind != tsscan.Word {
		return nil
	}
	for {
		switch c.textOf(c.next()) {
		case ".", "?.":
			if c.next().Kind != tsscan.Word {
				return nil
			}
		case "?", "!":
		case "(", "<":
			return []Edit{insertion(at, "await ")}
		default:
			return nil
		}
	}
}
