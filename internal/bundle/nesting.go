package bundle

import (
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/tsscan"
)

// V8, which runs the code on the edge, refuses 1,400 nested objects, 1,600 parentheses, 450 functions, 1,100 arrow
// functions, 1,600 `else if` and 12,500 prefix operators (measured, Node 20). The limits here are higher. esbuild takes
// about 3.3 kB of stack per level, and superlinear time for nested functions. Go ends a process at 1 GB of stack.
const (
	// maxNesting is the maximum depth of brackets.
	maxNesting = 2_000
	// maxChain is the maximum number of words and operators in one expression or statement without a bracket around
	// them. Each can be a level, as in `!!!x`, `a.b.c`, `x ? y : z` and `else if`.
	maxChain = 20_000
	// arrowWeight is how many of them an arrow function counts for, since it opens a scope.
	arrowWeight = 10
	// nestingFrom is the size, in bytes, from which a source is scanned: a smaller one cannot nest too deep.
	nestingFrom = 2 * maxNesting
	// packageNestingFrom is the same for packages, which are larger. A smaller one uses at most 200 MB of stack.
	packageNestingFrom = 64 << 10
	// maxGroups limits the groups in groups of a regular expression. The engine uses Go stack for each.
	maxGroups = 500
	// maxCases limits the cases of a source. esbuild compares each with all others of its switch.
	maxCases = 20_000
)

// tooDeep returns the fault of a source that nests so deep that esbuild would exhaust its stack and end the process. It
// returns nil for other sources.
func tooDeep(file, text string) *api.Message {
	if len(text) < nestingFrom {
		return nil
	}
	d := depths{open: []bracket{{kind: '{'}}}
	cases := 0
	scanner := tsscan.New(text)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		switch token.Kind {
		case tsscan.Comment:
		case tsscan.Space:
			if strings.Contains(text[token.Start:token.End], "\n") {
				d.line(text[token.End:])
			}
		default:
			if token.Kind == tsscan.Regexp && tsscan.GroupDepth(text[token.Start:token.End]) > maxGroups {
				problem := fmt.Sprintf("groups of a regular expression nest more than %d deep", maxGroups)
				return nestingFault(file, text, token.Start, problem)
			}
			if token.Kind == tsscan.Word && text[token.Start:token.End] == "case" {
				if cases++; cases > maxCases {
					return nestingFault(file, text, token.Start, fmt.Sprintf("the file has more than %d cases", maxCases))
				}
			}
			if problem := d.add(firstByte(text, token)); problem != "" {
				return nestingFault(file, text, token.Start, problem)
			}
		}
	}
	return nil
}

// firstByte returns the byte that represents a token in depths: its first, but a brace for `${` and a backtick for all
// text of a template.
func firstByte(text string, token tsscan.Token) byte {
	switch token.Kind {
	case tsscan.Template:
		return '`'
	case tsscan.Punct:
		return text[token.End-1]
	}
	return text[token.Start]
}

// bracket is an open bracket, with the number of words and operators since the last separator in it.
type bracket struct {
	kind  byte
	chain int
}

type depths struct {
	open []bracket
	last byte // the first byte of the last token
}

// add handles the next token, given its first byte.
func (d *depths) add(c byte) (problem string) {
	top := &d.open[len(d.open)-1]
	switch c {
	case '(', '[', '{':
		d.last = c
		if len(d.open) > maxNesting {
			return fmt.Sprintf("brackets nest more than %d deep", maxNesting)
		}
		d.open = append(d.open, bracket{kind: c})
		return ""
	case ')', ']', '}':
		if len(d.open) > 1 {
			d.open = d.open[:len(d.open)-1]
			top = &d.open[len(d.open)-1]
		}
	case ';':
		if top.kind == '{' {
			top.chain = 0
		}
	case ',':
		if top.kind != '(' && len(d.open) > 1 {
			top.chain = 0
		}
	}
	if c == '>' && d.last == '=' {
		top.chain += arrowWeight
	}
	d.last = c
	if top.chain++; top.chain > maxChain {
		return fmt.Sprintf("more than %d words and operators follow each other in one statement", maxChain)
	}
	return ""
}

// line ends a statement at the end of a line, unless the tokens before or after continue it.
func (d *depths) line(next string) {
	top := &d.open[len(d.open)-1]
	goesOn := next == "" || strings.HasPrefix(next, "else") || strings.IndexByte(".,?:=+-*/%&|^<>([`", next[0]) >= 0
	if top.kind == '{' && !goesOn && strings.IndexByte(".,?:=+-*/%&|^<!~(", d.last) < 0 {
		top.chain = 0
	}
}

func nestingFault(file, text string, offset int, problem string) *api.Message {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return &api.Message{
		Text: problem,
		Location: &api.Location{
			File: file, Line: 1 + strings.Count(text[:offset], "\n"), Column: offset - start, Length: 1, LineText: line,
		},
	}
}
