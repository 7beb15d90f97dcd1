// A Response has a status, headers and a body of any kind
const kinds = ['text', new TextEncoder().encode('bytes'), new TextEncoder().encode('buffer').buffer, new URLSearchParams('a=b c'), new Blob(['blob'], { type: 'x/y' }), new DataView(new TextEncoder().encode('xviewx').buffer, 1, 4)];
return Promise.all(kinds.map(async (k) => { const r = new Response(k); return [await r.text(), r.headers.get('content-type')]; }));
//= [["text","text/plain;charset=UTF-8"],["bytes",null],["buffer",null],["a=b+c","application/x-www-form-urlencoded;charset=UTF-8"],["blob","x/y"],["view",null]]
// A body can be read once
const r = new Response('x');
const before = r.bodyUsed;
const both = [r.clone(), r];
await r.text();
try { await r.text(); } catch (e) { return [before, r.bodyUsed, e.name, await both[0].text()]; }
//= [false,true,"TypeError","x"]
// A body has five forms
const make = () => new Response('{"a":1}', { headers: { 'content-type': 'application/json' } });
const blob = await make().blob();
return [await make().json(), await make().text(), (await make().arrayBuffer()).byteLength, blob.size, blob.type];
//= [{"a":1},"{\"a\":1}",7,7,"application/json"]
// bytes() returns a Uint8Array
return [...await new Response('ab').bytes()];
//~ Node 20 has no bytes()
//= [97,98]
// Reading a body returns a copy of its buffer
const r = new Response('ab');
const c = r.clone();
new Uint8Array(await r.arrayBuffer())[0] = 0;
return c.text();
//= "ab"
// Broken JSON is a SyntaxError, an empty body is empty text
try { await new Response('{').json(); } catch (e) { return [e.name, await new Response().text(), new Response().body, new Response(null).bodyUsed]; }
//= ["SyntaxError","",null,false]
// Statuses are validated, and some have no body
const names = [];
for (const f of [() => new Response('', { status: 199 }), () => new Response('', { status: 600 }), () => new Response('x', { status: 204 }), () => new Response(null, { status: 304 }), () => new Response('', { statusText: 'a\nb' })]) {
  try { names.push(f().status); } catch (e) { names.push(e.name); }
}
return names;
//= ["RangeError","RangeError","TypeError",304,"TypeError"]
// Response.json, redirect and error
const j = Response.json({ a: [1] }, { status: 201, headers: { x: 'y' } });
const r = Response.redirect('http://h/a b', 307);
const names = [];
for (const f of [() => Response.redirect('http://h', 200), () => Response.redirect('::'), () => Response.json(undefined), () => r.headers.set('a', 'b')]) { try { f(); } catch (e) { names.push(e.name); } }
return [await j.text(), j.status, j.headers.get('content-type'), r.status, r.headers.get('location'), names, Response.error().type, Response.error().status];
//= ["{\"a\":[1]}",201,"application/json",307,"http://h/a%20b",["RangeError","TypeError","TypeError","TypeError"],"error",0]
// Response.json keeps a given content type
return Response.json(1, { headers: { 'Content-Type': 'application/problem+json' } }).headers.get('content-type');
//= "application/problem+json"
// A Request has a method, a URL, headers and a body
const r = new Request('http://H:80/a/../b#c', { method: 'post', headers: { A: '1' }, body: 'x' });
return [r.method, r.url, r.headers.get('a'), r.redirect, await r.text(), r.bodyUsed, r.signal.aborted];
//= ["POST","http://h/b#c","1","follow","x",true,false]
// A method is one that the edge sends, in upper case
const names = [];
for (const method of ['patch', 'Trace', 'QUERY', 'CONNECT', 'FOO', 'a b']) {
  try { names.push(new Request('http://h', { method }).method); } catch (e) { names.push(e.name); }
}
return names;
//~ Node accepts any token except CONNECT and TRACE, unchanged
//= ["PATCH","TRACE","QUERY","TypeError","TypeError","TypeError"]
// A redirect is followed or returned
const names = [];
for (const redirect of ['follow', 'manual', 'error']) {
  try { names.push(new Request('http://h', { redirect }).redirect); } catch (e) { names.push(e.name); }
}
return names;
//~ the edge has no 'error'
//= ["follow","manual","TypeError"]
// A Request of another Request takes over its body
const a = new Request('http://h/', { method: 'PUT', body: 'x', headers: { a: '1' } });
const b = new Request(a, { headers: { b: '2' } });
const used = a.bodyUsed;
const names = [];
try { new Request(a); } catch (e) { names.push(e.name); }
return [used, await b.text(), b.method, [...b.headers], names];
//= [true,"x","PUT",[["b","2"]],["TypeError"]]
// A new body replaces that of the original Request
const a = new Request('http://h/', { method: 'POST', body: 'a' });
const b = new Request(a, { body: 'b' });
return [await b.text(), await a.text()];
//= ["b","a"]
// Invalid requests are rejected
const names = [];
for (const f of [() => new Request('nope'), () => new Request('http://u:p@h/'), () => new Request('http://h', { method: 'CONNECT' }), () => new Request('http://h', { method: 'a b' }), () => new Request('http://h', { body: 'x' }), () => new Request('http://h', { redirect: 'x' }), () => new Request('http://h', { signal: 1 }), () => new Request()]) {
  try { f(); names.push('fine'); } catch (e) { names.push(e.name); }
}
return names;
//= ["TypeError","TypeError","TypeError","TypeError","TypeError","TypeError","TypeError","TypeError"]
// A Request follows its signal
const c = new AbortController();
const r = new Request('http://h', { signal: c.signal });
const copy = r.clone();
const other = new Request(r);
c.abort('why');
return [r.signal.aborted, r.signal.reason, copy.signal.reason, other.signal.reason];
//= [true,"why","why","why"]
// A clone of a Request is read separately
const r = new Request('http://h', { method: 'POST', body: 'x' });
const c = r.clone();
return [await r.text(), await c.text(), c.method];
//= ["x","x","POST"]
// Blobs are sliced and read
const b = new Blob(['ab', new Uint8Array([99]), new Blob(['d'])], { type: 'Text/Plain' });
return [b.size, b.type, await b.slice(1, 3, 'x/y').text(), b.slice(-1).size, (await b.arrayBuffer()).byteLength, await b.text()];
//= [4,"text/plain","bc",1,4,"abcd"]
// A File is a Blob with a name
const f = new File(['x'], 'a.txt', { type: 'text/plain', lastModified: 5 });
return [f.name, f.lastModified, f instanceof Blob, f.size];
//~ Node 20 has no global File
//= ["a.txt",5,true,1]
// FormData holds strings and files by name
const f = new FormData();
f.append('a', 1);
f.append('a', '2');
f.append('f', new Blob(['x'], { type: 'x/y' }), 'n.bin');
f.append('g', new Blob(['y']));
f.set('a', '3');
const file = f.get('f');
return [f.getAll('a'), f.has('b'), [...f.keys()], file.name, file.type, await file.text(), f.get('g').name, f.get('none')];
//= [["3"],false,["a","f","g"],"n.bin","x/y","x","blob",null]
// FormData survives serialization
const f = new FormData();
f.append('a "quoted"\n', 'l1\nl2');
f.append('é', 'ü');
f.append('file', new Blob([new Uint8Array([0, 13, 10, 45, 45, 255])], { type: 'x/y' }), 'ñ "q".bin');
const r = new Response(f);
const type = r.headers.get('content-type').replace(/boundary=.*/, 'boundary=');
const back = await r.formData();
const file = back.get('file');
return [type, back.get('é'), file.name, file.type, [...new Uint8Array(await file.arrayBuffer())], back.get('a "quoted"\r\n')];
//= ["multipart/form-data; boundary=","ü","ñ \"q\".bin","x/y",[0,13,10,45,45,255],"l1\r\nl2"]
// formData() parses forms and rejects other bodies
const f = await new Response(new URLSearchParams('a=1&b=x+y')).formData();
const names = [];
for (const [body, type] of [['x', 'text/plain'], ['x', 'multipart/form-data; boundary=b'], ['--b\r\n', 'multipart/form-data; boundary=b'], ['x', 'multipart/form-data']]) {
  try { await new Response(body, { headers: { 'content-type': type } }).formData(); names.push('fine'); } catch (e) { names.push(e.name); }
}
return [[...f], names];
//= [[["a","1"],["b","x y"]],["TypeError","TypeError","TypeError","TypeError"]]
