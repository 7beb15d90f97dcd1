package webapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

func serveWith(t testing.TB, handler string) *jsvm.VM {
	t.Helper()
	vm := newVM(t, options())
	load(t, vm, "globalThis.__svc_fetch = "+handler)
	return vm
}

func get(t testing.TB, vm *jsvm.VM, req *jsvm.Request) *jsvm.Response {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	res, err := vm.Fetch(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestHandlerReceivesTheRequestAndReturnsAResponse(t *testing.T) {
	vm := serveWith(t, `async (request) => {
		const body = await request.json();
		const headers = new Headers({ 'X-Seen': request.headers.get('x-in') });
		headers.append('set-cookie', 'a=1');
		headers.append('set-cookie', 'b=2');
		const { method, url } = request;
		return Response.json({ method, url, body }, { status: 201, statusText: 'Made', headers });
	}`)
	res := get(t, vm, &jsvm.Request{
		Method: "POST", URL: "https://svc.local/a?b=c", Header: http.Header{"X-In": {"1", "2"}}, Body: []byte(`{"k":"ü"}`),
	})
	if res.Status != 201 || res.StatusText != "Made" {
		t.Errorf("status %d %q", res.Status, res.StatusText)
	}
	if got := string(res.Body); got != `{"method":"POST","url":"https://svc.local/a?b=c","body":{"k":"ü"}}` {
		t.Errorf("body %s", got)
	}
	if got := res.Header.Get("X-Seen"); got != "1, 2" {
		t.Errorf("the handler received the header %q", got)
	}
	if got := res.Header.Values("Set-Cookie"); len(got) != 2 || got[1] != "b=2" {
		t.Errorf("cookies %q", got)
	}
}

func TestHandlerStreamsItsResponse(t *testing.T) {
	vm := serveWith(t, `() => {
		let n = 0;
		return new Response(new ReadableStream({ async pull(c) {
			await new Promise((r) => setTimeout(r, 1));
			if (++n > 3) c.close(); else c.enqueue(new TextEncoder().encode('piece ' + n + ';'));
		} }));
	}`)
	var w recorded
	if err := vm.FetchTo(context.Background(), &jsvm.Request{Method: "GET", URL: "http://h/"}, &w); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(w.pieces, "|"); got != "piece 1;|piece 2;|piece 3;" {
		t.Errorf("pieces %s", got)
	}
}

// recorded keeps the chunks of a response. It fails after failAt chunks.
type recorded struct {
	pieces []string
	failAt int
}

var errGone = errors.New("the client disconnected")

func (*recorded) Head(int, string, http.Header, int64) error { return nil }

func (r *recorded) Chunk(data []byte) error {
	r.pieces = append(r.pieces, string(data))
	if len(r.pieces) == r.failAt {
		return errGone
	}
	return nil
}

func TestHeadHasTheLengthOfABodyInMemory(t *testing.T) {
	for response, want := range map[string]int64{
		`new Response('äb')`: 3, `new Response(null, { status: 204 })`: 0,
		`new Response(new ReadableStream({ start(c) { c.close(); } }))`: -1,
	} {
		var w headed
		if err := serveWith(t, "() => "+response).FetchTo(context.Background(), &jsvm.Request{
			Method: "GET", URL: "http://h/",
		}, &w); err != nil || w.length != want {
			t.Errorf("%s: %d, %v", response, w.length, err)
		}
	}
}

type headed struct {
	recorded
	length int64
}

func (h *headed) Head(_ int, _ string, _ http.Header, length int64) error {
	h.length = length
	return nil
}

func TestErrorOfAHandlerIsAnException(t *testing.T) {
	for handler, want := range map[string]string{
		`() => { throw new RangeError('out') }`:               "RangeError: out",
		`async () => { await null; throw new Error('late') }`: "Error: late",
		`() => 'text'`:           "must return a Response; it returned string",
		`() => Response.error()`: "Response.error()",
		`async () => { const r = new Response('x'); await r.text(); return r; }`:  "whose body has been read",
		`() => new Response(new ReadableStream({ pull(c) { c.enqueue('x'); } }))`: "Uint8Array chunks",
	} {
		vm := serveWith(t, handler)
		_, err := vm.Fetch(context.Background(), &jsvm.Request{Method: "GET", URL: "http://h/"})
		var thrown *jsvm.Exception
		if !errors.As(err, &thrown) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", handler, err, want)
		}
	}
}

func TestManyRequestsInterleave(t *testing.T) {
	// The handler responds after all 20 requests have arrived, so serial processing would block forever.
	vm := serveWith(t, `(() => {
		let came = 0;
		let open;
		const all = new Promise((r) => { open = r; });
		return async (request) => {
			if (++came === 20) open();
			await all;
			return new Response(new URL(request.url).pathname);
		};
	})()`)
	done := make(chan string, 20)
	for i := range cap(done) {
		go func() {
			res, err := vm.Fetch(context.Background(), &jsvm.Request{Method: "GET", URL: "http://h/" + string(rune('a'+i))})
			if err != nil {
				done <- err.Error()
				return
			}
			done <- string(res.Body)
		}()
	}
	seen := map[string]bool{}
	for range cap(done) {
		seen[<-done] = true
	}
	if len(seen) != cap(done) || !seen["/a"] {
		t.Errorf("responses %v", seen)
	}
}

func TestAsynchronousAPIsThrowWhileScriptsLoad(t *testing.T) {
	for _, code := range []string{
		"setTimeout(() => {}, 1)", "crypto.randomUUID()", "crypto.getRandomValues(new Uint8Array(1))",
		"AbortSignal.timeout(1)",
	} {
		vm := newVM(t, options())
		program, err := jsvm.Compile("load.js", code)
		if err != nil {
			t.Fatal(err)
		}
		err = vm.Run(context.Background(), program)
		if err == nil || !strings.Contains(err.Error(), "not allowed within global scope") {
			t.Errorf("%s while loading: %v", code, err)
		}
	}
}

func TestConsoleWritesOneMessagePerCall(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{
			`console.log('a', 1, null, undefined, true, -0, 10n, Symbol('s'))`,
			"log: a 1 null undefined true -0 10n Symbol(s)",
		},
		{
			`console.error('%s has %d of %i, %o %%%c %j', 'x', '4.5', 4.5, {a: 1}, 'css', [1])`,
			"error: x has 4.5 of 4, { a: 1 } % [1]",
		},
		{
			`console.warn({ a: [1, 'x', { b: { c: { d: 1 } } }], 'k-1': new Map([[1, new Set(['y'])]]) })`,
			"warn: { a: [ 1, 'x', { b: [Object] } ], 'k-1': Map(1) { 1 => Set(1) { 'y' } } }",
		},
		{
			`const a = {}; a.self = a; console.info(a)`,
			"info: { self: [Circular *1] }",
		},
		{
			`console.debug(class A {}, function f() {}, () => {}, new Uint8Array(2), new Date(0), /x/g, Object.create(null))`,
			"debug: [class A] [Function: f] [Function (anonymous)] Uint8Array(2) [ 0, 0 ] 1970-01-01T00:00:00.000Z /x/g " +
				"[Object: null prototype] {}",
		},
		{
			`console.log(new Headers({ a: 'b' }), Promise.resolve(4), new (class Foo { x = 1 })())`,
			"log: Headers { a: 'b' } Promise { 4 } Foo { x: 1 }",
		},
		{
			`console.log({ get a() { throw 1 } }, new Proxy({}, { ownKeys() { throw 1 } }))`,
			"log: { a: [Getter] } [value that cannot be shown]",
		},
		{
			`console.assert(1 === 1, 'no'); console.assert(false, 'yes %s', 'x')`,
			"error: Assertion failed: yes x",
		},
		{
			`console.group('g'); console.log('a\nb'); console.groupEnd(); console.log('c')`,
			"log: g|log:   a\n  b|log: c",
		},
		{
			`console.log({ long: 'x'.repeat(70), b: 1 })`,
			"log: {\n  long: '" + strings.Repeat("x", 70) + "',\n  b: 1\n}",
		},
		{
			`console.count(); console.count('x'); console.count(); console.timeEnd('none')`,
			"log: default: 1|log: x: 1|log: default: 2|warn: Timer 'none' does not exist",
		},
	} {
		var lines []string
		o := options()
		o.Console = func(level, message string) { lines = append(lines, level+": "+message) }
		vm := newVM(t, o)
		load(t, vm, "{"+c.code+"}")
		if got := strings.Join(lines, "|"); got != c.want {
			t.Errorf("%s\n got  %s\n want %s", c.code, got, c.want)
		}
	}
}

