// node:async_hooks: AsyncLocalStorage. The engine carries one map of values across awaits.
(function (_, host) {
  const current = () => host.context() ?? new Map();
  const inContext = (map, callback, args) => {
    const before = host.context();
    host.setContext(map);
    try {
      return callback(...args);
    } finally {
      host.setContext(before);
    }
  };
  class AsyncLocalStorage {
    static bind(callback) {
      const map = host.context();
      return (...args) => inContext(map, callback, args);
    }
    static snapshot() {
      const map = host.context();
      return (callback, ...args) => inContext(map, callback, args);
    }
    run(value, callback, ...args) {
      return inContext(new Map(current()).set(this, value), callback, args);
    }
    exit(callback, ...args) {
      return this.run(undefined, callback, ...args);
    }
    getStore() {
      return current().get(this);
    }
    enterWith(value) {
      host.setContext(new Map(current()).set(this, value));
    }
    disable() {
      this.enterWith(undefined);
    }
  }
  class AsyncResource {
    #run = AsyncLocalStorage.snapshot();
    static bind(callback) {
      return AsyncLocalStorage.bind(callback);
    }
    runInAsyncScope(callback, self, ...args) {
      return this.#run(() => Reflect.apply(callback, self, args));
    }
    bind(callback) {
      return (...args) => this.#run(callback, ...args);
    }
    emitDestroy() {
      return this;
    }
    asyncId() {
      return 1;
    }
    triggerAsyncId() {
      return 0;
    }
  }
  return { AsyncLocalStorage, AsyncResource, executionAsyncId: () => 1, triggerAsyncId: () => 0 };
});
