// Request.
(function (host) {
  const { Headers, copy, received } = host.part('headers');
  const { Body, extract, mixin } = host.part('body');
  // The methods that the edge sends.
  const METHODS = (
    'GET HEAD POST PUT DELETE PATCH PURGE OPTIONS TRACE COPY LOCK MKCOL MOVE PROPFIND PROPPATCH SEARCH UNLOCK ACL REPORT ' +
    'MKACTIVITY CHECKOUT MERGE MSEARCH NOTIFY SUBSCRIBE UNSUBSCRIBE QUERY BAN'
  ).split(' ');
  const RECEIVED = Symbol('received'); // makes the constructor leave all to its caller
  let internals;

  const methodOf = (method) => {
    const upper = `${method}`.toUpperCase();
    if (!METHODS.includes(upper)) throw new TypeError(`Invalid HTTP method string: ${method}`);
    return upper;
  };
  const urlOf = (input) => {
    const url = host.part('url').parse(`${input}`);
    if (url === undefined) throw new TypeError(`Failed to parse URL from ${input}: Invalid URL`);
    if (url('username') !== '' || url('password') !== '') {
      throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
    }
    return url('href');
  };

  class Request {
    #method = 'GET';
    #url;
    #headers;
    #body = null;
    #redirect = 'follow';
    #keepalive = false;
    #integrity = '';
    #cf;
    #signal = null;
    #follows = null; // ends the signal, which is created at its first use
    #reply = null; // of a received request: the host's side, which tells whether the client has disconnected

    constructor(input, init = {}) {
      if (input === RECEIVED) return;
      if (arguments.length === 0)
        throw new TypeError("Failed to construct 'Request': 1 argument required, but only 0 present.");
      const options = init === null ? {} : init;
      const from = input instanceof Request ? input : null;
      if (from !== null) this.#copyOf(from);
      else this.#url = urlOf(input);
      if (options.method !== undefined) this.#method = methodOf(options.method);
      if (options.redirect !== undefined) {
        if (!['follow', 'manual'].includes(options.redirect)) {
          throw new TypeError(
            `Invalid redirect value, must be one of "follow" or "manual" (the edge knows no "error"), not ${JSON.stringify(options.redirect)}.`,
          );
        }
        this.#redirect = options.redirect;
      }
      if (options.keepalive !== undefined) this.#keepalive = !!options.keepalive;
      if (options.integrity !== undefined) this.#integrity = `${options.integrity}`;
      if (options.cf !== undefined) this.#cf = options.cf;
      if (options.signal !== undefined) this.#setSignal(options.signal);
      this.#headers =
        options.headers !== undefined
          ? new Headers(options.headers)
          : from !== null
            ? copy(from.#headers)
            : new Headers();
      this.#setBody(options.body, from);
    }
    #copyOf(from) {
      this.#url = from.#url;
      this.#method = from.#method;
      this.#redirect = from.#redirect;
      this.#keepalive = from.#keepalive;
      this.#integrity = from.#integrity;
      this.#cf = from.#cf;
      if (from.#signal !== null || from.#follows !== null || from.#reply !== null) this.#follows = from.signal;
    }
    #setSignal(signal) {
      if (signal !== null && !(signal instanceof host.part('abort').AbortSignal)) {
        throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
      }
      this.#follows = signal;
    }
    #setBody(init, from) {
      const given = init !== undefined && init !== null;
      const inherited = from !== null && from.#body !== null && init === undefined;
      if ((given || inherited) && (this.#method === 'GET' || this.#method === 'HEAD')) {
        throw new TypeError('Request with a GET or HEAD method cannot have a body.');
      }
      if (given) {
        const { body, type } = extract(init);
        this.#body = body;
        if (type !== null && !this.#headers.has('content-type')) this.#headers.append('content-type', type);
      } else if (inherited) {
        this.#body = from.#body.take();
      }
    }

    get method() {
      return this.#method;
    }
    get url() {
      return this.#url;
    }
    get headers() {
      return this.#headers;
    }
    get redirect() {
      return this.#redirect;
    }
    get keepalive() {
      return this.#keepalive;
    }
    get integrity() {
      return this.#integrity;
    }
    get cf() {
      return this.#cf;
    }
    get signal() {
      if (this.#signal === null) {
        const { AbortSignal, AbortController } = host.part('abort');
        if (this.#reply !== null) {
          const controller = new AbortController();
          this.#signal = controller.signal;
          host.watch(this.#reply, () => controller.abort());
        } else {
          this.#signal = AbortSignal.any(this.#follows === null ? [] : [this.#follows]);
        }
      }
      return this.#signal;
    }
    clone() {
      const body = this.#body === null ? null : this.#body.clone();
      const copied = new Request(RECEIVED);
      copied.#copyOf(this);
      copied.#headers = copy(this.#headers);
      copied.#body = body;
      return copied;
    }
    get [Symbol.toStringTag]() {
      return 'Request';
    }

    static {
      internals = {
        bodyOf: (request) => request.#body,
        // signalOf is the signal that aborts a fetch, or null.
        signalOf: (request) => (request.#signal !== null ? request.#signal : request.#follows),
        // incoming creates a received request. The host has checked it.
        incoming(method, url, headers, bytes, reply) {
          const request = new Request(RECEIVED);
          request.#url = url; // as sent, since senders sign that form
          request.#method = method;
          request.#headers = received(headers);
          request.#redirect = 'manual'; // as on the edge: if passed on, the client follows redirects
          request.#reply = reply;
          if (bytes !== null) request.#body = new Body({ bytes: new Uint8Array(bytes) });
          return request;
        },
      };
      mixin(Request.prototype, internals.bodyOf);
    }
  }
  return { Request, ...internals };
});
