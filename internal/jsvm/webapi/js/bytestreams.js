// Streams of bytes: their controller, and the reader that fills the caller's own buffers.
//
// A pull-into is a buffer that waits to be filled: {view, filled, min, type, request}. request is that of
// the reader, or null for a buffer that autoAllocateChunkSize made for a default reader.
(function (host) {
  const { stateOf, attempt, close, fail, lock, release, released, once, pulling, cancel } = host.part('streams');
  const { transfer } = host;
  const secret = Symbol('make');

  // take moves a view to a buffer of its own: its old one is gone, as the standard wants.
  const take = (view) => {
    const { byteOffset, byteLength } = view;
    return new Uint8Array(transfer(view.buffer), byteOffset, byteLength);
  };
  const elementSize = (view) => (view instanceof DataView ? 1 : view.BYTES_PER_ELEMENT);

  class ReadableStreamBYOBRequest {
    #controller; #into;
    constructor(key, controller, into) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#controller = controller;
      this.#into = into;
    }
    get view() { return this.#into.answered ? null : this.#into.view.subarray(this.#into.filled); }
    respond(written) {
      if (this.#into.answered) throw new TypeError('This BYOB request has been answered');
      respond(this.#controller, this.#into, Number(written));
    }
    respondWithNewView(view) {
      if (this.#into.answered) throw new TypeError('This BYOB request has been answered');
      const { byteLength } = view;
      const { buffer, byteOffset } = take(view);
      const start = this.#into.view.byteOffset;
      if (byteOffset !== start + this.#into.filled) throw new RangeError('The view begins at another place than that of the request');
      if (buffer.byteLength !== this.#into.view.buffer.byteLength) throw new RangeError('The buffer has another size than that of the request');
      this.#into.view = new Uint8Array(buffer, start, this.#into.view.byteLength);
      respond(this.#controller, this.#into, byteLength);
    }
    get [Symbol.toStringTag]() { return 'ReadableStreamBYOBRequest'; }
  }
  let respond;

  class ReadableByteStreamController {
    #s; #queue = []; #size = 0; #high; #auto; #started = false; #closing = false; #pull; #cancel; #intos = []; #request = null;
    constructor(key, s, source, high, auto) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#s = s;
      this.#high = high;
      this.#auto = auto;
      this.#cancel = (reason) => attempt(() => source.cancel(reason));
      this.#pull = pulling(() => source.pull(this), () => this.#wanted(), (error) => this.error(error));
      s.controller = {
        bytes: true,
        read: (request) => this.#read(request),
        readInto: (view, min, request) => this.#readInto(view, min, request),
        cancel: (reason) => { this.#clear(); return this.#cancel(reason); },
        // What a released reader wanted is not wanted any more; a source may still be filling the first.
        release: () => { this.#intos = this.#intos.slice(0, 1); for (const into of this.#intos) into.request = null; },
      };
    }
    get desiredSize() { return this.#s.state === 'errored' ? null : this.#s.state === 'closed' ? 0 : this.#high - this.#size; }
    get byobRequest() {
      if (this.#request === null && this.#intos.length > 0) this.#request = new ReadableStreamBYOBRequest(secret, this, this.#intos[0]);
      return this.#request;
    }
    enqueue(chunk) {
      if (!ArrayBuffer.isView(chunk)) throw new TypeError('A byte stream takes views of buffers only');
      if (chunk.byteLength === 0) throw new TypeError('A byte stream takes no empty chunks');
      if (this.#closing || this.#s.state !== 'readable') throw new TypeError(`The stream is ${this.#s.state === 'errored' ? 'errored' : 'closed'}; nothing can be enqueued`);
      const taken = take(chunk);
      this.#queue.push(taken);
      this.#size += taken.byteLength;
      this.#serve();
      this.#pull();
    }
    close() {
      if (this.#closing || this.#s.state !== 'readable') throw new TypeError('The stream is closed or errored already');
      const first = this.#intos[0];
      if (first !== undefined && first.filled % elementSize(first.original) !== 0 && this.#size === 0) {
        const error = new TypeError('The stream ended in the middle of an element');
        this.error(error);
        throw error;
      }
      this.#closing = true;
      if (this.#size === 0) close(this.#s);
    }
    error(reason) { this.#clear(); this.#queue = []; this.#size = 0; fail(this.#s, reason); }
    get [Symbol.toStringTag]() { return 'ReadableByteStreamController'; }

    #clear() {
      for (const into of this.#intos) into.answered = true;
      this.#intos = [];
      this.#request = null;
      this.#queue = [];
      this.#size = 0;
    }
    #wanted() {
      if (!this.#started || this.#closing || this.#s.state !== 'readable') return false;
      return this.#intos.some((into) => into.request !== null) || (this.#s.reader !== null && this.#s.reader.requests.length > 0) || this.desiredSize > 0;
    }
    #read(request) {
      if (this.#size > 0) {
        const chunk = this.#queue.shift();
        this.#size -= chunk.byteLength;
        this.#afterTaking();
        request.chunk(chunk);
        return;
      }
      this.#s.reader.requests.push(request);
      if (this.#auto !== undefined) {
        const view = new Uint8Array(this.#auto);
        this.#intos.push({ view, original: view, filled: 0, min: 1, request, answered: false, own: true });
      }
      this.#pull();
    }
    #readInto(original, min, request) {
      const into = { view: take(original), original, filled: 0, min: min * elementSize(original), request, answered: false, own: false };
      if (this.#s.state === 'closed') { this.#finish(into, 'close'); return; }
      this.#intos.push(into);
      this.#s.reader.requests.push(request);
      this.#serve();
      if (this.#closing && this.#size === 0 && this.#s.state === 'readable') close(this.#s);
      if (this.#s.state === 'closed') this.#endIntos();
      this.#pull();
    }
    #afterTaking() {
      if (this.#size === 0 && this.#closing) close(this.#s);
      else this.#pull();
    }
    // serve hands out what is in the queue: to buffers that wait, then to requests without one.
    #serve() {
      while (this.#size > 0 && this.#intos.length > 0) {
        const into = this.#intos[0];
        if (into.request === null || into.own) { this.#intos.shift().answered = true; this.#request = null; if (into.own) this.#answerWith(into); continue; }
        const room = into.view.byteLength - into.filled;
        const head = this.#queue[0];
        const part = head.subarray(0, room);
        into.view.set(part, into.filled);
        into.filled += part.byteLength;
        this.#size -= part.byteLength;
        if (part.byteLength === head.byteLength) this.#queue.shift();
        else this.#queue[0] = head.subarray(part.byteLength);
        if (into.filled === into.view.byteLength || (this.#size === 0 && into.filled >= into.min)) this.#commit();
        else if (this.#size === 0) return;
      }
      const reader = this.#s.reader;
      while (this.#size > 0 && reader !== null && !reader.byob && reader.requests.length > 0) {
        const chunk = this.#queue.shift();
        this.#size -= chunk.byteLength;
        reader.requests.shift().chunk(chunk);
      }
      if (this.#closing && this.#size === 0) close(this.#s);
    }
    // answerWith gives the head of the queue to a request whose own buffer is not needed.
    #answerWith({ request }) {
      const { requests } = this.#s.reader;
      const at = requests.indexOf(request);
      if (at < 0) return;
      requests.splice(at, 1);
      const chunk = this.#queue.shift();
      this.#size -= chunk.byteLength;
      request.chunk(chunk);
    }
    #commit() {
      const into = this.#intos.shift();
      into.answered = true;
      this.#request = null;
      const size = elementSize(into.original);
      const rest = into.filled % size;
      if (rest > 0) { // half an element goes back
        this.#queue.unshift(into.view.slice(into.filled - rest, into.filled));
        this.#size += rest;
        into.filled -= rest;
      }
      if (this.#s.reader !== null) this.#s.reader.requests = this.#s.reader.requests.filter((r) => r !== into.request);
      if (into.request !== null) this.#finish(into, 'chunk');
      else if (into.filled > 0) { this.#queue.push(into.view.slice(0, into.filled)); this.#size += into.filled; }
    }
    #finish(into, how) {
      const { view, original, filled } = into;
      const count = filled / elementSize(original);
      into.answered = true;
      into.request[how](new original.constructor(view.buffer, view.byteOffset, original instanceof DataView ? filled : count));
    }
    #endIntos() {
      const intos = this.#intos.splice(0);
      this.#request = null;
      if (this.#s.reader !== null) this.#s.reader.requests = this.#s.reader.requests.filter((r) => !intos.some((into) => into.request === r && !into.own));
      for (const into of intos) {
        into.answered = true;
        if (into.request !== null && !into.own) this.#finish(into, 'close');
      }
    }
    static {
      respond = (c, into, written) => {
        if (!(written >= 0) || into.filled + written > into.view.byteLength) throw new RangeError('More bytes are said to be written than there is room for');
        if (c.#s.state === 'closed') {
          if (written !== 0) throw new TypeError('The stream is closed: respond(0) is all that can be said');
          c.#endIntos();
          return;
        }
        if (written === 0) throw new TypeError('respond(0) is for a stream that is closed');
        into.filled += written;
        into.view = take(into.view);
        c.#request = null;
        if (into.filled >= into.min || into.request === null) c.#commitResponse(into);
        c.#pull();
      };
      this.start = (s, source, high, auto) => {
        if (auto !== undefined && !(Number(auto) > 0)) throw new TypeError('autoAllocateChunkSize must be more than 0');
        const c = new ReadableByteStreamController(secret, s, source, high, auto);
        Promise.resolve(source.start(c)).then(() => { c.#started = true; c.#pull(); }, (error) => c.error(error));
      };
    }
    #commitResponse(into) {
      if (!into.own) { this.#commit(); this.#serve(); return; }
      this.#intos.shift();
      into.answered = true;
      this.#queue.push(into.view.subarray(0, into.filled));
      this.#size += into.filled;
      this.#serve();
    }
  }
  const { start } = ReadableByteStreamController;
  delete ReadableByteStreamController.start;

  class ReadableStreamBYOBReader {
    #r;
    constructor(stream) {
      const s = stateOf(stream);
      if (!s.controller.bytes) throw new TypeError('This is no byte stream: make it with type "bytes"');
      this.#r = lock(s, true);
    }
    get closed() { return this.#r.closed.promise; }
    read(view, options = {}) {
      const s = this.#r.stream;
      if (s === null) return Promise.reject(released());
      if (!ArrayBuffer.isView(view)) return Promise.reject(new TypeError('read() of this reader needs a view to fill'));
      if (view.byteLength === 0) return Promise.reject(new TypeError('The view to fill is empty'));
      const min = options === null || options.min === undefined ? 1 : Number(options.min);
      if (!(min >= 1)) return Promise.reject(new TypeError('min must be at least 1'));
      if (min > view.byteLength / elementSize(view)) return Promise.reject(new RangeError('min is more than the view holds'));
      s.disturbed = true;
      if (s.state === 'errored') return Promise.reject(s.error);
      return once((request) => s.controller.readInto(view, min, request));
    }
    cancel(reason) { return this.#r.stream === null ? Promise.reject(released()) : cancel(this.#r.stream, reason); }
    releaseLock() { if (this.#r.stream !== null) release(this.#r, 'This reader has been released.'); }
    get [Symbol.toStringTag]() { return 'ReadableStreamBYOBReader'; }
  }
  return { ReadableByteStreamController, ReadableStreamBYOBReader, ReadableStreamBYOBRequest, start };
})
