// A stream is pulled by a read, and closes
const seen = [];
let n = 0;
const s = new ReadableStream({ start() { seen.push('start'); }, pull(c) { seen.push('pull'); c.enqueue(++n); if (n === 3) c.close(); } }, { highWaterMark: 0 });
const r = s.getReader();
const got = [await r.read(), await r.read(), await r.read(), await r.read()];
await r.closed;
return [seen, got, s.locked];
//= [["start","pull","pull","pull"],[{"value":1,"done":false},{"value":2,"done":false},{"value":3,"done":false},{"done":true}],true]
// The high water mark limits how far a source runs ahead
let pulls = 0;
const s = new ReadableStream({ pull(c) { pulls++; c.enqueue('x'); } }, { highWaterMark: 3 });
await new Promise((r) => setTimeout(r, 5));
const r = s.getReader();
await r.read();
await new Promise((r) => setTimeout(r, 5));
return pulls;
//= 4
// An error reaches reads and closed
const s = new ReadableStream({ pull() { throw new RangeError('x'); } });
const r = s.getReader();
const names = [];
await r.read().catch((e) => names.push(e.name));
await r.closed.catch((e) => names.push(e.message));
return names;
//= ["RangeError","x"]
// Canceling reaches the source and ends reads
const seen = [];
const s = new ReadableStream({ cancel(reason) { seen.push(reason); } });
const r = s.getReader();
const pending = r.read();
await r.cancel('why');
return [seen, await pending, (await s.cancel().catch((e) => e.name))];
//= [["why"],{"done":true},"TypeError"]
// Releasing a reader fails its reads, and the next reader continues
let c;
const s = new ReadableStream({ start(controller) { c = controller; } });
const r = s.getReader();
const pending = r.read().catch((e) => e.name);
r.releaseLock();
const next = s.getReader();
c.enqueue('a');
return [await pending, await next.read(), await r.closed.catch((e) => e.name), await r.read().catch((e) => e.name)];
//= ["TypeError",{"value":"a","done":false},"TypeError","TypeError"]
// A stream has one reader at a time
const s = new ReadableStream();
s.getReader();
try { s.getReader(); } catch (e) { return [e.name, await s.cancel().catch((x) => x.name)]; }
//= ["TypeError","TypeError"]
// tee returns two streams of the same chunks
let n = 0;
const s = new ReadableStream({ pull(c) { if (++n > 3) c.close(); else c.enqueue(n); } });
const [a, b] = s.tee();
const all = async (x) => { const r = x.getReader(); const out = []; for (;;) { const { done, value } = await r.read(); if (done) return out; out.push(value); } };
return [await all(a), await all(b), s.locked];
//= [[1,2,3],[1,2,3],true]
// tee cancels the source when both branches are canceled
const seen = [];
const [a, b] = new ReadableStream({ cancel(r) { seen.push(r); } }).tee();
const one = a.cancel('a');
await b.cancel('b');
await one;
return seen;
//= [["a","b"]]
// tee passes errors to both branches
const [a, b] = new ReadableStream({ pull() { throw new Error('x'); } }).tee();
const read = (s) => s.getReader().read().catch((e) => e.message);
return [await read(a), await read(b)];
//= ["x","x"]
// Both branches of a body can be read
const r = new Response('abc');
const [a, b] = r.body.tee();
return [await new Response(a).text(), await new Response(b).text(), r.bodyUsed];
//= ["abc","abc",true]
// An async iterator reads to the end, and an early return cancels
const seen = [];
let n = 0;
const s = new ReadableStream({ pull(c) { c.enqueue(++n); }, cancel() { seen.push('cancel'); } }, { highWaterMark: 0 });
const i = s[Symbol.asyncIterator]();
const both = [await i.next(), await i.next(), (await i.return('x')).value, await i.next()];
return [both, seen, s.locked];
//= [[{"value":1,"done":false},{"value":2,"done":false},"x",{"done":true}],["cancel"],false]
// ReadableStream.from accepts iterables
const read = async (s) => { const r = s.getReader(); const out = []; for (;;) { const { done, value } = await r.read(); if (done) return out; out.push(value); } };
return [await read(ReadableStream.from([1, Promise.resolve(2)])), await read(ReadableStream.from('ab'))];
//~ Node 20.0 to 20.5 have no from
//= [[1,2],["a","b"]]
// A WritableStream writes one chunk after another
const seen = [];
const w = new WritableStream({ start() { seen.push('start'); }, async write(x) { seen.push(`begin ${x}`); await null; seen.push(`end ${x}`); }, close() { seen.push('close'); } });
const writer = w.getWriter();
writer.write(1);
writer.write(2);
const size = writer.desiredSize;
await writer.close();
await writer.closed;
return [seen, size];
//= [["start","begin 1","end 1","begin 2","end 2","close"],-1]
// A closed stream rejects writes
const writer = new WritableStream().getWriter();
await writer.close();
return [await writer.write(1).catch((e) => e.name), await writer.close().catch((e) => e.name)];
//~ Node 20 fails with an internal assertion
//= ["TypeError","TypeError"]
// ready waits while the queue is full
const seen = [];
let go;
const w = new WritableStream({ write() { return new Promise((r) => { go = r; }); } });
const writer = w.getWriter();
await writer.ready;
writer.write('a');
writer.ready.then(() => seen.push('ready'));
await new Promise((r) => setTimeout(r, 3));
seen.push('full');
go();
await new Promise((r) => setTimeout(r, 3));
return seen;
//= ["full","ready"]
// A failed write fails all later writes
const w = new WritableStream({ write() { throw new Error('disk'); } });
const writer = w.getWriter();
const names = [];
await writer.write(1).catch((e) => names.push(e.message));
await writer.write(2).catch((e) => names.push(e.message));
await writer.closed.catch((e) => names.push(e.message));
await writer.ready.catch((e) => names.push(e.message));
return names;
//= ["disk","disk","disk","disk"]
// abort reaches the sink, also through its signal
const seen = [];
const w = new WritableStream({ start(c) { c.signal.addEventListener('abort', () => seen.push('signal', c.signal.reason)); }, abort(r) { seen.push('abort', r); } });
const writer = w.getWriter();
await writer.abort('why');
return [seen, await writer.closed.catch((e) => e)];
//= [["signal","why","abort","why"],"why"]
// pipeTo moves all chunks and closes
const seen = [];
let n = 0;
const s = new ReadableStream({ pull(c) { if (++n > 3) c.close(); else c.enqueue(n); } });
await s.pipeTo(new WritableStream({ write(x) { seen.push(x); }, close() { seen.push('close'); } }));
return [seen, s.locked];
//= [[1,2,3,"close"],false]
// pipeTo propagates errors in both directions
const seen = [];
const bad = new ReadableStream({ start(c) { c.error('source'); } });
seen.push(await bad.pipeTo(new WritableStream({ abort(r) { seen.push('abort', r); } })).catch((e) => e));
seen.push(await new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(r) { seen.push('cancel', r); } }).pipeTo(new WritableStream({ write() { throw 'sink'; } })).catch((e) => e));
const keep = new ReadableStream({ start(c) { c.enqueue(1); } });
seen.push(await keep.pipeTo(new WritableStream({ write() { throw 'sink'; } }), { preventCancel: true }).catch((e) => e), keep.locked);
return seen;
//= ["abort","source","source","cancel","sink","sink","sink",false]
// A signal ends a pipe
const seen = [];
const c = new AbortController();
const p = new ReadableStream({ cancel(r) { seen.push('cancel', r); } }).pipeTo(new WritableStream({ abort(r) { seen.push('abort', r); } }), { signal: c.signal });
c.abort('stop');
return [await p.catch((e) => e), seen];
//= ["stop",["abort","stop","cancel","stop"]]
// pipeThrough runs transforms, with flush at the end
const t = new TransformStream({ start(c) { c.enqueue('<'); }, transform(x, c) { c.enqueue(x * 2); c.enqueue('-'); }, flush(c) { c.enqueue('>'); } });
const s = new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); c.close(); } });
const r = s.pipeThrough(t).getReader();
const out = [];
for (;;) { const { done, value } = await r.read(); if (done) break; out.push(value); }
return out;
//= ["<",2,"-",4,"-",">"]
// A transform that throws fails both ends
const t = new TransformStream({ transform() { throw new Error('x'); } });
const w = t.writable.getWriter();
const r = t.readable.getReader();
const write = w.write(1).catch((e) => e.message);
return [await r.read().catch((e) => e.message), await write, await w.closed.catch((e) => e.message)];
//= ["x","x","x"]
// A transform applies backpressure until a read
const seen = [];
const t = new TransformStream();
const w = t.writable.getWriter();
w.write(1).then(() => seen.push('written'));
await new Promise((r) => setTimeout(r, 3));
seen.push('read');
await t.readable.getReader().read();
await new Promise((r) => setTimeout(r, 3));
return seen;
//= ["read","written"]
// terminate closes the readable side and fails the writable side
const t = new TransformStream({ transform(x, c) { c.enqueue(x); c.terminate(); } });
const w = t.writable.getWriter();
const r = t.readable.getReader();
w.write(1).catch(() => {});
const got = [await r.read(), await r.read()];
return [got, await w.closed.catch((e) => e.name)];
//= [[{"value":1,"done":false},{"done":true}],"TypeError"]
// TextEncoderStream and TextDecoderStream work in chunks
const bytes = new ReadableStream({ start(c) { for (const b of new TextEncoder().encode('a€😀')) c.enqueue(new Uint8Array([b])); c.close(); } });
const r = bytes.pipeThrough(new TextDecoderStream()).getReader();
let text = '';
for (;;) { const { done, value } = await r.read(); if (done) break; text += value; }
const e = new TextEncoderStream();
const w = e.writable.getWriter();
w.write('\ud83d'); w.write('\ude00'); w.close();
return [text, [...(await e.readable.getReader().read()).value]];
//= ["a€😀",[240,159,152,128]]
// The strategies return the size of a chunk
return [new CountQueuingStrategy({ highWaterMark: 5 }).size('abc'), new ByteLengthQueuingStrategy({ highWaterMark: 5 }).size(new Uint8Array(3)), new CountQueuingStrategy({ highWaterMark: 5 }).highWaterMark];
//= [1,3,5]
// A BYOB reader fills the given buffers
const s = new ReadableStream({ type: 'bytes', start(c) { c.enqueue(new Uint8Array([1, 2, 3])); c.enqueue(new Uint8Array([4, 5])); c.close(); } });
const r = s.getReader({ mode: 'byob' });
const mine = new Uint8Array(2);
const a = await r.read(mine);
const b = await r.read(new Uint8Array(8));
const c = await r.read(new Uint8Array(4));
return [[...a.value], mine.byteLength, [...b.value], c.done, c.value.byteLength, c.value.buffer.byteLength];
//= [[1,2],0,[3,4,5],true,0,4]
// A source writes into the reader's buffer
const s = new ReadableStream({ type: 'bytes', pull(c) { const v = c.byobRequest.view; v[0] = 7; v[1] = 8; c.byobRequest.respond(2); } });
const r = s.getReader({ mode: 'byob' });
const { value } = await r.read(new Uint8Array(4));
const wide = await r.read(new Uint16Array(2));
return [[...value], value.buffer.byteLength, wide.value.length];
//= [[7,8],4,1]
// autoAllocateChunkSize allocates buffers for default readers
const s = new ReadableStream({ type: 'bytes', autoAllocateChunkSize: 4, pull(c) { const v = c.byobRequest.view; v[0] = v.byteLength; c.byobRequest.respond(1); } });
const r = s.getReader();
return [[...(await r.read()).value], [...(await r.read()).value]];
//= [[4],[4]]
// Byte streams require views that are not empty
const names = [];
new ReadableStream({ type: 'bytes', start(c) { for (const x of ['a', new Uint8Array(0)]) { try { c.enqueue(x); } catch (e) { names.push(e.name); } } } });
try { new ReadableStream({}).getReader({ mode: 'byob' }); } catch (e) { names.push(e.name); }
return names;
//= ["TypeError","TypeError","TypeError"]
// A body is a stream, and a stream is a body
const r = new Response('abc');
const chunk = await r.body.getReader().read();
const s = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('x')); c.enqueue(new TextEncoder().encode('y')); c.close(); } });
const made = new Response(s);
const clone = made.clone();
return [[...chunk.value], r.bodyUsed, r.body.locked, await made.text(), await clone.text(), s.locked, new Response(new Blob(['q'])).body instanceof ReadableStream];
//= [[97,98,99],true,true,"xy","xy",true,true]
// A body whose stream has other chunks than bytes fails
const s = new ReadableStream({ start(c) { c.enqueue('text'); c.close(); } });
return new Response(s).text().catch((e) => e.name);
//= "TypeError"
// A locked or disturbed stream cannot be a body
const s = new ReadableStream();
s.getReader();
try { new Response(s); } catch (e) { return e.name; }
//= "TypeError"
// A Blob streams its bytes
return new Response(new Blob(['ab', 'c']).stream()).text();
//= "abc"
// A failed last write fails the pipe, also with preventClose
const source = () => new ReadableStream({ start(c) { c.enqueue(1); c.close(); } });
const sink = () => new WritableStream({ async write() { await null; throw 'sink'; } }, { highWaterMark: 5 });
return [await source().pipeTo(sink()).catch((e) => e), await source().pipeTo(sink(), { preventClose: true }).catch((e) => e)];
//= ["sink","sink"]
