package webapi

import (
	"encoding/base64"
	"strings"

	"github.com/dop251/goja"
)

func base64Natives(w *world) natives {
	return natives{
		"atob": func(call goja.FunctionCall) goja.Value {
			data, ok := forgivingDecode(call.Argument(0).ToString().String())
			if !ok {
				return w.throwDOM("InvalidCharacterError", "The string to be decoded is not correctly encoded.")
			}
			return binaryString(data)
		},
		"btoa": func(call goja.FunctionCall) goja.Value {
			data, ok := binaryBytes(call.Argument(0))
			if !ok {
				return w.throwDOM(
					"InvalidCharacterError", "The string to be encoded contains characters outside of the Latin1 range.",
				)
			}
			return w.rt.ToValue(base64.StdEncoding.EncodeToString(data))
		},
	}
}

// forgivingDecode is "forgiving-base64 decode" of the Infra standard: it accepts spaces and missing padding.
func forgivingDecode(text string) ([]byte, bool) {
	text = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\f', '\r':
			return -1
		}
		return r
	}, text)
	if len(text)%4 == 0 {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "="), "=")
	}
	if strings.ContainsAny(text, "=\n\r") {
		return nil, false
	}
	data, err := base64.RawStdEncoding.DecodeString(text)
	return data, err == nil
}

// binaryString creates a string with one character per byte.
func binaryString(data []byte) goja.Value {
	chars := make([]uint16, len(data))
	for i, b := range data {
		chars[i] = uint16(b)
	}
	return goja.StringFromUTF16(chars)
}

// binaryBytes is the inverse of binaryString. It returns false if a character is not a byte.
func binaryBytes(value goja.Value) ([]byte, bool) {
	text, ok := value.ToString().(goja.String)
	if !ok {
		return nil, false
	}
	data := make([]byte, text.Length())
	for i := range data {
		c := text.CharAt(i)
		if c > 0xff {
			return nil, false
		}
		data[i] = byte(c)
	}
	return data, true
}
