// This file turns the text of an alert rule into an expression: a recursive descent over the bytes.

package alertexpr

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits keep hostile input from costing time or stack.
const (
	maxLength = 4 << 10 // bytes
	maxDepth  = 32      // parentheses inside of each other
)

// Parse reads an expression. The error is an *Error.
func Parse(text string) (Expr, error) {
	p := &parser{text: text}
	expr, failure := p.all()
	if failure != nil {
		failure.Column = utf8.RuneCountInString(text[:failure.Offset]) + 1
		return nil, failure
	}
	return expr, nil
}

type parser struct {
	text string
	at   int // bytes read
}

// all reads the whole text.
func (p *parser) all() (Expr, *Error) {
	if len(p.text) > maxLength {
		return nil, &Error{Offset: maxLength, Message: "the expression is longer than " + strconv.Itoa(maxLength) + " bytes"}
	}
	expr, failure := p.disjunction(0)
	if failure != nil {
		return nil, failure
	}
	if p.skipSpace(); p.at < len(p.text) {
		return nil, p.expected(`"and", "or" or the end`)
	}
	return expr, nil
}

// disjunction reads terms joined by `or`.
func (p *parser) disjunction(depth int) (Expr, *Error) {
	terms, failure := p.joined("or", func() (Expr, *Error) {
		terms, failure := p.joined("and", func() (Expr, *Error) { return p.term(depth) })
		if len(terms) == 1 {
			return terms[0], failure
		}
		return And(terms), failure
	})
	if len(terms) == 1 {
		return terms[0], failure
	}
	return Or(terms), failure
}

// joined reads one term, and more while the word follows.
func (p *parser) joined(word string, read func() (Expr, *Error)) ([]Expr, *Error) {
	var terms []Expr
	for {
		term, failure := read()
		if failure != nil {
			return nil, failure
		}
		terms = append(terms, term)
		before := p.at
		if p.word() != word {
			p.at = before
			return terms, nil
		}
	}
}

func (p *parser) term(depth int) (Expr, *Error) {
	if !p.take("(") {
		return p.comparison()
	}
	if depth == maxDepth {
		return nil, p.fail("more than " + strconv.Itoa(maxDepth) + " parentheses inside of each other")
	}
	expr, failure := p.disjunction(depth + 1)
	if failure != nil {
		return nil, failure
	}
	if !p.take(")") {
		return nil, p.expected(`"and", "or" or ")"`)
	}
	return expr, nil
}

func (p *parser) comparison() (Expr, *Error) {
	c := &Comparison{}
	var failure *Error
	if c.Metric, failure = p.known("metric", Metrics()); failure != nil {
		return nil, failure
	}
	if p.take("{") {
		if c.Labels, failure = p.labels(); failure != nil {
			return nil, failure
		}
	}
	for _, operator := range Operators() {
		if p.take(operator) {
			c.Operator = operator
			c.Number, failure = p.number()
			return c, failure
		}
	}
	return nil, p.expected("one of " + strings.Join(Operators(), " "))
}

// labels reads `name="value", ...}`.
func (p *parser) labels() ([]Label, *Error) {
	var labels []Label
	for {
		p.skipSpace()
		start := p.at
		name, failure := p.known("label", Labels())
		if failure != nil {
			return nil, failure
		}
		if slices.ContainsFunc(labels, func(l Label) bool { return l.Name == name }) {
			return nil, &Error{Offset: start, Message: "the label " + strconv.Quote(name) + " stands twice"}
		}
		if !p.take("=") {
			return nil, p.expected("=")
		}
		value, failure := p.quoted()
		if failure != nil {
			return nil, failure
		}
		labels = append(labels, Label{name, value})
		if p.take("}") {
			return labels, nil
		}
		if !p.take(",") {
			return nil, p.expected(`"," or "}"`)
		}
	}
}

// quoted reads a value in double quotes; a backslash takes the next character as it is.
func (p *parser) quoted() (string, *Error) {
	if !p.take(`"`) {
		return "", p.expected("a value in double quotes")
	}
	var b strings.Builder
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case '"':
			p.at++
			return b.String(), nil
		case '\\':
			if p.at++; p.at == len(p.text) {
				return "", p.fail("the value has no closing quote")
			}
			b.WriteByte(p.text[p.at])
		default:
			b.WriteByte(c)
		}
	}
	return "", p.fail("the value has no closing quote")
}

// known reads a word that is on a list.
func (p *parser) known(what string, list []string) (string, *Error) {
	p.skipSpace()
	start := p.at
	word := p.word()
	switch {
	case word == "":
		return "", p.expected("a " + what)
	case !slices.Contains(list, word):
		return "", &Error{Offset: start, Message: "unknown " + what + " " + strconv.Quote(word), Word: word, Known: list}
	}
	return word, nil
}

// number reads a finite number in plain or exponent form.
func (p *parser) number() (float64, *Error) {
	p.skipSpace()
	start := p.at
	for p.at < len(p.text) && strings.IndexByte("+-.0123456789eE", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == start {
		return 0, p.expected("a number")
	}
	digits := p.text[start:p.at]
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || math.IsInf(n, 0) {
		return 0, &Error{Offset: start, Message: strconv.Quote(digits) + " is no number"}
	}
	if unit := p.unit(); unit != "" {
		return 0, &Error{
			Offset: p.at - len(unit), Message: "a number takes no unit, found " + strconv.Quote(unit) + unitHint(unit),
		}
	}
	return n, nil
}

// unit reads what sticks to a number: "ms", "%".
func (p *parser) unit() string {
	start := p.at
	for p.at < len(p.text) && (isWordByte(p.text[p.at]) || p.text[p.at] == '%') {
		p.at++
	}
	return p.text[start:p.at]
}

func unitHint(unit string) string {
	switch unit {
	case "%":
		return ": error_rate goes from 0 to 1"
	case "s", "ms":
		return ": latencies are in milliseconds"
	}
	return ""
}

// word reads letters, digits and underscores, after space.
func (p *parser) word() string {
	p.skipSpace()
	start := p.at
	for p.at < len(p.text) && isWordByte(p.text[p.at]) {
		p.at++
	}
	return p.text[start:p.at]
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// take reads a token when it comes next, after space.
func (p *parser) take(token string) bool {
	p.skipSpace()
	if !strings.HasPrefix(p.text[p.at:], token) {
		return false
	}
	p.at += len(token)
	return true
}

func (p *parser) skipSpace() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *parser) fail(message string) *Error { return &Error{Offset: p.at, Message: message} }

// expected says what belongs at the place and what stands there.
func (p *parser) expected(what string) *Error {
	p.skipSpace()
	if p.at == len(p.text) {
		return p.fail("expected " + what + ", found the end")
	}
	before := p.at
	found := p.word()
	if p.at = before; found == "" {
		r, _ := utf8.DecodeRuneInString(p.text[p.at:])
		found = string(r)
	}
	return p.fail("expected " + what + ", found " + strconv.Quote(found))
}
