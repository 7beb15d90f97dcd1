// Modules of Node by name. A module's script runs when it is first required.
(function (host) {
  const modules = Object.create(null);

  // A function or class that the engine lacks. It throws when it is called or constructed, so that a package can name
  // it while it loads. Its members are such functions, too.
  const absent = (name) => {
    const members = Object.create(null);
    const target = function () {
      throw host.missing(name);
    };
    Object.defineProperty(target, 'name', { value: name.slice(name.lastIndexOf('.') + 1), configurable: true });
    return new Proxy(target, {
      get(_, key, receiver) {
        if (typeof key === 'symbol' || key === 'then' || key in target) return Reflect.get(target, key, receiver);
        members[key] ??= absent(`${name}.${key}`);
        return members[key];
      },
    });
  };

  // Adds the members that a module lacks.
  const partial = (module, exports) => {
    for (const name of host.members(module)) {
      if (!(name in exports)) exports[name] = absent(`${module}.${name}`);
    }
    return exports;
  };

  // What a script takes from the engine, beside its functions.
  const engine = {
    ...host,
    npm: (name) => host.npmScript(name)(load),
    inspect: (value) => host.part('console').inspect(value),
    format: (...args) => host.part('console').format(args),
    webTimers: () => host.part('timers'),
    env: () => JSON.parse(globalThis.__svc_host_env?.() ?? '{}'),
  };

  const load = (name) => {
    if (name in modules) return modules[name];
    const script = host.script(name);
    modules[name] = partial(name, script === undefined ? {} : script(load, engine));
    return modules[name];
  };

  const timers = () => load('timers');
  return {
    __svc_node: load,
    get Buffer() {
      return load('buffer').Buffer;
    },
    get process() {
      return load('process');
    },
    get setTimeout() {
      return timers().setTimeout;
    },
    get setInterval() {
      return timers().setInterval;
    },
    get setImmediate() {
      return timers().setImmediate;
    },
    get clearImmediate() {
      return timers().clearImmediate;
    },
    global: globalThis,
  };
});
