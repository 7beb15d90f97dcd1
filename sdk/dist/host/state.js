var __svc_state = (() => {
  // src/actors/actor.ts
  var ACTOR_PROTOCOL = 1;
  var ActorError = class extends Error {
    code;
    constructor(code, message) {
      super(message);
      this.name = "ActorError";
      this.code = code;
    }
  };
  function isActorError(error) {
    return error instanceof Error && error.name === "ActorError";
  }
  async function answerCall(actor, protocol, method, args, onFault) {
    try {
      if (protocol !== ACTOR_PROTOCOL) {
        throw new ActorError(
          "protocol_unsupported",
          `the actor speaks protocol ${ACTOR_PROTOCOL}, the caller ${protocol}; deploy both again`
        );
      }
      if (!Object.hasOwn(actor.methods, method)) {
        throw new ActorError("unknown_method", `the actor has no method ${JSON.stringify(method)}`);
      }
      const value = await actor.methods[method]?.(args);
      return JSON.stringify({ v: value ?? null });
    } catch (error) {
      if (isActorError(error)) {
        return JSON.stringify({ e: { code: error.code, message: error.message } });
      }
      onFault(method, error);
      return JSON.stringify({
        e: { code: "actor_error", message: `the actor failed in ${method}; its log has the error` }
      });
    }
  }

  // src/actors/install.ts
  var HANDLER = "s/";
  var CONFIG = "config";
  var InstallActor = class {
    methods;
    constructor({ store }) {
      this.methods = {
        storeGet(args) {
          const value = store.get(handlerKey(args));
          return value === void 0 ? { found: false } : { found: true, value };
        },
        storePut: (args) => store.put(handlerKey(args), args.value),
        storeDelete: (args) => store.delete(handlerKey(args)),
        storeList(args) {
          const { prefix = "", limit } = args;
          if (typeof prefix !== "string") {
            throw new ActorError("invalid_prefix", 'the prefix of a list is a text: list("orders/", { limit: 10 })');
          }
          const entries = store.list({ prefix: HANDLER + prefix, ...limit !== void 0 && { limit } });
          return entries.map(([key, value]) => ({ key: key.slice(HANDLER.length), value }));
        },
        config: () => store.get(CONFIG) ?? {},
        setConfig: (config) => store.put(CONFIG, config)
      };
    }
  };
  function handlerKey(args) {
    const { key } = args;
    return typeof key === "string" && key !== "" ? HANDLER + key : key;
  }

  // src/runtime/auth/hmac.ts
  var utf8 = new TextEncoder();
  var keys = /* @__PURE__ */ new Map();
  async function importKey(secret) {
    const known = keys.get(secret);
    if (known !== void 0) {
      return known;
    }
    const key = await crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify"
    ]);
    keys.set(secret, key);
    return key;
  }
  async function verifyMac(secret, mac, data) {
    return crypto.subtle.verify("HMAC", await importKey(secret), mac, data);
  }
  function macFromHex(text) {
    if (!/^[0-9a-f]{64}$/.test(text)) {
      return void 0;
    }
    const bytes = new Uint8Array(32);
    for (let i = 0; i < 32; i++) {
      bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  // src/runtime/auth/signature-v3.ts
  var MAX_AHEAD_MS = 6e4;

  // src/actors/project.ts
  var GRANT_LIFETIME_MS = 3e5;
  var SWEEP = 16;
  var NONCE = "nonce/";
  var EXPIRY = "nonce-expiry/";
  var CONTROL_KEY = "SVC_CONTROL_KEY_";
  var ProjectActor = class {
    methods;
    #state;
    #env;
    constructor(state, env2) {
      this.#state = state;
      this.#env = env2;
      this.methods = { checkGrant: (args) => this.#checkGrant(args) };
    }
    async #checkGrant({ kid, text, mac }) {
      const key = this.#controlKey(kid);
      const bytes = macFromHex(mac);
      if (bytes === void 0 || !await verifyMac(key, bytes, new TextEncoder().encode(text))) {
        throw new ActorError("grant_invalid", "the grant does not fit the request; check the control key");
      }
      const lines = text.split("\n");
      const timestamp = Number(lines[3]);
      const nonce = lines[4];
      if (lines.length !== 6 || lines[0] !== "v1" || !Number.isSafeInteger(timestamp) || !nonce) {
        throw new ActorError("grant_invalid", "the grant is signed over a text that is not a grant");
      }
      const age = this.#state.now() - timestamp;
      if (age > GRANT_LIFETIME_MS || age < -MAX_AHEAD_MS) {
        throw new ActorError(
          "grant_stale",
          age > 0 ? "the grant is older than 300 seconds" : "the grant is from the future"
        );
      }
      this.#burn(`${kid}/${nonce}`, timestamp + GRANT_LIFETIME_MS);
      return true;
    }
    #controlKey(kid) {
      const bound = Object.entries(this.#env).filter(([name, key2]) => name.startsWith(CONTROL_KEY) && key2 !== "");
      if (bound.length === 0) {
        throw new ActorError(
          "not_configured",
          `no control key is bound (${CONTROL_KEY}<key id>), so no grant can be checked`
        );
      }
      const key = bound.find(([name]) => name === CONTROL_KEY + kid)?.[1];
      if (typeof key !== "string") {
        throw new ActorError("grant_invalid", "the grant is made with a control key that is not bound here");
      }
      return key;
    }
    /** Takes the nonce, once. */
    #burn(nonce, expiresAt) {
      const { store } = this.#state;
      store.transaction(() => {
        if (store.get(NONCE + nonce) !== void 0) {
          throw new ActorError("grant_replayed", "the grant was used before; sign each request anew");
        }
        for (const [key] of store.list({ prefix: EXPIRY, limit: SWEEP })) {
          const due = key.slice(EXPIRY.length);
          if (Number(due.slice(0, 15)) >= this.#state.now()) {
            break;
          }
          store.delete(key);
          store.delete(NONCE + due.slice(16));
        }
        store.put(NONCE + nonce, expiresAt);
        store.put(`${EXPIRY}${String(expiresAt).padStart(15, "0")}/${nonce}`, true);
      });
    }
  };

  // src/actors/store.ts
  var MAX_KEY_BYTES = 2048;
  var MAX_VALUE_BYTES = 1048576;
  function actorStore(texts) {
    return {
      get(key) {
        const text = texts.get(checkKey(key));
        return text === void 0 ? void 0 : JSON.parse(text);
      },
      put(key, value) {
        texts.put(checkKey(key), valueText(key, value));
      },
      delete: (key) => texts.delete(checkKey(key)),
      list: (options) => list(texts, options),
      transaction: (fn) => transaction(texts, fn)
    };
  }
  function list(texts, { prefix = "", start = "", limit } = {}) {
    if (limit !== void 0 && !(Number.isInteger(limit) && limit >= 0)) {
      throw new ActorError("invalid_limit", `the limit of a list is a whole number that is not negative, not ${limit}`);
    }
    if (limit === 0) {
      return [];
    }
    return texts.list(prefix, start, limit ?? 0).map(([key, text]) => [key, JSON.parse(text)]);
  }
  function transaction(texts, fn) {
    texts.begin();
    let result;
    try {
      result = fn();
      if (result instanceof Promise) {
        throw new TypeError("a transaction is synchronous: its function must not give a promise");
      }
    } catch (error) {
      texts.rollback();
      throw error;
    }
    texts.commit();
    return result;
  }
  function checkKey(key) {
    if (typeof key !== "string" || key === "") {
      throw new ActorError("invalid_key", "a key of the store is a text that is not empty");
    }
    if (/[\ud800-\udfff]/.test(key) && key !== decoder.decode(encoder.encode(key))) {
      throw new ActorError("invalid_key", "a key of the store holds half a character (a lone surrogate)");
    }
    const size = utf8Size(key, MAX_KEY_BYTES);
    if (size > MAX_KEY_BYTES) {
      throw new ActorError("invalid_key", `a key of the store has at most ${MAX_KEY_BYTES} bytes; this one has ${size}`);
    }
    return key;
  }
  function valueText(key, value) {
    const text = JSON.stringify(value);
    if (text === void 0) {
      throw new ActorError(
        "invalid_value",
        `the value of ${JSON.stringify(key)} is not JSON; use delete to take a key away`
      );
    }
    const size = utf8Size(text, MAX_VALUE_BYTES);
    if (size > MAX_VALUE_BYTES) {
      throw new ActorError(
        "value_too_large",
        `a value of the store has at most ${MAX_VALUE_BYTES} bytes as JSON; that of ${JSON.stringify(key)} has ${size}`
      );
    }
    return text;
  }
  var encoder = new TextEncoder();
  var decoder = new TextDecoder();
  function utf8Size(text, limit) {
    return text.length * 3 <= limit ? text.length * 3 : encoder.encode(text).length;
  }

  // src/runtime/checkpoint.ts
  function describeThrown(thrown) {
    try {
      if (thrown instanceof Error) {
        return { name: String(thrown.name), message: String(thrown.message), stack: String(thrown.stack ?? "") };
      }
      const text = typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown);
      return { name: "thrown value", message: text ?? String(thrown), stack: "" };
    } catch {
      return { name: "thrown value", message: "a value that cannot be described", stack: "" };
    }
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
      begin: () => void __svc_store_transaction("begin"),
      commit: () => void __svc_store_transaction("commit"),
      rollback: () => void __svc_store_transaction("rollback")
    };
  }

  // src/host/state.ts
  var CLASSES = { InstallActor, ProjectActor };
  var actors = /* @__PURE__ */ new Map();
  var env = Object.freeze(JSON.parse(__svc_host_env("")));
  function actorAt({ class: className, name }) {
    const id = `${className}/${name}`;
    let actor = actors.get(id);
    if (actor === void 0) {
      const Class = Object.hasOwn(CLASSES, className) ? CLASSES[className] : void 0;
      if (Class === void 0) {
        throw new Error(`there is no actor class ${JSON.stringify(className)}`);
      }
      const setAlarm = (at) => void __svc_store_alarm(JSON.stringify({ class: className, name, at }));
      actor = new Class({ name, store: actorStore(boundTexts(className, name)), setAlarm, now: () => Date.now() }, env);
      actors.set(id, actor);
    }
    return actor;
  }
  function report({ class: className, name }, method, error) {
    __svc_host_observe(JSON.stringify({ ...describeThrown(error), type: "actorError", class: className, name, method }));
  }
  function fault(address, method, error) {
    report(address, method, error);
    return JSON.stringify({
      e: { code: "actor_error", message: `the actor failed in ${method}; its log has the error` }
    });
  }
  globalThis.__svc_actor = async (json) => {
    const call = JSON.parse(json);
    try {
      return await answerCall(
        actorAt(call),
        call.protocol,
        call.method,
        call.args,
        (method, error) => report(call, method, error)
      );
    } catch (error) {
      return fault(call, call.method, error);
    }
  };
  globalThis.__svc_alarm = async (json) => {
    const address = JSON.parse(json);
    try {
      await actorAt(address).alarm?.();
      return JSON.stringify({ v: null });
    } catch (error) {
      return fault(address, "alarm", error);
    }
  };
})();
