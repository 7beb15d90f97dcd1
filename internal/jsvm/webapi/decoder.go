package webapi

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// textDecoder decodes bytes by the Encoding standard, also in pieces. Between two pieces of a stream it keeps the
// bytes of an incomplete character.
type textDecoder struct {
	encoding string
	fatal    bool
	keepBOM  bool
	rest     []byte
	begun    bool                  // the first character of the stream has been seen
	tables   transform.Transformer // of an older encoding, nil before its first use
}

// decode returns the text of data. more reports that another piece follows. It returns false for bad input if fatal.
func (d *textDecoder) decode(data []byte, more bool) (text string, ok bool) {
	if len(d.rest) > 0 {
		data = append(d.rest, data...)
		d.rest = nil
	}
	switch d.encoding {
	case utf8Name:
		text, ok = d.utf8(data, more)
	case utf16leName:
		text, ok = d.utf16(data, more, binary.LittleEndian)
	case utf16beName:
		text, ok = d.utf16(data, more, binary.BigEndian)
	case latin1Name:
		text, ok = latin1(data), true
	default:
		text, ok = d.legacy(data, more)
	}
	if text != "" && !d.begun {
		d.begun = true
		if !d.keepBOM && strings.HasPrefix(d.encoding, "utf-") {
			text = strings.TrimPrefix(text, "\ufeff")
		}
	}
	if !more || !ok {
		d.rest, d.begun = nil, false
	}
	return text, ok || !d.fatal
}

func (d *textDecoder) utf8(data []byte, more bool) (string, bool) {
	if utf8.Valid(data) {
		return string(data), true
	}
	var text strings.Builder
	ok := true
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r != utf8.RuneError || size > 1 {
			text.Write(data[:size])
			data = data[size:]
			continue
		}
		size = incomplete(data)
		if more && size == len(data) && !utf8.FullRune(data) {
			d.rest = append([]byte(nil), data...)
			break
		}
		ok = false
		text.WriteRune(utf8.RuneError)
		data = data[size:]
	}
	return text.String(), ok || !d.fatal
}

// incomplete returns how many bytes the broken character at the start of data has: as many as could begin one, so that
// each error gives one U+FFFD.
func incomplete(data []byte) int {
	for n := min(len(data), utf8.UTFMax-1); n > 1; n-- {
		if !utf8.FullRune(data[:n]) {
			return n
		}
	}
	return 1
}

func (d *textDecoder) utf16(data []byte, more bool, order binary.ByteOrder) (string, bool) {
	var units []uint16
	for ; len(data) >= 2; data = data[2:] {
		units = append(units, order.Uint16(data))
	}
	ok := true
	if n := len(units); more && n > 0 && units[n-1] >= 0xd800 && units[n-1] < 0xdc00 {
		d.rest = make([]byte, 2)
		order.PutUint16(d.rest, units[n-1])
		units = units[:n-1]
	}
	if more {
		d.rest = append(d.rest, data...)
	}
	runes := utf16.Decode(units)
	if d.fatal && !wellFormed(units) {
		ok = false
	}
	text := string(runes)
	if !more && len(data) > 0 { // half a unit; after half a pair it is one broken character with it
		ok = false
		if n := len(units); n == 0 || units[n-1] < 0xd800 || units[n-1] >= 0xdc00 {
			text += "\ufffd"
		}
	}
	return text, ok || !d.fatal
}

// wellFormed reports whether all surrogates of units are in pairs.
func wellFormed(units []uint16) bool {
	for i := 0; i < len(units); i++ {
		if !utf16.IsSurrogate(rune(units[i])) {
			continue
		}
		if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == utf8.RuneError {
			return false
		}
		i++
	}
	return true
}

// windows1252 are the characters of the bytes 0x80 to 0x9f; all others are Latin-1.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

func latin1(data []byte) string {
	high := []rune(windows1252)
	var text strings.Builder
	for _, b := range data {
		if b >= 0x80 && b < 0xa0 {
			text.WriteRune(high[b-0x80])
		} else {
			text.WriteRune(rune(b))
		}
	}
	return text.String()
}
