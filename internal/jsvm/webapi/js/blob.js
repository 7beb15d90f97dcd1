// Blob and File: bytes with a type.
(function (host) {
  const { encode, utf8 } = host.part('encoding');
  let bytesOf; // the bytes of a Blob, not copied

  const typeOf = (type) => {
    const text = type === undefined ? '' : `${type}`;
    return /[^\x20-\x7e]/.test(text) ? '' : text.toLowerCase();
  };
  const join = (pieces) => {
    const all = new Uint8Array(pieces.reduce((n, piece) => n + piece.byteLength, 0));
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.byteLength;
    }
    return all;
  };

  class Blob {
    #bytes;
    #type;
    constructor(parts = [], options = {}) {
      if (parts === null || typeof parts !== 'object' || typeof parts[Symbol.iterator] !== 'function') {
        throw new TypeError("Failed to construct 'Blob': The provided value cannot be converted to a sequence.");
      }
      const { type, endings } = options === null ? {} : options;
      const pieces = [];
      for (const part of parts) {
        if (part instanceof Blob) pieces.push(part.#bytes);
        else if (part instanceof ArrayBuffer) pieces.push(new Uint8Array(part));
        else if (ArrayBuffer.isView(part)) pieces.push(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
        else pieces.push(encode(endings === 'native' ? `${part}`.replace(/\r\n?/g, '\n') : `${part}`));
      }
      this.#bytes = join(pieces);
      this.#type = typeOf(type);
    }
    get size() {
      return this.#bytes.byteLength;
    }
    get type() {
      return this.#type;
    }
    slice(start = 0, end = this.size, type = '') {
      const part = new Blob();
      part.#bytes = this.#bytes.slice(start, end);
      part.#type = typeOf(type);
      return part;
    }
    async text() {
      return utf8(this.#bytes);
    }
    async arrayBuffer() {
      return this.#bytes.slice().buffer;
    }
    async bytes() {
      return this.#bytes.slice();
    }
    stream() {
      return host.part('bodystreams').ofBytes(this.#bytes);
    }
    get [Symbol.toStringTag]() {
      return 'Blob';
    }
    static {
      bytesOf = (blob) => blob.#bytes;
    }
  }

  class File extends Blob {
    #name;
    #lastModified;
    constructor(parts, name, options = {}) {
      if (arguments.length < 2)
        throw new TypeError(`Failed to construct 'File': 2 arguments required, but only ${arguments.length} present.`);
      super(parts, options);
      this.#name = `${name}`;
      const { lastModified } = options === null ? {} : options;
      this.#lastModified = lastModified === undefined ? Date.now() : Math.trunc(Number(lastModified)) || 0;
    }
    get name() {
      return this.#name;
    }
    get lastModified() {
      return this.#lastModified;
    }
    get [Symbol.toStringTag]() {
      return 'File';
    }
  }
  return { Blob, File, bytesOf, join };
});
