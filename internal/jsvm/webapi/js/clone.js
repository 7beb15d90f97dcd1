// structuredClone, without the types that workers lack.
(function (host) {
  const exception = (message) => new (host.part('exception').DOMException)(message, 'DataCloneError');
  const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

  const describe = (value) => {
    if (typeof value === 'function') return `${Function.prototype.toString.call(value)}`;
    if (typeof value === 'symbol') return value.toString();
    return `#<${typeof value.constructor === 'function' ? value.constructor.name : 'Object'}>`;
  };
  const refuse = (value) => {
    throw exception(`${describe(value)} could not be cloned.`);
  };

  const errorOf = (error, copy) => {
    const name = ERRORS[`${error.name}`] === undefined ? 'Error' : `${error.name}`;
    const made = new ERRORS[name]();
    const hide = (key, value) => Object.defineProperty(made, key, { value, writable: true, configurable: true });
    const message = Object.getOwnPropertyDescriptor(error, 'message');
    if (message !== undefined && 'value' in message) hide('message', `${message.value}`);
    if (typeof error.stack === 'string') hide('stack', error.stack);
    if (Object.hasOwn(error, 'cause')) return [made, () => hide('cause', copy(error.cause))];
    return [made, () => {}];
  };

  const viewOf = (view, copy) => {
    const buffer = copy(view.buffer);
    const type = view instanceof DataView ? DataView : globalThis[Object.prototype.toString.call(view).slice(8, -1)];
    return new type(buffer, view.byteOffset, view instanceof DataView ? view.byteLength : view.length);
  };

  // begin returns the clone of an object and a function that fills it. For cycles, the clone is known before.
  const begin = (value, copy) => {
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (Array.isArray(value)) {
      return [
        new Array(value.length),
        (clone) => {
          for (const key of Object.keys(value)) clone[key] = copy(value[key]);
        },
      ];
    }
    if (value instanceof Date) return [new Date(Date.prototype.getTime.call(value)), () => {}];
    if (value instanceof RegExp) return [new RegExp(value.source, value.flags), () => {}];
    if (value instanceof Map) {
      const entries = [...value];
      return [
        new Map(),
        (clone) => {
          for (const [k, v] of entries) clone.set(copy(k), copy(v));
        },
      ];
    }
    if (value instanceof Set) {
      const entries = [...value];
      return [
        new Set(),
        (clone) => {
          for (const v of entries) clone.add(copy(v));
        },
      ];
    }
    if (value instanceof ArrayBuffer) return [value.slice(0), () => {}];
    if (ArrayBuffer.isView(value)) return [viewOf(value, copy), () => {}];
    if (value instanceof Boolean || value instanceof Number || value instanceof String)
      return [Object(value.valueOf()), () => {}];
    if (tag === 'BigInt' && typeof value.valueOf() === 'bigint') return [Object(value.valueOf()), () => {}];
    if (value instanceof Error && tag !== 'DOMException') return errorOf(value, copy);
    if (tag === 'DOMException') return [new (host.part('exception').DOMException)(value.message, value.name), () => {}];
    if (tag === 'Blob' || tag === 'File') {
      return [tag === 'File' ? new File([value], value.name, value) : value.slice(0, value.size, value.type), () => {}];
    }
    if (typeof value === 'function' || !plain(value)) return refuse(value);
    return [
      {},
      (clone) => {
        for (const key of Object.keys(value)) {
          // Skip a property that an earlier getter deleted.
          if (Object.hasOwn(value, key))
            Object.defineProperty(clone, key, {
              value: copy(value[key]),
              writable: true,
              enumerable: true,
              configurable: true,
            });
        }
      },
    ];
  };
  // plain reports whether an object has no internal state. Instances of users' classes are plain.
  const hidden = [Promise, WeakMap, WeakSet];
  const plain = (value) => {
    if (hidden.some((type) => value instanceof type)) return false;
    const tag = value[Symbol.toStringTag];
    // The web APIs keep their state private, but their prototypes identify them.
    return typeof tag !== 'string' || Object.hasOwn(value, Symbol.toStringTag) || !isOurs(value, tag);
  };
  const isOurs = (value, tag) => typeof globalThis[tag] === 'function' && value instanceof globalThis[tag];

  const transferred = (list) => {
    const buffers = [...list];
    buffers.forEach((buffer, i) => {
      if (!(buffer instanceof ArrayBuffer)) throw exception('Value not transferable');
      if (buffers.indexOf(buffer) !== i) throw exception('ArrayBuffer is listed twice');
    });
    return buffers;
  };

  function structuredClone(value, options) {
    if (arguments.length === 0)
      throw new TypeError("Failed to execute 'structuredClone': 1 argument required, but only 0 present.");
    const buffers = transferred((options === undefined || options === null ? {} : options).transfer || []);
    const seen = new Map();
    const copy = (v) => {
      if (typeof v === 'symbol') refuse(v);
      if (v === null || (typeof v !== 'object' && typeof v !== 'function')) return v;
      if (seen.has(v)) return seen.get(v);
      const [clone, fill] = begin(v, copy);
      seen.set(v, clone);
      fill(clone);
      return clone;
    };
    const clone = copy(value);
    for (const buffer of buffers) host.detach(buffer);
    return clone;
  }
  return { structuredClone };
});
