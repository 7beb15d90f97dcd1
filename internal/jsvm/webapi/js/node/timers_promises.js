// node:timers/promises.
(function (require) {
  const timers = require('timers');
  const wait = (start) => (value, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = start(() => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      const abort = () => {
        timers.clearTimeout(timer);
        reject(signal.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
    });
  const setTimeout = (delay, value, { signal } = {}) => wait((done) => timers.setTimeout(done, delay))(value, signal);
  const setImmediate = (value, { signal } = {}) => wait(timers.setImmediate)(value, signal);
  return { setTimeout, setImmediate, scheduler: { wait: setTimeout, yield: () => setImmediate() } };
});
