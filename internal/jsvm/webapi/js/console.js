// console: formats its arguments and writes one message per call.
(function (host) {
  let indent = '';
  const counts = new Map();
  const timers = new Map();
  // Logging a value whose getters or proxies throw must not throw.
  const inspect = (value) => {
    try {
      return host.part('inspect').inspect(value, host.promise);
    } catch {
      return '[value that cannot be shown]';
    }
  };
  const show = (value) => (typeof value === 'string' ? value : inspect(value));

  const directives = {
    s: (v) =>
      typeof v === 'object' && v !== null
        ? inspect(v)
        : typeof v === 'bigint'
          ? `${v}n`
          : Object.is(v, -0)
            ? '-0'
            : String(v),
    d: (v) =>
      typeof v === 'object' ? 'NaN' : typeof v === 'bigint' ? `${v}n` : typeof v === 'symbol' ? 'NaN' : `${Number(v)}`,
    i: (v) => (typeof v === 'object' || typeof v === 'symbol' ? 'NaN' : `${parseInt(v, 10)}`),
    f: (v) => (typeof v === 'symbol' ? 'NaN' : `${parseFloat(v)}`),
    j: (v) => {
      try {
        return JSON.stringify(v);
      } catch {
        return '[Circular]';
      }
    },
    o: inspect,
    O: inspect,
    c: () => '',
  };

  const format = (args) => {
    let first = 0;
    let text = '';
    if (typeof args[0] === 'string' && args.length > 1) {
      first = 1;
      text = args[0].replace(/%([sdifjoOc%])/g, (whole, letter) => {
        if (letter === '%') return '%';
        return first < args.length ? directives[letter](args[first++]) : whole;
      });
    } else if (args.length > 0) {
      first = 1;
      text = show(args[0]);
    }
    for (; first < args.length; first++) text += ` ${show(args[first])}`;
    return text;
  };
  const write = (level, text) =>
    host.write(level, indent === '' ? text : indent + text.replaceAll('\n', `\n${indent}`));
  const at =
    (level) =>
    (...args) =>
      write(level, format(args));

  const elapsed = (label) => {
    const milliseconds = host.now() - timers.get(label);
    return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(3)}s` : `${Number(milliseconds.toFixed(3))}ms`;
  };
  const time = (label, args, end) => {
    if (!timers.has(label)) return write('warn', `Timer '${label}' does not exist`);
    write('log', `${label}: ${elapsed(label)}${args.length > 0 ? ` ${format(args)}` : ''}`);
    if (end) timers.delete(label);
  };

  const console = {
    log: at('log'),
    info: at('info'),
    debug: at('debug'),
    warn: at('warn'),
    error: at('error'),
    dir: (value) => write('log', inspect(value)),
    dirxml: at('log'),
    table: (value) => write('log', inspect(value)),
    trace: (...args) =>
      write(
        'log',
        `Trace${args.length > 0 ? `: ${format(args)}` : ''}${new Error().stack.replace(/^[^\n]*/, '').trimEnd()}`,
      ),
    assert: (ok, ...args) => {
      if (ok) return;
      if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
      else args.unshift('Assertion failed');
      write('error', format(args));
    },
    group: (...args) => {
      if (args.length > 0) write('log', format(args));
      indent += '  ';
    },
    groupCollapsed: (...args) => console.group(...args),
    groupEnd: () => {
      indent = indent.slice(2);
    },
    count: (label = 'default') => {
      counts.set(`${label}`, (counts.get(`${label}`) || 0) + 1);
      write('log', `${label}: ${counts.get(`${label}`)}`);
    },
    countReset: (label = 'default') => {
      counts.delete(`${label}`);
    },
    time: (label = 'default') => {
      if (!timers.has(`${label}`)) timers.set(`${label}`, host.now());
    },
    timeLog: (label = 'default', ...args) => time(`${label}`, args, false),
    timeEnd: (label = 'default') => time(`${label}`, [], true),
    clear: () => {},
  };
  return { console, inspect, format };
});
