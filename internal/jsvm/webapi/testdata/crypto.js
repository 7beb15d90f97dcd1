// Digests are those of the standards
const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');
const text = new TextEncoder().encode('abc');
return [hex(await crypto.subtle.digest('SHA-256', text)), hex(await crypto.subtle.digest({ name: 'sha-1' }, text.buffer)), (await crypto.subtle.digest('SHA-384', text)).byteLength, (await crypto.subtle.digest('SHA-512', new Uint8Array(0))).byteLength];
//= ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","a9993e364706816aba3e25717850c26c9cd0d89d",48,64]
// An unknown digest is rejected
try { await crypto.subtle.digest('SHA-999', new Uint8Array(0)); } catch (e) { return e.name; }
//= "NotSupportedError"
// HMAC signs and verifies
const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');
const e = new TextEncoder();
const key = await crypto.subtle.importKey('raw', e.encode('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
const mac = await crypto.subtle.sign('HMAC', key, e.encode('The quick brown fox jumps over the lazy dog'));
return [hex(mac), await crypto.subtle.verify('HMAC', key, mac, e.encode('The quick brown fox jumps over the lazy dog')), await crypto.subtle.verify('HMAC', key, mac, e.encode('other')), await crypto.subtle.verify('HMAC', key, mac.slice(1), e.encode('x')), key.type, key.extractable, key.usages, key.algorithm];
//= ["f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",true,false,false,"secret",false,["sign","verify"],{"name":"HMAC","hash":{"name":"SHA-256"},"length":24}]
// Usages and extractable limit a key
const raw = new Uint8Array(16);
const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
const names = [];
for (const f of [() => crypto.subtle.verify('HMAC', key, raw, raw), () => crypto.subtle.exportKey('raw', key), () => crypto.subtle.encrypt({ name: 'AES-GCM', iv: raw }, key, raw), () => crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-1' }, false, ['encrypt']), () => crypto.subtle.importKey('raw', raw, 'NOPE', false, ['sign']), () => crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-1' }, false, []), () => crypto.subtle.importKey('raw', new Uint8Array(5), 'AES-GCM', false, ['encrypt']), () => crypto.subtle.sign('HMAC', {}, raw)]) {
  try { await f(); names.push('fine'); } catch (e) { names.push(e.name); }
}
return names;
//~ Node 20 names one of them InvalidAccessException
//= ["InvalidAccessError","InvalidAccessError","InvalidAccessError","SyntaxError","NotSupportedError","SyntaxError","DataError","TypeError"]
// AES-GCM encrypts and decrypts, with additional data
const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');
const key = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(1), 'AES-GCM', false, ['encrypt', 'decrypt']);
const iv = new Uint8Array(12).fill(2);
const additionalData = new Uint8Array([9]);
const text = new TextEncoder().encode('secret');
const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, text);
const short = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData, tagLength: 96 }, key, text);
const open = async (data, more) => { try { return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData, ...more }, key, data)); } catch (e) { return e.name; } };
return [hex(sealed), short.byteLength, await open(sealed), await open(short, { tagLength: 96 }), await open(sealed, { additionalData: new Uint8Array(1) }), await open(short, { tagLength: 64 }), await open(new Uint8Array(3))];
//= ["74b3aa3b2f23ad9fe9013703e595f963f2749f04b15e",18,"secret","secret","OperationError","OperationError","OperationError"]
// AES-CBC and AES-CTR match Node
const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');
const raw = new Uint8Array(16).fill(3);
const block = new Uint8Array(16).fill(255);
const cbc = await crypto.subtle.importKey('raw', raw, 'AES-CBC', false, ['encrypt', 'decrypt']);
const ctr = await crypto.subtle.importKey('raw', raw, 'AES-CTR', false, ['encrypt', 'decrypt']);
const data = new Uint8Array(33).fill(7);
const one = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: block }, cbc, data);
const two = await crypto.subtle.encrypt({ name: 'AES-CTR', counter: block, length: 12 }, ctr, data);
return [hex(await crypto.subtle.digest('SHA-256', one)), hex(await crypto.subtle.digest('SHA-256', two)), (await crypto.subtle.decrypt({ name: 'AES-CBC', iv: block }, cbc, one)).byteLength, hex(await crypto.subtle.decrypt({ name: 'AES-CTR', counter: block, length: 12 }, ctr, two)) === hex(data)];
//= ["4d7bd466d9eb6433b2c680958eb2570fbf43dbc0e94955d8bc57df9f27ebb12c","d84e866897faf36a8ae91a0843dd612d9e8e5a3f5fa9197c137d8a4261d0c52d",33,true]
// HKDF derives bits and keys
const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');
const base = await crypto.subtle.importKey('raw', new Uint8Array(22).fill(0x0b), 'HKDF', false, ['deriveBits', 'deriveKey']);
const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), info: new Uint8Array([0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9]) };
const key = await crypto.subtle.deriveKey(algorithm, base, { name: 'AES-GCM', length: 256 }, true, ['encrypt']);
return [hex(await crypto.subtle.deriveBits(algorithm, base, 336)), hex(await crypto.subtle.exportKey('raw', key)), key.algorithm];
//= ["3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865","3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf",{"name":"AES-GCM","length":256}]
// PBKDF2 derives bits
const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');
const base = await crypto.subtle.importKey('raw', new TextEncoder().encode('password'), 'PBKDF2', false, ['deriveBits']);
return hex(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt: new TextEncoder().encode('salt'), iterations: 2 }, base, 160));
//= "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"
// Keys are generated, exported and imported again
const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt', 'decrypt']);
const mac = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-512' }, true, ['sign', 'verify']);
const jwk = await crypto.subtle.exportKey('jwk', mac);
const back = await crypto.subtle.importKey('jwk', jwk, { name: 'HMAC', hash: 'SHA-512' }, true, ['verify']);
const sig = await crypto.subtle.sign('HMAC', mac, new Uint8Array(3));
const jwk2 = await crypto.subtle.exportKey('jwk', key);
return [(await crypto.subtle.exportKey('raw', key)).byteLength, mac.algorithm.length, jwk.kty, jwk.alg, jwk.key_ops, jwk.ext, await crypto.subtle.verify('HMAC', back, sig, new Uint8Array(3)), jwk2.alg, jwk2.k.length];
//= [16,1024,"oct","HS512",["sign","verify"],true,true,"A128GCM",22]
// An invalid JWK is a DataError
const names = [];
for (const jwk of [{ kty: 'oct', k: '*' }, { kty: 'RSA' }, { kty: 'oct', k: 'AAAA', alg: 'HS512' }]) {
  try { await crypto.subtle.importKey('jwk', jwk, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']); names.push('fine'); } catch (e) { names.push(e.name); }
}
return names;
//~ Node 20 accepts a k that is not base64url
//= ["DataError","DataError","DataError"]
// Random values fill an integer array, and UUIDs are of version 4
const a = crypto.getRandomValues(new Uint8Array(32));
const names = [];
for (const f of [() => crypto.getRandomValues(new Float32Array(1)), () => crypto.getRandomValues(new Uint8Array(65537)), () => crypto.getRandomValues([1])]) { try { f(); } catch (e) { names.push(e.name); } }
return [a.some((x) => x > 0), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), crypto.randomUUID() !== crypto.randomUUID(), names[0], names[1]];
//= [true,true,true,"TypeMismatchError","QuotaExceededError"]
// timingSafeEqual compares bytes
const a = new Uint8Array([1, 2]);
return [crypto.subtle.timingSafeEqual(a, new Uint8Array([1, 2])), crypto.subtle.timingSafeEqual(a, new Uint8Array([1, 3]))];
//~ only the edge has it
//= [true,false]
// A signature of Ed25519 is that of RFC 8037
const jwk = { kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', true, ['sign']);
const data = new TextEncoder().encode('eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc');
const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, data));
const raw = await crypto.subtle.importKey('raw', Uint8Array.from(atob('11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='), (c) => c.charCodeAt(0)), { name: 'Ed25519' }, true, ['verify']);
return [btoa(String.fromCharCode(...signature)), await crypto.subtle.verify('Ed25519', raw, signature, data), await crypto.subtle.verify('Ed25519', raw, signature, data.slice(1)), key.type, raw.type, key.algorithm];
//= ["hgyY0il/MGCjP0JzlnLWG1PPOt7+09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr/MuM0KAg==",true,false,"private","public",{"name":"Ed25519"}]
// A signature of ES256 verifies with the key of RFC 7515, and not with another curve
const jwk = { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0', alg: 'ES256' };
const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
const signature = Uint8Array.from(atob('xg5r9YMXWC2mechurp51bgvW2EI9DAQdTDjT1TXlJkyOTeN4XcUmCWERsh05xzUI7SWKoo7P1tH8ZFWZWt3DNg=='), (c) => c.charCodeAt(0));
const data = new TextEncoder().encode('eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ');
const use = { name: 'ECDSA', hash: 'SHA-256' };
let other;
try { other = await crypto.subtle.importKey('jwk', { ...jwk, alg: undefined }, { name: 'ECDSA', namedCurve: 'P-384' }, true, ['verify']); } catch (e) { other = e.name; }
const spki = await crypto.subtle.exportKey('spki', key);
const again = await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
return [await crypto.subtle.verify(use, key, signature, data), await crypto.subtle.verify(use, again, signature, data.slice(1)), await crypto.subtle.verify(use, key, signature.slice(1), data), other, spki.byteLength, (await crypto.subtle.exportKey('raw', key)).byteLength];
//= [true,false,false,"DataError",91,65]
// Keys of RSA, ECDSA and Ed25519 are generated, sign, and survive their export
const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
const out = [];
for (const [algorithm, use] of [
  [{ name: 'RSASSA-PKCS1-v1_5', ...rsa }, 'RSASSA-PKCS1-v1_5'],
  [{ name: 'RSA-PSS', ...rsa }, { name: 'RSA-PSS', saltLength: 32 }],
  [{ name: 'ECDSA', namedCurve: 'P-384' }, { name: 'ECDSA', hash: 'SHA-384' }],
  [{ name: 'Ed25519' }, { name: 'Ed25519' }],
]) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const data = new Uint8Array([1, 2, 3]);
  const signature = await crypto.subtle.sign(use, privateKey, data);
  const jwk = await crypto.subtle.exportKey('jwk', publicKey);
  const secret = await crypto.subtle.exportKey('jwk', privateKey);
  const pkcs8 = await crypto.subtle.importKey('pkcs8', await crypto.subtle.exportKey('pkcs8', privateKey), algorithm, false, ['sign']);
  const own = await crypto.subtle.importKey('jwk', secret, algorithm, true, ['sign']);
  const read = await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify']);
  out.push([
    await crypto.subtle.verify(use, read, signature, data),
    await crypto.subtle.verify(use, publicKey, await crypto.subtle.sign(use, pkcs8, data), data),
    await crypto.subtle.verify(use, publicKey, await crypto.subtle.sign(use, own, data), data),
    await crypto.subtle.verify(use, publicKey, signature, data.slice(1)),
    Object.keys(jwk).filter((name) => name !== 'alg').sort().join(' '), Object.keys(secret).length > 4, signature.byteLength, privateKey.usages, publicKey.usages, publicKey.extractable,
  ]);
}
return out;
//= [[true,true,true,false,"e ext key_ops kty n",true,256,["sign"],["verify"],true],[true,true,true,false,"e ext key_ops kty n",true,256,["sign"],["verify"],true],[true,true,true,false,"crv ext key_ops kty x y",true,96,["sign"],["verify"],true],[true,true,true,false,"crv ext key_ops kty x",true,64,["sign"],["verify"],true]]
// Keys of signatures are checked
const names = [];
const spki = Uint8Array.from(atob('MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='), (c) => c.charCodeAt(0));
for (const run of [
  () => crypto.subtle.importKey('spki', new Uint8Array(9), { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']),
  () => crypto.subtle.importKey('spki', spki, { name: 'Ed25519' }, true, ['sign']),
  () => crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']),
  () => crypto.subtle.importKey('jwk', { kty: 'RSA', n: '' }, { name: 'RSA-PSS', hash: 'SHA-256' }, true, ['verify']),
  () => crypto.subtle.importKey('spki', new Uint8Array(40000), { name: 'Ed25519' }, true, ['verify']),
  async () => crypto.subtle.sign('Ed25519', await crypto.subtle.importKey('spki', spki, 'Ed25519', true, ['verify']), new Uint8Array(1)),
  async () => crypto.subtle.exportKey('pkcs8', await crypto.subtle.importKey('spki', spki, 'Ed25519', true, ['verify'])),
]) { try { await run(); names.push('fine'); } catch (e) { names.push(e.name); } }
return names;
//= ["DataError","SyntaxError","DataError","DataError","DataError","InvalidAccessError","InvalidAccessError"]
