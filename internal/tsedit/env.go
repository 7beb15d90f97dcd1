package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// ReadEnv replaces process in the process.env.NAME at an offset by the parameter of a name, which starts at an earlier
// offset. It returns no edit if the code between the two may declare that name again, or if process.env is not read.
func ReadEnv(text string, parameter, at int, name string) []Edit {
	c := readerAt(text, parameter)
	last := c.next()
	if last.Start != parameter || c.textOf(last) != name {
		return nil
	}
	token := c.next()
	for token.Start < at {
		next := c.next()
		if c.textOf(token) == name && c.textOf(last) != "." && !c.isUse(last, token, next) {
			return nil
		}
		last, token = token, next
	}
	if token.Start != at || c.textOf(token) != "process" || !mayRead(text[:at]) || !readsEnv(readerAt(text, token.End)) {
		return nil
	}
	return []Edit{{token.Start, token.End, name}}
}

// mayRead reports whether the code before a name reads it: it does not change the name or take it as a member.
func mayRead(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	isMember := strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "...")
	return !isMember && !slices.ContainsFunc([]string{"delete", "++", "--"}, func(operator string) bool {
		return strings.HasSuffix(before, operator)
	})
}

// isUse reports whether a name between two tokens is only read: it gets no value there, and no function declares it.
func (c *reader) isUse(last, name, next tsscan.Token) bool {
	switch c.textOf(next) {
	case ".", "?", "!":
		return true
	case ";":
		return !slices.Contains([]string{"let", "var", ","}, c.textOf(last))
	case ",", ")":
		return isArgument(readerAt(c.text, name.End))
	}
	return false
}

// isArgument reports whether code is inside the parentheses of a call, not of the parameters of a function.
func isArgument(c *reader) bool {
	for depth := 0; ; {
		token := c.next()
		if depth += c.nesting(token); token.Start == len(c.text) {
			return false
		}
		if depth < 0 {
			after := c.textOf(c.next())
			return c.textOf(token) == ")" && !slices.Contains([]string{"=", "{", ":"}, after)
		}
	}
}

// assignments are the operators that change what stands before them.
var assignments = []string{
	"++", "--", "+=", "-=", "*=", "/=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "&&=", "||=", "??=",
}

// readsEnv reports whether .env and a member follow, without an operator that changes the member.
func readsEnv(c *reader) bool {
	dot, env, second, member := c.next(), c.next(), c.next(), c.next()
	if c.textOf(dot) != "." || c.textOf(env) != "env" || c.textOf(second) != "." || member.Kind != tsscan.Word {
		return false
	}
	after := c.text[c.next().Start:]
	isSet := strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==")
	return !isSet && !slices.ContainsFunc(assignments, func(op string) bool { return strings.HasPrefix(after, op) })
}
