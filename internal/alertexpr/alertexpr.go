// Package alertexpr reads the language of alert rules: conditions over the checkpoint stream, such as
//
//	error_rate{kind="sync"} > 0.05 and (count > 20 or p95 >= 2000)
//
// A condition compares a metric, narrowed by labels, with a number; `and` binds tighter than `or`.
// The package knows the language only: it holds no measurements and decides no alert.
// Start at Parse, which gives an Expr or an Error that points at the character at fault.
package alertexpr

import (
	"fmt"
	"strconv"
	"strings"
)

// Metrics are what a condition can compare. Latencies (p50 ... p99) are in milliseconds, error_rate is
// between 0 and 1, sync_lag_minutes in minutes; the others are counts in the window.
func Metrics() []string {
	return []string{
		"count", "errors", "error_rate", "p50", "p90", "p95", "p99",
		"backpressure", "crm_429", "poison_rows", "sync_lag_minutes",
	}
}

// Labels narrow a metric: the capability's id, its kind, the portal's id.
func Labels() []string { return []string{"capability", "kind", "portal"} }

// Operators compare a metric with a number.
func Operators() []string { return []string{">=", "<=", "==", "!=", ">", "<"} }

// Expr is a Comparison, an And or an Or.
type Expr interface {
	fmt.Stringer
	// Comparisons are those of the expression, from left to right.
	Comparisons() []*Comparison
}

// Comparison is `metric{label="value"} operator number`.
type Comparison struct {
	Metric   string
	Labels   []Label
	Operator string
	Number   float64
}

// Label narrows a metric to the checkpoints that carry the value.
type Label struct {
	Name, Value string
}

// And holds when all of its terms do; it has two or more.
type And []Expr

// Or holds when one of its terms does; it has two or more.
type Or []Expr

// String is the expression in its usual spelling; Parse reads it back to the same expression.
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

// join writes terms; those that are joined themselves stand in parentheses.
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

// Comparisons is the comparison itself.
func (c *Comparison) Comparisons() []*Comparison { return []*Comparison{c} }

// Comparisons are those of all terms.
func (a And) Comparisons() []*Comparison { return comparisons(a) }

// Comparisons are those of all terms.
func (o Or) Comparisons() []*Comparison { return comparisons(o) }

func comparisons(terms []Expr) []*Comparison {
	var all []*Comparison
	for _, term := range terms {
		all = append(all, term.Comparisons()...)
	}
	return all
}

// Error says what is wrong with an expression, and where.
type Error struct {
	// Offset is the byte where the trouble starts, from 0; the length of the text when it ends too early.
	Offset int
	// Column is that place in characters, from 1.
	Column int
	// Message says what was found and what belongs there, such as `unknown metric "latency"`.
	Message string
	// Word is the word at fault, Known are those that are valid in its place; both empty where no list exists.
	Word  string
	Known []string
}

// Error is the message with its place.
func (e *Error) Error() string {
	return fmt.Sprintf("%s (character %d)", e.Message, e.Column)
}
