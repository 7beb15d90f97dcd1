// node:process, with the values that the edge has.
(function (require, host) {
  const EventEmitter = require('events');
  const process = Object.create(EventEmitter.prototype);
  EventEmitter.call(process);
  const hrtime = (since) => {
    const now = performance.now();
    const [seconds, nanoseconds] = [Math.floor(now / 1000), Math.round((now % 1000) * 1e6)];
    if (since === undefined) return [seconds, nanoseconds];
    const passed = (seconds - since[0]) * 1e9 + nanoseconds - since[1];
    return [Math.floor(passed / 1e9), passed % 1e9];
  };
  hrtime.bigint = () => BigInt(Math.round(performance.now() * 1e6));
  const stream = (level) => ({
    isTTY: false,
    write(text) {
      console[level](String(text).replace(/\n$/, ''));
      return true;
    },
  });
  return Object.assign(process, {
    title: 'workerd',
    version: 'v22.19.0',
    versions: { node: '22.19.0' },
    platform: 'linux',
    arch: 'x64',
    argv: ['workerd'],
    argv0: 'workerd',
    execArgv: [],
    pid: 1,
    ppid: 0,
    env: host.env(),
    features: {},
    release: { name: 'node' },
    stdout: stream('log'),
    stderr: stream('error'),
    cwd: () => '/bundle',
    umask: () => 18,
    uptime: () => performance.now() / 1000,
    memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
    hrtime,
    nextTick: (callback, ...args) => queueMicrotask(() => callback(...args)),
    emitWarning: (warning) => console.warn(String(warning)),
    getBuiltinModule: (name) => require(String(name).replace(/^node:/, '')),
  });
});
