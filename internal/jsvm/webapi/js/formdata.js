// FormData and its two serializations.
(function (host) {
  const { Blob, File, bytesOf, join } = host.part('blob');
  const { encode, utf8 } = host.part('encoding');
  let listOf; // [[name, value], ...]

  const entryOf = (given, method, name, value, filename) => {
    if (given < 2)
      throw new TypeError(
        `Failed to execute '${method}' on 'FormData': 2 arguments required, but only ${given} present.`,
      );
    if (!(value instanceof Blob)) {
      if (given > 2)
        throw new TypeError(`Failed to execute '${method}' on 'FormData': parameter 2 is not of type 'Blob'.`);
      return [`${name}`, `${value}`];
    }
    if (value instanceof File && filename === undefined) return [`${name}`, value];
    const called = filename !== undefined ? `${filename}` : 'blob';
    const lastModified = value instanceof File ? value.lastModified : undefined;
    return [`${name}`, new File([value], called, { type: value.type, lastModified })];
  };

  class FormData {
    #list = [];
    constructor(form) {
      if (form !== undefined)
        throw new TypeError("Failed to construct 'FormData': parameter 1 is not of type 'HTMLFormElement'.");
    }
    append(name, value, filename) {
      this.#list.push(entryOf(arguments.length, 'append', name, value, filename));
    }
    delete(name) {
      this.#list = this.#list.filter(([key]) => key !== `${name}`);
    }
    get(name) {
      const found = this.#list.find(([key]) => key === `${name}`);
      return found === undefined ? null : found[1];
    }
    getAll(name) {
      return this.#list.filter(([key]) => key === `${name}`).map(([, value]) => value);
    }
    has(name) {
      return this.#list.some(([key]) => key === `${name}`);
    }
    set(name, value, filename) {
      const entry = entryOf(arguments.length, 'set', name, value, filename);
      const at = this.#list.findIndex(([key]) => key === entry[0]);
      if (at < 0) {
        this.#list.push(entry);
        return;
      }
      this.#list = this.#list.filter(([key], i) => key !== entry[0] || i === at);
      this.#list[at] = entry;
    }
    forEach(callback, thisArg) {
      for (const [name, value] of this) callback.call(thisArg, value, name, this);
    }
    *entries() {
      for (let i = 0; i < this.#list.length; i++) yield [...this.#list[i]];
    }
    *keys() {
      for (const [name] of this) yield name;
    }
    *values() {
      for (const [, value] of this) yield value;
    }
    get [Symbol.toStringTag]() {
      return 'FormData';
    }
    static {
      listOf = (form) => form.#list;
    }
  }
  Object.defineProperty(FormData.prototype, Symbol.iterator, {
    value: FormData.prototype.entries,
    writable: true,
    configurable: true,
  });

  const lines = (text) => text.replace(/\r\n?|\n/g, '\r\n');
  const escape = (name) => name.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22');

  // toMultipart returns the body and the boundary.
  const toMultipart = (form) => {
    const boundary = `----formdata-${host.part('crypto').crypto.randomUUID()}`;
    const pieces = [];
    for (const [name, value] of listOf(form)) {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escape(lines(name))}"`;
      if (typeof value === 'string') pieces.push(encode(`${head}\r\n\r\n${lines(value)}\r\n`));
      else {
        const type = value.type === '' ? 'application/octet-stream' : value.type;
        pieces.push(
          encode(`${head}; filename="${escape(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`),
          bytesOf(value),
          encode('\r\n'),
        );
      }
    }
    pieces.push(encode(`--${boundary}--\r\n`));
    return { bytes: join(pieces), boundary };
  };

  const broken = (why) => new TypeError(`the body is not valid multipart/form-data: ${why}`);

  const find = (bytes, wanted, from) => {
    for (let at = bytes.indexOf(wanted[0], from); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) {
      let i = 1;
      while (i < wanted.length && bytes[at + i] === wanted[i]) i++;
      if (i === wanted.length) return at;
    }
    return -1;
  };

  const unescape = (text) => text.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
  const parameter = (header, name) => {
    const found = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(header);
    return found === null ? undefined : unescape(found[1]);
  };

  const addPart = (form, bytes) => {
    const split = find(bytes, encode('\r\n\r\n'), 0);
    if (split < 0) throw broken('a part has no end of its headers');
    const headers = new Map();
    for (const line of utf8(bytes.subarray(0, split)).split('\r\n')) {
      const colon = line.indexOf(':');
      if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
    const disposition = headers.get('content-disposition') || '';
    const name = parameter(disposition, 'name');
    if (name === undefined) throw broken('a part has no name');
    const content = bytes.slice(split + 4);
    const filename = parameter(disposition, 'filename');
    if (filename === undefined) form.append(name, utf8(content));
    else form.append(name, new File([content], filename, { type: headers.get('content-type') || 'text/plain' }));
  };

  const fromMultipart = (bytes, boundary) => {
    const form = new FormData();
    const mark = encode(`--${boundary}`);
    let at = find(bytes, mark, 0);
    if (at < 0) throw broken('it does not begin with its boundary');
    const next = join([encode('\r\n'), mark]);
    for (;;) {
      at += mark.length;
      if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) return form; // "--" ends the last part
      while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
      if (bytes[at] !== 0x0d || bytes[at + 1] !== 0x0a) throw broken('a boundary is followed by other text');
      const end = find(bytes, next, at);
      if (end < 0) throw broken('it ends before its last boundary');
      addPart(form, bytes.subarray(at + 2, end));
      at = end + 2;
    }
  };

  // parse parses a body of the given content type.
  const parse = (bytes, contentType) => {
    const type = contentType.split(';')[0].trim().toLowerCase();
    if (type === 'application/x-www-form-urlencoded') {
      const form = new FormData();
      for (const [name, value] of new (host.part('url').URLSearchParams)(utf8(bytes))) form.append(name, value);
      return form;
    }
    const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
    if (type !== 'multipart/form-data' || boundary === null) {
      throw new TypeError(
        `the content type must be multipart/form-data with a boundary, or application/x-www-form-urlencoded; it is ${JSON.stringify(contentType)}`,
      );
    }
    return fromMultipart(bytes, boundary[1] || boundary[2]);
  };
  return { FormData, toMultipart, parse };
});
