// node:crypto: hashes, randomness and derived keys. Signatures and ciphers are those of crypto.subtle.
(function (require, host) {
  const { Buffer } = require('buffer');
  const subtleOf = () => crypto.subtle;

  const failure = (Class, code, message) => Object.assign(new Class(message), { code });
  const bytesOf = (data, name, encoding) => {
    if (typeof data === 'string') return Buffer.from(data, encoding);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    throw failure(
      TypeError,
      'ERR_INVALID_ARG_TYPE',
      `The "${name}" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received ${typeof data}`,
    );
  };
  const encoded = (bytes, encoding) => {
    const buffer = Buffer.from(bytes);
    return encoding === undefined || encoding === 'buffer' ? buffer : buffer.toString(encoding);
  };
  // The name by which the host knows a digest, undefined for an unknown one.
  const digestName = (name) => {
    const plain = String(name).toLowerCase().replace(/^rsa-/, '').replace(/^sha-/, 'sha');
    return host.digests().includes(plain) ? plain : undefined;
  };
  const needDigest = (name) => {
    const found = digestName(name);
    if (found === undefined) throw failure(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
    return found;
  };

  // What update has collected, as one array.
  class Collected {
    #chunks = [];
    #ended = false;
    update(data, encoding) {
      if (this.#ended) throw failure(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
      this.#chunks.push(Buffer.from(bytesOf(data, 'data', encoding)));
      return this;
    }
    write(data, encoding) {
      this.update(data, encoding);
      return true;
    }
    end(data, encoding) {
      if (data !== undefined) this.update(data, encoding);
      return this;
    }
    read() {
      return this.digest();
    }
    digest(encoding) {
      if (this.#ended) throw failure(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
      this.#ended = true;
      return encoded(this.compute(Buffer.concat(this.#chunks)), encoding);
    }
    copy() {
      const copy = this.empty();
      for (const chunk of this.#chunks) copy.update(chunk);
      return copy;
    }
  }
  class Hash extends Collected {
    #digest;
    constructor(name) {
      super();
      this.#digest = digestName(name);
      if (this.#digest === undefined) throw new Error('Digest method not supported');
    }
    compute(data) {
      return host.hash(this.#digest, data);
    }
    empty() {
      return new Hash(this.#digest);
    }
  }
  class Hmac extends Collected {
    #digest;
    #key;
    constructor(name, key) {
      super();
      this.#digest = needDigest(name);
      this.#key = Buffer.from(bytesOf(key, 'key'));
    }
    compute(data) {
      return host.mac(this.#digest, this.#key, data);
    }
    empty() {
      return new Hmac(this.#digest, this.#key);
    }
  }

  const QUOTA = 65536; // bytes per call of getRandomValues
  const randomFillSync = (target, offset = 0, size = target.byteLength - offset) => {
    const bytes = bytesOf(target, 'buf').subarray(offset, offset + size);
    for (let at = 0; at < bytes.length; at += QUOTA) crypto.getRandomValues(bytes.subarray(at, at + QUOTA));
    return target;
  };
  const randomBytesSync = (size) => {
    if (!Number.isInteger(size) || size < 0 || size > 2 ** 31 - 1) {
      throw failure(RangeError, 'ERR_OUT_OF_RANGE', `The value of "size" is out of range. Received ${size}`);
    }
    return randomFillSync(Buffer.alloc(size));
  };
  // 48 bits, less those of an incomplete last range, so that all values are equally likely.
  const randomIntSync = (min, max) => {
    const range = max - min;
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || range <= 0 || range > 2 ** 48 - 1) {
      throw failure(RangeError, 'ERR_OUT_OF_RANGE', `The value of "max" is out of range. Received ${max}`);
    }
    const limit = 2 ** 48 - (2 ** 48 % range);
    for (;;) {
      const value = randomBytesSync(6).readUIntBE(0, 6);
      if (value < limit) return min + (value % range);
    }
  };
  // A function with an optional callback as the last argument.
  const maybeLater =
    (compute) =>
    (...args) => {
      if (typeof args.at(-1) !== 'function') return compute(...args);
      later(compute, args);
    };
  const later = (compute, args) => {
    const callback = args.pop();
    const result = compute(...args);
    queueMicrotask(() => callback(null, result));
  };
  const alwaysLater =
    (compute) =>
    (...args) =>
      later(compute, args);

  const pbkdf2Sync = (password, salt, iterations, length, digest) =>
    Buffer.from(
      host.pbkdf2(needDigest(digest), bytesOf(password, 'password'), bytesOf(salt, 'salt'), iterations, length),
    );
  const hkdfSync = (digest, key, salt, info, length) =>
    host.hkdf(needDigest(digest), bytesOf(key, 'key'), bytesOf(salt, 'salt'), bytesOf(info, 'info'), length);
  const createHash = (name) => new Hash(name);

  return {
    Hash,
    Hmac,
    createHash,
    createHmac: (name, key) => new Hmac(name, key),
    hash: (name, data, encoding = 'hex') => createHash(name).update(data).digest(encoding),
    getHashes: () => host.digests(),
    timingSafeEqual(a, b) {
      const [left, right] = [bytesOf(a, 'buf1'), bytesOf(b, 'buf2')];
      if (left.length !== right.length) {
        throw failure(
          RangeError,
          'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
          'Input buffers must have the same byte length',
        );
      }
      return host.equal(left, right);
    },
    randomBytes: maybeLater(randomBytesSync),
    pseudoRandomBytes: maybeLater(randomBytesSync),
    randomFillSync,
    randomFill: alwaysLater(randomFillSync),
    randomInt: (min, ...rest) =>
      maybeLater(randomIntSync)(...(typeof rest[0] === 'number' ? [min, ...rest] : [0, min, ...rest])),
    randomUUID: () => crypto.randomUUID(),
    getRandomValues: (array) => crypto.getRandomValues(array),
    pbkdf2Sync,
    pbkdf2: alwaysLater(pbkdf2Sync),
    hkdfSync,
    hkdf: alwaysLater(hkdfSync),
    constants: {},
    webcrypto: crypto,
    get subtle() {
      return subtleOf();
    },
  };
});
