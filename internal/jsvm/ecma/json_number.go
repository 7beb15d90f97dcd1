package ecma

import (
	"math"
	"strconv"

	"github.com/dop251/goja"
)

func (p *jsonParser) number() goja.Value {
	start := p.at
	if p.peek() == '-' {
		p.at++
		if c := p.peek(); c < '0' || c > '9' {
			p.fail("No number after minus sign in JSON")
		}
	}
	isInteger := true
	if p.peek() == '0' {
		p.at++
		if c := p.peek(); c >= '0' && c <= '9' {
			p.fail("Unexpected number in JSON")
		}
	} else {
		p.digits("")
	}
	if p.peek() == '.' {
		isInteger = false
		p.at++
		p.digits("Unterminated fractional number in JSON")
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		isInteger = false
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		p.digits("Exponent part is missing a number in JSON")
	}
	text := p.text[start:p.at]
	if isInteger && len(text) <= maxExactDigits {
		if n, _ := strconv.ParseInt(text, 10, 64); n != 0 || text[0] != '-' {
			return p.rt.ToValue(n)
		}
		return p.rt.ToValue(math.Copysign(0, -1))
	}
	number, _ := strconv.ParseFloat(text, 64) // out of range gives an infinity, as ECMAScript requires
	return p.rt.ToValue(number)
}

// maxExactDigits is how many characters, with a sign, always fit a float64 exactly.
const maxExactDigits = 15

func (p *jsonParser) digits(otherwise string) {
	start := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	if p.at == start {
		p.fail(otherwise)
	}
}
