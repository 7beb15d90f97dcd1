// hashes in every encoding
const { createHash } = require('node:crypto');
return ['md5', 'sha1', 'SHA256', 'sha384', 'RSA-SHA512', 'sha224', 'sha512-256'].map((name) => createHash(name).update('text').update(Buffer.from('é')).digest('hex')).concat(createHash('sha256').update('a').digest('base64'), createHash('sha256').update('a').digest('base64url'), createHash('sha256').update('ff', 'hex').digest().length);
//= ["82b079533e408ff558f7d59c6bed92ca","0b6681f79211f0680ea225eff8c5fe528db5ffc7","1dc702970fce4face5308f1c4b0d50d6848b80be7550bca458a2157b72cd6501","1c5ab4241845d6eea5e880de07830c8d96a1bf098826fc1312db3d28729ad6082dffdadce36da4816c9323b294794d47","10b51cd2d169c3512f2bde18589bf7b1b68332ac5175d6aaa928322e6be8c73e6954d0047048cb94f709fc501910596f3f3ead4c35a164cb2a535edbf2ddecf5","676cbd29fa3297907a962c43a513a32af9e1c033758e09b311651ed8","4bdf7f663337f7398f159ef84f5f9958c78e4d56053f062437996ce6620ed001","ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=","ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs",32]
// a copy of a hash goes on alone
const hash = require('crypto').createHash('sha256').update('a');
const copy = hash.copy().update('b');
return [hash.digest('hex') === require('crypto').createHash('sha256').update('a').digest('hex'), copy.digest('hex')];
//= [true,"fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603"]
// a hash ends once, and an unknown one is an error
const crypto = require('crypto');
const tried = (run) => { try { return String(run()); } catch (error) { return [error.name, error.code, error.message]; } };
const hash = crypto.createHash('md5');
hash.digest();
return [tried(() => hash.digest()), tried(() => hash.update('a')), tried(() => crypto.createHash('no')).slice(0, 1), tried(() => crypto.createHmac('no', 'key')), tried(() => crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('ab')))];
//= [["Error","ERR_CRYPTO_HASH_FINALIZED","Digest already called"],["Error","ERR_CRYPTO_HASH_FINALIZED","Digest already called"],["Error"],["TypeError","ERR_CRYPTO_INVALID_DIGEST","Invalid digest: no"],["RangeError","ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH","Input buffers must have the same byte length"]]
// keyed hashes and derived keys
const crypto = require('crypto');
return [
  crypto.createHmac('sha256', 'key').update('text').digest('hex'),
  crypto.createHmac('md5', Buffer.from('key')).update('text').digest('base64'),
  crypto.pbkdf2Sync('password', 'salt', 10, 20, 'sha512').toString('hex'),
  Buffer.from(crypto.hkdfSync('sha256', 'key', 'salt', 'info', 20)).toString('hex'),
  crypto.timingSafeEqual(Buffer.from('ab'), new Uint8Array([97, 98])),
  await new Promise((resolve) => crypto.pbkdf2('password', 'salt', 1, 4, 'sha1', (error, key) => resolve([error, key.toString('hex')]))),
];
//= ["6afa9046a9579cad143a384c1b564b9a250d27d6f6a63f9f20bf3a7594c9e2c6","0Mphd8Ycl1/S+MB9jGUoxg==","ded5fd36ace28019108070acb5acc9db892eb042","9ca0d662557439e3b83365f2da4626d35da195c6",true,[null,"0c60c80f"]]
// random values have the requested size and range
const crypto = require('crypto');
const ints = Array.from({ length: 50 }, () => crypto.randomInt(3, 6));
return [
  crypto.randomBytes(7).length,
  Buffer.isBuffer(crypto.randomBytes(1)),
  crypto.randomBytes(100000).length,
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()),
  ints.every((n) => n >= 3 && n < 6),
  await new Promise((resolve) => crypto.randomBytes(3, (error, bytes) => resolve([error, bytes.length]))),
  crypto.webcrypto.subtle === globalThis.crypto.subtle,
];
//= [7,true,100000,true,true,[null,3],true]
// Buffer converts text, and reads and writes numbers
const buffer = Buffer.from('héllo €😀');
const numbers = Buffer.alloc(16);
numbers.writeInt32BE(-5, 0);
numbers.writeDoubleLE(1.5, 4);
numbers.writeUInt16LE(513, 12);
return [
  buffer.length, buffer.toString(), buffer.toString('hex'), buffer.toString('base64'), buffer.toString('latin1'),
  Buffer.from('aGk', 'base64').toString(), Buffer.from('6869', 'hex').toString(), Buffer.concat([buffer, Buffer.from([1])]).length,
  buffer.subarray(1, 3).toString(), buffer.indexOf('l'), buffer.equals(Buffer.from(buffer)), Buffer.compare(Buffer.from('a'), Buffer.from('b')),
  numbers.toString('hex'), numbers.readInt32BE(0), numbers.readDoubleLE(4), numbers.readUInt16LE(12), Buffer.byteLength('€'), Buffer.isEncoding('utf-8'),
  JSON.stringify(Buffer.from('a')), Buffer.from([0xff]).toString(), Buffer.from('\ufeffa').toString().length, buffer instanceof Uint8Array,
  Buffer.alloc(3, 'ab').toString(), Buffer.from('abc').fill('x', 1).toString(), Buffer.from('test').toString('utf16le').length, typeof require('buffer').Blob,
];
//= [14,"héllo €😀","68c3a96c6c6f20e282acf09f9880","aMOpbGxvIOKCrPCfmIA=","hÃ©llo â¬ð","hi","hi",15,"é",3,true,-1,"fffffffb000000000000f83f01020000",-5,1.5,513,3,true,"{\"type\":\"Buffer\",\"data\":[97]}","�",2,true,"aba","axx",2,"function"]
// events
const EventEmitter = require('events');
const emitter = new EventEmitter();
const seen = [];
emitter.once('a', (x) => seen.push(['once', x]));
emitter.on('a', (x) => seen.push(['on', x]));
emitter.prependListener('a', () => seen.push('first'));
const waited = EventEmitter.once(emitter, 'b');
const emitted = [emitter.emit('a', 1), emitter.emit('a', 2), emitter.emit('none'), emitter.emit('b', 3)];
class Own extends EventEmitter {}
const tried = () => { try { new Own().emit('error', new Error('lost')); } catch (error) { return error.message; } };
return [seen, emitted, await waited, emitter.listenerCount('a'), emitter.eventNames(), tried(), require('events').EventEmitter === EventEmitter, EventEmitter.defaultMaxListeners];
//= [["first",["once",1],["on",1],"first",["on",2]],[true,true,false,true],[3],2,["a"],"lost",true,10]
// util
const util = require('util');
const read = (text, callback) => setTimeout(() => (text ? callback(null, text) : callback(new Error('empty'))), 0);
function Old() {}
util.inherits(Old, require('events'));
return [
  util.format('%s has %d of %j, %%', 'a', 2, { b: 1 }, 'more'), util.inspect({ a: [1, 'x'], m: new Map([[1, 2]]) }),
  await util.promisify(read)('text'), await util.promisify(read)('').catch((error) => error.message),
  await new Promise((resolve) => util.callbackify(async (x) => x + 1)(1, (error, value) => resolve([error, value]))),
  new Old() instanceof require('events'), Old.super_ === require('events'),
  util.isDeepStrictEqual({ a: [1, new Date(0), new Set([{ b: 1 }])] }, { a: [1, new Date(0), new Set([{ b: 1 }])] }), util.isDeepStrictEqual([1], ['1']), util.isDeepStrictEqual(new Map([[{}, 1]]), new Map([[{}, 2]])),
  util.types.isDate(new Date()), util.types.isRegExp({}), util.types.isUint8Array(Buffer.alloc(1)), util.types.isPromise(Promise.resolve()), util.types.isAsyncFunction(async () => {}),
  util.inspect({ [util.inspect.custom]: () => 'own' }), util.stripVTControlCharacters('\u001b[1mbold\u001b[0m'), typeof util.TextEncoder,
];
//= ["a has 2 of {\"b\":1}, % more","{ a: [ 1, 'x' ], m: Map(1) { 1 => 2 } }","text","empty",[null,2],true,true,true,false,false,true,false,true,true,true,"own","bold","function"]
// assert
const assert = require('assert');
const tried = (run) => { try { run(); return 'passes'; } catch (error) { return [error.name, error.code]; } };
return [
  tried(() => assert(true)), tried(() => assert(0, 'zero')), tried(() => assert.equal(1, '1')), tried(() => assert.strictEqual(1, '1')), tried(() => assert.strict.equal(1, '1')),
  tried(() => assert.deepStrictEqual({ a: [1] }, { a: [1] })), tried(() => assert.deepEqual({ a: 1 }, { a: '1' })), tried(() => assert.deepStrictEqual({ a: 1 }, { a: '1' })), tried(() => assert.notDeepStrictEqual([1], [1])),
  tried(() => assert.throws(() => { throw new TypeError('bad'); }, TypeError)), tried(() => assert.throws(() => { throw new TypeError('bad'); }, /good/)), tried(() => assert.throws(() => {})), tried(() => assert.throws(() => { throw new Error('bad'); }, { message: 'bad' })),
  tried(() => assert.match('abc', /b/)), tried(() => assert.fail('why')), await assert.rejects(Promise.reject(new Error('x')), /x/).then(() => 'rejected'), require('assert/strict').equal === assert.strict.equal,
];
//= ["passes",["AssertionError","ERR_ASSERTION"],"passes",["AssertionError","ERR_ASSERTION"],["AssertionError","ERR_ASSERTION"],"passes","passes",["AssertionError","ERR_ASSERTION"],["AssertionError","ERR_ASSERTION"],"passes",["AssertionError","ERR_ASSERTION"],["AssertionError","ERR_ASSERTION"],"passes","passes",["AssertionError","ERR_ASSERTION"],"rejected",true]
// path, querystring, punycode of URLs
const path = require('path');
const querystring = require('querystring');
return [
  path.join('/a', '..', 'b', './c.txt'), path.resolve('/a', 'b', '../c'), path.basename('/x/y.tar.gz', '.gz'), path.extname('a.b.c'), path.dirname('/a/b/c'), path.normalize('/a//b/../c/'),
  path.relative('/a/b/c', '/a/d'), path.parse('/home/u/f.txt'), path.format({ dir: '/x', base: 'y' }), path.isAbsolute('a'), path.sep, path.posix.join('a', 'b'), require('path/posix').sep,
  querystring.parse('a=1&b=2&a=3&c=%20x+y'), querystring.stringify({ a: [1, 2], b: 'x y', c: true }), querystring.escape('ü&'), querystring.unescape('%C3%BC'),
];
//= ["/b/c.txt","/a/c","y.tar",".c","/a/b","/a/c/","../../d",{"root":"/","dir":"/home/u","base":"f.txt","ext":".txt","name":"f"},"/x/y",false,"/","a/b","/",{"a":["1","3"],"b":"2","c":" x y"},"a=1&a=2&b=x%20y&c=true","%C3%BC%26","ü"]
// url: old and new
const url = require('url');
const parsed = url.parse('https://user:pw@host.example:8080/p/a?q=1&r=2#h', true);
return [
  parsed.hostname, parsed.port, parsed.pathname, { ...parsed.query }, parsed.auth, parsed.hash, url.format({ protocol: 'https', host: 'a.example', pathname: '/x', query: { y: 1 } }),
  url.resolve('https://a.example/b/c', '../d'), new url.URL('https://a.example/?x=1').searchParams.get('x'), url.fileURLToPath('file:///a/b%20c'), url.pathToFileURL('/a b?').href, typeof url.URLSearchParams,
];
//= ["host.example","8080","/p/a",{"q":"1","r":"2"},"user:pw","#h","https://a.example/x?y=1","https://a.example/d","1","/a/b c","file:///a%20b%3F","function"]
// string_decoder keeps incomplete characters
const { StringDecoder } = require('string_decoder');
const decoder = new StringDecoder('utf8');
const bytes = Buffer.from('€😀');
return [decoder.write(bytes.subarray(0, 2)), decoder.write(bytes.subarray(2, 5)), decoder.write(bytes.subarray(5)), decoder.end()];
//= ["","€","😀",""]
// streams: pipelines, transforms, iteration and errors
const { Readable, Transform, Writable, PassThrough, Duplex, pipeline, finished } = require('stream');
const { pipeline: piped } = require('stream/promises');
const written = [];
const upper = new Transform({ transform(chunk, _, done) { done(null, String(chunk).toUpperCase()); } });
const sink = () => new Writable({ write(chunk, _, done) { written.push(String(chunk)); done(); } });
await piped(Readable.from(['a', 'b']), upper, sink());
const read = [];
const iterator = Readable.from([1, 2, 3])[Symbol.asyncIterator]();
for (let next = await iterator.next(); !next.done; next = await iterator.next()) read.push(next.value);
const failed = await piped(Readable.from(['a']), new Transform({ transform(_, __, done) { done(new Error('bad')); } }), sink()).catch((error) => error.message);
const through = new PassThrough();
through.end('text');
const called = await new Promise((resolve) => pipeline(Readable.from(['x']), sink(), (error) => resolve(error ?? 'done')));
return [written, read, failed, await require('stream/consumers').text(through), called, new Duplex() instanceof Readable, typeof finished, through instanceof require('events'), await Readable.from([1, 2, 3]).map((x) => x * 2).toArray()];
//= [["A","B","x"],[1,2,3],"bad","text","done",true,"function",true,[2,4,6]]
// process and timers
const order = [];
const immediate = new Promise((resolve) => setImmediate((x) => resolve(order.push(x)), 'immediate'));
process.nextTick((x) => order.push(x), 'tick');
const cleared = setTimeout(() => order.push('cleared'), 1);
clearTimeout(cleared);
const stopped = setImmediate(() => order.push('stopped'));
clearImmediate(stopped);
order.push('now');
await immediate;
await require('timers/promises').setTimeout(2, 'value').then((value) => order.push(value));
return [order, typeof cleared, cleared.unref() === cleared, process.platform, process.version.startsWith('v2'), typeof process.env, Array.isArray(process.hrtime()), typeof process.hrtime.bigint(), process.versions.node.split('.').length, global === globalThis, require('process') === process];
//= [["now","tick","immediate","value"],"object",true,"linux",true,"object",true,"bigint",3,true,true]
// AsyncLocalStorage keeps a value across awaits, timers and microtasks
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const storage = new AsyncLocalStorage();
const later = (what) => new Promise((resolve) => setTimeout(() => resolve([what, storage.getStore()]), 1));
const one = (name) => storage.run(name, async () => {
  await null;
  const inner = await storage.run(`${name}2`, async () => { await null; return storage.getStore(); });
  return [storage.getStore(), inner, await later(name), await new Promise((resolve) => queueMicrotask(() => resolve(storage.getStore()))), storage.exit(() => storage.getStore() === undefined)];
});
const kept = storage.run('kept', () => AsyncResource.bind(() => storage.getStore()));
return [await Promise.all([one('a'), one('b')]), storage.getStore() === undefined, kept(), storage.run('s', () => AsyncLocalStorage.snapshot())(() => storage.getStore())];
//= [[["a","a2",["a","a"],"a",true],["b","b2",["b","b"],"b",true]],true,"kept","s"]
// what the engine lacks can be named, and throws when it is used
const fs = require('fs');
class Agent extends require('http').Agent {}
const tried = (run) => { try { return run(); } catch (error) { return error.message; } };
return [typeof fs.readFileSync, tried(() => fs.readFileSync('/x')), tried(() => new Agent()), tried(() => require('crypto').createSign('x')), tried(() => require('zlib').gzipSync('x'))];
//~ Node has them
//= ["function","fs.readFileSync of Node is not available in svc's local engine; it does exist on the edge: import the file, or keep data in ctx.store","http.Agent of Node is not available in svc's local engine; it does exist on the edge: use fetch or ctx.http","crypto.createSign of Node is not available in svc's local engine; it does exist on the edge: use crypto.subtle","zlib.gzipSync of Node is not available in svc's local engine; it does exist on the edge: use a package such as fflate"]
