// src/runtime/env.ts
function binding(env, name) {
  const value = Object.hasOwn(env, name) ? env[name] : void 0;
  return typeof value === "string" && value !== "" ? value : void 0;
}
function projectScope(env) {
  return {
    projectId: binding(env, "SVC_PROJECT_ID") ?? "local",
    environment: binding(env, "SVC_ENVIRONMENT") ?? "dev",
    deployId: binding(env, "SVC_DEPLOY_ID") ?? "dev"
  };
}
var RESERVED = /* @__PURE__ */ new Set(["CRM_CLIENT_ID", "CRM_CLIENT_SECRET", "CRM_ACCESS_TOKEN"]);
var visible = /* @__PURE__ */ new WeakMap();
function visibleEnv(env) {
  let shown = visible.get(env);
  if (shown === void 0) {
    shown = Object.freeze(
      Object.fromEntries(Object.entries(env).filter(([name]) => !RESERVED.has(name) && !name.startsWith("SVC_")))
    );
    visible.set(env, shown);
  }
  return shown;
}

// src/runtime/errors.ts
var ERROR_STATUS = {
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_json: 400,
  invalid_input: 400,
  missing_required_input: 400,
  unknown_capability: 404,
  ambiguous_capability: 409,
  signature_missing: 401,
  signature_invalid: 401,
  signature_stale: 401,
  grant_missing: 401,
  grant_invalid: 401,
  grant_stale: 401,
  grant_replayed: 401,
  install_not_found: 409,
  sync_already_running: 409,
  billing_gated: 402,
  fail_stop: 400,
  retry_later: 503,
  handler_error: 500,
  handler_timeout: 504,
  output_too_large: 500,
  internal_error: 500,
  not_configured: 503
};
var Refusal = class extends Error {
  code;
  fields;
  headers;
  /** @param fields what the body has besides `ok`, `error` and `message` */
  constructor(code, message, fields = {}, headers = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
  get status() {
    return ERROR_STATUS[this.code];
  }
  response() {
    return json(this.status, { ok: false, error: this.code, message: this.message, ...this.fields }, this.headers);
  }
};
function json(status, body, headers = {}) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers }
  });
}

// src/actors/actor.ts
function isActorError(error) {
  return error instanceof Error && error.name === "ActorError";
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
async function sha256(data) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}
function concat(...parts) {
  const chunks = parts.map((part2) => typeof part2 === "string" ? utf8.encode(part2) : part2);
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
function macFromBase64(text2) {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text2)) {
    return void 0;
  }
  const binary = atob(text2);
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
}
function macFromHex(text2) {
  if (!/^[0-9a-f]{64}$/.test(text2)) {
    return void 0;
  }
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) {
    bytes[i] = parseInt(text2.slice(2 * i, 2 * i + 2), 16);
  }
  return bytes;
}
function toHex(bytes) {
  let text2 = "";
  for (const byte of bytes) {
    text2 += (byte < 16 ? "0" : "") + byte.toString(16);
  }
  return text2;
}
function equalBytes(a, b) {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) {
    difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  }
  return difference === 0;
}

// src/runtime/auth/grant.ts
var GRANT_HEADER = "X-Svc-Grant";
var GRANT = /^v1\.([A-Za-z0-9_-]{1,64})\.(\d{1,15})\.([0-9a-f]{16,128})\.([0-9a-f]{64})$/;
async function grantText(request, timestamp, nonce) {
  const url = new URL(request.url);
  return ["v1", request.method, url.pathname + url.search, timestamp, nonce, toHex(await sha256(request.body))].join(
    "\n"
  );
}
function projectName(env) {
  const { projectId, environment } = projectScope(env);
  return `${projectId}/${environment}`;
}
async function verifyGrant(request, env, host) {
  const header = request.headers.get(GRANT_HEADER);
  if (header === null) {
    throw new Refusal(
      "grant_missing",
      `the request has no ${GRANT_HEADER} header; this route is for the project's own tools`
    );
  }
  const [, kid, timestamp, nonce, mac] = GRANT.exec(header) ?? [];
  if (kid === void 0 || timestamp === void 0 || nonce === void 0 || mac === void 0) {
    throw new Refusal(
      "grant_invalid",
      `the ${GRANT_HEADER} header is malformed; it is v1.<key id>.<timestamp ms>.<nonce>.<mac>`
    );
  }
  const text2 = await grantText(request, timestamp, nonce);
  try {
    await host.actor("ProjectActor", projectName(env), "checkGrant", { kid, text: text2, mac });
  } catch (error) {
    if (isActorError(error) && GRANT_CODES.has(error.code)) {
      throw new Refusal(error.code, error.message);
    }
    throw error;
  }
}
var GRANT_CODES = /* @__PURE__ */ new Set(["grant_invalid", "grant_stale", "grant_replayed", "not_configured"]);

// src/runtime/auth/signature-v3.ts
var MAX_AGE_MS = 3e5;
var MAX_AHEAD_MS = 6e4;
var DECODED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;
function signedUri(url) {
  const hash = url.indexOf("#");
  return (hash < 0 ? url : url.slice(0, hash)).replace(
    DECODED,
    (escape) => String.fromCharCode(parseInt(escape.slice(1), 16))
  );
}
async function verifySignatureV3(request, prefix, secret, now) {
  const signature = request.headers.get(`${prefix}-Signature-v3`);
  const timestamp = request.headers.get(`${prefix}-Request-Timestamp`);
  if (signature === null || timestamp === null) {
    const missing = signature === null ? "Signature-v3" : "Request-Timestamp";
    throw new Refusal(
      "signature_missing",
      `the request has no ${prefix}-${missing} header; only the CRM platform may call this route`
    );
  }
  const mac = macFromBase64(signature);
  if (mac === void 0 || !/^\d{1,15}$/.test(timestamp)) {
    throw new Refusal("signature_invalid", "the signature or its timestamp is malformed, or is sent more than once");
  }
  const age = now - Number(timestamp);
  if (age > MAX_AGE_MS || age < -MAX_AHEAD_MS) {
    throw new Refusal(
      "signature_stale",
      age > 0 ? "the signature is older than 300 seconds" : "the signature is from the future"
    );
  }
  if (!await verifyMac(secret, mac, concat(request.method + signedUri(request.url), request.body, timestamp))) {
    throw new Refusal(
      "signature_invalid",
      "the signature does not fit the request; check the client secret and that no proxy alters URL or body"
    );
  }
}

