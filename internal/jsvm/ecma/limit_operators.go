package ecma

import (
	"bytes"
	"math/big"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// amountName is the function around the right operands of limited operators. Source code cannot spell it.
const amountName unistring.String = "%amount"

// mayShift reports whether a script may contain the operators << >> or **.
func mayShift(source []byte) bool {
	return bytes.Contains(source, []byte("<<")) || bytes.Contains(source, []byte(">>")) ||
		bytes.Contains(source, []byte("**"))
}

// limitOperator makes an operator check the amount by which it enlarges a BigInt. The compiler would compute it
// already, if both operands were literals.
func limitOperator(operator token.Token, left, right ast.Expression) ast.Expression {
	sign := int64(1)
	switch operator {
	case token.SHIFT_LEFT, token.EXPONENT:
	case token.SHIFT_RIGHT:
		sign = -1
	default:
		return right
	}
	if isNumber(left) || isNumber(right) {
		return right
	}
	at, end := right.Idx0(), right.Idx1()
	return &ast.CallExpression{
		Callee: &ast.Identifier{Name: amountName, Idx: at}, LeftParenthesis: at, RightParenthesis: end,
		ArgumentList: []ast.Expression{numberLiteral(sign, at), right},
	}
}

func numberLiteral(n int64, at file.Idx) *ast.NumberLiteral {
	return &ast.NumberLiteral{Idx: at, Literal: "0", Value: n}
}

// isNumber reports whether an expression is a Number or throws: it is never a BigInt.
func isNumber(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.NumberLiteral:
		_, isBigInt := e.Value.(*big.Int)
		return !isBigInt
	case *ast.UnaryExpression:
		return e.Operator == token.PLUS || e.Operator == token.MINUS && isNumber(e.Operand)
	case *ast.BinaryExpression:
		switch e.Operator {
		case token.UNSIGNED_SHIFT_RIGHT:
			return true
		case token.PLUS:
			return isNumber(e.Left) && isNumber(e.Right)
		case token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT, token.AND, token.OR,
			token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT:
			return isNumber(e.Left) || isNumber(e.Right)
		}
	}
	return false
}

// addAmount defines the function that rewritten operators call: amount(sign, operand) returns the operand. It throws if
// the operand is a BigInt that would enlarge another by too much.
func (r *Realm) addAmount() error {
	amount := func(call goja.FunctionCall) goja.Value {
		value := call.Argument(1)
		if _, isObject := value.(*goja.Object); isObject {
			numeric, _ := goja.AssertFunction(must(r.Script(preludeScripts, "prelude/numeric.js")))
			value = must(numeric(goja.Undefined(), value))
		}
		if n, ok := bigInt(value); ok && int64(n.Sign()) == call.Argument(0).ToInteger() &&
			n.CmpAbs(big.NewInt(maxBigIntBits)) > 0 {
			panic(r.rangeError(bigIntTooLarge))
		}
		return value
	}
	return r.runtime.GlobalObject().DefineDataProperty(
		amountName.String(), r.runtime.ToValue(amount), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE,
	)
}
