// Timers and microtasks. The clock is the host's.
(function (host) {
  const set = (name, repeats) =>
    ({
      [name](callback, delay = 0, ...args) {
        if (typeof callback !== 'function') {
          throw new TypeError(
            `Failed to execute '${name}' on 'ServiceWorkerGlobalScope': parameter 1 is not of type 'Function'.`,
          );
        }
        return host.start(() => callback(...args), Number(delay), repeats);
      },
    })[name];
  const clear = (name) =>
    ({
      [name](id) {
        if (id !== undefined && id !== null) host.stop(Number(id));
      },
    })[name];

  const settled = Promise.resolve();
  const then = settled.then.bind(settled);
  function queueMicrotask(callback) {
    if (typeof callback !== 'function') {
      throw new TypeError(
        "Failed to execute 'queueMicrotask' on 'ServiceWorkerGlobalScope': parameter 1 is not of type 'Function'.",
      );
    }
    then(() => {
      callback();
    });
  }
  // The host reports an error like an unhandled rejection.
  function reportError(error) {
    Promise.reject(error);
  }
  return {
    setTimeout: set('setTimeout', false),
    setInterval: set('setInterval', true),
    clearTimeout: clear('clearTimeout'),
    clearInterval: clear('clearInterval'),
    queueMicrotask,
    reportError,
  };
});