// src/runtime/auth/signature-v2.ts
async function verifySignatureV2(request, prefix, secret) {
  const signature = request.headers.get(`${prefix}-Signature`);
  if (signature === null) {
    throw new Refusal(
      "signature_missing",
      `the request has no ${prefix}-Signature-v3 or ${prefix}-Signature header; only the CRM platform may call this route`
    );
  }
  const digest = macFromHex(signature);
  const version = request.headers.get(`${prefix}-Signature-Version`) ?? "v2";
  if (digest === void 0 || version !== "v2") {
    throw new Refusal(
      "signature_invalid",
      `the signature is malformed or of version ${JSON.stringify(version)}; v3 and v2 are accepted`
    );
  }
  if (!equalBytes(digest, await sha256(concat(secret + request.method + request.url, request.body)))) {
    throw new Refusal(
      "signature_invalid",
      "the signature does not fit the request; check the client secret and that no proxy alters URL or body"
    );
  }
}
async function verifyActionSignature(request, prefix, secret, now) {
  return request.headers.has(`${prefix}-Signature-v3`) ? verifySignatureV3(request, prefix, secret, now) : verifySignatureV2(request, prefix, secret);
}

// src/runtime/auth/authenticate.ts
var CHECKS = {
  none: async () => {
  },
  grant: (request, { env, host }) => verifyGrant(request, env, host),
  "signature-v3": async (request, { env, host, site }) => verifySignatureV3(request, site.profile.headerPrefix, clientSecret(env), host.now()),
  "action-signature": async (request, { env, host, site }) => verifyActionSignature(request, site.profile.headerPrefix, clientSecret(env), host.now())
};
function authenticate(authentication, request, place) {
  return CHECKS[authentication](request, place);
}
function clientSecret(env) {
  const secret = binding(env, "CRM_CLIENT_SECRET");
  if (secret === void 0) {
    throw new Refusal("not_configured", "the secret CRM_CLIENT_SECRET is not bound, so no signature can be checked");
  }
  return secret;
}

