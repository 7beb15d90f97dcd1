package webapi

import (
	"bytes"
	"strings"

	"github.com/dop251/goja"
)

func encodingNatives(w *world) natives {
	return natives{
		"encode": func(call goja.FunctionCall) goja.Value {
			return w.buffer([]byte(call.Argument(0).String()))
		},
		// copy(Uint8Array) returns a new ArrayBuffer. The engine's own slice looks up the species first.
		"copy": func(call goja.FunctionCall) goja.Value { return w.buffer(bytes.Clone(w.bytes(call.Argument(0)))) },
		// encodeInto(text, Uint8Array) returns [read, written].
		"encodeInto": func(call goja.FunctionCall) goja.Value {
			read, written := encodeInto(call.Argument(0).String(), w.bytes(call.Argument(1)))
			return w.rt.NewArray(read, written)
		},
		// encodingOf(label) returns the encoding's name, or undefined.
		"encodingOf": func(call goja.FunctionCall) goja.Value {
			name := encodingOf(call.Argument(0).String())
			if name == "" {
				return goja.Undefined()
			}
			return w.rt.ToValue(name)
		},
		// decoder(name, fatal, ignoreBOM) returns (Uint8Array, more) => string, or undefined for bad input.
		"decoder": func(call goja.FunctionCall) goja.Value {
			d := &textDecoder{
				encoding: call.Argument(0).String(), fatal: call.Argument(1).ToBoolean(), keepBOM: call.Argument(2).ToBoolean(),
			}
			return w.rt.ToValue(func(call goja.FunctionCall) goja.Value {
				text, ok := d.decode(w.bytes(call.Argument(0)), call.Argument(1).ToBoolean())
				if !ok {
					return goja.Undefined()
				}
				return w.rt.ToValue(text)
			})
		},
		// utf8(Uint8Array) decodes a whole body, as response.text() does.
		"utf8": func(call goja.FunctionCall) goja.Value {
			d := &textDecoder{encoding: utf8Name}
			text, _ := d.decode(w.bytes(call.Argument(0)), false)
			return w.rt.ToValue(text)
		},
	}
}

// encodeInto writes as many whole characters of text as fit. read counts UTF-16 units.
func encodeInto(text string, into []byte) (read, written int) {
	for i, r := range text {
		size := len(string(r))
		if i+size > len(into) {
			break
		}
		written = i + size
		read++
		if r > 0xffff {
			read++
		}
	}
	copy(into, text[:written])
	return read, written
}

// Names of encodings, as TextDecoder.encoding shows them.
const (
	utf8Name    = "utf-8"
	utf16leName = "utf-16le"
	utf16beName = "utf-16be"
	latin1Name  = "windows-1252"
)

// encodingLabels is the table of the Encoding standard for UTF-8, UTF-16 and windows-1252 (also "ascii" and "latin1").
// legacyName knows the others.
const encodingLabels = ` utf-8=unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
 utf-16be=unicodefffe utf-16be
 utf-16le=csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
 windows-1252=ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591
 windows-1252=iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 `

func encodingOf(label string) string {
	label = strings.ToLower(strings.Trim(label, " \t\n\f\r"))
	for line := range strings.SplitSeq(encodingLabels, "\n") {
		name, labels, _ := strings.Cut(strings.TrimSpace(line), "=")
		for known := range strings.FieldsSeq(labels) {
			if known == label {
				return name
			}
		}
	}
	return legacyName(label)
}
