package syntax

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// Units of times, "" for an unknown one.
const (
	Milliseconds = "ms"
	Seconds      = "s"
)

// maxUnitDepth bounds the depth of the expressions that are looked at.
const maxUnitDepth = 16

// UnitOf returns the unit of a time that an expression calculates, as far as names and factors show it: that of
// waitMs is ms, and that of Math.ceil(waitMs / 1000) is s.
// valueOf returns the value of a name, nil for an unknown one.
func UnitOf(e ast.Expression, valueOf func(*ast.Identifier) ast.Expression) string {
	return units{valueOf}.of(e, maxUnitDepth)
}

type units struct {
	valueOf func(*ast.Identifier) ast.Expression
}

func (u units) of(e ast.Expression, depth int) string {
	if depth--; depth < 0 {
		return ""
	}
	switch e := e.(type) {
	case *ast.Identifier:
		if unit := unitOfName(e.Name.String()); unit != "" || u.valueOf == nil {
			return unit
		}
		return u.of(u.valueOf(e), depth)
	case *ast.DotExpression:
		return unitOfName(e.Identifier.Name.String())
	case *ast.OptionalChain:
		return u.of(e.Expression, depth)
	case *ast.Optional:
		return u.of(e.Expression, depth)
	case *ast.ConditionalExpression:
		return common(u.of(e.Consequent, depth), u.of(e.Alternate, depth))
	case *ast.CallExpression:
		return u.call(e, depth)
	case *ast.BinaryExpression:
		return u.binary(e, depth)
	}
	return ""
}

// The ends of names of times, by unit. A capital or an underscore is before the former.
var (
	endsOfMilliseconds = []string{"Ms", "_ms", "_MS", "Millis", "Milliseconds", "_MILLIS", "_MILLISECONDS"}
	endsOfSeconds      = []string{"Seconds", "_seconds", "_SECONDS", "Secs", "_SECS"}
)

func unitOfName(name string) string {
	endsWith := func(end string) bool { return strings.HasSuffix(name, end) }
	switch {
	case slices.ContainsFunc(endsOfMilliseconds, endsWith) || name == "ms" || name == "milliseconds":
		return Milliseconds
	case slices.ContainsFunc(endsOfSeconds, endsWith) && !strings.HasSuffix(strings.ToLower(name), "milliseconds"):
		return Seconds
	}
	return ""
}

// call returns the unit of Date.now(), of the time of a Date, and of a number that Math rounds or chooses.
func (u units) call(e *ast.CallExpression, depth int) string {
	dot, isMethod := e.Callee.(*ast.DotExpression)
	if !isMethod {
		return ""
	}
	method := dot.Identifier.Name.String()
	switch {
	case IsName(dot.Left, "Date") && (method == "now" || method == "parse"), method == "getTime":
		return Milliseconds
	case !IsName(dot.Left, "Math"):
		return ""
	}
	switch method {
	case "ceil", "floor", "round", "trunc", "max", "min", "abs":
		unit := ""
		for i, arg := range e.ArgumentList {
			if one := u.of(arg, depth); i == 0 {
				unit = one
			} else {
				unit = common(unit, one)
			}
		}
		return unit
	}
	return ""
}

// common returns the unit of a value that is one of two, of which one may have an unknown unit.
func common(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return ""
}

func (u units) binary(e *ast.BinaryExpression, depth int) string {
	left, right := u.of(e.Left, depth), u.of(e.Right, depth)
	switch e.Operator {
	case token.PLUS, token.MINUS, token.COALESCE, token.LOGICAL_OR:
		return common(left, right)
	case token.MULTIPLY:
		factors := factorsOf(e, nil)
		isThousand := slices.Contains(factors, 1000)
		isTime := slices.ContainsFunc(factors, func(n float64) bool { return n == 60 || n == 3600 || n == 86_400 })
		unit := common(left, right)
		switch {
		case isThousand && (unit == Seconds || isTime):
			return Milliseconds
		case isThousand:
			return ""
		}
		return unit
	case token.SLASH:
		switch factors := factorsOf(e.Right, nil); {
		case right != "":
			return "" // how often one time is in another
		case left == Milliseconds && slices.Contains(factors, 1000):
			return Seconds
		case slices.Contains(factors, 1000):
			return ""
		}
		return left
	}
	return ""
}

// factorsOf returns the numbers among the factors of a product.
func factorsOf(e ast.Expression, factors []float64) []float64 {
	switch e := e.(type) {
	case *ast.NumberLiteral:
		return append(factors, Number(e))
	case *ast.BinaryExpression:
		if e.Operator == token.MULTIPLY {
			return factorsOf(e.Right, factorsOf(e.Left, factors))
		}
	}
	return factors
}
