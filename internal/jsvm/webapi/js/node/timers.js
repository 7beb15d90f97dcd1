// node:timers: the timers of the web, as objects.
(function (_, host) {
  class Timeout {
    #id;
    #start;
    constructor(start) {
      this.#start = start;
      this.#id = start();
    }
    ref() {
      return this;
    }
    unref() {
      return this;
    }
    hasRef() {
      return true;
    }
    refresh() {
      web.clearTimeout(this.#id);
      this.#id = this.#start();
      return this;
    }
    close() {
      web.clearTimeout(this.#id);
      return this;
    }
    [Symbol.toPrimitive]() {
      return this.#id;
    }
  }
  class Immediate extends Timeout {}
  const web = host.webTimers();
  // A callback runs with the values of AsyncLocalStorage that it was set with.
  const bound = (callback) => {
    const context = host.context();
    if (context === undefined || typeof callback !== 'function') return callback;
    return (...args) => {
      host.setContext(context);
      try {
        callback(...args);
      } finally {
        host.setContext(undefined);
      }
    };
  };
  const timers = {
    setTimeout(callback, ...args) {
      const run = bound(callback);
      return new Timeout(() => web.setTimeout(run, ...args));
    },
    setInterval(callback, ...args) {
      const run = bound(callback);
      return new Timeout(() => web.setInterval(run, ...args));
    },
    setImmediate(callback, ...args) {
      const run = bound(callback);
      return new Immediate(() => web.setTimeout(run, 0, ...args));
    },
  };
  const clear = (timer) => web.clearTimeout(timer);
  return { ...timers, clearTimeout: clear, clearInterval: clear, clearImmediate: clear };
});
