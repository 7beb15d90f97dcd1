// Byte streams: their controller, and the reader that fills the caller's buffers.
//
// A pull-into is a buffer to fill: {view, filled, least, size, make, mode}. Its mode is 'byob' for the buffer of a BYOB
// reader, 'default' for one of autoAllocateChunkSize, or 'none' if its reader was released while the source may still
// write into it.
(function (host) {
  const { stateOf, attempt, close, fail, lock, release, released, once, pulling, cancel } = host.part('streams');
  const { transfer } = host;
  const secret = Symbol('make');
  const inside = {}; // access to the private members of the classes below

  // take transfers a view to a new buffer and detaches the old one, as the standard requires.
  const take = (view) => {
    const { byteOffset, byteLength } = view;
    return new Uint8Array(transfer(view.buffer), byteOffset, byteLength);
  };
  const elementSize = (view) => (view instanceof DataView ? 1 : view.BYTES_PER_ELEMENT);
  const pullInto = (view, min, mode) => {
    const size = elementSize(view);
    return { size, make: view.constructor, least: min * size, view: take(view), filled: 0, mode };
  };
  // result is the filled part, as the type of view that the reader passed.
  const result = ({ view, filled, size, make }) => new make(view.buffer, view.byteOffset, filled / size);

  class ReadableStreamBYOBRequest {
    #controller;
    #view;
    constructor(key, controller, view) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#controller = controller;
      this.#view = view;
    }
    get view() {
      return this.#view;
    }
    respond(written) {
      if (this.#controller === null) throw new TypeError('This BYOB request has already been answered');
      inside.respond(this.#controller, Number(written));
    }
    respondWithNewView(view) {
      if (!ArrayBuffer.isView(view)) throw new TypeError('respondWithNewView requires a view');
      if (this.#controller === null) throw new TypeError('This BYOB request has already been answered');
      inside.respondWithNewView(this.#controller, view);
    }
    get [Symbol.toStringTag]() {
      return 'ReadableStreamBYOBRequest';
    }
    static {
      inside.invalidate = (request) => {
        request.#controller = null;
        request.#view = null;
      };
    }
  }

  class ReadableByteStreamController {
    #s;
    #queue = [];
    #size = 0;
    #high;
    #auto;
    #started = false;
    #closing = false;
    #pull;
    #intos = [];
    #request = null;
    constructor(key, s, source, high, auto) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#s = s;
      this.#high = high;
      this.#auto = auto;
      this.#pull = pulling(
        () => source.pull(this),
        () => this.#wanted(),
        (error) => this.error(error),
      );
      s.controller = {
        bytes: true,
        read: (request) => this.#read(request),
        readInto: (view, min, request) => this.#readInto(view, min, request),
        cancel: (reason) => {
          this.#clear();
          return attempt(() => source.cancel(reason));
        },
        release: () => {
          this.#intos = this.#intos.slice(0, 1);
          for (const into of this.#intos) into.mode = 'none';
        },
      };
    }
    get desiredSize() {
      return this.#s.state === 'errored' ? null : this.#s.state === 'closed' ? 0 : this.#high - this.#size;
    }
    get byobRequest() {
      if (this.#request === null && this.#intos.length > 0) {
        const { view, filled } = this.#intos[0];
        this.#request = new ReadableStreamBYOBRequest(secret, this, view.subarray(filled));
      }
      return this.#request;
    }
    enqueue(chunk) {
      if (!ArrayBuffer.isView(chunk)) throw new TypeError('A byte stream takes views of buffers only');
      if (chunk.byteLength === 0) throw new TypeError('A byte stream takes no empty chunks');
      if (this.#closing || this.#s.state !== 'readable')
        throw new TypeError(
          `The stream is ${this.#s.state === 'errored' ? 'errored' : 'closed'}; nothing can be enqueued`,
        );
      const bytes = take(chunk);
      const { reader } = this.#s;
      if (this.#intos.length > 0) {
        this.#invalidate();
        this.#intos[0].view = take(this.#intos[0].view);
        if (this.#intos[0].mode === 'none') this.#queueDetached();
      }
      if (reader !== null && !reader.byob) {
        this.#serveReads();
        if (reader.requests.length === 0) this.#push(bytes);
        else {
          this.#intos.shift(); // unused
          reader.requests.shift().chunk(bytes);
        }
      } else {
        this.#push(bytes);
        if (reader !== null) this.#serveIntos();
      }
      this.#pull();
    }
    close() {
      if (this.#closing || this.#s.state !== 'readable') throw new TypeError('The stream is closed or errored already');
      if (this.#size > 0) {
        this.#closing = true;
        return;
      }
      if (this.#intos.length > 0 && this.#intos[0].filled % this.#intos[0].size !== 0) {
        const error = new TypeError('The stream ended in the middle of an element');
        this.error(error);
        throw error;
      }
      this.#closing = true;
      close(this.#s);
    }
    error(reason) {
      if (this.#s.state !== 'readable') return;
      this.#clear();
      fail(this.#s, reason);
    }
    get [Symbol.toStringTag]() {
      return 'ReadableByteStreamController';
    }

    #push(bytes) {
      this.#queue.push(bytes);
      this.#size += bytes.byteLength;
    }
    #shift() {
      const bytes = this.#queue.shift();
      this.#size -= bytes.byteLength;
      return bytes;
    }
    #clear() {
      this.#invalidate();
      this.#intos = [];
      this.#queue = [];
      this.#size = 0;
    }
    #invalidate() {
      if (this.#request !== null) inside.invalidate(this.#request);
      this.#request = null;
    }
    #wanted() {
      if (this.#s.state !== 'readable' || this.#closing || !this.#started) return false;
      return (this.#s.reader !== null && this.#s.reader.requests.length > 0) || this.desiredSize > 0;
    }
    #drained() {
      if (this.#size === 0 && this.#closing) close(this.#s);
      else this.#pull();
    }
    #read(request) {
      if (this.#size > 0) {
        const bytes = this.#shift();
        this.#drained();
        request.chunk(bytes);
        return;
      }
      if (this.#auto !== undefined) this.#intos.push(pullInto(new Uint8Array(this.#auto), 1, 'default'));
      this.#s.reader.requests.push(request);
      this.#pull();
    }
    #readInto(view, min, request) {
      const into = pullInto(view, min, 'byob');
      const { reader } = this.#s;
      if (this.#intos.length > 0) {
        this.#intos.push(into);
        reader.requests.push(request);
        return;
      }
      if (this.#s.state === 'closed') {
        request.close(result(into));
        return;
      }
      if (this.#size > 0) {
        if (this.#fill(into)) {
          this.#drained();
          request.chunk(result(into));
          return;
        }
        if (this.#closing) {
          const error = new TypeError('The stream ended in the middle of an element');
          this.error(error);
          request.error(error);
          return;
        }
      }
      this.#intos.push(into);
      reader.requests.push(request);
      this.#pull();
    }
    // fill moves bytes from the queue into a buffer, whole elements if possible. It returns true if that is enough.
    #fill(into) {
      const most = into.filled + Math.min(this.#size, into.view.byteLength - into.filled);
      const whole = most - (most % into.size);
      const enough = whole >= into.least;
      const until = enough ? whole : most;
      while (into.filled < until) {
        const head = this.#queue[0];
        const part = head.subarray(0, until - into.filled);
        into.view.set(part, into.filled);
        into.filled += part.byteLength;
        this.#size -= part.byteLength;
        if (part.byteLength === head.byteLength) this.#queue.shift();
        else this.#queue[0] = head.subarray(part.byteLength);
      }
      return enough;
    }
    #serveReads() {
      const { requests } = this.#s.reader;
      while (requests.length > 0 && this.#size > 0) {
        const bytes = this.#shift();
        this.#drained();
        requests.shift().chunk(bytes);
      }
    }
    #serveIntos() {
      while (this.#intos.length > 0 && this.#size > 0 && this.#fill(this.#intos[0])) this.#commit(this.#takeInto());
      if (this.#size === 0 && this.#closing) close(this.#s);
    }
    #takeInto() {
      this.#invalidate();
      return this.#intos.shift();
    }
    #commit(into) {
      const request = this.#s.reader.requests.shift();
      if (this.#s.state === 'closed') request.close(result(into));
      else request.chunk(result(into));
    }
    // queueDetached keeps what the source wrote for a released reader.
    #queueDetached() {
      const { view, filled } = this.#takeInto();
      if (filled > 0) this.#push(view.slice(0, filled));
    }
    #respondReadable(into, written) {
      into.filled += written;
      if (into.mode === 'none') {
        this.#queueDetached();
        if (this.#s.reader !== null) {
          if (this.#s.reader.byob) this.#serveIntos();
          else this.#serveReads();
        }
        return;
      }
      if (into.filled < into.least) return;
      this.#takeInto();
      const rest = into.filled % into.size;
      if (rest > 0) {
        // return the incomplete element to the queue
        this.#push(into.view.slice(into.filled - rest, into.filled));
        into.filled -= rest;
      }
      this.#commit(into);
      this.#serveIntos();
    }
    #respondClosed(into) {
      if (into.mode === 'none') this.#takeInto();
      const { reader } = this.#s;
      if (reader === null || !reader.byob) return;
      while (reader.requests.length > 0) this.#commit(this.#takeInto());
    }
    #respond(written) {
      const into = this.#intos[0];
      this.#invalidate();
      if (this.#s.state === 'closed') this.#respondClosed(into);
      else this.#respondReadable(into, written);
      this.#pull();
    }
    static {
      inside.respond = (c, written) => {
        const into = c.#intos[0];
        if (!(written >= 0)) throw new TypeError('The number of bytes written must be zero or more');
        if (c.#s.state === 'closed') {
          if (written !== 0) throw new TypeError('The stream is closed: only respond(0) is allowed');
        } else {
          if (written === 0) throw new TypeError('respond(0) requires a closed stream');
          if (into.filled + written > into.view.byteLength)
            throw new RangeError('The number of bytes written is larger than the view');
        }
        into.view = take(into.view);
        c.#respond(written);
      };
      inside.respondWithNewView = (c, view) => {
        const into = c.#intos[0];
        if (c.#s.state === 'closed' ? view.byteLength !== 0 : view.byteLength === 0)
          throw new TypeError('The view must be empty if, and only if, the stream is closed');
        if (into.view.byteOffset + into.filled !== view.byteOffset)
          throw new RangeError('The view must start at the same offset as that of the request');
        if (into.view.buffer.byteLength !== view.buffer.byteLength)
          throw new RangeError('The buffer must have the same size as that of the request');
        if (into.filled + view.byteLength > into.view.byteLength)
          throw new RangeError('The view is larger than that of the request');
        const { byteLength } = view;
        into.view = new Uint8Array(transfer(view.buffer), into.view.byteOffset, into.view.byteLength);
        c.#respond(byteLength);
      };
      inside.start = (s, source, high, auto) => {
        if (auto !== undefined && !(Number(auto) > 0)) throw new TypeError('autoAllocateChunkSize must be more than 0');
        const c = new ReadableByteStreamController(secret, s, source, high, auto);
        Promise.resolve(source.start(c)).then(
          () => {
            c.#started = true;
            c.#pull();
          },
          (error) => c.error(error),
        );
      };
    }
  }

  class ReadableStreamBYOBReader {
    #r;
    constructor(stream) {
      const s = stateOf(stream);
      if (!s.controller.bytes) throw new TypeError('The stream is not a byte stream: create it with type "bytes"');
      this.#r = lock(s, true);
    }
    get closed() {
      return this.#r.closed.promise;
    }
    read(view, options = {}) {
      try {
        return this.#read(view, options);
      } catch (error) {
        return Promise.reject(error);
      }
    }
    #read(view, options) {
      if (!ArrayBuffer.isView(view)) throw new TypeError('read() of a BYOB reader requires a view');
      if (view.byteLength === 0) throw new TypeError('The view to fill is empty');
      const min = options === null || options.min === undefined ? 1 : Number(options.min);
      if (!(min >= 1)) throw new TypeError('min must be at least 1');
      if (min > view.byteLength / elementSize(view)) throw new RangeError('min is larger than the view');
      const s = this.#r.stream;
      if (s === null) throw released();
      s.disturbed = true;
      if (s.state === 'errored') throw s.error;
      return once((request) => s.controller.readInto(view, min, request));
    }
    cancel(reason) {
      return this.#r.stream === null ? Promise.reject(released()) : cancel(this.#r.stream, reason);
    }
    releaseLock() {
      if (this.#r.stream !== null) release(this.#r, 'This reader has been released.');
    }
    get [Symbol.toStringTag]() {
      return 'ReadableStreamBYOBReader';
    }
  }
  return { ReadableByteStreamController, ReadableStreamBYOBReader, ReadableStreamBYOBRequest, start: inside.start };
});
