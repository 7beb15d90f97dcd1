// TransformStream, the queuing strategies, TextEncoderStream and TextDecoderStream.
(function (host) {
  const { ReadableStream, deferred, attempt, method } = host.part('streams');
  const { WritableStream, stateOf: writableState, fail: failWritable } = host.part('writable');
  const { TextDecoder, encode } = host.part('encoding');
  const secret = Symbol('make');

  class TransformStreamDefaultController {
    #t;
    constructor(key, t) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      this.#t = t;
    }
    get desiredSize() {
      return this.#t.controller.desiredSize;
    }
    enqueue(chunk) {
      const { controller } = this.#t;
      try {
        controller.enqueue(chunk);
      } catch (error) {
        this.#t.failBoth(error);
        throw error;
      }
      if (controller.desiredSize <= 0) this.#t.hold();
    }
    error(reason) {
      this.#t.failBoth(reason);
    }
    terminate() {
      this.#t.controller.close();
      this.#t.failWriting(new TypeError('The TransformStream has been terminated'));
    }
    get [Symbol.toStringTag]() {
      return 'TransformStreamDefaultController';
    }
  }

  class TransformStream {
    #readable;
    #writable;
    constructor(transformer = {}, writableStrategy = {}, readableStrategy = {}) {
      const given = transformer === null ? {} : transformer;
      for (const type of ['readableType', 'writableType']) {
        if (given[type] !== undefined) throw new RangeError(`${type} is not supported`);
      }
      const parts = {
        start: method(given, 'start', () => undefined),
        transform: method(given, 'transform', (chunk, c) => c.enqueue(chunk)),
        flush: method(given, 'flush', () => undefined),
        cancel: method(given, 'cancel', () => undefined),
      };
      // held is pending while the readable side is full.
      const t = { held: deferred(), isHeld: true, controller: null, ended: null };
      t.hold = () => {
        if (!t.isHeld) {
          t.held = deferred();
          t.isHeld = true;
        }
      };
      t.letGo = () => {
        if (t.isHeld) {
          t.isHeld = false;
          t.held.resolve(undefined);
        }
      };
      t.failWriting = (error) => {
        failWritable(writableState(this.#writable), error);
        t.letGo();
      };
      t.failBoth = (error) => {
        t.controller.error(error);
        t.failWriting(error);
      };
      const controller = new TransformStreamDefaultController(secret, t);
      const started = deferred();
      // end runs cancel once, for the side that ends first.
      const end = (reason) => {
        if (t.ended === null) t.ended = attempt(() => parts.cancel(reason));
        return t.ended;
      };

      this.#readable = new ReadableStream(
        {
          start(c) {
            t.controller = c;
            return started.promise;
          },
          pull() {
            t.letGo();
          },
          cancel: async (reason) => {
            const first = t.ended === null;
            await end(reason);
            if (first) t.failWriting(reason);
          },
        },
        { highWaterMark: 0, ...readable(readableStrategy) },
      );

      this.#writable = new WritableStream(
        {
          start: () => started.promise,
          write: async (chunk) => {
            if (t.isHeld) await t.held.promise;
            const state = writableState(this.#writable);
            if (state.state === 'erroring') throw state.error;
            try {
              await parts.transform(chunk, controller);
            } catch (error) {
              t.failBoth(error);
              throw error;
            }
          },
          close: async () => {
            if (t.ended !== null) {
              await t.ended;
              return;
            }
            t.ended = attempt(() => parts.flush(controller));
            try {
              await t.ended;
              t.controller.close();
            } catch (error) {
              t.controller.error(error);
              throw error;
            }
          },
          abort: async (reason) => {
            await end(reason);
            t.controller.error(reason);
          },
        },
        writableStrategy === null ? {} : writableStrategy,
      );
      attempt(() => parts.start(controller)).then(started.resolve, (error) => {
        started.reject(error);
        t.failBoth(error);
      });
    }
    get readable() {
      return this.#readable;
    }
    get writable() {
      return this.#writable;
    }
    get [Symbol.toStringTag]() {
      return 'TransformStream';
    }
  }
  const readable = (strategy) => {
    if (strategy === null || strategy === undefined) return {};
    const { highWaterMark, size } = strategy;
    return { ...(highWaterMark === undefined ? {} : { highWaterMark }), ...(size === undefined ? {} : { size }) };
  };

  const strategy = (name, size) =>
    ({
      [name]: class {
        #mark;
        constructor(init) {
          this.#mark = Number(init.highWaterMark);
        }
        get highWaterMark() {
          return this.#mark;
        }
        get size() {
          return size;
        }
        get [Symbol.toStringTag]() {
          return name;
        }
      },
    })[name];

  class TextEncoderStream {
    #stream;
    constructor() {
      let high = ''; // a high surrogate whose pair is in the next chunk
      this.#stream = new TransformStream({
        transform(chunk, controller) {
          const text = `${high}${chunk}`;
          high = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
          const whole = high === '' ? text : text.slice(0, -1);
          if (whole !== '') controller.enqueue(encode(whole));
        },
        flush(controller) {
          if (high !== '') controller.enqueue(encode(high));
        },
      });
    }
    get encoding() {
      return 'utf-8';
    }
    get readable() {
      return this.#stream.readable;
    }
    get writable() {
      return this.#stream.writable;
    }
    get [Symbol.toStringTag]() {
      return 'TextEncoderStream';
    }
  }

  class TextDecoderStream {
    #stream;
    #decoder;
    constructor(label = 'utf-8', options = {}) {
      const decoder = new TextDecoder(label, options);
      this.#decoder = decoder;
      this.#stream = new TransformStream({
        transform(chunk, controller) {
          const text = decoder.decode(chunk, { stream: true });
          if (text !== '') controller.enqueue(text);
        },
        flush(controller) {
          const text = decoder.decode();
          if (text !== '') controller.enqueue(text);
        },
      });
    }
    get encoding() {
      return this.#decoder.encoding;
    }
    get fatal() {
      return this.#decoder.fatal;
    }
    get ignoreBOM() {
      return this.#decoder.ignoreBOM;
    }
    get readable() {
      return this.#stream.readable;
    }
    get writable() {
      return this.#stream.writable;
    }
    get [Symbol.toStringTag]() {
      return 'TextDecoderStream';
    }
  }
  return {
    TransformStream,
    TransformStreamDefaultController,
    TextEncoderStream,
    TextDecoderStream,
    CountQueuingStrategy: strategy('CountQueuingStrategy', () => 1),
    ByteLengthQueuingStrategy: strategy('ByteLengthQueuingStrategy', (chunk) => chunk.byteLength),
  };
});
