package jsvm

import (
	"context"
	"testing"
)

// BenchmarkNewForEvaluation creates a VM of `svc check`.
func BenchmarkNewForEvaluation(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewWithoutLoop(Options{}); err != nil {
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
