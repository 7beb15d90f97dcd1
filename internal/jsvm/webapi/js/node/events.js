// node:events: the npm package, with the functions that it lacks.
(function (_, host) {
  const EventEmitter = host.npm('events');
  EventEmitter.getEventListeners = (emitter, name) =>
    typeof emitter.listeners === 'function' ? emitter.listeners(name) : [];
  EventEmitter.setMaxListeners ??= (count, ...emitters) => {
    for (const emitter of emitters) emitter.setMaxListeners?.(count);
  };
  EventEmitter.errorMonitor ??= Symbol('events.errorMonitor');
  EventEmitter.captureRejectionSymbol = Symbol.for('nodejs.rejection');
  return EventEmitter;
});
