// Event, CustomEvent and EventTarget. There is no tree, so an event is delivered to its target only.
(function (host) {
  const now = () => Date.now();
  let deliver; // (event, target, listeners) => void; set by Event, which owns the state

  class Event {
    #type;
    #bubbles;
    #cancelable;
    #composed;
    #target = null;
    #phase = 0;
    #stopped = false;
    #stoppedNow = false;
    #canceled = false;
    #busy = false;
    #passive = false;
    #time = now();

    constructor(type, init = {}) {
      if (arguments.length === 0)
        throw new TypeError("Failed to construct 'Event': 1 argument required, but only 0 present.");
      const options = init === null || init === undefined ? {} : init;
      if (typeof options !== 'object' && typeof options !== 'function') {
        throw new TypeError("Failed to construct 'Event': The provided value is not of type 'EventInit'.");
      }
      this.#type = `${type}`;
      this.#bubbles = !!options.bubbles;
      this.#cancelable = !!options.cancelable;
      this.#composed = !!options.composed;
    }
    get type() {
      return this.#type;
    }
    get bubbles() {
      return this.#bubbles;
    }
    get cancelable() {
      return this.#cancelable;
    }
    get composed() {
      return this.#composed;
    }
    get target() {
      return this.#target;
    }
    get srcElement() {
      return this.#target;
    }
    get currentTarget() {
      return this.#phase === 2 ? this.#target : null;
    }
    get eventPhase() {
      return this.#phase;
    }
    get defaultPrevented() {
      return this.#canceled;
    }
    get returnValue() {
      return !this.#canceled;
    }
    get isTrusted() {
      return false;
    }
    get timeStamp() {
      return this.#time;
    }
    get cancelBubble() {
      return this.#stopped;
    }
    set cancelBubble(value) {
      if (value) this.#stopped = true;
    }
    composedPath() {
      return this.#phase === 2 ? [this.#target] : [];
    }
    preventDefault() {
      if (this.#cancelable && !this.#passive) this.#canceled = true;
    }
    stopPropagation() {
      this.#stopped = true;
    }
    stopImmediatePropagation() {
      this.#stopped = true;
      this.#stoppedNow = true;
    }
    get [Symbol.toStringTag]() {
      return 'Event';
    }

    static {
      deliver = (event, target, each) => {
        if (event.#busy) {
          const { DOMException } = host.part('exception');
          throw new DOMException('The event is already being dispatched.', 'InvalidStateError');
        }
        event.#busy = true;
        event.#target = target;
        event.#phase = 2;
        each(
          (passive) => {
            event.#passive = passive;
          },
          () => event.#stoppedNow,
        );
        event.#passive = false;
        event.#phase = 0;
        event.#busy = false;
        event.#stopped = false;
        event.#stoppedNow = false;
        return !event.#canceled;
      };
    }
  }
  const phases = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 };
  for (const name of Object.keys(phases)) {
    Object.defineProperty(Event, name, { value: phases[name], enumerable: true });
    Object.defineProperty(Event.prototype, name, { value: phases[name], enumerable: true });
  }

  class CustomEvent extends Event {
    #detail;
    constructor(_type, init) {
      super(...arguments);
      const detail = init === null || init === undefined ? undefined : init.detail;
      this.#detail = detail === undefined ? null : detail;
    }
    get detail() {
      return this.#detail;
    }
    get [Symbol.toStringTag]() {
      return 'CustomEvent';
    }
  }

  const optionsOf = (options) => {
    if (options === null || (typeof options !== 'object' && typeof options !== 'function'))
      return { capture: !!options };
    return options;
  };

  // report passes on the error of a listener, so that the other listeners still run.
  const report = (error) => host.part('timers').reportError(error);

  class EventTarget {
    #listeners = new Map(); // type -> [{callback, capture, once, passive, gone}]

    addEventListener(type, callback, options) {
      const { capture, once, passive, signal } = optionsOf(options);
      if (callback === null || callback === undefined) return;
      if (typeof callback !== 'function' && typeof callback !== 'object') {
        throw new TypeError(
          "Failed to execute 'addEventListener' on 'EventTarget': parameter 2 is not of type 'EventListener'.",
        );
      }
      if (signal !== undefined && signal !== null && signal.aborted) return;
      const key = `${type}`;
      const list = this.#listeners.get(key) || [];
      if (list.some((l) => l.callback === callback && l.capture === !!capture)) return;
      // Lists are replaced, never changed: a dispatch continues with the list that it started with.
      this.#listeners.set(key, [
        ...list,
        { callback, capture: !!capture, once: !!once, passive: !!passive, gone: false },
      ]);
      if (signal !== undefined && signal !== null) {
        signal.addEventListener('abort', () => this.removeEventListener(key, callback, { capture }), { once: true });
      }
    }

    removeEventListener(type, callback, options) {
      const capture = !!optionsOf(options).capture;
      const list = this.#listeners.get(`${type}`) || [];
      const listener = list.find((l) => l.callback === callback && l.capture === capture);
      if (listener === undefined) return;
      listener.gone = true;
      this.#listeners.set(
        `${type}`,
        list.filter((l) => l !== listener),
      );
    }

    dispatchEvent(event) {
      if (!(event instanceof Event)) {
        throw new TypeError("Failed to execute 'dispatchEvent' on 'EventTarget': parameter 1 is not of type 'Event'.");
      }
      return deliver(event, this, (setPassive, stopped) => {
        const list = this.#listeners.get(event.type) || [];
        for (const listener of [...list.filter((l) => l.capture), ...list.filter((l) => !l.capture)]) {
          if (stopped()) break;
          if (listener.gone) continue;
          if (listener.once) this.removeEventListener(event.type, listener.callback, { capture: listener.capture });
          setPassive(listener.passive);
          try {
            if (typeof listener.callback === 'function') listener.callback.call(this, event);
            else listener.callback.handleEvent(event);
          } catch (error) {
            report(error);
          }
          setPassive(false);
        }
      });
    }
    get [Symbol.toStringTag]() {
      return 'EventTarget';
    }
  }

  // handler defines on<type>: a property that holds one listener.
  const handler = (prototype, type) => {
    const held = new WeakMap(); // target -> {callback, listener}
    Object.defineProperty(prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get() {
        return held.has(this) ? held.get(this).callback : null;
      },
      set(callback) {
        const before = held.get(this);
        if (typeof callback !== 'function') {
          if (before !== undefined) {
            this.removeEventListener(type, before.listener);
            held.delete(this);
          }
          return;
        }
        if (before !== undefined) {
          before.callback = callback;
          return;
        } // keep its position
        const entry = { callback, listener: (event) => entry.callback.call(this, event) };
        held.set(this, entry);
        this.addEventListener(type, entry.listener);
      },
    });
  };
  return { Event, CustomEvent, EventTarget, handler };
});
