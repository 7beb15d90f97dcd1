// AbortController and AbortSignal, with timeout() and any().
(function (host) {
  const { Event, EventTarget, handler } = host.part('events');
  const exception = (message, name) => new (host.part('exception').DOMException)(message, name);
  const key = Symbol('make');
  let abort; // (signal, reason) => void
  let follow; // (signal, f) => void; f runs at the abort, before the event

  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason;
    #steps = [];
    #dependents = [];
    #sources = null;

    constructor(secret) {
      if (secret !== key) throw new TypeError('Illegal constructor');
      super();
    }
    get aborted() {
      return this.#aborted;
    }
    get reason() {
      return this.#reason;
    }
    throwIfAborted() {
      if (this.#aborted) throw this.#reason;
    }

    static abort(reason) {
      const signal = new AbortSignal(key);
      abort(signal, reason);
      return signal;
    }
    static timeout(milliseconds) {
      const delay = Number(milliseconds);
      if (arguments.length === 0 || !(delay >= 0 && delay <= Number.MAX_SAFE_INTEGER)) {
        throw new TypeError(
          "Failed to execute 'timeout' on 'AbortSignal': the delay must be a number of milliseconds, zero or more.",
        );
      }
      const signal = new AbortSignal(key);
      host
        .part('timers')
        .setTimeout(() => abort(signal, exception('The operation was aborted due to timeout', 'TimeoutError')), delay);
      return signal;
    }
    static any(signals) {
      const result = new AbortSignal(key);
      const list = [...signals];
      for (const signal of list) {
        if (!(signal instanceof AbortSignal)) {
          throw new TypeError("Failed to execute 'any' on 'AbortSignal': Failed to convert value to 'AbortSignal'.");
        }
      }
      const first = list.find((signal) => signal.#aborted);
      if (first !== undefined) {
        abort(result, first.#reason);
        return result;
      }
      const sources = new Set();
      for (const signal of list) {
        for (const source of signal.#sources === null ? [signal] : signal.#sources) sources.add(source);
      }
      result.#sources = sources;
      for (const source of sources) source.#dependents.push(result);
      return result;
    }
    get [Symbol.toStringTag]() {
      return 'AbortSignal';
    }

    static {
      abort = (signal, reason) => {
        if (signal.#aborted) return;
        const why = reason === undefined ? exception('The operation was aborted', 'AbortError') : reason;
        // All signals are marked before the first listener runs, so that no listener sees a partial abort.
        const marked = [signal, ...signal.#dependents].filter((s) => !s.#aborted);
        for (const s of marked) {
          s.#aborted = true;
          s.#reason = why;
        }
        for (const s of marked) {
          const steps = s.#steps;
          s.#steps = [];
          for (const step of steps) step();
          s.dispatchEvent(new Event('abort'));
        }
      };
      follow = (signal, step) => {
        if (signal.#aborted) {
          step();
          return () => {};
        }
        signal.#steps.push(step);
        return () => {
          signal.#steps = signal.#steps.filter((s) => s !== step);
        };
      };
    }
  }
  handler(AbortSignal.prototype, 'abort');

  class AbortController {
    #signal = new AbortSignal(key);
    get signal() {
      return this.#signal;
    }
    abort(reason) {
      abort(this.#signal, reason);
    }
    get [Symbol.toStringTag]() {
      return 'AbortController';
    }
  }
  return { AbortController, AbortSignal, follow };
});
