// crypto: randomness. subtle is loaded at its first use.
(function (host) {
  const QUOTA = 65536; // maximum bytes per call of getRandomValues, by the standard
  const INTEGERS = [
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'BigInt64Array',
    'BigUint64Array',
  ];
  const exception = (message, name) => new (host.part('exception').DOMException)(message, name);
  const key = Symbol('make');
  let make;

  class Crypto {
    constructor(secret) {
      if (secret !== key) throw new TypeError('Illegal constructor');
    }
    get subtle() {
      return host.part('subtle').subtle;
    }
    getRandomValues(array) {
      if (!ArrayBuffer.isView(array) || !INTEGERS.includes(Object.prototype.toString.call(array).slice(8, -1))) {
        throw exception('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
      }
      if (array.byteLength > QUOTA) {
        throw exception(
          `The ArrayBufferView's byte length (${array.byteLength}) exceeds the number of bytes of entropy available via this API (${QUOTA})`,
          'QuotaExceededError',
        );
      }
      host.random(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    }
    randomUUID() {
      return host.randomUUID();
    }
    get [Symbol.toStringTag]() {
      return 'Crypto';
    }
    static {
      make = () => new Crypto(key);
    }
  }
  return {
    crypto: make(),
    Crypto,
    random: (length) => {
      const bytes = new Uint8Array(length);
      host.random(bytes);
      return bytes;
    },
  };
});
