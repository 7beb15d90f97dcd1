var __svc_state = (() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // src/host/state.ts
  var state_exports = {};
  __export(state_exports, {
    serve: () => serve
  });

  // src/platform/bytes.ts
  var utf8 = new TextEncoder();

  // src/protocol/actor.ts
  var ACTOR_PROTOCOL = 1;
  var ActorError = class extends Error {
    code;
    constructor(code, message) {
      super(message);
      this.name = "ActorError";
      this.code = code;
    }
  };
  function readAnswer(answer) {
    const { v, e } = JSON.parse(answer);
    if (e !== void 0) {
      throw new ActorError(e.code, e.message);
    }
    return v;
  }

  // src/actors/core/store.ts
  var MAX_KEY_BYTES = 2048;
  var MAX_VALUE_BYTES = 1048576;
  var MAX_SHOWN = 100;
  var MAX_LIMIT = 2 ** 31 - 1;
  function actorStore(texts) {
    return {
      get(key) {
        const text = texts.get(checkKey(key));
        return text === void 0 ? void 0 : JSON.parse(text);
      },
      put(key, value, what) {
        texts.put(checkKey(key), valueText(what ?? `the value of ${JSON.stringify(key)}`, value));
      },
      delete: (key) => texts.delete(checkKey(key)),
      list: (options) => list(texts, options),
      transaction: (fn) => transaction(texts, fn)
    };
  }
  function list(texts, { prefix = "", start = "", limit } = {}) {
    if (limit !== void 0 && !(Number.isInteger(limit) && limit >= 0)) {
      throw new ActorError("invalid_limit", `invalid list limit ${shown(limit)}: expected a whole number, 0 or greater`);
    }
    if (hasLoneSurrogate(prefix) || hasLoneSurrogate(start)) {
      throw new ActorError("invalid_prefix", "invalid prefix or start of a list: it contains a lone surrogate");
    }
    if (limit === 0) {
      return [];
    }
    return texts.list(prefix, start, Math.min(limit ?? 0, MAX_LIMIT)).map(([key, text]) => [key, JSON.parse(text)]);
  }
  function transaction(texts, fn) {
    return texts.transaction(() => {
      const result = fn();
      if (result instanceof Promise) {
        throw new TypeError("transactions are synchronous: the function must not return a promise");
      }
      return result;
    });
  }
  function checkKey(key, limit = MAX_KEY_BYTES) {
    if (typeof key !== "string" || key === "") {
      throw new ActorError("invalid_key", "invalid store key: expected a string that is not empty");
    }
    if (hasLoneSurrogate(key)) {
      throw new ActorError("invalid_key", "invalid store key: it contains a lone surrogate");
    }
    const size = utf8Size(key, limit);
    if (size > limit) {
      throw new ActorError("invalid_key", `invalid store key of ${size} bytes: the limit is ${limit} bytes`);
    }
    return key;
  }
  function valueText(what, value) {
    const text = JSON.stringify(value);
    if (text === void 0) {
      throw new ActorError("invalid_value", `${what} cannot be stored as JSON; to remove a key, use delete`);
    }
    const size = utf8Size(text, MAX_VALUE_BYTES);
    if (size > MAX_VALUE_BYTES) {
      throw new ActorError(
        "value_too_large",
        `${what} is too large: it has ${size} bytes of JSON, and the limit is ${MAX_VALUE_BYTES} bytes`
      );
    }
    return text;
  }
  var decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  function shown(value) {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\u2026` : text;
  }
  function hasLoneSurrogate(text) {
    return /[\ud800-\udfff]/.test(text) && text !== decoder.decode(utf8.encode(text));
  }
  function utf8Size(text, limit) {
    return text.length * 3 <= limit ? text.length * 3 : utf8.encode(text).length;
  }

  // src/host/background.ts
  var pending = /* @__PURE__ */ new Set();
  function waitUntil(promise) {
    const settled2 = promise.then(forget, forget);
    function forget() {
      pending.delete(settled2);
    }
    pending.add(settled2);
  }
  async function settled() {
    while (pending.size > 0) {
      await Promise.all(pending);
    }
    return "";
  }

  // src/host/bound-texts.ts
  function boundTexts(className, name) {
    const request = (more) => JSON.stringify({ class: className, name, ...more });
    return {
      get: (key) => __svc_store_get(request({ key })) || void 0,
      // a stored text is never empty
      put: (key, value) => void __svc_store_put(request({ key, value })),
      delete: (key) => __svc_store_delete(request({ key })) === "true",
      list: (prefix, start, limit) => JSON.parse(__svc_store_list(request({ prefix, start, limit }))),
      transaction(fn) {
        __svc_store_transaction("begin");
        let result;
        try {
          result = fn();
        } catch (error) {
          __svc_store_transaction("rollback");
          throw error;
        }
        __svc_store_transaction("commit");
        return result;
      }
    };
  }

  // src/host/state.ts
  function serve(app, more = {}) {
    const env = Object.freeze(JSON.parse(__svc_host_env("")));
    let process;
    const tables = { ...app.actors, ...more };
    const actors = /* @__PURE__ */ new Map();
    function actorAt({ class: className, name }) {
      const id = `${className}/${name}`;
      const known = actors.get(id);
      if (known !== void 0) {
        return known;
      }
      const table = Object.hasOwn(tables, className) ? tables[className] : void 0;
      if (table === void 0) {
        throw new Error(`unknown actor class ${JSON.stringify(className)}`);
      }
      const opened = app.openActor(table, platformOf(className, name), env, app.parts);
      actors.set(id, opened);
      return opened;
    }
    function platformOf(className, name) {
      const { now, fetch: fetch2, actor, worker } = host;
      const store = actorStore(boundTexts(className, name));
      const setAlarm = (at) => void __svc_store_alarm(JSON.stringify({ class: className, name, at }));
      process ??= crypto.randomUUID();
      return {
        className,
        name,
        process,
        store,
        setAlarm,
        now,
        fetch: fetch2,
        actor,
        worker,
        log: actorLog(`${className} ${name}`)
      };
    }
    const host = {
      isShared: false,
      now: () => Date.now(),
      fetch: (input, init) => fetch(input, init),
      log(line) {
        __svc_host_log(JSON.stringify(line));
      },
      observe(observation) {
        __svc_host_observe(JSON.stringify(observation));
      },
      async actor(className, name, method, args) {
        const address = { class: className, name };
        return readAnswer(await actorAt(address).call(ACTOR_PROTOCOL, method, JSON.stringify(args ?? null)));
      },
      async worker(name, step, args) {
        return readAnswer(await __svc_host_worker(JSON.stringify({ worker: name, step, args })));
      }
    };
    globalThis.__svc_fetch = (request) => app.fetch(request, env, { host, waitUntil });
    globalThis.__svc_settled = settled;
    globalThis.__svc_actor = async (json) => {
      const call = JSON.parse(json);
      try {
        return await actorAt(call).call(call.protocol, call.method, JSON.stringify(call.args ?? null));
      } catch (error) {
        return fault(call, app.describeThrown(error));
      }
    };
    globalThis.__svc_alarm = async (json) => {
      const address = JSON.parse(json);
      try {
        await actorAt(address).alarm();
        return JSON.stringify({ v: null });
      } catch (error) {
        return fault(address, app.describeThrown(error));
      }
    };
  }
  function fault({ class: className, name }, { message, stack }) {
    actorLog(`${className} ${name}`)("error", message, { stack });
    return JSON.stringify({ e: { code: "actor_error", message: "the actor cannot be used; see its log" } });
  }
  function actorLog(origin) {
    return (level, message, fields) => {
      const line = { at: Date.now(), level, message, worker: origin, capabilityId: null, kind: null, invocation: "" };
      __svc_host_log(JSON.stringify({ ...line, ...fields !== void 0 && { fields } }));
    };
  }
  return __toCommonJS(state_exports);
})();
