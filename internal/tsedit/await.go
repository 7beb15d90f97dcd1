package tsedit

import (
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// Await waits for the call at an offset. The callee is a name with members: a.b?.c(), but no part of a longer
// expression such as a type assertion.
func Await(text string, at int) []Edit {
	c := readerAt(text, at)
	switch c.callee(at) {
	case "(", "<":
		return []Edit{insertion(at, "await ")}
	}
	return nil
}

// AwaitResult waits for the call at an offset before a member of its result is read: (await a.b()).c. It changes no
// call at the start of a line, where a parenthesis may continue the line before.
func AwaitResult(text string, at int) []Edit {
	c := readerAt(text, at)
	line := strings.LastIndexByte(text[:at], '\n') + 1
	if strings.TrimSpace(text[line:at]) == "" || c.callee(at) != "(" {
		return nil
	}
	for depth := 1; depth > 0; {
		token := c.next()
		if token.Start == len(text) {
			return nil
		}
		depth += c.nesting(token)
		if depth == 0 {
			return []Edit{insertion(at, "(await "), insertion(token.End, ")")}
		}
	}
	return nil
}

// callee reads a name at an offset with its members. It returns what follows, "" if there is none.
func (c *reader) callee(at int) string {
	token := c.next()
	if token.Start != at || token.Kind != tsscan.Word {
		return ""
	}
	for {
		switch after := c.textOf(c.next()); after {
		case ".", "?.":
			if c.next().Kind != tsscan.Word {
				return ""
			}
		case "?", "!":
		default:
			return after
		}
	}
}

// Return returns the result of the call at an offset, which is a statement, or of the throw there.
func Return(text string, at int) []Edit {
	c := readerAt(text, at)
	token := c.next()
	if word := c.textOf(token); token.Start == at && word == "throw" {
		return []Edit{{Start: token.Start, End: token.End, Text: "return"}}
	}
	c = readerAt(text, at)
	before := strings.TrimRight(text[:at], " \t\r\n")
	if c.callee(at) != "(" || before != "" && !strings.ContainsAny(before[len(before)-1:], "{};)") {
		return nil
	}
	return []Edit{insertion(at, "return ")}
}
