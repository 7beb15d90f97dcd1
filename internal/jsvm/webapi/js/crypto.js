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
  const hex = Array.from({ length: 256 }, (_, i) => (i + 256).toString(16).slice(1));
  let make;

  class Crypto {
    constructor(secret) {
      if (secret !== hex) throw new TypeError('Illegal constructor');
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
      const b = new Uint8Array(16);
      host.random(b);
      b[6] = (b[6] & 0x0f) | 0x40;
      b[8] = (b[8] & 0x3f) | 0x80;
      const text = Array.from(b, (x) => hex[x]).join('');
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
    }
    get [Symbol.toStringTag]() {
      return 'Crypto';
    }
    static {
      make = () => new Crypto(hex);
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
