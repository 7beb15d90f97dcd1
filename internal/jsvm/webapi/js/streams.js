// ReadableStream with its default reader and controller. Byte streams are in bytestreams.js, piping in pipe.js, the
// streams of bodies in bodystreams.js.
//
// Controllers and readers share the state of a stream, a plain object that the class guards. A read request is
// {chunk(value), close(value), error(reason)}. Exactly one of them is called.
(function (host) {
  let stateOf; // the state of a ReadableStream
  let make; // creates a ReadableStream with a given state

  const deferred = () => {
    const d = {};
    d.promise = new Promise((resolve, reject) => {
      d.resolve = resolve;
      d.reject = reject;
    });
    d.promise.catch(() => {}); // not an unhandled rejection
    return d;
  };
  const attempt = (f) => {
    try {
      return Promise.resolve(f());
    } catch (error) {
      return Promise.reject(error);
    }
  };

  const close = (s) => {
    if (s.state !== 'readable') return;
    s.state = 'closed';
    if (s.reader === null) return;
    s.reader.closed.resolve(undefined);
    if (s.reader.byob) return; // its requests end with their buffers
    for (const request of s.reader.requests.splice(0)) request.close();
  };
  const fail = (s, reason) => {
    if (s.state !== 'readable') return;
    s.state = 'errored';
    s.error = reason;
    if (s.reader === null) return;
    s.reader.closed.reject(reason);
    for (const request of s.reader.requests.splice(0)) request.error(reason);
  };
  const cancel = (s, reason) => {
    s.disturbed = true;
    if (s.state === 'closed') return Promise.resolve(undefined);
    if (s.state === 'errored') return Promise.reject(s.error);
    close(s);
    if (s.reader !== null) for (const request of s.reader.requests.splice(0)) request.close(undefined);
    return s.controller.cancel(reason).then(() => undefined);
  };

  // read requests one chunk.
  const read = (s, request) => {
    s.disturbed = true;
    if (s.state === 'closed') request.close();
    else if (s.state === 'errored') request.error(s.error);
    else s.controller.read(request);
  };
  const release = (reader, why) => {
    const s = reader.stream;
    const gone = new TypeError(why);
    if (s.state !== 'readable') reader.closed = deferred();
    reader.closed.reject(gone);
    s.reader = null;
    reader.stream = null;
    if (s.controller.release !== undefined) s.controller.release();
    for (const request of reader.requests.splice(0)) request.error(gone);
  };
  // lock creates the state of a reader.
  const lock = (s, byob) => {
    if (s.reader !== null) throw new TypeError('This ReadableStream is currently locked to a reader.');
    const reader = { stream: s, requests: [], closed: deferred(), byob };
    s.reader = reader;
    if (s.state === 'closed') reader.closed.resolve(undefined);
    if (s.state === 'errored') reader.closed.reject(s.error);
    return reader;
  };
  const released = () => new TypeError('This reader has been released.');
  const once = (start) =>
    new Promise((resolve, reject) =>
      start({
        chunk: (value) => resolve({ value, done: false }),
        close: (value) => resolve({ value, done: true }),
        error: reject,
      }),
    );

  class ReadableStreamDefaultReader {
    #r;
    constructor(stream) {
      this.#r = lock(stateOf(stream), false);
    }
    get closed() {
      return this.#r.closed.promise;
    }
    read() {
      if (this.#r.stream === null) return Promise.reject(released());
      return once((request) => read(this.#r.stream, request));
    }
    cancel(reason) {
      return this.#r.stream === null ? Promise.reject(released()) : cancel(this.#r.stream, reason);
    }
    releaseLock() {
      if (this.#r.stream !== null) release(this.#r, 'This reader has been released.');
    }
    get [Symbol.toStringTag]() {
      return 'ReadableStreamDefaultReader';
    }
  }

  const secret = Symbol('make');
  // pulling returns a function that calls pull while wanted() is true, one call at a time.
  const pulling = (pull, wanted, failed) => {
    let busy = false;
    let again = false;
    const call = () => {
      if (!wanted()) return;
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      attempt(pull).then(() => {
        busy = false;
        if (again) {
          again = false;
          call();
        }
      }, failed);
    };
    return call;
  };

  class ReadableStreamDefaultController {
    #s;
    #queue = [];
    #size = 0;
    #high;
    #sizeOf;
    #started = false;
    #closing = false;
    #pull;
    #cancel;
    constructor(key, s, source, high, sizeOf) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#s = s;
      this.#high = high;
      this.#sizeOf = sizeOf;
      this.#cancel = (reason) => attempt(() => source.cancel(reason));
      this.#pull = pulling(
        () => source.pull(this),
        () => this.#wanted(),
        (error) => this.error(error),
      );
      // What the stream calls on its controller.
      s.controller = {
        read: (request) => this.#read(request),
        cancel: (reason) => {
          this.#clear();
          const end = this.#cancel;
          this.#cancel = () => Promise.resolve();
          return end(reason);
        },
      };
    }
    get desiredSize() {
      return this.#s.state === 'errored' ? null : this.#s.state === 'closed' ? 0 : this.#high - this.#size;
    }
    enqueue(chunk) {
      const s = this.#s;
      if (this.#closing || s.state !== 'readable')
        throw new TypeError(`The stream is ${s.state === 'errored' ? 'errored' : 'closed'}; nothing can be enqueued`);
      if (s.reader !== null && s.reader.requests.length > 0) s.reader.requests.shift().chunk(chunk);
      else {
        try {
          const size = Number(this.#sizeOf(chunk));
          if (!(size >= 0 && size < Infinity))
            throw new RangeError('The size of a chunk must be a finite number, zero or more');
          this.#queue.push({ chunk, size });
          this.#size += size;
        } catch (error) {
          this.error(error);
          throw error;
        }
      }
      this.#pull();
    }
    close() {
      if (this.#closing || this.#s.state !== 'readable') throw new TypeError('The stream is closed or errored already');
      this.#closing = true;
      if (this.#queue.length === 0) close(this.#s);
    }
    error(reason) {
      this.#clear();
      fail(this.#s, reason);
    }
    get [Symbol.toStringTag]() {
      return 'ReadableStreamDefaultController';
    }

    #clear() {
      this.#queue = [];
      this.#size = 0;
    }
    #wanted() {
      if (!this.#started || this.#closing || this.#s.state !== 'readable') return false;
      return (this.#s.reader !== null && this.#s.reader.requests.length > 0) || this.desiredSize > 0;
    }
    #read(request) {
      if (this.#queue.length === 0) {
        this.#s.reader.requests.push(request);
        this.#pull();
        return;
      }
      const { chunk, size } = this.#queue.shift();
      this.#size = this.#queue.length === 0 ? 0 : this.#size - size;
      if (this.#closing && this.#queue.length === 0) close(this.#s);
      else this.#pull();
      request.chunk(chunk);
    }
    static {
      this.start = (controller, started) => {
        Promise.resolve(started).then(
          () => {
            controller.#started = true;
            controller.#pull();
          },
          (error) => controller.error(error),
        );
      };
    }
  }
  const startDefault = ReadableStreamDefaultController.start;
  delete ReadableStreamDefaultController.start;

  const method = (object, name, missing) => {
    const f = object[name];
    if (f === undefined) return missing;
    if (typeof f !== 'function') throw new TypeError(`${name} must be a function`);
    return (...args) => f.apply(object, args);
  };
  const highWaterMark = (strategy, missing) => {
    if (strategy.highWaterMark === undefined) return missing;
    const mark = Number(strategy.highWaterMark);
    if (!(mark >= 0)) throw new RangeError('highWaterMark must be a number, zero or more');
    return mark;
  };
  const fresh = () => ({ state: 'readable', error: undefined, reader: null, disturbed: false, controller: null });

  class ReadableStream {
    #s = fresh();
    constructor(source, strategy = {}) {
      if (source === secret) {
        this.#s = strategy;
        return;
      }
      if (source !== undefined && (source === null || (typeof source !== 'object' && typeof source !== 'function'))) {
        throw new TypeError("Failed to construct 'ReadableStream': the source must be an object");
      }
      const given = source === undefined ? {} : source;
      const plan = strategy === null || strategy === undefined ? {} : strategy;
      const parts = {
        start: method(given, 'start', () => undefined),
        pull: method(given, 'pull', () => undefined),
        cancel: method(given, 'cancel', () => undefined),
      };
      if (given.type !== undefined) {
        if (`${given.type}` !== 'bytes') throw new TypeError(`Invalid type for ReadableStream: ${String(given.type)}`);
        if (plan.size !== undefined) throw new RangeError('The strategy of a byte stream cannot have a size function');
        host.part('bytestreams').start(this.#s, parts, highWaterMark(plan, 0), given.autoAllocateChunkSize);
        return;
      }
      const sizeOf = method(plan, 'size', () => 1);
      const controller = new ReadableStreamDefaultController(secret, this.#s, parts, highWaterMark(plan, 1), sizeOf);
      startDefault(controller, parts.start(controller));
    }
    static from(iterable) {
      return host.part('pipe').from(iterable);
    }
    get locked() {
      return this.#s.reader !== null;
    }
    cancel(reason) {
      if (this.locked) return Promise.reject(new TypeError('This ReadableStream is currently locked to a reader.'));
      return cancel(this.#s, reason);
    }
    getReader(options = {}) {
      const { mode } = options === null ? {} : options;
      if (mode === undefined) return new ReadableStreamDefaultReader(this);
      if (`${mode}` !== 'byob') throw new TypeError(`${String(mode)} is not a mode of a reader`);
      return new (host.part('bytestreams').ReadableStreamBYOBReader)(this);
    }
    tee() {
      return host.part('pipe').tee(this);
    }
    pipeTo(destination, options = {}) {
      try {
        return host.part('pipe').pipeTo(this, destination, options);
      } catch (error) {
        return Promise.reject(error);
      }
    }
    pipeThrough(pair, options = {}) {
      if (pair === null || typeof pair !== 'object' || pair.readable === undefined || pair.writable === undefined) {
        throw new TypeError('pipeThrough needs an object with readable and writable');
      }
      host
        .part('pipe')
        .pipeTo(this, pair.writable, options)
        .catch(() => {}); // both ends report it
      return pair.readable;
    }
    values(options = {}) {
      return host.part('pipe').iterate(this, options);
    }
    get [Symbol.toStringTag]() {
      return 'ReadableStream';
    }
    static {
      stateOf = (stream) => {
        if (!(stream instanceof ReadableStream)) throw new TypeError('The argument is not a ReadableStream');
        return stream.#s;
      };
      make = (s) => new ReadableStream(secret, s);
      this.handOver = (stream) => {
        const s = stream.#s;
        stream.#s = { ...fresh(), state: 'closed', disturbed: true, reader: lock(fresh(), false) };
        return make(s);
      };
    }
  }
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
    value: ReadableStream.prototype.values,
    writable: true,
    configurable: true,
  });
  // handOver moves the content of a stream to a new one. The old one counts as read.
  const { handOver } = ReadableStream;
  delete ReadableStream.handOver;

  return {
    ReadableStream,
    ReadableStreamDefaultReader,
    ReadableStreamDefaultController,
    stateOf,
    make,
    deferred,
    attempt,
    close,
    fail,
    cancel,
    read,
    lock,
    release,
    released,
    once,
    pulling,
    method,
    highWaterMark,
    handOver,
    disturbed: (stream) => stateOf(stream).disturbed,
    exhaust: (stream) => {
      const s = stateOf(stream);
      s.disturbed = true;
      close(s);
    },
  };
});
