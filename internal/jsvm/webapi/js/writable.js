// WritableStream, its writer and its controller.
//
// The state of a stream is a plain object. state is 'writable', 'erroring' (after a failure, until pending operations
// end), 'errored' or 'closed'. requests are the pending writes. inFlight is the one at the sink.
(function (host) {
  const { deferred, attempt, method, highWaterMark } = host.part('streams');
  const secret = Symbol('make');
  const CLOSE = Symbol('close'); // represents "close" in the queue of chunks
  let stateOf;

  const pressure = (s) => s.state === 'writable' && !s.closing && s.high - s.size <= 0;
  const updateReady = (s, before) => {
    const now = pressure(s);
    if (s.writer === null || now === before) return;
    if (now) s.writer.ready = deferred();
    else s.writer.ready.resolve(undefined);
  };
  const rejectReady = (writer, error) => {
    writer.ready.reject(error);
    // Replace a promise that was already resolved.
    writer.ready = deferred();
    writer.ready.reject(error);
  };

  // forget drops the strategy of a stream that accepts no more chunks.
  const forget = (s) => {
    s.sizeOf = () => 1;
  };
  const startErroring = (s, reason) => {
    s.state = 'erroring';
    s.error = reason;
    if (s.writer !== null) rejectReady(s.writer, reason);
    if (s.inFlight === null && s.started) finishErroring(s);
  };
  const fail = (s, reason) => {
    if (s.state !== 'writable') return;
    forget(s);
    startErroring(s, reason);
  };
  const finishErroring = (s) => {
    s.state = 'errored';
    s.queue = [];
    s.size = 0;
    for (const request of s.requests.splice(0)) request.reject(s.error);
    if (s.abortRequest === null) {
      rejectClosed(s);
      return;
    }
    const { promise, reason, wasErroring } = s.abortRequest;
    s.abortRequest = null;
    if (wasErroring) {
      promise.reject(s.error);
      rejectClosed(s);
      return;
    }
    const aborted = attempt(() => s.sink.abort(reason));
    forget(s);
    aborted.then(
      () => {
        promise.resolve(undefined);
        rejectClosed(s);
      },
      (error) => {
        promise.reject(error);
        rejectClosed(s);
      },
    );
  };
  const rejectClosed = (s) => {
    if (s.closeRequest !== null) {
      s.closeRequest.reject(s.error);
      s.closeRequest = null;
    }
    s.closed.reject(s.error);
  };
  const dealWith = (s, error) => {
    if (s.state === 'writable') startErroring(s, error);
    else if (s.state === 'erroring') finishErroring(s);
  };

  const abort = (s, reason) => {
    if (s.state === 'closed' || s.state === 'errored') return Promise.resolve(undefined);
    s.controller.abortSignal.abort(reason);
    if (s.state === 'closed' || s.state === 'errored') return Promise.resolve(undefined);
    if (s.abortRequest !== null) return s.abortRequest.promise.promise;
    const wasErroring = s.state === 'erroring';
    const promise = deferred();
    s.abortRequest = { promise, reason: wasErroring ? undefined : reason, wasErroring };
    if (!wasErroring) startErroring(s, reason);
    return promise.promise;
  };

  const advance = (s) => {
    if (!s.started || s.inFlight !== null) return;
    if (s.state === 'erroring') {
      finishErroring(s);
      return;
    }
    if (s.queue.length === 0 || s.state !== 'writable') return;
    if (s.queue[0].chunk === CLOSE) finishClose(s);
    else write(s);
  };
  const finishClose = (s) => {
    s.inFlight = s.closeRequest;
    s.queue.shift();
    forget(s);
    attempt(() => s.sink.close()).then(
      () => {
        s.inFlight = null;
        s.closeRequest.resolve(undefined);
        s.closeRequest = null;
        if (s.abortRequest !== null) {
          s.abortRequest.promise.resolve(undefined);
          s.abortRequest = null;
        }
        s.state = 'closed';
        s.error = undefined;
        s.closed.resolve(undefined);
      },
      (error) => {
        s.inFlight = null;
        s.closeRequest.reject(error);
        s.closeRequest = null;
        if (s.abortRequest !== null) {
          s.abortRequest.promise.reject(error);
          s.abortRequest = null;
        }
        dealWith(s, error);
      },
    );
  };
  const write = (s) => {
    const { chunk, size } = s.queue[0];
    s.inFlight = s.requests.shift();
    attempt(() => s.sink.write(chunk, s.controller.object)).then(
      () => {
        const request = s.inFlight;
        s.inFlight = null;
        request.resolve(undefined);
        const before = pressure(s);
        s.queue.shift();
        s.size = s.queue.length === 0 ? 0 : s.size - size;
        if (s.state === 'writable') updateReady(s, before);
        advance(s);
      },
      (error) => {
        const request = s.inFlight;
        s.inFlight = null;
        request.reject(error);
        if (s.state === 'writable') forget(s);
        dealWith(s, error);
      },
    );
  };
  const startClose = (s) => {
    if (s.state === 'closed' || s.state === 'errored')
      return Promise.reject(new TypeError(`The stream is ${s.state} already`));
    if (s.closing) return Promise.reject(new TypeError('The stream is closing already'));
    const before = pressure(s);
    s.closing = true;
    s.closeRequest = deferred();
    const { promise } = s.closeRequest;
    if (s.state === 'writable' && before && s.writer !== null) s.writer.ready.resolve(undefined);
    s.queue.push({ chunk: CLOSE, size: 0 });
    advance(s);
    return promise;
  };
  const closeIfOpen = (s, writer) => {
    if (s.closing || s.state === 'closed') return Promise.resolve(undefined);
    if (s.state === 'errored') return Promise.reject(s.error);
    return writer.close();
  };

  class WritableStreamDefaultController {
    #s;
    #abort = new (host.part('abort').AbortController)();
    constructor(key, s) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#s = s;
      s.controller = { object: this, abortSignal: this.#abort };
    }
    get signal() {
      return this.#abort.signal;
    }
    error(reason) {
      fail(this.#s, reason);
    }
    get [Symbol.toStringTag]() {
      return 'WritableStreamDefaultController';
    }
  }

  class WritableStreamDefaultWriter {
    #w = { stream: null, ready: deferred(), closed: null };
    constructor(stream) {
      const s = stateOf(stream);
      if (s.writer !== null) throw new TypeError('This WritableStream is currently locked to a writer.');
      const w = this.#w;
      w.stream = s;
      w.closed = s.closed;
      s.writer = w;
      if (s.state === 'erroring' || s.state === 'errored') w.ready.reject(s.error);
      else if (!pressure(s)) w.ready.resolve(undefined);
    }
    #stream() {
      if (this.#w.stream === null) throw new TypeError('This writer has been released.');
      return this.#w.stream;
    }
    get closed() {
      return this.#w.closed.promise;
    }
    get ready() {
      return this.#w.ready.promise;
    }
    get desiredSize() {
      const s = this.#stream();
      return s.state === 'erroring' || s.state === 'errored' ? null : s.state === 'closed' ? 0 : s.high - s.size;
    }
    async abort(reason) {
      return abort(this.#stream(), reason);
    }
    async close() {
      return startClose(this.#stream());
    }
    releaseLock() {
      const w = this.#w;
      if (w.stream === null) return;
      const gone = new TypeError('This writer has been released.');
      rejectReady(w, gone);
      w.closed = deferred();
      w.closed.reject(gone);
      w.stream.writer = null;
      w.stream = null;
    }
    write(chunk) {
      try {
        return this.#write(chunk);
      } catch (error) {
        return Promise.reject(error);
      }
    }
    #write(chunk) {
      const s = this.#stream();
      let size = 1;
      try {
        size = Number(s.sizeOf(chunk));
        if (!(size >= 0 && size < Infinity))
          throw new RangeError('The size of a chunk must be a finite number, zero or more');
      } catch (error) {
        fail(s, error);
      }
      if (this.#w.stream !== s) throw new TypeError('This writer has been released.');
      if (s.state === 'errored' || s.state === 'erroring') throw s.error;
      if (s.closing || s.state === 'closed') throw new TypeError('The stream is closing or closed');
      const before = pressure(s);
      const request = deferred();
      s.requests.push(request);
      s.queue.push({ chunk, size });
      s.size += size;
      updateReady(s, before);
      advance(s);
      return request.promise;
    }
    get [Symbol.toStringTag]() {
      return 'WritableStreamDefaultWriter';
    }
  }

  class WritableStream {
    #s;
    constructor(sink = {}, strategy = {}) {
      const given = sink === null ? {} : sink;
      if (given.type !== undefined) throw new RangeError('A sink has no type');
      const nothing = () => undefined;
      const plan = strategy === null ? {} : strategy;
      const s = {
        state: 'writable',
        error: undefined,
        writer: null,
        queue: [],
        size: 0,
        requests: [],
        inFlight: null,
        closing: false,
        closeRequest: null,
        abortRequest: null,
        closed: deferred(),
        started: false,
        controller: null,
        sizeOf: method(plan, 'size', () => 1),
        high: highWaterMark(plan, 1),
        sink: {
          start: method(given, 'start', nothing),
          write: method(given, 'write', nothing),
          close: method(given, 'close', nothing),
          abort: method(given, 'abort', nothing),
        },
      };
      this.#s = s;
      const controller = new WritableStreamDefaultController(secret, s);
      Promise.resolve(s.sink.start(controller)).then(
        () => {
          s.started = true;
          advance(s);
        },
        (error) => {
          s.started = true;
          dealWith(s, error);
        },
      );
    }
    get locked() {
      return this.#s.writer !== null;
    }
    getWriter() {
      return new WritableStreamDefaultWriter(this);
    }
    abort(reason) {
      return this.locked
        ? Promise.reject(new TypeError('This WritableStream is currently locked to a writer.'))
        : abort(this.#s, reason);
    }
    close() {
      return this.locked
        ? Promise.reject(new TypeError('This WritableStream is currently locked to a writer.'))
        : startClose(this.#s);
    }
    get [Symbol.toStringTag]() {
      return 'WritableStream';
    }
    static {
      stateOf = (stream) => {
        if (!(stream instanceof WritableStream)) throw new TypeError('The argument is not a WritableStream');
        return stream.#s;
      };
    }
  }
  return {
    WritableStream,
    WritableStreamDefaultWriter,
    WritableStreamDefaultController,
    stateOf,
    abort,
    closeIfOpen,
    fail,
  };
});
