package ecma

// string parses a string literal. Most have no escape and are a substring of the text.
func (p *jsonParser) string() string {
	p.at++
	start := p.at
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return p.text[start : p.at-1]
		case c == '\\':
			return p.escaped(start)
		case c < ' ':
			p.fail("Bad control character in string literal in JSON")
		default:
			p.at++
		}
	}
	p.fail("Unterminated string in JSON")
	return ""
}

// escaped parses the rest of a string that has escapes.
func (p *jsonParser) escaped(start int) string {
	out := append(make([]byte, 0, p.at-start+32), p.text[start:p.at]...)
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return string(out)
		case c == '\\':
			p.at++
			out = p.escape(out)
		case c < ' ':
			p.fail("Bad control character in string literal in JSON")
		default:
			out = append(out, c)
			p.at++
		}
	}
	p.fail("Unterminated string in JSON")
	return ""
}

// escape parses what follows a backslash.
func (p *jsonParser) escape(out []byte) []byte {
	c := p.peek()
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		p.at++
		return appendUnit(out, p.hexUnit())
	default:
		if p.at >= len(p.text) {
			p.unexpected()
		}
		p.fail("Bad escaped character in JSON")
	}
	p.at++
	return append(out, c)
}

func (p *jsonParser) hexUnit() rune {
	unit := rune(0)
	for range 4 {
		c := p.peek()
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			p.fail("Bad Unicode escape in JSON")
		}
		unit = unit<<4 | rune(c)
		p.at++
	}
	return unit
}
