// Random bytes are decoded as Node decodes them, whole and in pieces
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
// Random forms are read and written as Node does it
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
// Random base64 is read as Node reads it
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
// Random URLs are read as Node reads them
let seed = 4;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pool = ['http:', 'https:', 'ftp:', 'file:', 'x:', '/', '//', '\\', '?', '#', '@', ':', 'a', 'B.c', '..', '.', '%2e', '%', '8080', '[::1]', '1.2.3', '0x7f.1', 'é', ' ', '\t', '^', '|', '"', '<', 'user', '%41', '999999'];
let hash = 0;
const add = (text) => { for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0; };
for (let round = 0; round < 3000; round++) {
  const text = Array.from({ length: random(8) }, () => pool[random(pool.length)]).join('');
  for (const base of [undefined, 'http://h/p/q?r#s', 'file:///a/b']) {
    try { const u = new URL(text, base); add(u.href + u.origin); u.hash = ''; u.search = ''; add(u.href); } catch (e) { add(e.name); }
  }
}
return hash;
//= 1634207416
// Random headers are kept or refused as Node does it
let seed = 5;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pool = ['a', 'B', '-', ' ', '\t', '\n', '\0', 'é', '€', ':', '(', '!', '~', '\x7f', '', 'set-cookie'];
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
//= -2074712973
