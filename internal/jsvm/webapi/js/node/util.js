// node:util. Inspection is that of console.
(function (require, host) {
  const custom = Symbol.for('nodejs.util.promisify.custom');
  const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
  const types = require('util/types');

  function inspect(value) {
    const own = value !== null && typeof value === 'object' ? value[inspectCustom] : undefined;
    if (typeof own === 'function') {
      const shown = own.call(value, 2, {}, inspect);
      return typeof shown === 'string' ? shown : inspect(shown);
    }
    return host.inspect(value);
  }
  inspect.custom = inspectCustom;
  inspect.defaultOptions = {};

  function promisify(original) {
    if (typeof original !== 'function') {
      throw invalidType('original', 'of type function', original);
    }
    if (original[custom]) return original[custom];
    function promised(...args) {
      return new Promise((resolve, reject) => {
        original.call(this, ...args, (error, value) => (error ? reject(error) : resolve(value)));
      });
    }
    Object.setPrototypeOf(promised, Object.getPrototypeOf(original));
    return Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original));
  }
  promisify.custom = custom;

  function callbackify(original) {
    return function (...args) {
      const done = args.pop();
      Reflect.apply(original, this, args).then(
        (value) => queueMicrotask(() => done(null, value)),
        (error) => queueMicrotask(() => done(error || new Error('Promise was rejected with a falsy value'))),
      );
    };
  }

  function inherits(constructor, superConstructor) {
    Object.defineProperty(constructor, 'super_', { value: superConstructor, writable: true, configurable: true });
    Object.setPrototypeOf(constructor.prototype, superConstructor.prototype);
  }

  function deprecate(fn, message) {
    let warned = false;
    return function (...args) {
      if (!warned) console.warn(`DeprecationWarning: ${message}`);
      warned = true;
      return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
    };
  }

  const invalidType = (name, expected, actual) => {
    const error = new TypeError(
      `The "${name}" argument must be ${expected}. Received ${actual === null ? 'null' : typeof actual}`,
    );
    error.code = 'ERR_INVALID_ARG_TYPE';
    return error;
  };

  const debuglog = () => Object.assign(() => {}, { enabled: false });
  return {
    format: host.format,
    formatWithOptions: (_, ...args) => host.format(...args),
    inspect,
    promisify,
    callbackify,
    inherits,
    deprecate,
    debuglog,
    debug: debuglog,
    isDeepStrictEqual: require('internal/equal').strict,
    isArray: Array.isArray,
    stripVTControlCharacters: (text) => String(text).replace(/\u001b\[[0-9;]*[A-Za-z]/g, ''),
    toUSVString: (text) => String(text).toWellFormed(),
    types,
    TextEncoder,
    TextDecoder,
  };
});
