// inspect: a value as text, in the format of Node and the edge.
(function () {
  const LINE = 72; // maximum length of an object on one line, in characters, as in Node
  const MAX_ITEMS = 100; // shown elements of an array, map or set
  const MAX_DEPTH = 2; // shown levels below the first
  const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

  const quote = (text) => {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes('`') ? '`' : "'";
    const escaped = text.replace(/[\\\u0000-\u001f\u007f]/g, (c) => {
      const short = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r', '\b': '\\b', '\f': '\\f', '\v': '\\v' }[c];
      return short === undefined ? `\\x${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : short;
    });
    return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
  };

  const primitive = (value) => {
    switch (typeof value) {
      case 'string':
        return quote(value);
      case 'bigint':
        return `${value}n`;
      case 'symbol':
        return value.toString();
      case 'number':
        return Object.is(value, -0) ? '-0' : `${value}`;
      default:
        return `${value}`;
    }
  };

  const nameOf = (object) => {
    for (let proto = Object.getPrototypeOf(object); proto !== null; proto = Object.getPrototypeOf(proto)) {
      const made = Object.getOwnPropertyDescriptor(proto, 'constructor');
      if (made !== undefined && typeof made.value === 'function' && made.value.name !== '') return made.value.name;
    }
    return null;
  };

  const keyText = (key) => (typeof key === 'symbol' ? `[${key.toString()}]` : identifier.test(key) ? key : quote(key));

  const propertyText = (object, key, show) => {
    const d = Object.getOwnPropertyDescriptor(object, key);
    if (d.get !== undefined) return d.set !== undefined ? '[Getter/Setter]' : '[Getter]';
    if (d.set !== undefined) return '[Setter]';
    return show(d.value);
  };

  const errorText = (error) => {
    let text = '';
    try {
      text = `${error.stack || ''}`.trimEnd();
    } catch {
      text = '';
    }
    const head = `${error.name}${error.message ? `: ${error.message}` : ''}`;
    if (text === '') return `[${head}]`;
    // The stack lacks a name that was set after the error was created.
    return text.startsWith(head) ? text : text.replace(/^[^\n]*/, head);
  };

  const isIndex = (key) => typeof key === 'string' && /^(0|[1-9][0-9]{0,9})$/.test(key);

  // parts returns the text before the braces, the items inside, the keys that they cover, and the braces.
  const parts = (value, show, promise) => {
    const name = nameOf(value);
    const tag = name === null ? '[Object: null prototype] ' : name === 'Object' ? '' : `${name} `;
    const more = (all) =>
      all > MAX_ITEMS ? [`... ${all - MAX_ITEMS} more item${all - MAX_ITEMS > 1 ? 's' : ''}`] : [];
    if (Array.isArray(value)) {
      const items = [];
      for (let i = 0; i < Math.min(value.length, MAX_ITEMS); i++) {
        items.push(i in value ? propertyText(value, i, show) : '<1 empty item>');
      }
      return {
        head: name === 'Array' ? '' : `${name}(${value.length}) `,
        items: [...items, ...more(value.length)],
        skip: isIndex,
        open: '[',
        close: ']',
      };
    }
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      const items = Array.from(value.subarray(0, MAX_ITEMS), primitive);
      return {
        head: `${name}(${value.length}) `,
        items: [...items, ...more(value.length)],
        skip: isIndex,
        open: '[',
        close: ']',
      };
    }
    if (value instanceof ArrayBuffer) {
      const hex = Array.from(new Uint8Array(value).subarray(0, MAX_ITEMS / 2), (b) =>
        b.toString(16).padStart(2, '0'),
      ).join(' ');
      const rest = value.byteLength > MAX_ITEMS / 2 ? ` ... ${value.byteLength - MAX_ITEMS / 2} more bytes` : '';
      return { head: tag, items: [`[Uint8Contents]: <${hex}${rest}>`, `byteLength: ${value.byteLength}`] };
    }
    if (value instanceof Map) {
      return {
        head: `${name}(${value.size}) `,
        items: [...value]
          .slice(0, MAX_ITEMS)
          .map(([k, v]) => `${show(k)} => ${show(v)}`)
          .concat(more(value.size)),
      };
    }
    if (value instanceof Set) {
      return {
        head: `${name}(${value.size}) `,
        items: [...value]
          .slice(0, MAX_ITEMS)
          .map((v) => show(v))
          .concat(more(value.size)),
      };
    }
    if (value instanceof Promise) {
      const [state, result] = promise(value);
      return {
        head: tag,
        items: [state === 'pending' ? '<pending>' : state === 'rejected' ? `<rejected> ${show(result)}` : show(result)],
      };
    }
    if (value instanceof WeakMap || value instanceof WeakSet) return { head: tag, items: ['<items unknown>'] };
    return { head: tag, items: [] };
  };

  // whole handles values that are one word unless they have own properties.
  const whole = (value) => {
    if (typeof value === 'function') {
      const isClass = /^class\b/.test(Function.prototype.toString.call(value));
      return `[${isClass ? 'class' : nameOf(value) || 'Function'}${value.name ? `${isClass ? ' ' : ': '}${value.name}` : ' (anonymous)'}]`;
    }
    if (value instanceof Error) return errorText(value);
    if (value instanceof RegExp) return RegExp.prototype.toString.call(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    for (const [type, name] of [
      [String, 'String'],
      [Number, 'Number'],
      [Boolean, 'Boolean'],
    ]) {
      if (value instanceof type) return `[${name}: ${primitive(value.valueOf())}]`;
    }
    return undefined;
  };

  // shown are the getters that represent the state of web API objects.
  const shown = {
    Headers: (v) => [...v].map(([k, x]) => `${keyText(k)}: ${quote(x)}`),
    URLSearchParams: (v) => [...v].map(([k, x]) => `${quote(k)} => ${quote(x)}`),
    FormData: (v) => [...v].map(([k, x]) => `${quote(k)} => ${typeof x === 'string' ? quote(x) : '[File]'}`),
    URL: [
      'href',
      'origin',
      'protocol',
      'username',
      'password',
      'host',
      'hostname',
      'port',
      'pathname',
      'search',
      'hash',
    ],
    Request: ['method', 'url', 'headers', 'redirect', 'bodyUsed'],
    Response: ['status', 'statusText', 'headers', 'ok', 'bodyUsed', 'url'],
    Blob: ['size', 'type'],
    File: ['name', 'size', 'type', 'lastModified'],
    AbortSignal: ['aborted'],
    Event: ['type', 'defaultPrevented', 'timeStamp'],
    ReadableStream: ['locked'],
  };
  const apiItems = (value, show) => {
    const tag = value[Symbol.toStringTag];
    if (typeof tag !== 'string' || !Object.hasOwn(shown, tag)) return [];
    const how = shown[tag];
    return typeof how === 'function' ? how(value) : how.map((key) => `${key}: ${show(value[key])}`);
  };

  const join = (head, open, items, close, indent) => {
    if (items.length === 0) return `${head}${open}${close}`;
    const size = items.reduce((n, item) => n + item.length + 2, head.length);
    if (size <= LINE && !items.some((item) => item.includes('\n'))) {
      return `${head}${open} ${items.join(', ')} ${close}`;
    }
    const pad = ' '.repeat(indent + 2);
    return `${head}${open}\n${items.map((item) => pad + item).join(',\n')}\n${' '.repeat(indent)}${close}`;
  };

  return {
    inspect(root, promise) {
      const path = [];
      const visit = (value, depth) => {
        if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return primitive(value);
        if (path.includes(value)) return '[Circular *1]';
        const word = whole(value);
        if (depth > MAX_DEPTH && word === undefined) {
          return Array.isArray(value) ? '[Array]' : `[${nameOf(value) || 'Object: null prototype'}]`;
        }
        path.push(value);
        try {
          const show = (inner) => visit(inner, depth + 1);
          const {
            head,
            items,
            skip = () => false,
            open = '{',
            close = '}',
          } = word === undefined ? parts(value, show, promise) : { head: `${word} `, items: [] };
          const inner = [...items];
          try {
            inner.push(...apiItems(value, show));
          } catch {
            /* a class that only looks like one of ours */
          }
          for (const key of Reflect.ownKeys(value)) {
            const d = Object.getOwnPropertyDescriptor(value, key);
            const cause = key === 'cause' && value instanceof Error;
            if (d === undefined || (!d.enumerable && !cause) || skip(key)) continue;
            inner.push(`${cause ? '[cause]' : keyText(key)}: ${propertyText(value, key, show)}`);
          }
          if (word !== undefined && inner.length === 0) return word;
          return join(head, open, inner, close, depth * 2);
        } finally {
          path.pop();
        }
      };
      return visit(root, 0);
    },
  };
});
