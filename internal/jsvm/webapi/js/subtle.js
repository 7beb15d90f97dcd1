// crypto.subtle: the checks and key objects of Web Crypto. The host computes.
(function (host) {
  const { view } = host.part('encoding');
  const exception = (message, name) => new (host.part('exception').DOMException)(message, name);
  const unsupported = (what) => exception(`Unrecognized or unimplemented ${what}`, 'NotSupportedError');
  const operation = (message) => exception(message, 'OperationError');
  const secret = Symbol('make');
  let bytesOf; // the raw bytes of a key

  const HASHES = ['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
  const BLOCK_BITS = { MD5: 512, 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024 };
  const HASH_BYTES = { MD5: 16, 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };
  const AES = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];
  const DERIVE = ['deriveKey', 'deriveBits'];
  // The algorithms by name, with the allowed usages of their keys.
  const USAGES = {
    HMAC: ['sign', 'verify'],
    'AES-GCM': AES,
    'AES-CBC': AES,
    'AES-CTR': AES,
    HKDF: DERIVE,
    PBKDF2: DERIVE,
  };
  // The algorithms with two keys, by upper-case name.
  const PAIRS = { 'RSASSA-PKCS1-V1_5': 'RSASSA-PKCS1-v1_5', 'RSA-PSS': 'RSA-PSS', ECDSA: 'ECDSA', ED25519: 'Ed25519' };
  const pairs = () => host.part('keypairs');
  const PAIR_NAMES = Object.values(PAIRS);
  const isPair = (name) => PAIR_NAMES.includes(name);
  const ALL_USAGES = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];

  const algorithmOf = (algorithm) => {
    const given = typeof algorithm === 'string' ? { name: algorithm } : algorithm;
    if (given === null || typeof given !== 'object' || given.name === undefined)
      throw new TypeError('Missing algorithm name');
    const name = `${given.name}`.toUpperCase();
    if (Object.hasOwn(PAIRS, name)) return { given, name: PAIRS[name] };
    if (!Object.hasOwn(USAGES, name)) throw unsupported(`algorithm "${given.name}"`);
    return { given, name };
  };
  const hashOf = (hash) => {
    const given = typeof hash === 'string' ? hash : hash === null || hash === undefined ? undefined : hash.name;
    if (given === undefined) throw new TypeError('Missing "hash" in the algorithm');
    const name = `${given}`.toUpperCase();
    if (!HASHES.includes(name)) throw unsupported(`hash "${given}"`);
    return name;
  };
  const usagesOf = (name, usages) => {
    const list = [...usages].map(String);
    for (const usage of list) {
      if (!ALL_USAGES.includes(usage)) throw new TypeError(`"${usage}" is not a key usage`);
      if (!isPair(name) && !USAGES[name].includes(usage))
        throw exception(`Unsupported key usage "${usage}" for a ${name} key`, 'SyntaxError');
    }
    return ALL_USAGES.filter((usage) => list.includes(usage));
  };

  class CryptoKey {
    #bytes;
    #algorithm;
    #extractable;
    #usages;
    #type;
    constructor(key, bytes, algorithm, extractable, usages, type = 'secret') {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#type = type;
      this.#bytes = bytes;
      this.#algorithm = algorithm;
      this.#extractable = extractable;
      this.#usages = usages;
    }
    get type() {
      return this.#type;
    }
    get extractable() {
      return this.#extractable;
    }
    get algorithm() {
      return this.#algorithm;
    }
    get usages() {
      return this.#usages;
    }
    get [Symbol.toStringTag]() {
      return 'CryptoKey';
    }
    static {
      bytesOf = (key, name, usage) => {
        if (!(key instanceof CryptoKey)) throw new TypeError('The key is not of type CryptoKey');
        if (name !== undefined && key.#algorithm.name !== name) {
          throw exception(`The algorithm is ${name}, but the key is for ${key.#algorithm.name}`, 'InvalidAccessError');
        }
        if (usage !== undefined && !key.#usages.includes(usage)) {
          throw exception(`The key does not support "${usage}": it was not among its usages`, 'InvalidAccessError');
        }
        return key.#bytes;
      };
    }
  }

  // keyOf creates a key of raw bytes, for importKey and generateKey.
  const keyOf = ({ given, name }, bytes, extractable, usages) => {
    const allowed = usagesOf(name, usages);
    if (allowed.length === 0)
      throw exception('Usages cannot be empty when importing or making a secret key.', 'SyntaxError');
    if (name === 'HMAC') {
      const hash = hashOf(given.hash);
      if (bytes.byteLength === 0) throw exception('Zero-length key is not supported', 'DataError');
      const bits = bytes.byteLength * 8;
      const length = given.length === undefined ? bits : Number(given.length);
      if (length > bits || length <= bits - 8) throw exception('Invalid key length', 'DataError');
      return new CryptoKey(secret, bytes, { name, hash: { name: hash }, length }, extractable, allowed);
    }
    if (name.startsWith('AES-')) {
      if (![16, 24, 32].includes(bytes.byteLength))
        throw exception(
          `Invalid key length: an AES key has 128, 192 or 256 bits, not ${bytes.byteLength * 8}`,
          'DataError',
        );
      return new CryptoKey(secret, bytes, { name, length: bytes.byteLength * 8 }, extractable, allowed);
    }
    if (extractable) throw exception(`${name} keys are not extractable`, 'SyntaxError');
    return new CryptoKey(secret, bytes, { name }, false, allowed);
  };

  const pairKey = ({ bytes, algorithm, usages, type }, extractable) =>
    new CryptoKey(secret, bytes, algorithm, extractable || type === 'public', usages, type);

  const URL64 = { alphabet: 'base64url', omitPadding: true };
  const jwkName = ({ name, hash, length }) =>
    name === 'HMAC' ? `HS${hash.name.slice(4)}` : `A${length}${name.slice(4)}`;
  const fromJwk = (jwk, algorithm, extractable) => {
    if (jwk === null || typeof jwk !== 'object') throw new TypeError('A key in the format "jwk" must be an object');
    if (jwk.kty !== 'oct' || typeof jwk.k !== 'string')
      throw exception('The JWK must have "kty": "oct" and a "k"', 'DataError');
    if (jwk.ext === false && extractable) throw exception('The JWK says that it is not extractable', 'DataError');
    let bytes;
    try {
      bytes = Uint8Array.fromBase64(jwk.k, { alphabet: 'base64url' });
    } catch {
      throw exception('The "k" of the JWK is not base64url', 'DataError');
    }
    if (
      jwk.alg !== undefined &&
      algorithm.name === 'HMAC' &&
      jwk.alg !== `HS${hashOf(algorithm.given.hash).slice(4)}`
    ) {
      throw exception(`The JWK is for ${jwk.alg}`, 'DataError');
    }
    return bytes;
  };

  const lengthOf = ({ given, name }) => {
    if (name === 'HMAC') return given.length === undefined ? BLOCK_BITS[hashOf(given.hash)] : Number(given.length);
    return Number(given.length);
  };
  const bits = (length, name) => {
    if (!Number.isInteger(length) || length < 0 || length % 8 !== 0 || (length === 0 && name !== undefined))
      throw operation('The length must be a multiple of 8 bits, more than zero');
    return length / 8;
  };

  const crypt = (encrypt, { given, name }, key, data) => {
    const bytes = bytesOf(key, name, encrypt ? 'encrypt' : 'decrypt');
    const text = view(data);
    switch (name) {
      case 'AES-GCM': {
        const tagLength = given.tagLength === undefined ? 128 : Number(given.tagLength);
        if (![32, 64, 96, 104, 112, 120, 128].includes(tagLength))
          throw operation(`${tagLength} is not a valid AES-GCM tag length`);
        if (given.iv === undefined) throw new TypeError('Missing "iv" in the algorithm');
        const extra = given.additionalData === undefined ? new Uint8Array(0) : view(given.additionalData);
        return host.aesGCM(encrypt, bytes, view(given.iv), extra, tagLength / 8, text);
      }
      case 'AES-CBC': {
        if (given.iv === undefined || view(given.iv).byteLength !== 16)
          throw operation('AES-CBC needs an "iv" of 16 bytes');
        return host.aesCBC(encrypt, bytes, view(given.iv), text);
      }
      case 'AES-CTR': {
        const length = Number(given.length);
        if (given.counter === undefined || view(given.counter).byteLength !== 16)
          throw operation('AES-CTR needs a "counter" of 16 bytes');
        if (!(length >= 1 && length <= 128)) throw operation('AES-CTR needs a "length" of 1 to 128 bits');
        if (length < 48 && Math.ceil(text.byteLength / 16) > 2 ** length)
          throw operation('The data is too long for the counter');
        return host.aesCTR(bytes, view(given.counter), length, text);
      }
    }
    throw unsupported(`${encrypt ? 'encryption' : 'decryption'} for ${name}`);
  };

  const derive = ({ given, name }, key, length) => {
    const bytes = bytesOf(key, name);
    const hash = hashOf(given.hash);
    if (length === null) throw operation('The length cannot be null');
    const wanted = bits(Number(length));
    if (wanted === 0) return new ArrayBuffer(0);
    if (given.salt === undefined) throw new TypeError('Missing "salt" in the algorithm');
    if (name === 'HKDF') {
      if (given.info === undefined) throw new TypeError('Missing "info" in the algorithm');
      if (wanted > 255 * HASH_BYTES[hash]) throw operation('The length is more than HKDF can derive');
      return host.hkdf(hash, bytes, view(given.salt), view(given.info), wanted);
    }
    if (name === 'PBKDF2') {
      if (!(Number(given.iterations) >= 1)) throw operation('PBKDF2 needs at least one iteration');
      return host.pbkdf2(hash, bytes, view(given.salt), Number(given.iterations), wanted);
    }
    throw unsupported(`derivation for ${name}`);
  };

  class SubtleCrypto {
    constructor(key) {
      if (key !== secret) throw new TypeError('Illegal constructor');
    }
    async digest(algorithm, data) {
      return host.digest(hashOf(algorithm), view(data));
    }
    async importKey(format, keyData, algorithm, extractable, usages) {
      const normalized = algorithmOf(algorithm);
      if (isPair(normalized.name)) {
        const allowed = usagesOf(normalized.name, usages);
        return pairKey(pairs().importKey(normalized, format, keyData, !!extractable, allowed, hashOf), !!extractable);
      }
      let bytes;
      if (format === 'raw') bytes = view(keyData).slice();
      else if (format === 'jwk') bytes = fromJwk(keyData, normalized, extractable);
      else throw unsupported(`key format "${format}" for ${normalized.name}`);
      return keyOf(normalized, bytes, !!extractable, usages);
    }
    async exportKey(format, key) {
      const bytes = bytesOf(key);
      if (isPair(key.algorithm.name)) {
        if (!key.extractable) throw exception('The key is not extractable', 'InvalidAccessError');
        return pairs().exportKey(format, key, bytes);
      }
      if (!['raw', 'jwk'].includes(format)) throw unsupported(`key format "${format}"`);
      if (!key.extractable) throw exception('The key is not extractable', 'InvalidAccessError');
      if (format === 'raw') return bytes.slice().buffer;
      return { kty: 'oct', k: bytes.toBase64(URL64), alg: jwkName(key.algorithm), key_ops: [...key.usages], ext: true };
    }
    async generateKey(algorithm, extractable, usages) {
      const normalized = algorithmOf(algorithm);
      if (isPair(normalized.name)) {
        const made = pairs().generateKey(normalized, usagesOf(normalized.name, usages), hashOf);
        return { publicKey: pairKey(made.publicKey, true), privateKey: pairKey(made.privateKey, !!extractable) };
      }
      if (!['HMAC', 'AES-GCM', 'AES-CBC', 'AES-CTR'].includes(normalized.name))
        throw unsupported(`key generation for ${normalized.name}`);
      const length = bits(lengthOf(normalized), normalized.name);
      if (normalized.name !== 'HMAC' && ![16, 24, 32].includes(length))
        throw operation('An AES key has 128, 192 or 256 bits');
      return keyOf(normalized, host.part('crypto').random(length), !!extractable, usages);
    }
    async sign(algorithm, key, data) {
      const normalized = algorithmOf(algorithm);
      const bytes = bytesOf(key, normalized.name, 'sign');
      if (isPair(normalized.name)) return pairs().use(normalized, key, bytes, hashOf, data);
      return host.hmac(key.algorithm.hash.name, bytes, view(data));
    }
    async verify(algorithm, key, signature, data) {
      const normalized = algorithmOf(algorithm);
      const bytes = bytesOf(key, normalized.name, 'verify');
      if (isPair(normalized.name)) return pairs().use(normalized, key, bytes, hashOf, data, signature);
      return host.equal(host.hmac(key.algorithm.hash.name, bytes, view(data)), view(signature));
    }
    async encrypt(algorithm, key, data) {
      return crypt(true, algorithmOf(algorithm), key, data);
    }
    async decrypt(algorithm, key, data) {
      return crypt(false, algorithmOf(algorithm), key, data);
    }
    async deriveBits(algorithm, key, length = null) {
      const normalized = algorithmOf(algorithm);
      bytesOf(key, normalized.name, 'deriveBits');
      return derive(normalized, key, length);
    }
    async deriveKey(algorithm, key, derivedType, extractable, usages) {
      const normalized = algorithmOf(algorithm);
      bytesOf(key, normalized.name, 'deriveKey');
      const wanted = algorithmOf(derivedType);
      return keyOf(wanted, new Uint8Array(derive(normalized, key, lengthOf(wanted))), !!extractable, usages);
    }
    // timingSafeEqual is an extension of the edge.
    timingSafeEqual(a, b) {
      if (view(a).byteLength !== view(b).byteLength)
        throw new TypeError('Input buffers must have the same byte length');
      return host.equal(view(a), view(b));
    }
    get [Symbol.toStringTag]() {
      return 'SubtleCrypto';
    }
  }
  return { SubtleCrypto, CryptoKey, subtle: new SubtleCrypto(secret) };
});
