// Package alertexpr holds the expressions of alert rules: conditions over the checkpoint stream, such as
//
//	error_rate{kind="sync"} > 0.05 and (count > 20 or p95 >= 2000)
//
// The SDK parses the language (sdk/src/declare/alert-expr.ts). This package reads the result. It holds no measurements
// and decides no alert. Start at Decode.
package alertexpr

import (
	"fmt"
	"strconv"
	"strings"
)

// Expr is a Comparison, an And or an Or.
type Expr interface {
	fmt.Stringer
	// Comparisons returns the comparisons of the expression, from left to right.
	Comparisons() []*Comparison
}

// Comparison is `metric{label="value"} operator number`.
type Comparison struct {
	Metric   string
	Labels   []Label
	Operator string
	Number   float64
}

// Label filters a metric by the checkpoints with the value.
type Label struct {
	Name, Value string
}

// And holds if all of its terms hold. It has two or more.
type And []Expr

// Or holds if one of its terms holds. It has two or more.
type Or []Expr

// Holds reports whether the comparison is true for a value of the metric.
func (c *Comparison) Holds(value float64) bool {
	switch c.Operator {
	case ">":
		return value > c.Number
	case ">=":
		return value >= c.Number
	case "<":
		return value < c.Number
	case "<=":
		return value <= c.Number
	case "==":
		return value == c.Number
	}
	return value != c.Number
}

// String returns the comparison in its usual spelling.
func (c *Comparison) String() string {
	var b strings.Builder
	b.WriteString(c.Metric)
	for i, label := range c.Labels {
		b.WriteString([]string{"{", ","}[min(i, 1)])
		b.WriteString(label.Name + `="` + escaper.Replace(label.Value) + `"`)
	}
	if len(c.Labels) > 0 {
		b.WriteString("}")
	}
	return b.String() + " " + c.Operator + " " + strconv.FormatFloat(c.Number, 'g', -1, 64)
}

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func (a And) String() string { return join(a, " and ") }
func (o Or) String() string  { return join(o, " or ") }

// join joins terms. Terms that are joined themselves get parentheses.
func join(terms []Expr, word string) string {
	texts := make([]string, len(terms))
	for i, term := range terms {
		texts[i] = term.String()
		if _, plain := term.(*Comparison); !plain {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, word)
}

// Comparisons returns the comparison itself.
func (c *Comparison) Comparisons() []*Comparison { return []*Comparison{c} }

// Comparisons returns those of all terms.
func (a And) Comparisons() []*Comparison { return comparisons(a) }

// Comparisons returns those of all terms.
func (o Or) Comparisons() []*Comparison { return comparisons(o) }

func comparisons(terms []Expr) []*Comparison {
	var all []*Comparison
	for _, term := range terms {
		all = append(all, term.Comparisons()...)
	}
	return all
}

// Error is a malformed expression.
type Error struct {
	// Message describes the mistake, such as `unknown metric "latency"`.
	Message string
	// Column is the position of the mistake in characters, from 1.
	Column int
	// Word is the invalid word, Known the valid ones. Both are empty without a list of valid words.
	Word  string
	Known []string
}

// Error returns the message with the position.
func (e *Error) Error() string {
	return fmt.Sprintf("%s (character %d)", e.Message, e.Column)
}
