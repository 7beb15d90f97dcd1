var __svc_local = (() => {
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

  // src/host/local.ts
  var local_exports = {};
  __export(local_exports, {
    serve: () => serve
  });

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
  function readAnswer(answer) {
    const { v, e } = JSON.parse(answer);
    if (e !== void 0) {
      throw new ActorError(e.code, e.message);
    }
    return v;
  }

  // src/redact-text.ts
  var REDACTED = "[redacted]";
  var TOKEN = /\b(?:bearer(?:[\s:=]|%20)+){1,2}[^\s"',;]+|\b(?:pat|glpat|github_pat|gh[oprsu]|xox[abeprs]|sk|rk|svc)[-_][\w-]+|\beyJ[\w.-]+/gi;
  var BEARER = /^bearer(?:[\s:=]|%20)/i;
  var BEARER_PROSE = /[\s:=](?:tokens?|auth|authentication|authorization|scheme|headers?|of|is|was|and|or|not)[.:)]?$/i;
  var JWT = /^eyJ[\w-]+\.[\w-]+/i;
  var REGIONAL_PAT = /^pat-[a-z]{2,4}\d-/i;
  var SECRET_SEGMENT = /^[a-z0-9]{12,}$/i;
  var EMAIL = /[A-Za-z0-9_.%+~'\u0080-\uffff-]+(?:@[A-Za-z0-9.\u0080-\uffff-]*\.[A-Za-z\u0080-\uffff]{2}[A-Za-z0-9\u0080-\uffff]*(?:[.-]+[A-Za-z0-9\u0080-\uffff]+)*)?/g;
  var ESCAPED_AT = "%40";
  var HOST = /^[A-Za-z0-9.\u0080-\uffff-]*\.[A-Za-z\u0080-\uffff]{2}/;
  var LONGEST_HOST = 253;
  var VERSION = /^\d+\.\d+(?:\.|$)/;
  var PHONE = /\+[1-9](?:[ ().\/-]{0,3}\d){7,14}|\(?0(?:0[1-9]|[1-9])(?:[ ().\/-]{0,3}\d){7,12}|(?:1[ .-]{1,2})?(?:\([2-9]\d\d\)[ .-]{0,2}|[2-9]\d\d[ .-]{1,2})[2-9]\d\d[ .-]\d{4}/g;
  var NO_PHONE = /^(?:\d\d[.\/-](?:\d\d[.\/-])?(?:19|20)\d\d(?:[^\d]|$)|\d{1,3}(?:\.\d{1,3}){3}$|\+\d+\.\d{1,2}$)/;
  function redactText(text) {
    if (text.length < 6) {
      return text;
    }
    const kept = text.replace(TOKEN, redactToken);
    const mayHoldEmail = kept.includes("@") || kept.includes(ESCAPED_AT);
    return (mayHoldEmail ? kept.replace(EMAIL, redactEmail) : kept).replace(PHONE, redactPhone);
  }
  function redactToken(run) {
    const found = BEARER.test(run) ? !BEARER_PROSE.test(run) : JWT.test(run) || REGIONAL_PAT.test(run) || run.split(/[-_]/).some(isSecret);
    return found ? REDACTED : run;
  }
  function isSecret(segment) {
    return SECRET_SEGMENT.test(segment) && /\d/.test(segment);
  }
  function redactEmail(run) {
    const at = run.indexOf("@");
    if (at < 0) {
      return hasEscapedEmail(run) ? REDACTED : run;
    }
    return VERSION.test(run.slice(at + 1)) ? run : REDACTED;
  }
  function hasEscapedEmail(run) {
    for (let at = run.indexOf(ESCAPED_AT, 1); at > 0; at = run.indexOf(ESCAPED_AT, at + 1)) {
      const host2 = run.slice(at + ESCAPED_AT.length, at + ESCAPED_AT.length + LONGEST_HOST);
      if (HOST.test(host2) && !VERSION.test(host2)) {
        return true;
      }
    }
    return false;
  }
  function redactPhone(run, at, text) {
    return isAttached(text, at) || NO_PHONE.test(run) || !endsThere(run, at + run.length, text) ? run : REDACTED;
  }
  function isAttached(text, at) {
    const before = text.charCodeAt(at - 1);
    if (isWord(before)) {
      return true;
    }
    const second = text.charCodeAt(at - 2);
    return before === 45 ? isWord(second) : (before === 44 || before === 46 || before === 47) && isDigit(second);
  }
  function endsThere(run, end, text) {
    if (run.startsWith("+")) {
      return true;
    }
    const after = text.charCodeAt(end);
    if (/^\d+$/.test(run)) {
      const longest = run.startsWith("00") ? 15 : 11;
      return run.length >= 10 && run.length <= longest && !isWord(after) && !isIdTail(text, end);
    }
    return (!isWord(after) || isDigit(after)) && !isIdTail(text, end);
  }
  function isIdTail(text, end) {
    const second = text.charCodeAt(end + 1);
    return text.charCodeAt(end) === 45 && isWord(second) && !isDigit(second);
  }
  function isWord(code) {
    return isDigit(code) || code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 128 || code === 95;
  }
  function isDigit(code) {
    return code >= 48 && code <= 57;
  }

  // src/redact.ts
  var DEFAULT_MAX_DEPTH = 8;
  var DEPTH_LIMIT = 100;
  var MAX_OBJECTS = 1e5;
  var TOKEN_KEY = /(?:token|secret|password|passwd|passphrase|pwd|apikey|secretkey|privatekey|accesskey|signingkey|authorization|credentials?|cookie|jwt|bearer)$|^(?:tokens|secrets|passwords|cookies)$/;
  function redact(value, options = {}) {
    try {
      return new Redaction(options).value(value, 0);
    } catch {
      return REDACTED;
    }
  }
  var Redaction = class {
    #fields;
    #maxDepth;
    /** For each level the copies of what has been seen there: what is shared is copied once a level. */
    #copies = [];
    /** The objects around the current one. */
    #open = /* @__PURE__ */ new Set();
    #objects = 0;
    /** How many keys were redacted. */
    #keys = 0;
    constructor({ fields, maxDepth = DEFAULT_MAX_DEPTH }) {
      this.#fields = new Set(fields?.map((field) => plainKey(String(field))));
      this.#maxDepth = maxDepth >= 0 ? Math.min(maxDepth, DEPTH_LIMIT) : DEFAULT_MAX_DEPTH;
    }
    value(value, depth) {
      if (typeof value === "string") {
        return redactText(value);
      }
      return typeof value === "object" && value !== null ? this.#object(value, depth) : value;
    }
    #object(source, depth) {
      if (depth >= this.#maxDepth || this.#open.has(source)) {
        return REDACTED;
      }
      const copies = this.#copies[depth] ??= /* @__PURE__ */ new Map();
      if (copies.has(source)) {
        return copies.get(source);
      }
      this.#objects += 1;
      if (this.#objects > MAX_OBJECTS) {
        return REDACTED;
      }
      this.#open.add(source);
      const copy = orRedacted(() => this.#copy(source, depth + 1));
      this.#open.delete(source);
      copies.set(source, copy);
      return copy;
    }
    #copy(source, depth) {
      if (Array.isArray(source)) {
        const copy = [];
        copy.length = source.length;
        return this.#properties(source, copy, Object.keys(source), depth);
      }
      if (source instanceof Date) {
        return new Date(source.getTime());
      }
      if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
        return source;
      }
      if (source instanceof Map) {
        return this.#map(source, depth);
      }
      if (source instanceof Set) {
        const copy = /* @__PURE__ */ new Set();
        Set.prototype.forEach.call(source, (item) => copy.add(this.value(item, depth)));
        return copy;
      }
      if (source instanceof String || source instanceof Number || source instanceof Boolean) {
        return this.value(source.valueOf(), depth);
      }
      if (source instanceof Error) {
        const shown = ["name", "message", "stack", "cause", "errors"].filter((key) => key in source);
        return this.#properties(source, {}, /* @__PURE__ */ new Set([...shown, ...Object.keys(source)]), depth);
      }
      const { toJSON } = source;
      if (typeof toJSON === "function") {
        return this.value(toJSON.call(source, ""), depth);
      }
      return this.#properties(source, {}, Object.keys(source), depth);
    }
    #properties(source, copy, keys, depth) {
      const items = Array.isArray(source);
      for (const key of keys) {
        const value = !items && this.#isForced(key) ? REDACTED : orRedacted(() => this.value(source[key], depth));
        const name = items ? key : this.#keyName(redactText(key), key);
        Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
      }
      return copy;
    }
    #map(source, depth) {
      const copy = /* @__PURE__ */ new Map();
      Map.prototype.forEach.call(source, (value, key) => {
        const forced = typeof key === "string" && this.#isForced(key);
        const name = typeof key === "string" ? this.#keyName(redactText(key), key) : this.value(key, depth);
        copy.set(name, forced ? REDACTED : this.value(value, depth));
      });
      return copy;
    }
    /** A key of which something was cut out gets a number, so that no two fall together. */
    #keyName(redacted, key) {
      if (redacted === key) {
        return key;
      }
      this.#keys += 1;
      return `${redacted} ${this.#keys}`;
    }
    #isForced(key) {
      const plain = plainKey(key);
      return this.#fields.has(plain) || TOKEN_KEY.test(plain.replace(/[0-9]{1,3}$/, ""));
    }
  };
  function plainKey(key) {
    return key.toLowerCase().replace(/[-_\s]+/g, "") || key;
  }
  function orRedacted(read) {
    try {
      return read();
    } catch {
      return REDACTED;
    }
  }

  // src/runtime/checkpoint.ts
  function describeThrown(thrown) {
    try {
      if (thrown instanceof Error) {
        const [name, message, stack] = [thrown.name, thrown.message, thrown.stack ?? ""].map((text2) => redactText(String(text2)));
        return { name: name ?? "", message: message ?? "", stack: stack ?? "" };
      }
      const text = typeof thrown === "object" ? JSON.stringify(redact(thrown)) : String(thrown);
      return { name: "thrown value", message: redactText(text ?? String(thrown)), stack: "" };
    } catch {
      return { name: "thrown value", message: "a value that cannot be described", stack: "" };
    }
  }

  // src/runtime/answer-step.ts
  async function answerStep(run, onFault) {
    try {
      return JSON.stringify({ v: await run() ?? null });
    } catch (error) {
      if (isActorError(error)) {
        return JSON.stringify({ e: { code: error.code, message: error.message } });
      }
      onFault(error);
      return JSON.stringify({ e: { code: "step_failed", message: "the worker failed; its log has the error" } });
    }
  }
  function faultOf(error, worker) {
    return {
      type: "error",
      invocation: crypto.randomUUID(),
      worker,
      capabilityId: null,
      kind: null,
      ...describeThrown(error)
    };
  }

  // src/host/background.ts
  var left = /* @__PURE__ */ new Set();
  function waitUntil(promise) {
    const settled2 = promise.then(forget, forget);
    function forget() {
      left.delete(settled2);
    }
    left.add(settled2);
  }
  async function settled() {
    while (left.size > 0) {
      await Promise.all(left);
    }
    return "";
  }

  // src/host/local.ts
  var host = {
    isShared: __svc_host_shared("") === "true",
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    log(line) {
      __svc_host_log(JSON.stringify(line));
    },
    observe(observation) {
      __svc_host_observe(JSON.stringify(observation));
    },
    async actor(className, name, method, args) {
      const call = { protocol: ACTOR_PROTOCOL, class: className, name, method, args };
      return readAnswer(await __svc_host_actor(JSON.stringify(call)));
    },
    async worker(name) {
      throw new Error(`a user worker cannot run steps of the worker ${JSON.stringify(name)}`);
    }
  };
  var occasion = { host, waitUntil };
  globalThis.__svc_redact = redactText;
  function serve(worker) {
    const env = Object.freeze(JSON.parse(__svc_host_env("")));
    const report = (error) => host.observe(faultOf(error, worker.name));
    globalThis.__svc_fetch = (request) => worker.fetch(request, env, occasion);
    globalThis.__svc_step = (json) => {
      const { step, args } = JSON.parse(json);
      return worker.step(step, JSON.stringify(args ?? null), env, occasion);
    };
    globalThis.__svc_scheduled = (json) => answerStep(() => worker.scheduled(JSON.parse(json), env, occasion), report);
    globalThis.__svc_settled = settled;
  }
  return __toCommonJS(local_exports);
})();
