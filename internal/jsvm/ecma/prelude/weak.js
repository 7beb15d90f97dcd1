// WeakRef and FinalizationRegistry. The engine cannot observe garbage collection, so a WeakRef holds its target and
// a registry never calls back. ECMAScript allows both.
(() => {
  const canBeHeld = (value) =>
    Object(value) === value || (typeof value === 'symbol' && Symbol.keyFor(value) === undefined);
  const tag = (prototype, name) =>
    Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });

  class WeakRef {
    #target;
    constructor(target) {
      if (!canBeHeld(target)) throw new TypeError('WeakRef: target must be an object');
      this.#target = target;
    }
    deref() {
      return this.#target;
    }
  }
  class FinalizationRegistry {
    #tokens = new WeakSet();
    constructor(cleanup) {
      if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
    }
    register(target, held, token) {
      if (!canBeHeld(target)) throw new TypeError('FinalizationRegistry.prototype.register: invalid target');
      if (Object.is(target, held)) {
        throw new TypeError('FinalizationRegistry.prototype.register: target and holdings must not be same');
      }
      if (Object(token) === token) this.#tokens.add(token);
      else if (token !== undefined && !canBeHeld(token))
        throw new TypeError(`Invalid unregisterToken ('${String(token)}')`);
    }
    unregister(token) {
      if (!canBeHeld(token)) throw new TypeError(`Invalid unregisterToken ('${String(token)}')`);
      return this.#tokens.delete(token);
    }
  }
  tag(WeakRef.prototype, 'WeakRef');
  tag(FinalizationRegistry.prototype, 'FinalizationRegistry');
  return { WeakRef, FinalizationRegistry };
})();
