// DOMException: the error class of the web APIs.
(function () {
  const codes = {
    IndexSizeError: 1,
    HierarchyRequestError: 3,
    WrongDocumentError: 4,
    InvalidCharacterError: 5,
    NoModificationAllowedError: 7,
    NotFoundError: 8,
    NotSupportedError: 9,
    InUseAttributeError: 10,
    InvalidStateError: 11,
    SyntaxError: 12,
    InvalidModificationError: 13,
    NamespaceError: 14,
    InvalidAccessError: 15,
    TypeMismatchError: 17,
    SecurityError: 18,
    NetworkError: 19,
    AbortError: 20,
    URLMismatchError: 21,
    QuotaExceededError: 22,
    TimeoutError: 23,
    InvalidNodeTypeError: 24,
    DataCloneError: 25,
  };

  class DOMException extends Error {
    #name;
    constructor(message = '', options = 'Error') {
      super(`${message}`);
      if (typeof options === 'object' && options !== null) {
        this.#name = `${options.name === undefined ? 'Error' : options.name}`;
        if ('cause' in options) {
          Object.defineProperty(this, 'cause', { value: options.cause, configurable: true, writable: true });
        }
      } else {
        this.#name = `${options}`;
      }
    }
    get name() {
      return this.#name;
    }
    get code() {
      return Object.hasOwn(codes, this.#name) ? codes[this.#name] : 0;
    }
    get [Symbol.toStringTag]() {
      return 'DOMException';
    }
  }
  for (const name of Object.keys(codes)) {
    const constant = `${name
      .replace(/Error$/, '')
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toUpperCase()}_ERR`;
    const descriptor = { value: codes[name], enumerable: true };
    Object.defineProperty(DOMException, constant, descriptor);
    Object.defineProperty(DOMException.prototype, constant, descriptor);
  }
  return { DOMException };
});
