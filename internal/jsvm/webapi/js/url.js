// URL and URLSearchParams, bound to each other.
(function (host) {
  const { parse, parseQuery, formatQuery } = host;
  const BOUND = Symbol('bound'); // leaves the list to bind
  let bind; // (params, list, changed) => void: binds params to a URL

  // usv replaces lone surrogates, which a USVString cannot contain.
  const usv = (value) => {
    const text = `${value}`;
    return text.isWellFormed() ? text : host.wellFormed(text);
  };

  const pairsOf = (init) => {
    if ((typeof init === 'object' && init !== null) || typeof init === 'function') {
      const list = [];
      const iterate = init[Symbol.iterator];
      if (iterate !== undefined && iterate !== null) {
        for (const pair of init) {
          if (pair === null || typeof pair !== 'object' || typeof pair[Symbol.iterator] !== 'function') {
            throw new TypeError(
              "Failed to construct 'URLSearchParams': each query pair must be an iterable [name, value] tuple",
            );
          }
          const both = [...pair];
          if (both.length !== 2)
            throw new TypeError(
              "Failed to construct 'URLSearchParams': each query pair must be an iterable [name, value] tuple",
            );
          list.push(usv(both[0]), usv(both[1]));
        }
        return list;
      }
      for (const key of Reflect.ownKeys(init)) {
        const d = Object.getOwnPropertyDescriptor(init, key);
        if (d !== undefined && d.enumerable) list.push(usv(key), usv(init[key]));
      }
      return list;
    }
    const text = `${init}`;
    return parseQuery(text.startsWith('?') ? text.slice(1) : text);
  };
  const need = (given, wanted, name) => {
    if (given < wanted) {
      throw new TypeError(
        `Failed to execute '${name}' on 'URLSearchParams': ${wanted} argument${wanted > 1 ? 's' : ''} required, but only ${given} present.`,
      );
    }
  };

  class URLSearchParams {
    #list; // name, value, name, value, ...
    #changed = null;
    constructor(init = '') {
      if (init !== BOUND) this.#list = pairsOf(init);
    }

    append(name, value) {
      need(arguments.length, 2, 'append');
      this.#list.push(usv(name), usv(value));
      this.#update();
    }
    delete(name, value) {
      need(arguments.length, 1, 'delete');
      const key = usv(name);
      const wanted = value === undefined ? undefined : usv(value);
      this.#keep((n, v) => n !== key || (wanted !== undefined && v !== wanted));
    }
    get(name) {
      need(arguments.length, 1, 'get');
      const key = usv(name);
      for (let i = 0; i < this.#list.length; i += 2) if (this.#list[i] === key) return this.#list[i + 1];
      return null;
    }
    getAll(name) {
      need(arguments.length, 1, 'getAll');
      const key = usv(name);
      return this.#list.filter((_, i) => i % 2 === 1 && this.#list[i - 1] === key);
    }
    has(name, value) {
      need(arguments.length, 1, 'has');
      return value === undefined ? this.get(name) !== null : this.getAll(name).includes(usv(value));
    }
    set(name, value) {
      need(arguments.length, 2, 'set');
      const key = usv(name);
      let seen = false;
      const text = usv(value);
      const first = this.#list.findIndex((n, i) => i % 2 === 0 && n === key);
      if (first < 0) {
        this.append(key, text);
        return;
      }
      this.#list[first + 1] = text;
      this.#keep((n) => {
        if (n !== key) return true;
        const keep = !seen;
        seen = true;
        return keep;
      });
    }
    sort() {
      const pairs = [];
      for (let i = 0; i < this.#list.length; i += 2) pairs.push([this.#list[i], this.#list[i + 1]]);
      pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#list = pairs.flat();
      this.#update();
    }
    forEach(callback, thisArg) {
      if (typeof callback !== 'function')
        throw new TypeError("Failed to execute 'forEach' on 'URLSearchParams': parameter 1 is not of type 'Function'.");
      for (let i = 0; i < this.#list.length; i += 2) callback.call(thisArg, this.#list[i + 1], this.#list[i], this);
    }
    *entries() {
      for (let i = 0; i < this.#list.length; i += 2) yield [this.#list[i], this.#list[i + 1]];
    }
    *keys() {
      for (let i = 0; i < this.#list.length; i += 2) yield this.#list[i];
    }
    *values() {
      for (let i = 0; i < this.#list.length; i += 2) yield this.#list[i + 1];
    }
    get size() {
      return this.#list.length / 2;
    }
    toString() {
      return formatQuery(...this.#list);
    }
    get [Symbol.toStringTag]() {
      return 'URLSearchParams';
    }

    #keep(wanted) {
      const list = [];
      for (let i = 0; i < this.#list.length; i += 2) {
        if (wanted(this.#list[i], this.#list[i + 1])) list.push(this.#list[i], this.#list[i + 1]);
      }
      this.#list = list;
      this.#update();
    }
    #update() {
      if (this.#changed !== null) this.#changed(this.toString());
    }
    static {
      bind = (params, list, changed) => {
        params.#list = list;
        params.#changed = changed;
      };
    }
  }
  Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
    value: URLSearchParams.prototype.entries,
    writable: true,
    configurable: true,
  });

  const invalid = (text, base) =>
    new TypeError(base === undefined ? `Invalid URL: ${text}` : `Invalid URL: ${text} with base ${base}`);
  const baseText = (base) => (base === undefined ? undefined : `${base}`);

  class URL {
    #url;
    #params = null;
    constructor(url, base) {
      if (arguments.length === 0)
        throw new TypeError("Failed to construct 'URL': 1 argument required, but only 0 present.");
      const text = `${url}`;
      this.#url = parse(text, baseText(base));
      if (this.#url === undefined) throw invalid(text, baseText(base));
    }
    static canParse(url, base) {
      return parse(`${url}`, baseText(base)) !== undefined;
    }
    static parse(url, base) {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }

    get href() {
      return this.#url('href');
    }
    set href(value) {
      const url = parse(`${value}`);
      if (url === undefined) throw invalid(`${value}`);
      this.#url = url;
      this.#reread();
    }
    get origin() {
      const protocol = this.#url('protocol');
      if (/^(?:https?|ftp|wss?):$/.test(protocol)) return `${protocol}//${this.#url('host')}`;
      if (protocol !== 'blob:') return 'null';
      const inner = parse(this.#url('pathname'));
      return inner !== undefined && /^https?:$/.test(inner('protocol'))
        ? `${inner('protocol')}//${inner('host')}`
        : 'null';
    }
    get search() {
      return this.#url('search');
    }
    set search(value) {
      this.#url('search', `${value}`);
      this.#reread();
    }
    get searchParams() {
      if (this.#params === null) {
        this.#params = new URLSearchParams(BOUND);
        this.#reread();
      }
      return this.#params;
    }
    toString() {
      return this.#url('href');
    }
    toJSON() {
      return this.#url('href');
    }
    get [Symbol.toStringTag]() {
      return 'URL';
    }

    #reread() {
      if (this.#params !== null)
        bind(this.#params, parseQuery(this.#url('search').slice(1)), (text) => {
          this.#url('search', text);
        });
    }
    static {
      for (const part of ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'hash']) {
        Object.defineProperty(URL.prototype, part, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#url(part);
          },
          set(value) {
            this.#url(part, `${value}`);
          },
        });
      }
    }
  }
  return { URL, URLSearchParams, parse };
});
