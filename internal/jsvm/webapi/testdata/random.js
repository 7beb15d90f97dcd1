// Random bytes decode as in Node, whole and in chunks
let seed = 1;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pool = [0, 0x41, 0x7f, 0x80, 0x8f, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xfe, 0xff, 0xbb, 0xd8, 0xdc];
let hash = 0;
const add = (text) => { for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
for (let round = 0; round < 1500; round++) {
  const bytes = Uint8Array.from({ length: random(12) }, () => pool[random(pool.length)]);
  for (const label of ['utf-8', 'utf-16le']) {
    add(new TextDecoder(label).decode(bytes));
    const d = new TextDecoder(label);
    const cut = random(bytes.length + 1);
    add(d.decode(bytes.subarray(0, cut), { stream: true }));
    add(d.decode(bytes.subarray(cut)));
    try { add(new TextDecoder(label, { fatal: true }).decode(bytes)); } catch { add('!'); }
  }
}
return hash;
//= -874361909
// Random forms parse and serialize as in Node
let seed = 2;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pool = ['a', 'b', '=', '&', '+', '%', '%4', '%41', '%zz', '%ff', '%C3%A9', ' ', '?', '#', '~', '*', '\n', '%EF%BB%BF', ';'];
let hash = 0;
const add = (text) => { for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
for (let round = 0; round < 1500; round++) {
  const text = Array.from({ length: random(10) }, () => pool[random(pool.length)]).join('');
  const p = new URLSearchParams(text);
  add(JSON.stringify([...p]) + p);
  p.append(['é', '😀', '\ud800', 'ﬀ'][random(4)], text);
  p.sort();
  add(`${p}`);
  const u = new URL('http://h/?' + encodeURIComponent(text));
  u.searchParams.append(text, 'x');
  u.search = text;
  add(u.href + u.searchParams);
}
return hash;
//= 411454605
// Random base64 decodes as in Node
let seed = 3;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pool = 'AQgw/+= \n-_é9z'.split('');
let hash = 0;
const add = (text) => { for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
for (let round = 0; round < 3000; round++) {
  const text = Array.from({ length: random(9) }, () => pool[random(pool.length)]).join('');
  try { add(atob(text)); } catch (e) { add(e.name); }
  try { add(btoa(text)); } catch (e) { add(e.name); }
}
return hash;
//= -1685048123
// Random URLs parse as in Node
let seed = 4;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pool = ['http:', 'https:', 'ftp:', 'file:', 'x:', '/', '//', '\\', '?', '#', '@', ':', 'a', 'B.c', '..', '.', '%2e', '%', '8080', '[::1]', '1.2.3', '0x7f.1', 'é', ' ', '\t', '~', '|', '"', '<', 'user', '%41', '999999'];
let hash = 0;
const add = (text) => { for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
for (let round = 0; round < 3000; round++) {
  const text = Array.from({ length: random(8) }, () => pool[random(pool.length)]).join('');
  for (const base of [undefined, 'http://h/p/q?r#s', 'file:///a/b']) {
    try { const u = new URL(text, base); add(u.href + u.origin); u.hash = ''; u.search = ''; add(u.href); } catch (e) { add(e.name); }
  }
}
return hash;
//= -868367458
// Random headers are accepted or rejected as in Node
let seed = 5;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pool = ['a', 'B', '-', ' ', '\t', '\n', '\0', 'ä', ':', '(', '!', '~', '\x7f', '', 'set-cookie'];
let hash = 0;
const add = (text) => { for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
for (let round = 0; round < 1500; round++) {
  const h = new Headers();
  for (let i = 0; i < 4; i++) {
    const name = pool[random(pool.length)] + pool[random(3)];
    const value = pool[random(pool.length)] + pool[random(pool.length)];
    try { if (random(3) === 0) h.set(name, value); else h.append(name, value); } catch (e) { add(e.name); }
  }
  add(JSON.stringify([...h]));
}
return hash;
//= -1445603884
// Random streams behave as in Node
let seed = 6;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
let hash = 0;
const add = (text) => { text = String(text) + ';'; for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
const settle = () => new Promise((r) => setTimeout(r, 0));
for (let round = 0; round < 40; round++) {
  let c;
  let n = 0;
  const log = [];
  const s = new ReadableStream({ start(x) { c = x; }, pull() { log.push('pull'); if (random(3) === 0) { try { c.enqueue(n++); } catch (e) { log.push(e.name); } } }, cancel(r) { log.push(`cancel ${r}`); } },
    { highWaterMark: random(4), size: () => random(3) });
  let reader = s.getReader();
  for (let i = 0; i < 8; i++) {
    try {
      switch (random(9)) {
        case 0: case 1: case 2: { const k = i; reader.read().then((x) => log.push(`${k} ${x.done} ${x.value}`), (e) => log.push(`${k} ${e.name || e}`)); break; }
        case 3: case 4: c.enqueue(n++); break;
        case 5: if (random(3) === 0) c.close(); break;
        case 6: if (random(4) === 0) c.error('broken'); break;
        case 7: if (random(4) === 0) reader.cancel('why').then((x) => log.push(`canceled ${x}`), (e) => log.push(`not canceled ${e.name || e}`)); break;
        case 8: reader.releaseLock(); reader = s.getReader(); break;
      }
    } catch (e) { log.push(e.name); }
    log.push(`${c.desiredSize} ${s.locked}`);
    if (random(2) === 0) await settle();
  }
  await settle();
  add(log.sort().join());
}
return hash;
//= 1913154046
// Random byte streams behave as in Node
let seed = 7;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
let hash = 0;
const add = (text) => { text = String(text) + ';'; for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
const settle = () => new Promise((r) => setTimeout(r, 0));
for (let round = 0; round < 40; round++) {
  let c;
  let n = 0;
  const log = [];
  const bytes = (k) => Uint8Array.from({ length: k }, () => n++);
  const auto = random(3) === 0 ? 4 : undefined;
  const s = new ReadableStream({ type: 'bytes', autoAllocateChunkSize: auto, start(x) { c = x; }, cancel(r) { log.push(`cancel ${r}`); } }, { highWaterMark: random(3) });
  const byob = random(2) === 0;
  const reader = byob ? s.getReader({ mode: 'byob' }) : s.getReader();
  for (let i = 0; i < 8; i++) {
    try {
      switch (random(7)) {
        case 0: case 1: case 2: {
          const k = i;
          const size = random(5) + 1;
          const view = random(3) === 0 ? new Uint16Array(size) : new Uint8Array(size);
          (byob ? reader.read(view) : reader.read()).then((x) => log.push(`${k} ${x.done} ${x.value && x.value.constructor.name} [${x.value}] ${x.value && x.value.buffer.byteLength}`), (e) => log.push(`${k} ${e.name || e}`));
          break;
        }
        case 3: case 4: c.enqueue(bytes(random(6) + 1)); break;
        case 5: {
          const request = c.byobRequest;
          if (request === null) { log.push('none'); break; }
          const { view } = request;
          const k = random(view.byteLength + 1);
          for (let j = 0; j < k; j++) view[j] = n++;
          request.respond(k);
          break;
        }
        case 6: if (random(3) === 0) { c.close(); if (c.byobRequest) c.byobRequest.respond(0); } else if (random(5) === 0) reader.cancel('why').then((x) => log.push(`canceled ${x}`)); break;
      }
    } catch (e) { log.push(e.name); }
    log.push(`${c.desiredSize}`);
    if (random(2) === 0) await settle();
  }
  await settle();
  add(log.sort().join());
}
return hash;
//= -1456172513
// Random writes behave as in Node
let seed = 8;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
let hash = 0;
const add = (text) => { text = String(text) + ';'; for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
const settle = () => new Promise((r) => setTimeout(r, 0));
for (let round = 0; round < 40; round++) {
  const log = [];
  let c;
  let go = [];
  const wait = (name) => { log.push(name); const k = random(4); return k === 0 ? undefined : k === 1 ? Promise.reject(`${name} fails`) : new Promise((r) => go.push(r)); };
  const s = new WritableStream({ start(x) { c = x; x.signal.onabort = () => log.push('signal'); }, write: (x) => wait(`write ${x}`), close: () => wait('close'), abort: (r) => wait(`abort ${r}`) }, { highWaterMark: random(4), size: () => random(3) });
  let writer = s.getWriter();
  let closes = false;
  const watch = (name, p) => p.then((x) => log.push(`${name} ${x}`), (e) => log.push(`${name} fails ${e.name || e}`));
  watch('closed', writer.closed);
  for (let i = 0; i < 9; i++) {
    try {
      switch (random(9)) {
        case 0: case 1: case 2: if (!closes) watch(`w${i}`, writer.write(i)); break;
        case 3: watch(`ready${i}`, writer.ready); break;
        case 4: go.splice(0).forEach((r) => r()); break;
        case 5: if (!closes && random(2) === 0) { closes = true; watch(`c${i}`, writer.close()); } break;
        case 6: if (random(4) === 0) watch(`a${i}`, writer.abort(i)); break;
        case 7: if (random(5) === 0) c.error('broken'); break;
        case 8: log.push(`${writer.desiredSize}`); break;
      }
    } catch (e) { log.push(e.name); }
    if (random(2) === 0) await settle();
  }
  for (let i = 0; i < 6; i++) { go.splice(0).forEach((r) => r()); await settle(); }
  add(log.sort().join());
}
return hash;
//= 1199354094
// Random tees behave as in Node
let seed = 10;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
let hash = 0;
const add = (text) => { text = String(text) + ';'; for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
const settle = () => new Promise((r) => setTimeout(r, 0));
for (let round = 0; round < 40; round++) {
  const log = [];
  let n = 0;
  const length = random(5);
  const bytes = random(2) === 0;
  const fails = random(3) === 0;
  const s = new ReadableStream({ ...(bytes ? { type: 'bytes' } : {}), async pull(c) { if (random(2) === 0) await settle(); if (n === length) { if (fails) c.error('broken'); else { c.close(); if (c.byobRequest) c.byobRequest.respond(0); } } else c.enqueue(bytes ? new Uint8Array([n++]) : n++); }, cancel(r) { log.push(`cancel ${r}`); } });
  const readers = s.tee().map((x) => x.getReader());
  for (let i = 0; i < 12; i++) {
    const k = random(2);
    if (random(10) === 0) readers[k].cancel(k).then(() => log.push(`canceled ${k}`), (e) => log.push(`not canceled ${e.name || e}`));
    else readers[k].read().then((x) => log.push(`${k} ${x.done} ${x.value}`), (e) => log.push(`${k} ${e.name || e}`));
    if (random(2) === 0) await settle();
  }
  for (let i = 0; i < 6; i++) await settle();
  add(log.sort().join());
}
return hash;
//= 1821972757
