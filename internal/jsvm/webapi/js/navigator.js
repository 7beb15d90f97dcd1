// navigator and scheduler.
(function (host) {
  const { setTimeout, clearTimeout } = host.part('timers');
  class Navigator {
    get userAgent() {
      return 'Cloudflare-Workers';
    }
    get [Symbol.toStringTag]() {
      return 'Navigator';
    }
  }
  class Scheduler {
    // wait resolves after a delay, unless an AbortSignal aborts it.
    wait(delay, { signal } = {}) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = () => {
          clearTimeout(timer);
          reject(signal.reason);
        };
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', abort);
          resolve();
        }, delay);
        signal?.addEventListener('abort', abort, { once: true });
      });
    }
    get [Symbol.toStringTag]() {
      return 'Scheduler';
    }
  }
  return { navigator: new Navigator(), Navigator, scheduler: new Scheduler() };
});
