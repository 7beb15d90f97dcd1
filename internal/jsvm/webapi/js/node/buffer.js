// node:buffer: the npm package, with the members that it lacks.
(function (_, host) {
  const buffer = host.npm('buffer');
  const { Buffer } = buffer;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // The package decodes in JavaScript, which takes the engine 20 times as long.
  Buffer.prototype.utf8Slice = function (start = 0, end = this.length) {
    return decoder.decode(this.subarray(start, end));
  };
  // The package reads base64url as base64, but does not know its name.
  const isURLSafe = (encoding) => typeof encoding === 'string' && encoding.toLowerCase() === 'base64url';
  const known = (encoding) => (isURLSafe(encoding) ? 'base64' : encoding);
  const { from, byteLength, isEncoding } = Buffer;
  const { toString, write } = Buffer.prototype;
  Buffer.from = (value, encoding, length) => from(value, known(encoding), length);
  Buffer.byteLength = (value, encoding) => byteLength(value, known(encoding));
  Buffer.isEncoding = (encoding) => isURLSafe(encoding) || isEncoding(encoding);
  Buffer.prototype.write = function (text, ...args) {
    return write.call(this, text, ...args.map(known));
  };
  Buffer.prototype.toString = function (encoding, start, end) {
    const text = toString.call(this, known(encoding), start, end);
    return isURLSafe(encoding) ? text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') : text;
  };
  const isUtf8 = (bytes) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  return Object.assign(buffer, {
    atob,
    btoa,
    Blob,
    File,
    isUtf8,
    isAscii: (bytes) => new Uint8Array(bytes.buffer ?? bytes).every((byte) => byte < 128),
    constants: { MAX_LENGTH: buffer.kMaxLength, MAX_STRING_LENGTH: 2 ** 29 - 24 },
  });
});