// src/runtime/body.ts
var MAX_BODY_BYTES = 1048576;
async function readBody(request) {
  const declared = Number(request.headers.get("content-length") ?? NaN);
  if (declared > MAX_BODY_BYTES) {
    throw tooLarge();
  }
  if (request.body === null) {
    return new Uint8Array(0);
  }
  if (declared >= 0) {
    return limited(new Uint8Array(await request.arrayBuffer()));
  }
  return readStream(request.body);
}
async function readStream(stream) {
  const reader = stream.getReader();
  const chunks = [];
  let size = 0;
  for (; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    size += value.length;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
function limited(bytes) {
  if (bytes.length > MAX_BODY_BYTES) {
    throw tooLarge();
  }
  return bytes;
}
function tooLarge() {
  return new Refusal("payload_too_large", `the body is larger than ${MAX_BODY_BYTES} bytes`);
}
function parseObject(headers, body) {
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new Refusal("unsupported_media_type", `the body is of type ${JSON.stringify(type)}; send application/json`);
  }
  let value;
  try {
    value = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new Refusal("invalid_json", "the body is not JSON in UTF-8");
  }
  if (!isObject(value)) {
    throw new Refusal("invalid_json", "the body must be a JSON object");
  }
  return value;
}
var MAY_NAME_PROTOTYPE = /__proto__|\\u00/;
function parseJson(text2) {
  return MAY_NAME_PROTOTYPE.test(text2) ? JSON.parse(text2, (name, value) => name === "__proto__" ? void 0 : value) : JSON.parse(text2);
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/runtime/checkpoint.ts
function describeThrown(thrown) {
  try {
    if (thrown instanceof Error) {
      return { name: String(thrown.name), message: String(thrown.message), stack: String(thrown.stack ?? "") };
    }
    const text2 = typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown);
    return { name: "thrown value", message: text2 ?? String(thrown), stack: "" };
  } catch {
    return { name: "thrown value", message: "a value that cannot be described", stack: "" };
  }
}
function fingerprint({ name, message }) {
  let hash = 2166136261;
  for (const character of `${name}:${message.slice(0, 500).replace(/\d+/g, "0")}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

// src/version.ts
var SDK_VERSION = "0.1.0";

// src/runtime/unavailable.ts
function unavailable(path) {
  return new Proxy(function() {
  }, {
    get: (_target, key) => typeof key === "string" && !ASKED_BY_ENGINES.includes(key) ? unavailable(`${path}.${key}`) : void 0,
    apply: () => Promise.reject(new Error(`${path} is not available in version ${SDK_VERSION} of @svc/sdk`))
  });
}
var ASKED_BY_ENGINES = ["then", "toJSON"];

// src/runtime/response-body.ts
async function parsedBody(response) {
  const text2 = await response.text();
  if (text2 === "") {
    return void 0;
  }
  try {
    return JSON.parse(text2);
  } catch {
    return text2;
  }
}

// src/crm/error.ts
var CrmAnswerError = class extends Error {
  name = "CrmError";
  status;
  category;
  correlationId;
  body;
  constructor(method, path, status, body) {
    const { message, category, correlationId } = typeof body === "object" && body !== null ? body : {};
    super(`${method} ${path} answered ${status}${typeof message === "string" ? `: ${message}` : ""}`);
    this.status = status;
    this.body = body;
    if (typeof category === "string") {
      this.category = category;
    }
    if (typeof correlationId === "string") {
      this.correlationId = correlationId;
    }
  }
};

// src/crm/send.ts
var SEARCH_PATH = /^\/crm\/(?:[\w-]+\/)?objects\/(?:[^/]+\/)+search$/;
function makeSend(options) {
  return async (method, path, init = {}) => {
    const url = targetUrl(options.apiOrigin, path, init.query);
    const verb = method.toUpperCase();
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${await options.token()}`);
    headers.set("accept", "application/json");
    if (init.body !== void 0) {
      headers.set("content-type", "application/json");
    }
    const body = init.body === void 0 ? {} : { body: JSON.stringify(init.body) };
    const signal = init.signal ?? options.notice?.signal;
    const request = {
      method: verb,
      headers,
      redirect: "manual",
      ...body,
      ...signal !== void 0 && { signal }
    };
    const { status, answer: answer2 } = await perform(options, verb, url, request);
    if (status < 200 || status > 299) {
      throw new CrmAnswerError(verb, url.pathname, status, answer2);
    }
    return answer2;
  };
}
async function perform(options, method, url, request) {
  const at = options.now();
  let status = null;
  try {
    const response = await options.fetch(url, request);
    status = response.status;
    return { status, answer: await parsedBody(response) };
  } catch (error) {
    throw new Error(
      `${method} ${url.pathname} got no answer from the CRM: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error }
    );
  } finally {
    const family = method === "POST" && SEARCH_PATH.test(url.pathname) ? "search" : "general";
    options.onCall({
      method,
      path: url.pathname + url.search,
      family,
      status,
      waitMs: 0,
      durationMs: options.now() - at,
      at
    });
  }
}
function targetUrl(origin, path, query = {}) {
  if (typeof path !== "string" || !path.startsWith("/")) {
    throw new TypeError(
      `a call of the CRM takes a path that begins with a slash, such as /crm/v3/owners; it got ${JSON.stringify(path)}`
    );
  }
  const url = new URL(origin + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== void 0) {
      url.searchParams.append(name, Array.isArray(value) ? value.join(",") : String(value));
    }
  }
  return url;
}

// src/crm/client.ts
function makeCrmClient(options, objectsPath) {
  const send = makeSend(options);
  return {
    objects: objects(send, objectsPath),
    batch: unavailable("ctx.crm.batch"),
    associations: unavailable("ctx.crm.associations"),
    properties: unavailable("ctx.crm.properties"),
    conversations: unavailable("ctx.crm.conversations"),
    request: (method, path, init) => send(method, path, init)
  };
}
function objects(send, base) {
  const typePath = (objectType) => `${base}/${segment(objectType, "object type")}`;
  const recordPath = (objectType, id) => `${typePath(objectType)}/${segment(id, "record id")}`;
  return {
    async get(objectType, id, options = {}) {
      return await send("GET", recordPath(objectType, id), { query: readQuery(options) });
    },
    async list(objectType, options = {}) {
      return await send("GET", typePath(objectType), { query: readQuery(options) });
    },
    async search(objectType, request) {
      return await send("POST", `${typePath(objectType)}/search`, { body: request });
    },
    async create(objectType, record) {
      const { properties, associations } = members(record);
      return await send("POST", typePath(objectType), {
        body: { properties, ...associations && { associations } }
      });
    },
    async update(objectType, id, record, { idProperty } = {}) {
      const { properties } = members(record);
      return await send("PATCH", recordPath(objectType, id), {
        query: { idProperty },
        body: { properties }
      });
    },
    upsert: unavailable("ctx.crm.objects.upsert"),
    archive: unavailable("ctx.crm.objects.archive")
  };
}
function members(record) {
  if (typeof record !== "object" || record === null) {
    throw new TypeError(
      `a call of the CRM writes a record from an object such as { properties: { name: "\u2026" } }; it got ${String(record)}`
    );
  }
  return record;
}
function readQuery(options) {
  const { properties, propertiesWithHistory, associations, archived, limit, after, idProperty } = options;
  return {
    ...list("properties", properties),
    ...list("propertiesWithHistory", propertiesWithHistory),
    ...list("associations", associations),
    archived,
    limit,
    after,
    idProperty
  };
}
function list(name, values) {
  return values === void 0 || values.length === 0 ? {} : { [name]: values };
}
function segment(value, what) {
  const text2 = typeof value === "number" ? String(value) : value;
  if (typeof text2 !== "string" || text2 === "" || text2 === "." || text2 === "..") {
    throw new TypeError(
      `a call of the CRM needs the ${what} as a text that is not empty; it got ${JSON.stringify(value)}`
    );
  }
  return encodeURIComponent(text2);
}

// src/runtime/http.ts
var AnswerError = class extends Error {
  name = "HttpError";
  status;
  body;
  constructor(method, url, status, body) {
    super(`${method} ${url.origin}${url.pathname} answered ${status}`);
    this.status = status;
    this.body = body;
  }
};
function makeHttpClient(fetch, notice) {
  async function send(method, target, body, options = {}) {
    const url = new URL(target);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== void 0) {
        url.searchParams.append(name, String(value));
      }
    }
    const headers = new Headers(options.headers);
    const init = { method, headers, signal: options.signal ?? notice.signal };
    if (body !== void 0) {
      init.body = JSON.stringify(body);
      if (!headers.has("content-type")) {
        headers.set("content-type", "application/json");
      }
    }
    if (!headers.has("accept")) {
      headers.set("accept", "application/json");
    }
    const response = await fetch(url, init);
    const answer2 = await parsedBody(response);
    if (!response.ok) {
      throw new AnswerError(method, url, response.status, answer2);
    }
    return answer2;
  }
  return {
    // A Request has a signal of its own, which must not be replaced.
    fetch: (input, init) => fetch(input, input instanceof Request || init?.signal ? init : { ...init, signal: notice.signal }),
    get: (url, options) => send("GET", url, void 0, options),
    post: (url, body, options) => send("POST", url, body, options),
    put: (url, body, options) => send("PUT", url, body, options),
    patch: (url, body, options) => send("PATCH", url, body, options),
    delete: (url, options) => send("DELETE", url, void 0, options)
  };
}

// src/runtime/store.ts
function makeStore(host, installId) {
  const call = (method, args) => host.actor("InstallActor", installId, method, args);
  return {
    async get(key) {
      const { found, value } = await call("storeGet", { key });
      return found ? value : void 0;
    },
    async put(key, value) {
      await call("storePut", { key, value });
    },
    async delete(key) {
      return await call("storeDelete", { key });
    },
    async list(prefix, options) {
      return await call("storeList", { prefix, limit: options?.limit });
    }
  };
}

// src/runtime/context.ts
var NO_OBJECT = { id: "", objectType: "", properties: {} };
function makeContext(job, invocation, input, notice) {
  const { place, install } = job;
  const crm = once(() => makeCrmClient(crmOptions(place, invocation, notice), place.site.profile.paths.objects));
  const request = once(() => rawRequest(job.request, notice.signal));
  return {
    input,
    enrolledObject: job.enrolledObject,
    install: makeInstall(place, install),
    ...job.execution !== void 0 && { execution: job.execution },
    env: visibleEnv(place.env),
    get crm() {
      return crm();
    },
    appObjects: unavailable("ctx.appObjects"),
    appEvents: unavailable("ctx.appEvents"),
    store: makeStore(place.host, install.id),
    http: makeHttpClient(place.host.fetch, notice),
    logger: invocation.logger,
    get request() {
      return request();
    }
  };
}
function once(make) {
  let made;
  return () => (made ??= { value: make() }).value;
}
function makeInstall({ host }, { id, portalId, state, config }) {
  return {
    id,
    portalId,
    state,
    async config() {
      return config !== void 0 ? structuredClone(config) : await host.actor("InstallActor", id, "config", null);
    }
  };
}
function crmOptions({ env, host, site }, invocation, notice) {
  return {
    fetch: host.fetch,
    now: host.now,
    apiOrigin: binding(env, "SVC_CRM_API_URL") ?? site.profile.apiOrigin,
    async token() {
      const token = binding(env, "CRM_ACCESS_TOKEN");
      if (token === void 0) {
        throw new Error("ctx.crm has no access token: bind the secret CRM_ACCESS_TOKEN");
      }
      return token;
    },
    onCall: (call) => invocation.crmCall(call),
    notice
  };
}
function rawRequest({ url, method, headers, body }, signal) {
  return new Request(url, { method, headers, signal, ...body.length > 0 && { body } });
}

// src/runtime/budget.ts
var ACTION_BUDGET_MS = 2e4;
var CARD_BUDGET_MS = 15e3;
var NOTICE_MS = 1e3;
var TIMED_OUT = /* @__PURE__ */ Symbol("timed out");
var Notice = class {
  #controller;
  #reason;
  get signal() {
    if (this.#controller === void 0) {
      this.#controller = new AbortController();
      this.#abort();
    }
    return this.#controller.signal;
  }
  give(reason) {
    this.#reason = reason;
    this.#abort();
  }
  #abort() {
    if (this.#reason !== void 0) {
      this.#controller?.abort(this.#reason);
    }
  }
};
async function withinBudget(budgetMs, run2) {
  const notice = new Notice();
  let timer;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => resolve(TIMED_OUT), NOTICE_MS);
      notice.give(timeoutError(budgetMs));
    }, budgetMs - NOTICE_MS);
  });
  try {
    return await Promise.race([run2(notice), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
function timeoutError(budgetMs) {
  const error = new Error(`the invocation's ${budgetMs / 1e3} seconds are nearly over`);
  error.name = "TimeoutError";
  return error;
}

// src/runtime/field-value.ts
var READERS = {
  string: readString,
  number: readNumber,
  bool: readBool,
  boolean: readBool,
  enumeration: readChoice,
  datetime: readDatetime,
  json: readJson
};
function readField(field, value) {
  const reader = READERS[String(field.type).toLowerCase()];
  return reader === void 0 ? { value } : reader(value, field);
}
function isAbsent(field, value) {
  return value === void 0 || value === null || value === "" && String(field.type).toLowerCase() !== "string";
}
function readString(value) {
  if (typeof value === "string") {
    return { value };
  }
  return typeof value === "number" || typeof value === "boolean" ? { value: String(value) } : { expected: "text" };
}
function readNumber(value) {
  const text2 = typeof value === "string" ? value.trim() : "";
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text2) ? Number(text2) : value;
  return typeof number === "number" && Number.isFinite(number) ? { value: number } : { expected: "a number" };
}
function readBool(value) {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === true || word === "true") {
    return { value: true };
  }
  return word === false || word === "false" ? { value: false } : { expected: "true or false" };
}
function readChoice(value, { options = [], fieldType }) {
  const text2 = readString(value);
  if ("expected" in text2 || options.length === 0) {
    return text2;
  }
  const choices = options.map((option) => typeof option === "string" ? option : option.value);
  const chosen = fieldType === "checkbox" ? String(text2.value).split(";") : [String(text2.value)];
  return chosen.every((one) => choices.includes(one)) ? text2 : { expected: `one of ${choices.join(", ")}` };
}
function readJson(value) {
  if (typeof value !== "string") {
    return { value };
  }
  try {
    return { value: parseJson(value) };
  } catch {
    return { expected: "JSON" };
  }
}
var ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
function readDatetime(value) {
  const misfit = { expected: "a date and time in ISO 8601, or milliseconds since the epoch" };
  if (typeof value === "number" || typeof value === "string" && /^-?\d{1,16}$/.test(value)) {
    const date = new Date(Number(value));
    return Number.isNaN(date.getTime()) ? misfit : { value: date.toISOString() };
  }
  const match = typeof value === "string" ? ISO.exec(value.trim()) : null;
  return match === null ? misfit : fromParts(match, misfit);
}
function fromParts([, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"], misfit) {
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number);
  const date = /* @__PURE__ */ new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  const isDay = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d;
  if (!isDay || h > 23 || mi > 59 || s > 59) {
    return misfit;
  }
  const time = ((h * 60 + mi) * 60 + s) * 1e3 + Number(fraction.slice(0, 3).padEnd(3, "0"));
  const result = new Date(date.getTime() + time - zoneOffset(zone));
  return Number.isNaN(result.getTime()) ? misfit : { value: result.toISOString() };
}
function zoneOffset(zone) {
  if (zone.toUpperCase() === "Z") {
    return 0;
  }
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -minutes : minutes) * 6e4;
}

