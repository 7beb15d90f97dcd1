// TextEncoder and TextDecoder.
(function (host) {
  const none = new Uint8Array(0);
  // view returns the bytes of a buffer as a Uint8Array, which may be the buffer itself.
  const view = (input) => {
    if (input === undefined) return none;
    if (ArrayBuffer.isView(input)) {
      if (Object.getPrototypeOf(input) === Uint8Array.prototype) return input; // reading its properties is slow
      return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    }
    if (input instanceof ArrayBuffer) return new Uint8Array(input);
    throw new TypeError('The argument must be an ArrayBuffer or a view of one.');
  };

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(input = '') {
      return new Uint8Array(host.encode(`${input}`));
    }
    encodeInto(source, destination) {
      if (!(destination instanceof Uint8Array)) {
        throw new TypeError(
          "Failed to execute 'encodeInto' on 'TextEncoder': parameter 2 is not of type 'Uint8Array'.",
        );
      }
      const [read, written] = host.encodeInto(`${source}`, destination);
      return { read, written };
    }
    get [Symbol.toStringTag]() {
      return 'TextEncoder';
    }
  }

  class TextDecoder {
    #encoding;
    #fatal;
    #ignoreBOM;
    #decode;
    constructor(label = 'utf-8', options = {}) {
      const { fatal, ignoreBOM } = options === null ? {} : options;
      this.#encoding = host.encodingOf(`${label}`);
      if (this.#encoding === undefined) throw new RangeError(`The "${label}" encoding is not supported`);
      this.#fatal = !!fatal;
      this.#ignoreBOM = !!ignoreBOM;
      this.#decode = host.decoder(this.#encoding, this.#fatal, this.#ignoreBOM);
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreBOM;
    }
    decode(input, options = {}) {
      const { stream } = options === null ? {} : options;
      const text = this.#decode(view(input), !!stream);
      if (text === undefined) throw new TypeError(`The encoded data was not valid for encoding ${this.#encoding}`);
      return text;
    }
    get [Symbol.toStringTag]() {
      return 'TextDecoder';
    }
  }
  return {
    TextEncoder,
    TextDecoder,
    encode: (text) => new Uint8Array(host.encode(text)),
    utf8: host.utf8,
    copy: host.copy,
    view,
  };
});
