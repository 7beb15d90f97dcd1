package webapi

import (
	"context"
	"testing"

	"github.com/appsvc/svc/internal/jsvm"
)

// BenchmarkNew starts a VM without using a global.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		vm, err := jsvm.New(options())
		if err != nil {
			b.Fatal(err)
		}
		vm.Close()
	}
}

// BenchmarkFirstUse starts a VM and reads every global.
func BenchmarkFirstUse(b *testing.B) {
	program, err := jsvm.Compile("use.js", "for (const name of Object.getOwnPropertyNames(globalThis)) globalThis[name]")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		vm, err := jsvm.New(options())
		if err != nil {
			b.Fatal(err)
		}
		if err := vm.Run(context.Background(), program); err != nil {
			b.Fatal(err)
		}
		vm.Close()
	}
}

// BenchmarkFetch sends a request to a handler that reads and returns JSON.
func BenchmarkFetch(b *testing.B) {
	vm := serveWith(b, `async (request) => Response.json({ got: await request.json() })`)
	req := &jsvm.Request{
		Method: "POST", URL: "http://h/path", Header: map[string][]string{"Content-Type": {"application/json"}},
		Body: []byte(`{"a":1}`),
	}
	for b.Loop() {
		if _, err := vm.Fetch(context.Background(), req); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkURL parses 1000 URLs and serializes them.
func BenchmarkURL(b *testing.B) {
	vm := newVM(b, options())
	load(
		b, vm,
		"globalThis.f = () => { for (let i = 0; i < 1000; i++) new URL('https://user@example.com/a/b?c=d#e').href; "+
			"return ''; }",
	)
	for b.Loop() {
		if _, err := vm.Call(context.Background(), "f"); err != nil {
			b.Fatal(err)
		}
	}
}
