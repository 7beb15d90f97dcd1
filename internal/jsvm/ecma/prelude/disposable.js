// Explicit resource management: what `using` needs at run time.
(() => {
  class SuppressedError extends Error {
    constructor(error, suppressed, message) {
      super(message);
      const hidden = (value) => ({ value, writable: true, configurable: true });
      Object.defineProperties(this, { error: hidden(error), suppressed: hidden(suppressed) });
    }
  }
  Object.defineProperty(SuppressedError.prototype, 'name', {
    value: 'SuppressedError',
    writable: true,
    configurable: true,
  });

  function method(value, symbol, fallback) {
    const found = value[symbol] ?? (fallback && value[fallback]);
    if (typeof found !== 'function') throw new TypeError('Symbol.dispose is not a function');
    return found;
  }
  const both = (failed, before, error) => (failed ? new SuppressedError(error, before) : error);

  class DisposableStack {
    #stack = [];
    #disposed = false;
    #live() {
      if (this.#disposed) throw new ReferenceError('Cannot add values to a disposed stack!');
      return this.#stack;
    }
    get disposed() {
      return this.#disposed;
    }
    use(value) {
      const stack = this.#live();
      if (value == null) return value;
      if (Object(value) !== value) throw new TypeError(`${String(value)} is not an object`);
      const dispose = method(value, Symbol.dispose);
      stack.push(() => dispose.call(value));
      return value;
    }
    adopt(value, onDispose) {
      const stack = this.#live();
      if (typeof onDispose !== 'function') throw new TypeError('onDispose is not a function');
      stack.push(() => onDispose(value));
      return value;
    }
    defer(onDispose) {
      const stack = this.#live();
      if (typeof onDispose !== 'function') throw new TypeError('onDispose is not a function');
      stack.push(() => onDispose());
    }
    move() {
      this.#live();
      const moved = new DisposableStack();
      moved.#stack = this.#stack;
      this.#stack = [];
      this.#disposed = true;
      return moved;
    }
    dispose() {
      if (this.#disposed) return;
      this.#disposed = true;
      let failed = false;
      let reason;
      while (this.#stack.length) {
        try {
          this.#stack.pop()();
        } catch (error) {
          reason = both(failed, reason, error);
          failed = true;
        }
      }
      if (failed) throw reason;
    }
  }
  class AsyncDisposableStack {
    #stack = [];
    #disposed = false;
    #live() {
      if (this.#disposed) throw new ReferenceError('Cannot add values to a disposed stack!');
      return this.#stack;
    }
    get disposed() {
      return this.#disposed;
    }
    use(value) {
      const stack = this.#live();
      if (value == null) {
        stack.push(() => {});
        return value;
      }
      if (Object(value) !== value) throw new TypeError(`${String(value)} is not an object`);
      const dispose = method(value, Symbol.asyncDispose, Symbol.dispose);
      stack.push(() => dispose.call(value));
      return value;
    }
    adopt(value, onDispose) {
      const stack = this.#live();
      if (typeof onDispose !== 'function') throw new TypeError('onDispose is not a function');
      stack.push(() => onDispose(value));
      return value;
    }
    defer(onDispose) {
      const stack = this.#live();
      if (typeof onDispose !== 'function') throw new TypeError('onDispose is not a function');
      stack.push(() => onDispose());
    }
    move() {
      this.#live();
      const moved = new AsyncDisposableStack();
      moved.#stack = this.#stack;
      this.#stack = [];
      this.#disposed = true;
      return moved;
    }
    async disposeAsync() {
      if (this.#disposed) return;
      this.#disposed = true;
      let failed = false;
      let reason;
      while (this.#stack.length) {
        try {
          await this.#stack.pop()();
        } catch (error) {
          reason = both(failed, reason, error);
          failed = true;
        }
      }
      if (failed) throw reason;
    }
  }
  for (const [stack, symbol, name] of [
    [DisposableStack, Symbol.dispose, 'dispose'],
    [AsyncDisposableStack, Symbol.asyncDispose, 'disposeAsync'],
  ]) {
    Object.defineProperty(stack.prototype, symbol, {
      value: stack.prototype[name],
      writable: true,
      configurable: true,
    });
    Object.defineProperty(stack.prototype, Symbol.toStringTag, { value: stack.name, configurable: true });
  }
  return { DisposableStack, AsyncDisposableStack, SuppressedError };
})();
