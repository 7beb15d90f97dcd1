package alertexpr

import (
	"encoding/json"
	"fmt"
	"unicode/utf16"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// Decode reads what the SDK's alertExprJson returns for a text. A malformed text is an *Error.
func Decode(text, answer string) (Expr, error) {
	var parsed struct {
		Expr  *node
		Error *struct {
			Message string
			Offset  int // in UTF-16 units, from 0
			Known   []string
		}
	}
	if err := json.Unmarshal([]byte(answer), &parsed); err != nil {
		return nil, fmt.Errorf("cannot read the parsed expression: %w", err)
	}
	if e := parsed.Error; e != nil {
		failure := &Error{Message: e.Message, Column: column(text, e.Offset), Known: e.Known}
		if len(e.Known) > 0 {
			failure.Word = wordAt(text, e.Offset)
		}
		return nil, failure
	}
	if parsed.Expr == nil {
		return nil, fmt.Errorf("cannot read the parsed expression %s", answer)
	}
	return parsed.Expr.expr(), nil
}

// node is an expression as the SDK has it.
type node struct {
	All, Any         []node
	Metric, Operator string
	Labels           [][2]string
	Number           float64
}

func (n *node) expr() Expr {
	switch {
	case n.All != nil:
		return And(exprs(n.All))
	case n.Any != nil:
		return Or(exprs(n.Any))
	}
	c := &Comparison{Metric: n.Metric, Operator: n.Operator, Number: n.Number}
	for _, pair := range n.Labels {
		c.Labels = append(c.Labels, Label{pair[0], pair[1]})
	}
	return c
}

func exprs(nodes []node) []Expr {
	all := make([]Expr, len(nodes))
	for i := range nodes {
		all[i] = nodes[i].expr()
	}
	return all
}

// column returns the position of an offset in characters, from 1.
func column(text string, offset int) int {
	column := 1
	for _, r := range text {
		if offset -= utf16.RuneLen(r); offset < 0 {
			break
		}
		column++
	}
	return column
}

var word = lazyregexp.New(`^\w+`)

// wordAt returns the word at an offset.
func wordAt(text string, offset int) string {
	for at, r := range text {
		if offset <= 0 {
			return word().FindString(text[at:])
		}
		offset -= utf16.RuneLen(r)
	}
	return ""
}