// src/runtime/input.ts
function readInput(contract, sent) {
  const { capabilityId, fields } = contract;
  const given = sent ?? {};
  if (!isObject(given)) {
    throw new Refusal("invalid_input", "the input must be a JSON object", { capabilityId, field: "input" });
  }
  if (fields === void 0) {
    return contract.exposed === void 0 ? given : {};
  }
  const input = {};
  const missing = [];
  let misfit;
  for (const [name, field] of Object.entries(fields)) {
    const isOpen = contract.exposed === void 0 || contract.exposed.includes(name);
    const value = isOpen && Object.hasOwn(given, name) ? given[name] : void 0;
    if (!isAbsent(field, value)) {
      const reading = readField(field, value);
      if ("expected" in reading) {
        misfit ??= new Refusal("invalid_input", `the input field ${JSON.stringify(name)} must be ${reading.expected}`, {
          capabilityId,
          field: name
        });
        continue;
      }
      input[name] = reading.value;
    } else if (field.default !== void 0) {
      input[name] = structuredClone(field.default);
    } else if (field.required === true || field.isRequired === true) {
      missing.push(name);
    }
  }
  if (missing.length > 0) {
    throw new Refusal("missing_required_input", `required input is missing: ${missing.join(", ")}`, {
      capabilityId,
      fields: missing
    });
  }
  if (misfit !== void 0) {
    throw misfit;
  }
  return input;
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
var VERSION = /^\d+\.\d+(?:\.|$)/;
var PHONE = /\+[1-9](?:[ ().\/-]{0,3}\d){7,14}|\(?0(?:0[1-9]|[1-9])(?:[ ().\/-]{0,3}\d){7,12}|(?:1[ .-]{1,2})?(?:\([2-9]\d\d\)[ .-]{0,2}|[2-9]\d\d[ .-]{1,2})[2-9]\d\d[ .-]\d{4}/g;
var NO_PHONE = /^(?:\d\d[.\/-](?:\d\d[.\/-])?(?:19|20)\d\d(?:[^\d]|$)|\d{1,3}(?:\.\d{1,3}){3}$|\+\d+\.\d{1,2}$)/;
function redactText(text2) {
  if (text2.length < 6) {
    return text2;
  }
  const kept = text2.replace(TOKEN, redactToken);
  return (kept.includes("@") ? kept.replace(EMAIL, redactEmail) : kept).replace(PHONE, redactPhone);
}
function redactToken(run2) {
  const found = BEARER.test(run2) ? !BEARER_PROSE.test(run2) : JWT.test(run2) || REGIONAL_PAT.test(run2) || run2.split(/[-_]/).some(isSecret);
  return found ? REDACTED : run2;
}
function isSecret(segment2) {
  return SECRET_SEGMENT.test(segment2) && /\d/.test(segment2);
}
function redactEmail(run2) {
  const at = run2.indexOf("@");
  return at < 0 || VERSION.test(run2.slice(at + 1)) ? run2 : REDACTED;
}
function redactPhone(run2, at, text2) {
  return isAttached(text2, at) || NO_PHONE.test(run2) || !endsThere(run2, at + run2.length, text2) ? run2 : REDACTED;
}
function isAttached(text2, at) {
  const before = text2.charCodeAt(at - 1);
  if (isWord(before)) {
    return true;
  }
  const second = text2.charCodeAt(at - 2);
  return before === 45 ? isWord(second) : (before === 44 || before === 46 || before === 47) && isDigit(second);
}
function endsThere(run2, end, text2) {
  if (run2.startsWith("+")) {
    return true;
  }
  const after = text2.charCodeAt(end);
  if (/^\d+$/.test(run2)) {
    const longest = run2.startsWith("00") ? 15 : 11;
    return run2.length >= 10 && run2.length <= longest && !isWord(after) && !isIdTail(text2, end);
  }
  return (!isWord(after) || isDigit(after)) && !isIdTail(text2, end);
}
function isIdTail(text2, end) {
  const second = text2.charCodeAt(end + 1);
  return text2.charCodeAt(end) === 45 && isWord(second) && !isDigit(second);
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
  #properties(source, copy, keys2, depth) {
    const items = Array.isArray(source);
    for (const key of keys2) {
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

// src/runtime/logger.ts
function makeLogger(origin, host, redacted) {
  function at(level) {
    return (message, fields) => {
      host.log({
        at: host.now(),
        level,
        message: redact(textOf(message)),
        ...origin,
        ...fields !== void 0 && { fields: jsonFields(fields, redacted) }
      });
    };
  }
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
function jsonFields(fields, redacted) {
  return redact(jsonCopy(fields), { fields: redacted });
}
function jsonCopy(fields) {
  try {
    const copy = JSON.parse(JSON.stringify(fields, plainValue) ?? "null");
    return typeof copy === "object" && copy !== null && !Array.isArray(copy) ? copy : { value: copy };
  } catch (error) {
    return { unloggable: describeThrown(error).message };
  }
}
function textOf(message) {
  try {
    return String(message);
  } catch {
    return describeThrown(message).message;
  }
}
function plainValue(_key, value) {
  if (typeof value === "bigint") {
    return String(value);
  }
  return value instanceof Error ? describeThrown(value) : value;
}

// src/runtime/invocation.ts
var Invocation = class {
  id = crypto.randomUUID();
  logger;
  #subject;
  #at;
  #origin;
  #crmCalls = 0;
  #crmWaitMs = 0;
  #thrown;
  constructor(subject) {
    const { place, capability } = subject;
    this.#subject = subject;
    this.#at = place.host.now();
    this.#origin = {
      worker: place.site.worker.name,
      capabilityId: capability.id,
      kind: capability.kind,
      invocation: this.id
    };
    this.logger = makeLogger(this.#origin, place.host, place.site.app.redaction?.fields ?? []);
  }
  /** Counts and reports a call of the CRM that has ended. */
  crmCall(call) {
    this.#crmCalls += 1;
    this.#crmWaitMs += call.waitMs;
    this.#subject.place.host.observe({ type: "crmCall", invocation: this.id, ...call });
  }
  /** Reports an uncaught throw: the app's author is told everything here, the caller nothing. */
  uncaught(thrown) {
    this.#thrown = describeThrown(thrown);
    this.#subject.place.host.observe({ type: "error", ...this.#origin, ...this.#thrown });
  }
  /** Records the end. Called once. */
  end(outcome, httpStatus, backpressure2) {
    const { place, surface, install } = this.#subject;
    place.host.observe({
      type: "invocation",
      ...this.#origin,
      ...projectScope(place.env),
      surface,
      portalId: install.portalId,
      installId: install.id,
      at: this.#at,
      durationMs: place.host.now() - this.#at,
      outcome,
      httpStatus,
      backpressure: backpressure2,
      ...this.#thrown !== void 0 && { errorFingerprint: fingerprint(this.#thrown) },
      crmCalls: this.#crmCalls,
      crmWaitMs: this.#crmWaitMs
    });
  }
};

// src/runtime/outcome.ts
var ACTION = {
  ok: { http: 200, state: "SUCCESS" },
  "fail-continue": { http: 200, state: "FAIL_CONTINUE" },
  block: { http: 200, state: "BLOCK" },
  "fail-stop": { http: 400, members: ["ok", "error", "capabilityId", "message"] },
  "retry-later": { http: "retry", members: ["ok", "error", "capabilityId", "message"] }
};
var INVOKE = {
  ok: { http: 200, members: ["ok", "capabilityId", "status", "output"] },
  "fail-continue": { http: 200, members: ["ok", "capabilityId", "status", "message", "output"] },
  block: { http: 200, members: ["ok", "capabilityId", "status", "message"] },
  "fail-stop": { http: 400, members: ["ok", "error", "capabilityId", "status", "message"] },
  "retry-later": { http: "retry", members: ["ok", "error", "capabilityId", "status", "message", "retryAfterSeconds"] }
};
var CARD = {
  ok: { http: 200, members: ["ok", "capabilityId", "result"] },
  "fail-continue": { http: 200, members: ["ok", "capabilityId", "status", "message", "result"] },
  block: { http: 200, members: ["ok", "capabilityId", "status", "message"] },
  "fail-stop": { http: 200, members: ["ok", "capabilityId", "status", "message"] },
  "retry-later": { http: 200, members: ["ok", "capabilityId", "status", "message", "retryAfterSeconds"] }
};
var TRIGGER = {
  ok: { http: 200, members: ["ok"] },
  "fail-continue": { http: 200, members: ["ok", "status", "message"] },
  block: { http: 200, members: ["ok", "status", "message"] },
  "fail-stop": { http: 200, members: ["ok", "status", "message"] },
  "retry-later": { http: "retry", members: ["ok", "error", "capabilityId", "message"] }
};
var SYNC = {
  ok: { http: 200, members: ["ok", "run"] },
  "fail-continue": { http: 200, members: ["ok", "status", "message", "run"] },
  block: { http: 200, members: ["ok", "status", "message", "run"] },
  "fail-stop": { http: 400, members: ["ok", "error", "capabilityId", "status", "message", "run"] },
  "retry-later": {
    http: "retry",
    members: ["ok", "error", "capabilityId", "status", "message", "retryAfterSeconds", "run"]
  }
};
var TABLE = {
  "workflow-action": ACTION,
  agent: ACTION,
  invoke: INVOKE,
  card: CARD,
  trigger: TRIGGER,
  sync: SYNC
};
function answer(surface, outcome, facts) {
  if (outcome.status === "error") {
    const body2 = { ok: false, error: outcome.code, capabilityId: facts.capabilityId, message: outcome.message };
    return { httpStatus: ERROR_STATUS[outcome.code], headers: {}, body: body2 };
  }
  const shown = outcome.status === "backpressure" ? backpressure(surface, outcome.retryAfterSeconds) : outcome;
  const cell = TABLE[surface][shown.status];
  const hint = "retryAfterSeconds" in shown ? retryHint(shown.retryAfterSeconds) : void 0;
  const httpStatus = cell.http !== "retry" ? cell.http : hint === void 0 ? 503 : 429;
  const headers = {};
  if (httpStatus === 429 && hint !== void 0) {
    const inMilliseconds = TABLE[surface] === ACTION && facts.actionRetryAfterUnit === "milliseconds";
    headers["retry-after"] = String(Math.ceil(inMilliseconds ? hint * 1e3 : hint));
  }
  const body = cell.state === void 0 ? members2(cell.members ?? [], shown, hint, facts) : outputFields(cell.state, shown, facts);
  return { httpStatus, headers, body };
}
function backpressure(surface, retryAfterSeconds) {
  const message = `CRM rate limit budget exhausted; retry after ${retryAfterSeconds}s.`;
  return TABLE[surface] === ACTION ? { status: "fail-continue", message, output: { retryAfterSeconds: String(retryAfterSeconds) } } : { status: "retry-later", message, retryAfterSeconds };
}
function retryHint(seconds) {
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? seconds : void 0;
}
function outputFields(state, shown, facts) {
  const output = "output" in shown ? shown.output : void 0;
  return { outputFields: { ...output, [facts.executionStateKey]: state } };
}
function members2(names, shown, hint, facts) {
  const output = "output" in shown ? shown.output : void 0;
  const all = {
    ok: shown.status === "ok",
    error: shown.status === "fail-stop" ? "fail_stop" : "retry_later",
    capabilityId: facts.capabilityId,
    status: shown.status,
    message: "message" in shown ? shown.message : void 0,
    output: output ?? null,
    result: output ?? null,
    retryAfterSeconds: hint,
    run: facts.run
  };
  const body = {};
  for (const name of names) {
    if (all[name] !== void 0) {
      body[name] = all[name];
    }
  }
  return body;
}

// src/runtime/output.ts
var MAX_OUTPUT_CHARS = 65e3;
var OutputError = class extends Error {
  code;
  constructor(message, code = "handler_error") {
    super(message);
    this.name = "OutputError";
    this.code = code;
  }
};
function isTooLong(thrown) {
  try {
    return thrown instanceof OutputError && thrown.code === "output_too_large";
  } catch {
    return false;
  }
}
function readOutput(fields, output, onUnknown) {
  if (output === void 0 || output === null) {
    return {};
  }
  if (typeof output !== "object" || Array.isArray(output)) {
    throw new OutputError(
      `the output must be an object of output fields, not ${Array.isArray(output) ? "an array" : typeof output}`
    );
  }
  for (const kind of [Error, Response, Promise, Map, Set, Date]) {
    if (output instanceof kind) {
      throw new OutputError(`the output must be an object of output fields, not a value of ${kind.name}`);
    }
  }
  const result = {};
  for (const [name, value] of Object.entries(output)) {
    if (value === void 0 || value === null) {
      continue;
    }
    if (fields !== void 0 && !Object.hasOwn(fields, name)) {
      onUnknown(name);
      continue;
    }
    result[name] = readValue(fields?.[name], name, value);
  }
  return result;
}
function readValue(field, name, value) {
  const plain = value instanceof Date ? isoText(value) : value;
  if (field === void 0 || field.type.toLowerCase() === "json") {
    return plain;
  }
  const reading = readField(field, plain);
  if ("expected" in reading) {
    throw new OutputError(
      `the output field ${JSON.stringify(name)} must be ${reading.expected}, as its type ${JSON.stringify(field.type)} says`
    );
  }
  return reading.value;
}
function isoText(date) {
  return Number.isNaN(date.getTime()) ? date : date.toISOString();
}
function outputTexts(output) {
  const texts = {};
  for (const [name, value] of Object.entries(output)) {
    const text2 = typeof value === "string" ? value : JSON.stringify(value);
    if (text2 === void 0) {
      throw new OutputError(`the output field ${JSON.stringify(name)} holds a ${typeof value}, which is no JSON`);
    }
    texts[name] = text2;
  }
  return texts;
}
function checkOutputSize(texts) {
  for (const [name, text2] of Object.entries(texts)) {
    if (text2.length > MAX_OUTPUT_CHARS) {
      throw new OutputError(
        `the output field ${JSON.stringify(name)} has ${text2.length} characters; at most ${MAX_OUTPUT_CHARS} are taken`,
        "output_too_large"
      );
    }
  }
}

// src/declare/result.ts
var RESULT = /* @__PURE__ */ Symbol.for("svc.result");
function isActionResult(value) {
  return typeof value === "object" && value !== null && value[RESULT] === true;
}

// src/runtime/returned.ts
var STATUSES = [
  "ok",
  "fail-continue",
  "fail-stop",
  "retry-later",
  "block"
];
function readReturned(capability, surface, returned, onUnknown) {
  const outcome = isResult(capability, returned) ? asOutcome(returned) : { status: "ok", output: returned };
  if (outcome.status === "ok" && outcome.output instanceof ReadableStream) {
    throw new OutputError(`a ReadableStream cannot be answered with by version ${SDK_VERSION} of @svc/sdk`);
  }
  if (capability.kind !== "tool" || !(outcome.status === "ok" || outcome.status === "fail-continue")) {
    return outcome;
  }
  const output = readOutput(capability.output, outcome.output, onUnknown);
  const texts = outputTexts(output);
  checkOutputSize(texts);
  return { ...outcome, output: surface === "invoke" ? output : texts };
}
function isResult(capability, returned) {
  if (isActionResult(returned) || capability.kind !== "tool") {
    return isActionResult(returned);
  }
  const isObject2 = typeof returned === "object" && returned !== null;
  return isObject2 && capability.output?.["status"] === void 0 && STATUSES.includes(returned.status);
}
function asOutcome(result) {
  if (result.status === "ok") {
    return { status: "ok", output: result.output };
  }
  const message = String(result.message ?? "");
  switch (result.status) {
    case "fail-continue":
      return { status: "fail-continue", message, output: result.output };
    case "retry-later":
      return {
        status: "retry-later",
        message,
        ...result.retryAfterSeconds !== void 0 && { retryAfterSeconds: result.retryAfterSeconds }
      };
    default:
      return { status: result.status, message };
  }
}

// src/runtime/dispatch.ts
async function dispatch(job) {
  const invocation = new Invocation(job);
  let input;
  try {
    input = readInput(inputContract(job), job.input);
  } catch (refusal) {
    invocation.end("rejected", refusal.status, false);
    throw refusal;
  }
  const outcome = await run(job, invocation, input);
  return respond(job, invocation, outcome);
}
function inputContract({ capability, surface }) {
  const exposed = surface === "agent" && capability.kind === "tool" ? capability.agent?.expose ?? [] : void 0;
  return { capabilityId: capability.id, fields: capability.input, ...exposed !== void 0 && { exposed } };
}
async function run(job, invocation, input) {
  const { capability, surface } = job;
  const budgetMs = capability.kind === "tool" ? ACTION_BUDGET_MS : CARD_BUDGET_MS;
  try {
    const returned = await withinBudget(
      budgetMs,
      async (notice) => capability.handler(makeContext(job, invocation, input, notice))
    );
    if (returned === TIMED_OUT) {
      const message = `the handler of ${JSON.stringify(capability.id)} did not end within ${budgetMs / 1e3} seconds`;
      return { status: "error", code: "handler_timeout", message };
    }
    return readReturned(capability, surface, returned, (field) => {
      invocation.logger.warn(`the output field ${JSON.stringify(field)} is not declared, and is left out`);
    });
  } catch (thrown) {
    return failed(job, invocation, thrown);
  }
}
function failed({ capability }, invocation, thrown) {
  invocation.uncaught(thrown);
  const id = JSON.stringify(capability.id);
  return isTooLong(thrown) ? { status: "error", code: "output_too_large", message: `an output of ${id} is longer than the platform takes` } : { status: "error", code: "handler_error", message: `the handler of ${id} failed; its log has the error` };
}
function respond(job, invocation, outcome) {
  const { place, capability, surface } = job;
  const { profile } = place.site;
  const facts = {
    capabilityId: capability.id,
    executionStateKey: profile.executionStateKey,
    actionRetryAfterUnit: profile.retryAfterUnit
  };
  const { httpStatus, headers, body } = answer(surface, outcome, facts);
  let response;
  try {
    response = json(httpStatus, body, headers);
  } catch (thrown) {
    return respond(job, invocation, failed(job, invocation, thrown));
  }
  if (body["outputFields"] !== void 0 && "message" in outcome) {
    invocation.logger.warn(`${outcome.status}: ${outcome.message}`);
  }
  invocation.end(recordedOutcome(outcome), httpStatus, outcome.status === "backpressure");
  return response;
}
function recordedOutcome(outcome) {
  switch (outcome.status) {
    case "error":
      return outcome.code === "handler_timeout" ? "timeout" : "error";
    case "backpressure":
      return "ok";
    // a spent budget is recorded as a success, and counted apart
    default:
      return outcome.status;
  }
}

// src/runtime/install.ts
var STATIC_INSTALL = "static";
var STATES = ["active", "needs_reauth", "suspended"];
function readPortalId(value) {
  const id = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && id >= 0 ? id : null;
}
function installOf(auth, portalId) {
  if (auth === "static") {
    return { id: STATIC_INSTALL, portalId, state: "active" };
  }
  if (portalId === null) {
    throw new Refusal("install_not_found", "the request names no portal, so no install can be found for it");
  }
  return { id: String(portalId), portalId, state: "active" };
}
function installFrom(auth, named) {
  if (named !== void 0 && !isObject(named)) {
    throw new Refusal("invalid_input", 'install must be an object such as {"portalId": 1}', { field: "install" });
  }
  const { id, portalId, state, config } = named ?? {};
  if (state !== void 0 && !STATES.includes(state)) {
    throw new Refusal("invalid_input", `install.state must be one of ${STATES.join(", ")}`, { field: "install" });
  }
  const portal = readPortalId(portalId ?? id);
  const isNamed = typeof id === "string" && id !== "";
  if (config !== void 0 && !isObject(config)) {
    throw new Refusal("invalid_input", "install.config must be a JSON object", { field: "install" });
  }
  const base = isNamed ? { id, portalId: portal, state: "active" } : installOf(auth, portal);
  return {
    ...base,
    ...state !== void 0 && { state },
    ...config !== void 0 && { config }
  };
}

// src/runtime/routes/card.ts
var card = {
  method: "POST",
  path: /^\/_svc\/cards\/([^/]+)$/,
  authentication: "signature-v3",
  handle(call) {
    const { site, request, url, id } = call;
    const capability = site.cardBackends.get(id);
    if (capability === void 0) {
      throw new Refusal("unknown_capability", `this worker has no card backend ${JSON.stringify(id)}`, {
        capabilityId: id
      });
    }
    const { input } = parseObject(request.headers, request.body);
    const install = installOf(site.app.auth, readPortalId(url.searchParams.get("portalId")));
    return dispatch({ place: call, capability, surface: "card", input, request, install, enrolledObject: NO_OBJECT });
  }
};

// src/runtime/routes/health.ts
var health = {
  method: "GET",
  path: /^\/_svc\/health$/,
  authentication: "none",
  handle: () => json(200, { ok: true })
};

// src/runtime/routes/invoke.ts
var invoke = {
  method: "POST",
  path: /^\/capabilities\/([^/]+)\/invoke$/,
  authentication: "grant",
  handle(call) {
    const capability = findCapability(call);
    const { input, object, install } = parseObject(call.request.headers, call.request.body);
    return dispatch({
      place: call,
      capability,
      surface: "invoke",
      input,
      request: call.request,
      install: installFrom(call.site.app.auth, install),
      enrolledObject: readObject(object)
    });
  }
};
function findCapability({ site, id, url }) {
  const kind = url.searchParams.get("kind");
  if (kind !== null && kind !== "tool" && kind !== "cardBackend") {
    throw new Refusal("invalid_input", "kind must be tool or cardBackend", { capabilityId: id, field: "kind" });
  }
  const tool = kind === "cardBackend" ? void 0 : site.tools.get(id);
  const cardBackend = kind === "tool" ? void 0 : site.cardBackends.get(id);
  if (tool !== void 0 && cardBackend !== void 0) {
    const message = `${JSON.stringify(id)} is both a tool and a card backend; add ?kind=tool or ?kind=cardBackend`;
    throw new Refusal("ambiguous_capability", message, { capabilityId: id, kinds: ["tool", "cardBackend"] });
  }
  const found = tool ?? cardBackend;
  if (found === void 0) {
    const what = kind === null ? "tool or card backend" : kind === "tool" ? "tool" : "card backend";
    throw new Refusal("unknown_capability", `this worker has no ${what} ${JSON.stringify(id)}`, { capabilityId: id });
  }
  return found;
}
function readObject(object) {
  if (object === void 0 || object === null) {
    return NO_OBJECT;
  }
  if (!isObject(object)) {
    throw new Refusal("invalid_input", 'object must be an object such as {"id": "1", "objectType": "company"}', {
      field: "object"
    });
  }
  const { id, objectType, properties } = object;
  return {
    id: String(id ?? ""),
    objectType: String(objectType ?? ""),
    properties: isObject(properties) ? properties : {}
  };
}

// src/runtime/routes/manifest.ts
var manifest = {
  method: "GET",
  path: /^\/_svc\/manifest$/,
  authentication: "grant",
  handle: ({ site }) => json(200, site.worker.manifest())
};

// src/runtime/routes/workflow-action.ts
var workflowAction = {
  method: "POST",
  path: /^\/workflow-actions\/([^/]+)\/invoke$/,
  authentication: "action-signature",
  handle(call) {
    const { site, request, id } = call;
    const capability = site.tools.get(id);
    if (capability === void 0) {
      throw new Refusal("unknown_capability", `this worker has no tool ${JSON.stringify(id)}`, { capabilityId: id });
    }
    const payload = parseObject(request.headers, request.body);
    const origin = part(payload, "origin");
    const context = part(payload, "context");
    const execution = readExecution(origin, context);
    return dispatch({
      place: call,
      capability,
      surface: AGENT_SOURCES.includes(context["source"]) ? "agent" : "workflow-action",
      input: readFields(payload),
      request,
      install: installOf(site.app.auth, readPortalId(origin["portalId"])),
      enrolledObject: readObject2(payload["object"]),
      ...execution !== void 0 && { execution }
    });
  }
};
var AGENT_SOURCES = ["AGENTS", "COPILOT"];
function part(payload, name) {
  const value = payload[name];
  return isObject(value) ? value : {};
}
function readFields(payload) {
  const typed = Object.entries(part(payload, "typedInputs")).map(([name, input]) => [
    name,
    isObject(input) ? input["value"] : input
  ]);
  return { ...Object.fromEntries(typed), ...part(payload, "fields"), ...part(payload, "inputFields") };
}
function readObject2(object) {
  if (!isObject(object)) {
    return NO_OBJECT;
  }
  const { objectId, objectType, properties } = object;
  return {
    id: text(objectId) ?? "",
    objectType: text(objectType) ?? "",
    properties: isObject(properties) ? properties : {}
  };
}
function readExecution(origin, context) {
  const members3 = {
    workflowId: text(context["workflowId"]),
    source: text(context["source"]),
    actionDefinitionId: text(origin["actionDefinitionId"])
  };
  const given = Object.entries(members3).filter(([, value]) => value !== void 0);
  return given.length === 0 ? void 0 : Object.fromEntries(given);
}
function text(value) {
  return typeof value === "string" || typeof value === "number" ? String(value) : void 0;
}

// src/runtime/site.ts
function makeSite(parts) {
  const tools = /* @__PURE__ */ new Map();
  const cardBackends = /* @__PURE__ */ new Map();
  for (const capability of parts.worker.capabilities) {
    if (capability.kind === "tool") {
      tools.set(capability.id, capability);
    } else if (capability.kind === "cardBackend") {
      cardBackends.set(capability.id, capability);
    }
  }
  return { ...parts, tools, cardBackends };
}

// src/runtime/router.ts
var ROUTES = [health, manifest, invoke, workflowAction, card];
function createWorker(parts) {
  const site = makeSite(parts);
  return {
    async fetch(request, env, { host }) {
      const place = { site, env, host };
      try {
        return await serve(place, request);
      } catch (error) {
        return (error instanceof Refusal ? error : internalError(place, error)).response();
      }
    }
  };
}
async function serve(place, request) {
  const url = new URL(request.url);
  const { route, id } = findRoute(request.method, url.pathname);
  const raw = {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: await readBody(request)
  };
  await authenticate(route.authentication, raw, place);
  return route.handle({ ...place, request: raw, url, id });
}
function findRoute(method, path) {
  for (const route of ROUTES) {
    const match = route.path.exec(path);
    if (match !== null) {
      if (route.method !== method) {
        throw new Refusal("method_not_allowed", `${path} takes ${route.method} only`, {}, { allow: route.method });
      }
      return { route, id: decodeId(match[1] ?? "") };
    }
  }
  throw new Refusal("not_found", "there is no such route");
}
function decodeId(segment2) {
  try {
    return decodeURIComponent(segment2);
  } catch {
    throw new Refusal("not_found", "there is no such route");
  }
}
function internalError({ site, host }, error) {
  const worker = site.worker.name;
  host.observe({
    type: "error",
    invocation: crypto.randomUUID(),
    worker,
    capabilityId: null,
    kind: null,
    ...describeThrown(error)
  });
  return new Refusal("internal_error", "the request could not be served; the log of the worker has the error");
}
export {
  createWorker
};
