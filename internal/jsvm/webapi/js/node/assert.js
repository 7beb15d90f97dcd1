// node:assert.
(function (require) {
  const { inspect } = require('util');
  const { strict: strictlyEqual, loose } = require('internal/equal');

  class AssertionError extends Error {
    constructor({ message, actual, expected, operator }) {
      super(message ?? `${inspect(actual)} ${operator} ${inspect(expected)}`);
      this.name = 'AssertionError';
      this.code = 'ERR_ASSERTION';
      Object.assign(this, { generatedMessage: message === undefined, actual, expected, operator });
    }
  }

  const check = (holds, message, actual, expected, operator) => {
    if (holds) return;
    if (message instanceof Error) throw message;
    throw new AssertionError({ message, actual, expected, operator });
  };

  const matches = (error, expected) => {
    if (expected === undefined) return true;
    if (expected instanceof RegExp) return expected.test(String(error));
    if (typeof expected !== 'function') {
      return Object.keys(expected).every((key) =>
        expected[key] instanceof RegExp ? expected[key].test(error[key]) : strictlyEqual(error[key], expected[key]),
      );
    }
    if (expected.prototype !== undefined && error instanceof expected) return true;
    return !(expected === Error || expected.prototype instanceof Error) && expected(error) === true;
  };

  const thrown = (error, expected, message) => {
    if (typeof expected === 'string') [expected, message] = [undefined, expected];
    if (matches(error, expected)) return;
    if (typeof expected === 'function') throw error;
    throw new AssertionError({ message, actual: error, expected, operator: 'throws' });
  };

  const missingThrow = (expected, message, operator) => {
    const text = typeof expected === 'string' ? expected : message;
    throw new AssertionError({ message: text ?? 'Missing expected exception.', expected, operator });
  };

  const build = (isStrict) => {
    const same = isStrict ? Object.is : (a, b) => loose(a, b);
    const deep = isStrict ? strictlyEqual : loose;
    const [equalWord, deepWord] = isStrict ? ['strictEqual', 'deepStrictEqual'] : ['==', 'deepEqual'];
    function assert(value, message) {
      check(
        value,
        message ?? (value ? '' : `The expression evaluated to a falsy value: ${inspect(value)}`),
        value,
        true,
        '==',
      );
    }
    const shallow = (a, b) =>
      isStrict ? Object.is(a, b) : typeof a !== 'object' && typeof b !== 'object' ? same(a, b) : a === b;
    return Object.assign(assert, {
      AssertionError,
      ok: assert,
      equal: (a, b, message) => check(shallow(a, b), message, a, b, equalWord),
      notEqual: (a, b, message) => check(!shallow(a, b), message, a, b, isStrict ? 'notStrictEqual' : '!='),
      strictEqual: (a, b, message) => check(Object.is(a, b), message, a, b, 'strictEqual'),
      notStrictEqual: (a, b, message) => check(!Object.is(a, b), message, a, b, 'notStrictEqual'),
      deepEqual: (a, b, message) => check(deep(a, b), message, a, b, deepWord),
      notDeepEqual: (a, b, message) => check(!deep(a, b), message, a, b, 'notDeepEqual'),
      deepStrictEqual: (a, b, message) => check(strictlyEqual(a, b), message, a, b, 'deepStrictEqual'),
      notDeepStrictEqual: (a, b, message) => check(!strictlyEqual(a, b), message, a, b, 'notDeepStrictEqual'),
      match: (text, pattern, message) => check(pattern.test(text), message, text, pattern, 'match'),
      doesNotMatch: (text, pattern, message) => check(!pattern.test(text), message, text, pattern, 'doesNotMatch'),
      fail: (message = 'Failed') => check(false, message, undefined, undefined, 'fail'),
      ifError: (value) => {
        if (value !== null && value !== undefined) throw value;
      },
      throws(fn, expected, message) {
        try {
          fn();
        } catch (error) {
          return thrown(error, expected, message);
        }
        missingThrow(expected, message, 'throws');
      },
      doesNotThrow: (fn) => void fn(),
      async rejects(promise, expected, message) {
        try {
          await (typeof promise === 'function' ? promise() : promise);
        } catch (error) {
          return thrown(error, expected, message);
        }
        missingThrow(expected, message, 'rejects');
      },
      async doesNotReject(promise) {
        await (typeof promise === 'function' ? promise() : promise);
      },
    });
  };
  const assert = build(false);
  assert.strict = build(true);
  assert.strict.strict = assert.strict;
  return assert;
});
