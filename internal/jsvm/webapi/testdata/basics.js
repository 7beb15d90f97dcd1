// A DOMException has a name, a code and is an Error
const e = new DOMException('gone', 'NotFoundError');
return [e.name, e.message, e.code, e instanceof Error, DOMException.ABORT_ERR, `${e}`];
//= ["NotFoundError","gone",8,true,20,"NotFoundError: gone"]
// Timers run in the order of their delays, equal ones in the order they were set
const seen = [];
setTimeout(() => seen.push('c'), 100); // far off: a busy machine may take long from one line to the next
setTimeout((x) => seen.push(x), 1, 'a');
setTimeout(() => seen.push('b'), 1);
const gone = setTimeout(() => seen.push('x'), 2);
clearTimeout(gone);
await new Promise((r) => setTimeout(r, 120));
return seen;
//= ["a","b","c"]
// An interval runs until it is cleared
let n = 0;
await new Promise((r) => { const id = setInterval(() => { if (++n === 3) { clearInterval(id); r(); } }, 1); });
await new Promise((r) => setTimeout(r, 5));
return n;
//= 3
// Timer ids are numbers
return [typeof setTimeout(() => {}, 0), clearTimeout(undefined) === undefined];
//~ Node returns objects
//= ["number",true]
// A microtask runs before a timer and after the code that queued it
const seen = [];
setTimeout(() => seen.push('timer'), 0);
queueMicrotask(() => seen.push('microtask'));
Promise.resolve().then(() => seen.push('promise'));
seen.push('code');
await new Promise((r) => setTimeout(r, 5));
return seen;
//= ["code","microtask","promise","timer"]
// queueMicrotask requires a function
try { queueMicrotask('code'); } catch (e) { return e.name; }
//= "TypeError"
// An event reaches each listener once, in order, and can be canceled
const t = new EventTarget();
const seen = [];
const f = (e) => { seen.push('f', e.type, e.target === t, e.eventPhase); e.preventDefault(); };
t.addEventListener('go', f);
t.addEventListener('go', f);
t.addEventListener('go', { handleEvent(e) { seen.push('object', this !== undefined, e.defaultPrevented); } });
t.addEventListener('go', () => seen.push('once'), { once: true });
const fine = t.dispatchEvent(new Event('go', { cancelable: true }));
t.removeEventListener('go', f);
const again = t.dispatchEvent(new Event('go', { cancelable: true }));
return [seen, fine, again];
//= [["f","go",true,2,"object",true,true,"once","object",true,false],false,true]
// stopImmediatePropagation skips later listeners
const t = new EventTarget();
let n = 0;
t.addEventListener('x', (e) => { n++; e.stopImmediatePropagation(); });
t.addEventListener('x', () => { n += 10; });
t.dispatchEvent(new Event('x'));
return n;
//= 1
// A signal removes its listener
const t = new EventTarget();
const c = new AbortController();
let n = 0;
t.addEventListener('x', () => n++, { signal: c.signal });
t.dispatchEvent(new Event('x'));
c.abort();
t.dispatchEvent(new Event('x'));
return n;
//= 1
// A CustomEvent carries a detail
const e = new CustomEvent('x', { detail: { a: 1 } });
return [e.detail, e.type, e instanceof Event, new CustomEvent('y').detail];
//= [{"a":1},"x",true,null]
// An abort calls its listeners once, with a reason
const c = new AbortController();
const seen = [];
c.signal.onabort = (e) => seen.push('on', e.type);
c.signal.addEventListener('abort', () => seen.push('listener', c.signal.aborted));
c.abort();
c.abort('again');
return [seen, c.signal.reason.name, c.signal.reason.code];
//= [["on","abort","listener",true],"AbortError",20]
// throwIfAborted throws the given reason
const c = new AbortController();
c.signal.throwIfAborted();
c.abort('mine');
try { c.signal.throwIfAborted(); } catch (e) { return e; }
//= "mine"
// AbortSignal.any aborts with the first of its signals
const a = new AbortController();
const b = new AbortController();
const any = AbortSignal.any([a.signal, b.signal]);
const nested = AbortSignal.any([any]);
b.abort('b');
a.abort('a');
return [any.aborted, any.reason, nested.reason, AbortSignal.any([AbortSignal.abort('x')]).reason, AbortSignal.any([]).aborted];
//= [true,"b","b","x",false]
// AbortSignal.timeout aborts with a TimeoutError
const s = AbortSignal.timeout(2);
await new Promise((r) => s.addEventListener('abort', r));
return [s.aborted, s.reason.name, s.reason.code];
//= [true,"TimeoutError",23]
// AbortSignal cannot be constructed
try { new AbortSignal(); } catch (e) { return e.name; }
//= "TypeError"
// atob and btoa work on binary strings
return [btoa('\xff\x00a'), atob('/wBh') === '\xff\x00a', atob(' Y Q = = '), atob('YQ'), btoa(''), btoa(null)];
//= ["/wBh",true,"a","a","","bnVsbA=="]
// atob and btoa reject invalid input
const names = [];
for (const f of [() => btoa('€'), () => atob('a'), () => atob('YQ='), () => atob('Y===') , () => atob('*###')]) { try { f(); names.push('fine'); } catch (e) { names.push(e.name); } }
return names;
//= ["InvalidCharacterError","InvalidCharacterError","InvalidCharacterError","InvalidCharacterError","InvalidCharacterError"]
// performance counts milliseconds since its origin
const a = performance.now();
await new Promise((r) => setTimeout(r, 3));
const b = performance.now();
return [b - a >= 2, Math.abs(performance.timeOrigin + b - Date.now()) < 1000, typeof performance.toJSON().timeOrigin];
//= [true,true,"number"]
// The globals exist and can be replaced
globalThis.fetch = 1;
return ['console', 'crypto', 'URL', 'setTimeout'].map((k) => k in globalThis).concat(globalThis.fetch);
//= [true,true,true,true,1]
// self is the global object
return [self === globalThis, typeof self.fetch];
//~ Node has no self
//= [true,"function"]
// navigator is the edge's
return [navigator.userAgent, `${navigator}`];
//~ Node has another, or none
//= ["Cloudflare-Workers","[object Navigator]"]
// scheduler.wait waits until its delay or signal
const c = new AbortController();
const ended = scheduler.wait(1000, { signal: c.signal }).catch((e) => e.name);
c.abort();
return [await scheduler.wait(1), await ended, await scheduler.wait(1, { signal: AbortSignal.abort('early') }).catch((e) => e)];
//~ Node has no scheduler
//= [null,"AbortError","early"]
// Globals that only the edge has throw an error that says so
const use = (f) => { try { f(); } catch (e) { return e.message; } };
return [typeof WebSocket, WebSocketPair.name, use(() => new WebSocketPair()), use(() => new HTMLRewriter().on()), typeof caches, use(() => caches.default)];
//~ Node has some of them
//= ["function","WebSocketPair","WebSocketPair is not available in svc's local engine; it does exist on the edge: run such code on the edge only, or poll with fetch","HTMLRewriter is not available in svc's local engine; it does exist on the edge: use a package such as cheerio","object","caches.default is not available in svc's local engine; it does exist on the edge: keep data in ctx.store"]
