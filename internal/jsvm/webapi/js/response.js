// Response.
(function (host) {
  const { Headers, copy, received, freeze } = host.part('headers');
  const { Body, extract, mixin } = host.part('body');
  const NULL_BODY = [101, 204, 205, 304];
  const REDIRECTS = [301, 302, 303, 307, 308];
  let internals;

  const statusOf = (status) => {
    const number = Math.trunc(Number(status)) || 0;
    if (number < 200 || number > 599) {
      throw new RangeError(
        `Responses may only be constructed with status codes in the range 200 to 599, inclusive; not ${String(status)}.`,
      );
    }
    return number;
  };

  class Response {
    #status = 200;
    #statusText = '';
    #headers;
    #body = null;
    #url = '';
    #type = 'default';
    #redirected = false;
    #cf;

    constructor(body = null, init = {}) {
      const options = init === null ? {} : init;
      if (typeof options !== 'object' && typeof options !== 'function') {
        throw new TypeError("Failed to construct 'Response': The provided value is not of type 'ResponseInit'.");
      }
      const { status, statusText, headers, cf } = options;
      if (status !== undefined) this.#status = statusOf(status);
      if (statusText !== undefined) {
        this.#statusText = `${statusText}`;
        if (/[^\t\x20-\x7e\x80-\xff]/.test(this.#statusText)) throw new TypeError('Invalid statusText');
      }
      this.#cf = cf;
      this.#headers = new Headers(headers === null ? undefined : headers);
      if (body === null || body === undefined) return;
      if (NULL_BODY.includes(this.#status)) {
        throw new TypeError(`Response with null body status (${NULL_BODY.join(', ')}) cannot have a body.`);
      }
      const extracted = extract(body);
      this.#body = extracted.body;
      if (extracted.type !== null && !this.#headers.has('content-type'))
        this.#headers.append('content-type', extracted.type);
    }

    static json(data, init = {}) {
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError('Value is not JSON serializable');
      const response = new Response(text, init);
      if (!new Headers((init === null ? {} : init).headers || undefined).has('content-type')) {
        response.#headers.set('content-type', 'application/json');
      }
      return response;
    }
    static error() {
      const response = new Response();
      response.#status = 0;
      response.#type = 'error';
      freeze(response.#headers);
      return response;
    }
    static redirect(url, status = 302) {
      const parsed = host.part('url').parse(`${url}`);
      if (parsed === undefined) throw new TypeError(`Unable to parse URL: ${url}`);
      if (!REDIRECTS.includes(Number(status)))
        throw new RangeError(`Invalid redirect status: ${status}; it must be one of ${REDIRECTS.join(', ')}.`);
      const response = new Response(null, { status, headers: { location: parsed('href') } });
      freeze(response.#headers);
      return response;
    }

    get status() {
      return this.#status;
    }
    get statusText() {
      return this.#statusText;
    }
    get ok() {
      return this.#status >= 200 && this.#status <= 299;
    }
    get headers() {
      return this.#headers;
    }
    get url() {
      return this.#url;
    }
    get type() {
      return this.#type;
    }
    get redirected() {
      return this.#redirected;
    }
    get cf() {
      return this.#cf;
    }
    clone() {
      const body = this.#body === null ? null : this.#body.clone();
      const copied = new Response();
      copied.#status = this.#status;
      copied.#statusText = this.#statusText;
      copied.#headers = copy(this.#headers);
      copied.#body = body;
      copied.#url = this.#url;
      copied.#type = this.#type;
      copied.#redirected = this.#redirected;
      copied.#cf = this.#cf;
      return copied;
    }
    get [Symbol.toStringTag]() {
      return 'Response';
    }

    static {
      internals = {
        is: (value) => {
          try {
            return value.#status !== undefined;
          } catch {
            return false;
          }
        },
        bodyOf: (response) => response.#body,
        // incoming creates the response to a fetch.
        incoming({ status, statusText, headers, url, redirected, body }) {
          const response = new Response();
          response.#status = status;
          response.#statusText = statusText;
          response.#headers = received(headers);
          response.#url = url;
          response.#type = 'basic';
          response.#redirected = redirected;
          if (body !== null && !NULL_BODY.includes(status)) response.#body = new Body({ incoming: body });
          return response;
        },
      };
      mixin(Response.prototype, internals.bodyOf);
    }
  }
  return { Response, ...internals };
});