func TestHandlerForwardsRequestAndResponse(t *testing.T) {
	server := newServer(t)
	vm := serveWith(t, `(request) => fetch(new Request('`+server.URL+`/echo?x', request))`)
	res := get(t, vm, &jsvm.Request{
		Method: "POST", URL: "http://h/a", Header: http.Header{"X-A": {"passed"}, "Content-Type": {"x/y"}},
		Body: []byte("body"),
	})
	var seen struct{ Method, Path, Body, XA, Type string }
	if err := json.Unmarshal(res.Body, &seen); err != nil {
		t.Fatal(err)
	}
	if seen.Method != "POST" || seen.Path != "/echo?x" || seen.Body != "body" || seen.XA != "passed" ||
		seen.Type != "x/y" {
		t.Errorf("the server saw %+v", seen)
	}
	if res.Header.Get("X-Reply") != "yes" {
		t.Errorf("the response has the headers %v", res.Header)
	}
	vm = serveWith(t, `(request) => fetch(new Request('`+server.URL+`/redirect?status=302', request))`)
	if res := get(t, vm, &jsvm.Request{Method: "GET", URL: "http://h/a"}); res.Status != 302 ||
		res.Header.Get("Location") != "/echo" {
		t.Errorf("the redirect was %d to %q: the client must receive it", res.Status, res.Header.Get("Location"))
	}
}

