// The body of a Request or Response. Bytes in memory become a stream only when a script reads `body`.
(function (host) {
  const { encode, utf8, copy } = host.part('encoding');
  const unusable = () => new TypeError('Body is unusable: Body has already been read');

  // Body holds one of: bytes (a Uint8Array), incoming (from the network: next, all, cancel), a stream.
  class Body {
    #bytes;
    #incoming;
    #stream = null;
    #taken = false;

    constructor({ bytes = null, incoming = null, stream = null }) {
      this.#bytes = bytes;
      this.#incoming = incoming;
      this.#stream = stream;
    }
    get used() {
      return this.#stream === null ? this.#taken : host.part('streams').disturbed(this.#stream);
    }
    get busy() {
      return this.used || (this.#stream !== null && this.#stream.locked);
    }
    // atHand is the content in memory, or null for a stream.
    get atHand() {
      return this.#bytes;
    }

    get stream() {
      if (this.#stream === null) {
        const { ofBytes, ofIncoming } = host.part('bodystreams');
        this.#stream = this.#bytes !== null ? ofBytes(this.#bytes) : ofIncoming(this.#incoming);
        if (this.#taken) host.part('streams').exhaust(this.#stream);
      }
      return this.#stream;
    }

    // read returns the whole content, or a promise of it. It works once.
    read() {
      if (this.busy) throw unusable();
      this.#taken = true;
      if (this.#stream !== null) return host.part('bodystreams').collect(this.#stream);
      return this.#bytes !== null ? this.#bytes : this.#incoming.all().then((bytes) => new Uint8Array(bytes));
    }

    // take moves the content to a new Body. This one counts as read.
    take() {
      if (this.busy) throw unusable();
      if (this.#stream === null) {
        this.#taken = true;
        return new Body({ bytes: this.#bytes, incoming: this.#incoming });
      }
      return new Body({ stream: host.part('streams').handOver(this.#stream) });
    }

    clone() {
      if (this.busy) throw unusable();
      if (this.#stream === null && this.#bytes !== null) return new Body({ bytes: this.#bytes });
      const [mine, other] = this.stream.tee();
      this.#stream = mine;
      return new Body({ stream: other });
    }
  }

  const brand = (value) => {
    const tag = value[Symbol.toStringTag];
    if (tag === 'Blob' || tag === 'File') return value instanceof host.part('blob').Blob ? 'Blob' : '';
    if (tag === 'URLSearchParams') return value instanceof host.part('url').URLSearchParams ? tag : '';
    if (tag === 'FormData') return value instanceof host.part('formdata').FormData ? tag : '';
    if (tag === 'ReadableStream') return value instanceof host.part('streams').ReadableStream ? tag : '';
    return '';
  };

  // extract creates a Body of a BodyInit, with its content type.
  const extract = (init) => {
    if (typeof init === 'object' && init !== null) {
      if (init instanceof ArrayBuffer) return { body: new Body({ bytes: new Uint8Array(init.slice(0)) }), type: null };
      if (ArrayBuffer.isView(init)) {
        return {
          body: new Body({ bytes: new Uint8Array(init.buffer, init.byteOffset, init.byteLength).slice() }),
          type: null,
        };
      }
      switch (brand(init)) {
        case 'Blob':
          return {
            body: new Body({ bytes: host.part('blob').bytesOf(init) }),
            type: init.type === '' ? null : init.type,
          };
        case 'URLSearchParams':
          return {
            body: new Body({ bytes: encode(`${init}`) }),
            type: 'application/x-www-form-urlencoded;charset=UTF-8',
          };
        case 'FormData': {
          const { bytes, boundary } = host.part('formdata').toMultipart(init);
          return { body: new Body({ bytes }), type: `multipart/form-data; boundary=${boundary}` };
        }
        case 'ReadableStream':
          if (init.locked || host.part('streams').disturbed(init)) {
            throw new TypeError(
              'This ReadableStream is disturbed (has already been read from), and cannot be used as a body.',
            );
          }
          return { body: new Body({ stream: init }), type: null };
      }
    }
    return { body: new Body({ bytes: encode(`${init}`) }), type: 'text/plain;charset=UTF-8' };
  };

  // mixin adds the methods of a body to a class. bodyOf(this) is its Body or null.
  const mixin = (prototype, bodyOf) => {
    const read = (object) => {
      const body = bodyOf(object);
      return body === null ? new Uint8Array(0) : body.read();
    };
    const members = {
      get body() {
        const body = bodyOf(this);
        return body === null ? null : body.stream;
      },
      get bodyUsed() {
        const body = bodyOf(this);
        return body !== null && body.used;
      },
      async text() {
        return utf8(await read(this));
      },
      async json() {
        return JSON.parse(utf8(await read(this)));
      },
      // A clone or a Blob may share the bytes, so the reader receives a copy.
      async arrayBuffer() {
        return copy(await read(this));
      },
      async bytes() {
        return new Uint8Array(copy(await read(this)));
      },
      async blob() {
        const bytes = await read(this);
        const { Blob } = host.part('blob');
        return new Blob([bytes], { type: this.headers.get('content-type') || '' });
      },
      async formData() {
        const type = this.headers.get('content-type') || '';
        const { parse } = host.part('formdata');
        return parse(await read(this), type);
      },
    };
    Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members));
  };
  return { Body, extract, mixin };
});
