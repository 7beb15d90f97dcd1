// Headers: case-insensitive names in alphabetical order, with separate values of Set-Cookie.
(function () {
  const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const UNCLEAN = /^[\t\n\r ]|[\0\r\n]|[\t\n\r ]$/;
  const EDGES = /^[\t\n\r ]+|[\t\n\r ]+$/g;
  const FORBIDDEN = /[\0\r\n]/;
  // The lower-case forms of valid names. A program uses few names, and short ones.
  const names = new Map();
  const MAX_NAMES = 500;
  const MAX_NAME_LENGTH = 64;
  let internals; // access for Request and Response

  const nameOf = (name, method) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const text = `${name}`;
    if (!NAME.test(text)) throw new TypeError(`Headers.${method}: ${JSON.stringify(text)} is an invalid header name.`);
    const lower = text.toLowerCase();
    if (names.size < MAX_NAMES && text.length <= MAX_NAME_LENGTH) names.set(text, lower);
    return lower;
  };
  const valueOf = (value, method) => {
    const given = `${value}`;
    if (!UNCLEAN.test(given)) return given;
    const text = given.replace(EDGES, '');
    if (FORBIDDEN.test(text))
      throw new TypeError(`Headers.${method}: ${JSON.stringify(text)} is an invalid header value.`);
    return text; // also above U+00FF: the edge sends and reads UTF-8
  };
  const isEnumerable = Object.prototype.propertyIsEnumerable;
  const missing = (given, wanted, method) =>
    new TypeError(
      `Failed to execute '${method}' on 'Headers': ${wanted} argument${wanted > 1 ? 's' : ''} required, but only ${given} present.`,
    );

  class Headers {
    #values = new Map(); // lower-case name -> value, or a list for set-cookie
    #immutable = false;
    #sorted = null; // pairs in the order of iteration; null after a change

    constructor(init) {
      if (init === undefined) return;
      if (init === null || (typeof init !== 'object' && typeof init !== 'function')) {
        throw new TypeError(
          "Failed to construct 'Headers': The provided value is not of type '(record<ByteString, ByteString> or sequence<sequence<ByteString>>)'.",
        );
      }
      const iterate = init[Symbol.iterator];
      if (iterate === undefined || iterate === null) {
        for (const key of Reflect.ownKeys(init)) {
          if (isEnumerable.call(init, key)) this.append(key, init[key]);
        }
        return;
      }
      for (const pair of init) {
        const both =
          pair !== null && typeof pair === 'object' && typeof pair[Symbol.iterator] === 'function' ? [...pair] : [];
        if (both.length !== 2)
          throw new TypeError("Failed to construct 'Headers': each header must be a [name, value] pair.");
        this.append(both[0], both[1]);
      }
    }

    append(name, value) {
      if (arguments.length < 2) throw missing(arguments.length, 2, 'append');
      const key = nameOf(name, 'append');
      const text = valueOf(value, 'append');
      this.#change();
      const before = this.#values.get(key);
      if (key === 'set-cookie') this.#values.set(key, before === undefined ? [text] : [...before, text]);
      else this.#values.set(key, before === undefined ? text : `${before}, ${text}`);
    }
    delete(name) {
      if (arguments.length < 1) throw missing(arguments.length, 1, 'delete');
      const key = nameOf(name, 'delete');
      this.#change();
      this.#values.delete(key);
    }
    get(name) {
      if (arguments.length < 1) throw missing(arguments.length, 1, 'get');
      const value = this.#values.get(nameOf(name, 'get'));
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    }
    getSetCookie() {
      return [...(this.#values.get('set-cookie') || [])];
    }
    has(name) {
      if (arguments.length < 1) throw missing(arguments.length, 1, 'has');
      return this.#values.has(nameOf(name, 'has'));
    }
    set(name, value) {
      if (arguments.length < 2) throw missing(arguments.length, 2, 'set');
      const key = nameOf(name, 'set');
      const text = valueOf(value, 'set');
      this.#change();
      this.#values.set(key, key === 'set-cookie' ? [text] : text);
    }
    forEach(callback, thisArg) {
      if (typeof callback !== 'function')
        throw new TypeError("Failed to execute 'forEach' on 'Headers': parameter 1 is not of type 'Function'.");
      for (const [name, value] of this) callback.call(thisArg, value, name, this);
    }
    *entries() {
      // By index, with a lookup each time: the standard makes changes visible during an iteration.
      for (let i = 0; i < this.#pairs().length; i++) yield [...this.#pairs()[i]];
    }
    *keys() {
      for (const [name] of this) yield name;
    }
    *values() {
      for (const [, value] of this) yield value;
    }
    get [Symbol.toStringTag]() {
      return 'Headers';
    }

    #change() {
      if (this.#immutable) throw new TypeError("Can't modify immutable headers.");
      this.#sorted = null;
    }
    #pairs() {
      if (this.#sorted === null) {
        this.#sorted = [];
        for (const name of [...this.#values.keys()].sort()) {
          const value = this.#values.get(name);
          for (const one of Array.isArray(value) ? value : [value]) this.#sorted.push([name, one]);
        }
      }
      return this.#sorted;
    }
    static {
      internals = {
        // received creates headers of a message from the network: name, value, name, value, ... The host has checked
        // them. Names are in lower case, and only set-cookie has a list as its value.
        received(flat) {
          const headers = new Headers();
          const values = headers.#values;
          for (let i = 0; i < flat.length; i += 2) values.set(flat[i], flat[i + 1]);
          headers.#immutable = true;
          return headers;
        },
        freeze(headers) {
          headers.#immutable = true;
          return headers;
        },
        // flat is the inverse of received, with a pair for each cookie, in no order.
        flat(headers) {
          const list = [];
          headers.#values.forEach((value, name) => {
            if (typeof value === 'string') list.push(name, value);
            else for (const one of value) list.push(name, one);
          });
          return list;
        },
        copy(headers) {
          const copied = new Headers();
          copied.#values = new Map(headers.#values);
          return copied;
        },
      };
    }
  }
  Object.defineProperty(Headers.prototype, Symbol.iterator, {
    value: Headers.prototype.entries,
    writable: true,
    configurable: true,
  });
  return { Headers, ...internals };
});