func TestHandlerReadsTheRequestAsAStream(t *testing.T) {
	vm := serveWith(t, `async (request) => {
		const reader = request.body.getReader();
		let size = 0;
		for (;;) { const { done, value } = await reader.read(); if (done) break; size += value.byteLength; }
		const headers = [];
		try { request.headers.set('a', 'b'); } catch (e) { headers.push(e.name); }
		return Response.json([size, request.bodyUsed, ...headers]);
	}`)
	res := get(t, vm, &jsvm.Request{Method: "PUT", URL: "http://h/", Body: make([]byte, 1<<20)})
	if got := string(res.Body); got != `[1048576,true,"TypeError"]` {
		t.Errorf("got %s", got)
	}
}

func TestHandlerReceivesTheURLAsSent(t *testing.T) {
	vm := serveWith(t, `async (request) => new Response(request.url + ' ' + new URL(request.url).pathname)`)
	const url = "http://h/a/../b^c?d=^'"
	if got := string(get(t, vm, &jsvm.Request{Method: "GET", URL: url}).Body); got != url+" /b%5Ec" {
		t.Errorf("got %s: senders sign the URL as sent, so it must not change", got)
	}
}

func TestHandlerReturnsALargeBody(t *testing.T) {
	vm := serveWith(t, `async (request) => new Response(await request.arrayBuffer(), { headers: { 'x-text': 'ä€' } })`)
	body := make([]byte, 3<<20)
	for i := range body {
		body[i] = byte(i * 7)
	}
	res := get(t, vm, &jsvm.Request{Method: "POST", URL: "http://h/", Body: body})
	if !bytes.Equal(res.Body, body) {
		t.Errorf("%d bytes came back changed", len(res.Body))
	}
	if got := res.Header.Get("X-Text"); got != "ä€" {
		t.Errorf("the header is %q, want UTF-8 as on the edge", got)
	}
}
