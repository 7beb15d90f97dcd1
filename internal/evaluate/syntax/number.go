package syntax

import (
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"
)

// Number returns the value of a number, 0 for a BigInt.
func Number(e *ast.NumberLiteral) float64 {
	switch n := e.Value.(type) {
	case int64:
		return float64(n)
	case float64:
		return n
	}
	return 0
}

// JavaScript writes numbers without an exponent whose absolute value is in this range (Number::toString of ECMA-262).
const (
	fixedFrom = 1e-6
	fixedTo   = 1e21
)

// NumberText returns a number as JavaScript converts it to text, however it is written: 1e3 is "1000".
func NumberText(e *ast.NumberLiteral) string {
	switch n := e.Value.(type) {
	case int64:
		return strconv.FormatInt(n, 10)
	case float64:
		if size := math.Abs(n); size == 0 || size >= fixedFrom && size < fixedTo {
			return strconv.FormatFloat(n, 'f', -1, 64)
		}
		return strings.NewReplacer("e-0", "e-", "e+0", "e+").Replace(strconv.FormatFloat(n, 'e', -1, 64))
	}
	return e.Literal
}
