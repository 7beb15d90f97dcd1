// These benchmarks measure what every start of the tool and every request pays for.

package jsvm

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// BenchmarkNewForEvaluation is a VM of `svc check`.
func BenchmarkNewForEvaluation(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := newWorld(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	vm := benchmarkVM(b, `globalThis.f = async (text) => { await null; return text + '!'; };`)
	for b.Loop() {
		if _, err := vm.Call(context.Background(), "f", "x"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkJSONParse parses 2.4 KB, a typical body of the CRM.
func BenchmarkJSONParse(b *testing.B) {
	var body strings.Builder
	body.WriteString(`{"results":[`)
	for i := range 12 {
		if i > 0 {
			body.WriteByte(',')
		}
		fmt.Fprintf(
			&body,
			`{"id":"%d","properties":{"email":"person%d@example.com","firstname":"Zoë \"Z\" %d","amount":"12.50"},"archived":false,"createdAt":"2026-11-21T10:00:00.000Z","n":%d}`,
			i, i, i, i,
		)
	}
	body.WriteString(`]}`)
	vm, err := newWorld(Options{})
	if err != nil {
		b.Fatal(err)
	}
	text := vm.runtime.ToValue(body.String())
	parse := vm.method(vm.builtin("JSON"), "parse")
	b.SetBytes(int64(body.Len()))
	for b.Loop() {
		if _, err := parse(nil, text); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkVM(b *testing.B, source string) *VM {
	vm, err := New(Options{Clock: NewVirtualClock(epoch)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(vm.Close)
	program, err := Compile("benchmark.js", source)
	if err != nil {
		b.Fatal(err)
	}
	if err := vm.Run(context.Background(), program); err != nil {
		b.Fatal(err)
	}
	return vm
}
