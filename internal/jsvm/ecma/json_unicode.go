package ecma

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// wellFormedText encodes a string in WTF-8: UTF-8 with three bytes for each lone surrogate.
func wellFormedText(s goja.String) string {
	text := s.String()
	if !strings.Contains(text, "\uFFFD") || loneSurrogate(s, 0) < 0 {
		return text
	}
	var out []byte
	for i := 0; i < s.Length(); i++ {
		out = appendUnit(out, rune(s.CharAt(i)))
	}
	return string(out)
}

// appendUnit appends a UTF-16 unit. It joins a low surrogate with the high surrogate before it.
func appendUnit(out []byte, unit rune) []byte {
	if unit < 0xD800 || unit > 0xDFFF {
		return utf8.AppendRune(out, unit)
	}
	if unit >= 0xDC00 && len(out) >= 3 && out[len(out)-3] == 0xED && out[len(out)-2] >= 0xA0 && out[len(out)-2] < 0xB0 {
		first := 0xD000 | rune(out[len(out)-2]&0x3F)<<6 | rune(out[len(out)-1]&0x3F)
		return utf8.AppendRune(out[:len(out)-3], 0x10000+(first-0xD800)<<10+(unit-0xDC00))
	}
	return append(out, 0xED, byte(0x80|unit>>6&0x3F), byte(0x80|unit&0x3F))
}

// stringValue is the inverse of wellFormedText.
func (p *jsonParser) stringValue(text string) goja.Value {
	if !holdsSurrogate(text) {
		return p.rt.ToValue(text)
	}
	var units []uint16
	for i := 0; i < len(text); {
		if text[i] == 0xED && i+2 < len(text) && text[i+1] >= 0xA0 {
			units = append(units, 0xD000|uint16(text[i+1]&0x3F)<<6|uint16(text[i+2]&0x3F))
			i += 3
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r > 0xFFFF {
			units = append(units, uint16(0xD800+(r-0x10000)>>10), uint16(0xDC00+(r-0x10000)&0x3FF))
		} else {
			units = append(units, uint16(r))
		}
		i += size
	}
	return goja.StringFromUTF16(units)
}

func holdsSurrogate(text string) bool {
	for rest := text; ; {
		i := strings.IndexByte(rest, 0xED)
		if i < 0 || i+1 >= len(rest) {
			return false
		}
		if rest[i+1] >= 0xA0 {
			return true
		}
		rest = rest[i+1:]
	}
}
