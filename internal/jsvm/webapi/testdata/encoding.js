// TextEncoder returns UTF-8 of whole characters
return [[...new TextEncoder().encode('a€😀')], [...new TextEncoder().encode('\ud800')], new TextEncoder().encode().length, new TextEncoder().encoding];
//= [[97,226,130,172,240,159,152,128],[239,191,189],0,"utf-8"]
// encodeInto stops before a character that does not fit
const into = new Uint8Array(5);
return [new TextEncoder().encodeInto('a€😀', into), [...into], new TextEncoder().encodeInto('😀', new Uint8Array(4))];
//= [{"read":2,"written":4},[97,226,130,172,0],{"read":2,"written":4}]
// TextDecoder drops a byte order mark unless ignoreBOM is set
const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x61]);
return [new TextDecoder().decode(bytes), new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).length];
//= ["a",2]
// Each invalid sequence is one replacement character
const d = (...b) => [...new TextDecoder().decode(new Uint8Array(b))].map((c) => c.codePointAt(0).toString(16)).join(' ');
return [d(0xe2, 0x82), d(0xff, 0x41), d(0xf0, 0x9f, 0x92, 0x41), d(0xc0, 0x80), d(0xed, 0xa0, 0x80), d(0xf4, 0x90, 0x80, 0x80)];
//= ["fffd","fffd 41","fffd 41","fffd fffd","fffd fffd fffd","fffd fffd fffd fffd"]
// A fatal decoder throws
try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff])); } catch (e) { return e.name; }
//= "TypeError"
// A chunk may end within a character
const d = new TextDecoder();
const all = new TextEncoder().encode('a€😀z');
let text = '';
for (const b of all) text += d.decode(new Uint8Array([b]), { stream: true });
return [text + d.decode(), d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }), d.decode()];
//= ["a€😀z","","�"]
// A byte order mark counts once per stream, also across chunks
const d = new TextDecoder();
return [d.decode(new Uint8Array([0xef, 0xbb]), { stream: true }), d.decode(new Uint8Array([0xbf, 0x61]), { stream: true }), d.decode(), d.decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x62]))];
//= ["","a","","b"]
// Labels name encodings, and unknown labels are rejected
const names = ['UTF8', ' latin1 ', 'ascii', 'utf-16', 'utf-16be'].map((l) => new TextDecoder(l).encoding);
try { new TextDecoder('nope'); } catch (e) { names.push(e.name); }
return names;
//= ["utf-8","windows-1252","windows-1252","utf-16le","utf-16be","RangeError"]
// UTF-16 and windows-1252 are decoded
return [new TextDecoder('utf-16le').decode(new Uint8Array([0x61, 0, 0x3d, 0xd8, 0, 0xde])), new TextDecoder('utf-16be').decode(new Uint8Array([0, 0x61])), new TextDecoder('latin1').decode(new Uint8Array([0xe4, 0x61]))];
//= ["a😀","a","äa"]
// UTF-16 in chunks keeps half characters
const d = new TextDecoder('utf-16le');
return [d.decode(new Uint8Array([0x3d]), { stream: true }), d.decode(new Uint8Array([0xd8]), { stream: true }), d.decode(new Uint8Array([0, 0xde])), new TextDecoder('utf-16le').decode(new Uint8Array([0x3d, 0xd8]))];
//= ["","","😀","�"]
// Views are decoded from their offset
const bytes = new TextEncoder().encode('xabcx');
return [new TextDecoder().decode(bytes.subarray(1, 4)), new TextDecoder().decode(bytes.buffer), new TextDecoder().decode(new DataView(bytes.buffer, 1, 2)), new TextDecoder().decode()];
//= ["abc","xabcx","ab",""]
// A view of a detached buffer is empty
const gone = new Uint8Array([1, 2, 3]);
const wide = new Uint16Array(gone.buffer, 0, 1);
structuredClone(gone.buffer, { transfer: [gone.buffer] });
const out = [];
for (const f of [() => new TextEncoder().encodeInto('abc', gone), () => crypto.getRandomValues(gone), () => new TextDecoder().decode(gone), () => crypto.subtle.digest('SHA-256', wide), () => new Blob([gone]).size, () => new Response(gone)]) {
  try { await f(); } catch (e) { out.push(e instanceof TypeError); }
}
return out.every((x) => x);
//= true
// An empty view at the end of a buffer decodes to nothing
return new TextDecoder().decode(new Uint8Array([1, 2]).subarray(2));
//= ""
// Older encodings are decoded
const decode = (label, ...bytes) => new TextDecoder(label).decode(new Uint8Array(bytes));
return [
  ...['iso-8859-2', 'iso-8859-15', 'windows-1251', 'koi8-r', 'macintosh', 'shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr', 'ibm866', 'windows-1250'].map((label) => decode(label, 0xe9, 0xa4, 0x41)),
  decode('iso-2022-jp', 0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42, 0x61), ...['latin2', 'sjis', 'x-sjis', 'gb2312', 'ks_c_5601-1987', 'cp1250'].map((label) => new TextDecoder(label).encoding),
];
//= ["é¤A","é€A","й¤A","И╓A","È§A","鬢A","蕕A","椁A","椁A","擗A","繞A","щдA","é¤A","あa","iso-8859-2","shift_jis","shift_jis","gbk","euc-kr","windows-1250"]
// Older encodings keep half characters, and reject bad input if fatal
const d = new TextDecoder('shift_jis');
const out = [d.decode(new Uint8Array([0xe9]), { stream: true }), d.decode(new Uint8Array([0xa4, 0x41]))];
for (const label of ['shift_jis', 'windows-1251']) { try { out.push(new TextDecoder(label, { fatal: true }).decode(new Uint8Array([0xff, 0x41]))); } catch (e) { out.push(e.name); } }
try { new TextDecoder('iso-2022-kr'); } catch (e) { out.push(e.name); }
return out;
//= ["","鬢A","TypeError","яA","RangeError"]
