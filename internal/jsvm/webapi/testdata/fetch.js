// fetch sends a request and returns the response
const r = await fetch('ORIGIN/echo?a=b#c', { method: 'POST', headers: { 'X-A': '1' }, body: 'text' });
const echo = await r.json();
return [r.status, r.ok, r.statusText, r.headers.get('x-reply'), echo.method, echo.path, echo.body, echo.xa, echo.type, r.url.replace(/^.*[0-9]\//, '/'), r.redirected, r.type, r.bodyUsed];
//= [200,true,"OK","yes","POST","/echo?a=b","text","1","text/plain;charset=UTF-8","/echo?a=b",false,"basic",true]
// All kinds of bodies arrive
const kinds = [new Uint8Array([65, 66]), new URLSearchParams('a=1'), new Blob(['blob'], { type: 'x/y' }), new TextEncoder().encode('buf').buffer];
return Promise.all(kinds.map(async (body) => { const e = await (await fetch('ORIGIN/echo', { method: 'PUT', body })).json(); return [e.body, e.type, e.length]; }));
//= [["AB","",2],["a=1","application/x-www-form-urlencoded;charset=UTF-8",3],["blob","x/y",4],["buf","",3]]
// A form arrives as multipart
const f = new FormData();
f.append('a', '1');
f.append('file', new Blob(['x']), 'f.txt');
return (await fetch('ORIGIN/form', { method: 'POST', body: f })).json();
//= {"a":"1","file":"f.txt:x"}
// A stream is sent in chunks
let n = 0;
const body = new ReadableStream({ async pull(c) { await new Promise((r) => setTimeout(r, 1)); if (++n > 3) c.close(); else c.enqueue(new TextEncoder().encode(`${n}`)); } });
const e = await (await fetch('ORIGIN/echo', { method: 'POST', body, duplex: 'half' })).json();
return [e.body, e.length];
//= ["123",-1]
// A stream that fails fails the fetch
const body = new ReadableStream({ pull(c) { c.error(new Error('x')); } });
return fetch('ORIGIN/echo', { method: 'POST', body, duplex: 'half' }).catch((e) => e instanceof Error);
//= true
// Redirects are followed, and change the method as browsers do
const out = [];
for (const [status, method] of [[302, 'POST'], [303, 'PUT'], [307, 'POST'], [301, 'GET'], [308, 'PUT']]) {
  const r = await fetch(`ORIGIN/redirect?status=${status}`, { method, ...(method === 'GET' ? {} : { body: 'x' }) });
  const e = await r.json();
  out.push([r.redirected, e.method, e.body, e.type !== '']);
}
return out;
//= [[true,"GET","",false],[true,"GET","",false],[true,"POST","x",true],[true,"GET","",false],[true,"PUT","x",true]]
// redirect: manual returns the redirect, error fails
const r = await fetch('ORIGIN/redirect?status=302', { redirect: 'manual' });
const e = await fetch('ORIGIN/redirect?status=302', { redirect: 'error' }).catch((x) => x.name);
return [r.status, r.headers.get('location'), e];
//= [302,"/echo","TypeError"]
// Endless redirects are a TypeError
return fetch('ORIGIN/loop').catch((e) => e.name);
//= "TypeError"
// A network error is a TypeError with a cause
return fetch('http://127.0.0.1:1/').catch((e) => [e.name, e.cause instanceof Error]);
//= ["TypeError",true]
// Schemes other than HTTP are rejected
const names = [];
for (const u of ['ftp://x/', 'nope', 'http://u:p@h/']) names.push(await fetch(u).catch((e) => e.name));
return names;
//= ["TypeError","TypeError","TypeError"]
// An aborted fetch rejects with the reason
const c = new AbortController();
const p = fetch('ORIGIN/slow', { signal: c.signal }).catch((e) => e.name ?? e);
setTimeout(() => c.abort(), 5);
return [await p, await fetch('ORIGIN/echo', { signal: AbortSignal.abort('early') }).catch((e) => e), await fetch('ORIGIN/slow', { signal: AbortSignal.timeout(5) }).catch((e) => e.name)];
//= ["AbortError","early","TimeoutError"]
// An abort also ends the body
const c = new AbortController();
const r = await fetch('ORIGIN/drip', { signal: c.signal });
const p = r.text().catch((e) => e.name);
c.abort();
return p;
//= "AbortError"
// A response streams
const r = await fetch('ORIGIN/steps');
const reader = r.body.getReader();
const decoder = new TextDecoder();
let text = '';
for (;;) { const { done, value } = await reader.read(); if (done) break; text += decoder.decode(value, { stream: true }); if (/\d\n$/.test(text) && !text.includes('2')) await fetch('ORIGIN/next'); }
return text;
//= "piece 0\npiece 1\npiece 2\n"
// A canceled response ends
const r = await fetch('ORIGIN/drip');
await r.body.cancel();
return r.bodyUsed;
//= true
// A truncated body fails
const r = await fetch('ORIGIN/cut');
return r.text().catch((e) => e.name);
//= "TypeError"
// A gzip body is decompressed, whatever Accept-Encoding says
const headers = { 'accept-encoding': 'gzip' };
const of = async (query, init) => (await fetch(`ORIGIN/packed${query}`, init)).text().catch((e) => e.name);
return [await of('', { headers }), await of(''), await of('?broken=1', { headers }), await of('?empty=1', { headers }), await of('', { method: 'HEAD', headers })];
//= ["packed packed packed ","packed packed packed ","TypeError","",""]
// Repeated headers are combined, except cookies
const r = await fetch('ORIGIN/headers');
return [r.headers.get('x-two'), r.headers.getSetCookie()];
//= ["a, b",["c=1","d=2"]]
// The headers of a response cannot be changed, those of its copy can
const r = await fetch('ORIGIN/headers');
const copy = new Response(r.body, r);
copy.headers.set('x', 'y');
try { r.headers.set('x', 'y'); } catch (e) { return [e.name, copy.headers.get('x'), copy.headers.get('x-two')]; }
//= ["TypeError","y","a, b"]
// HEAD and 204 have no body
const h = await fetch('ORIGIN/echo', { method: 'HEAD' });
const n = await fetch('ORIGIN/empty');
return [h.status, await h.text(), n.status, n.body, await n.text()];
//= [200,"",204,null,""]
// A Request can be fetched once
const q = new Request('ORIGIN/echo', { method: 'POST', body: 'x' });
const e = await (await fetch(q)).json();
return [e.body, q.bodyUsed, await fetch(q).catch((x) => x.name)];
//= ["x",true,"TypeError"]
// Credentials are dropped on a redirect to another host
const r = await fetch('ORIGIN/away', { headers: { authorization: 'secret', 'x-a': 'kept' } });
const e = await r.json();
return [e.authorization, e.xa];
//= ["","kept"]
// A clone of a response is read separately
const r = await fetch('ORIGIN/drip?pieces=2');
const c = r.clone();
return [await r.text(), await c.text()];
//= ["piece 0\npiece 1\n","piece 0\npiece 1\n"]
// A stream is canceled when the server stops reading
const seen = await new Promise((resolve) => {
  const body = new ReadableStream({ async pull(c) { await new Promise((r) => setTimeout(r, 1)); c.enqueue(new Uint8Array(100000)); }, cancel() { resolve('canceled'); } });
  fetch('ORIGIN/refuse', { method: 'POST', body, duplex: 'half' }).then((r) => r.text(), () => {});
});
return seen;
//~ Node 20 leaves the stream waiting
//= "canceled"
