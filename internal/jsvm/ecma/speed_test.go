package ecma

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkJSONParse parses 2.4 KB, a typical body of the CRM.
func BenchmarkJSONParse(b *testing.B) {
	var body strings.Builder
	body.WriteString(`{"results":[`)
	for i := range 12 {
		if i > 0 {
			body.WriteByte(',')
		}
		fmt.Fprintf(&body,
			`{"id":"%d","properties":{"email":"person%d@example.com","firstname":"Zoë \"Z\" %d","amount":"12.50"},`+
				`"archived":false,"createdAt":"2026-11-21T10:00:00.000Z","n":%d}`, i, i, i, i)
	}
	body.WriteString(`]}`)
	r, err := NewRealm()
	if err != nil {
		b.Fatal(err)
	}
	text := r.runtime.ToValue(body.String())
	parse := r.method(r.builtin("JSON"), "parse")
	b.SetBytes(int64(body.Len()))
	for b.Loop() {
		if _, err := parse(nil, text); err != nil {
			b.Fatal(err)
		}
	}
}
