// src/actors/actor.ts
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
  oauth_state_missing: 400,
  oauth_state_invalid: 400,
  oauth_state_stale: 400,
  oauth_state_used: 400,
  oauth_denied: 403,
  oauth_failed: 502,
  install_not_found: 409,
  sync_already_running: 409,
  version_conflict: 409,
  limit_reached: 409,
  unknown_flag: 404,
  billing_gated: 402,
  missing_id_property: 500,
  inbox_full: 503,
  delivery_failed: 500,
  fail_stop: 400,
  retry_later: 503,
  handler_error: 500,
  handler_timeout: 504,
  output_too_large: 500,
  completion_failed: 502,
  internal_error: 500,
  not_available: 501,
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

// src/runtime/auth/hmac.ts
var utf8 = new TextEncoder();
var keys = /* @__PURE__ */ new Map();
async function importKey(secret) {
  const known3 = keys.get(secret);
  if (known3 !== void 0) {
    return known3;
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
async function makeMac(secret, data) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", await importKey(secret), data));
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
function macFromBase64(text) {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) {
    return void 0;
  }
  const binary = atob(text);
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
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
function toHex(bytes) {
  let text = "";
  for (const byte of bytes) {
    text += (byte < 16 ? "0" : "") + byte.toString(16);
  }
  return text;
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
  const text = await grantText(request, timestamp, nonce);
  try {
    await host.actor("ProjectActor", projectName(env), "checkGrant", { kid, text, mac, use: crypto.randomUUID() });
  } catch (error) {
    if (isActorError(error) && GRANT_CODES.has(error.code)) {
      throw new Refusal(error.code, error.message);
    }
    throw error;
  }
}
var GRANT_CODES = /* @__PURE__ */ new Set(["grant_invalid", "grant_stale", "grant_replayed", "not_configured"]);

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
function fingerprint({ name, message }) {
  let hash = 2166136261;
  for (const character of `${name}:${message.slice(0, 500).replace(/\d+/g, "0")}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

// src/runtime/answer-step.ts
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
  own: async () => {
  },
  grant: (request, { env, host }) => verifyGrant(request, env, host),
  "signature-v3": async (request, { env, host, profile }) => verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now()),
  "action-signature": async (request, { env, host, profile }) => verifyActionSignature(request, profile.headerPrefix, clientSecret(env), host.now())
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
async function readBody(request, max = MAX_BODY_BYTES) {
  const declared = Number(request.headers.get("content-length") ?? NaN);
  if (declared > max) {
    throw tooLarge(max);
  }
  if (declared >= 0) {
    return limited(new Uint8Array(await request.arrayBuffer()), max);
  }
  return request.body === null ? new Uint8Array(0) : readStream(request.body, max);
}
async function readStream(stream, max) {
  const reader = stream.getReader();
  const chunks = [];
  let size = 0;
  for (; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    size += value.length;
    if (size > max) {
      await reader.cancel();
      throw tooLarge(max);
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
function limited(bytes, max) {
  if (bytes.length > max) {
    throw tooLarge(max);
  }
  return bytes;
}
function tooLarge(max) {
  return new Refusal("payload_too_large", `the body is larger than ${max} bytes`);
}
function parseObject(headers, body) {
  const value = parseBody(headers, body);
  if (!isObject(value)) {
    throw new Refusal("invalid_json", "the body must be a JSON object");
  }
  return value;
}
var utf82 = new TextDecoder("utf-8", { fatal: true });
function parseBody(headers, body) {
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new Refusal("unsupported_media_type", `the body is of type ${JSON.stringify(type)}; send application/json`);
  }
  try {
    return parseJson(utf82.decode(body));
  } catch {
    throw new Refusal("invalid_json", "the body is not JSON in UTF-8");
  }
}
var MAY_NAME_PROTOTYPE = /__proto__|\\u00/;
var MAX_JSON_DEPTH = 1e3;
function parseJson(text) {
  if (isTooDeep(text)) {
    throw new SyntaxError(`the JSON nests deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return MAY_NAME_PROTOTYPE.test(text) ? JSON.parse(text, (name, value) => name === "__proto__" ? void 0 : value) : JSON.parse(text);
}
var [QUOTE, ESCAPE] = [34, 92];
function isTooDeep(text) {
  if (text.length <= 2 * MAX_JSON_DEPTH) {
    return false;
  }
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length && depth <= MAX_JSON_DEPTH; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      inText = !inText;
    } else if (inText) {
      i += code === ESCAPE ? 1 : 0;
    } else if ((code | 32) === 123) {
      depth += 1;
    } else if ((code | 32) === 125) {
      depth -= 1;
    }
  }
  return depth > MAX_JSON_DEPTH;
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/runtime/router.ts
async function route(table, place, request, worker) {
  try {
    return await serve(table, place, request);
  } catch (error) {
    return (error instanceof Refusal ? error : internalError(place, worker, error)).response();
  }
}
async function serve(table, place, request) {
  const url = new URL(request.url);
  const { route: route2, id } = findRoute(table, request.method, url.pathname);
  const raw = {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: await readBody(request)
  };
  await authenticate(route2.authentication, raw, place);
  return route2.handle({ ...place, request: raw, url, id });
}
function findRoute(table, method, path) {
  const allowed = [];
  for (const route2 of table) {
    const match = route2.path.exec(path);
    if (match !== null && route2.method === method) {
      return { route: route2, id: decodeId(match[1] ?? "") };
    }
    if (match !== null) {
      allowed.push(route2.method);
    }
  }
  if (allowed.length > 0) {
    const allow = allowed.join(", ");
    throw new Refusal("method_not_allowed", `${path} takes ${allow} only`, {}, { allow });
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
function internalError({ host }, worker, error) {
  host.observe(faultOf(error, worker));
  return new Refusal("internal_error", "the request could not be served; the log of the worker has the error");
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

// src/runtime/response-body.ts
async function parsedBody(response) {
  const text = await response.text();
  if (text === "") {
    return void 0;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// src/crm/send.ts
var SEARCH_PATH = /^\/crm\/(?:[\w-]+\/)?objects\/(?:[^/]+\/)+search$/;
function makeSend(options) {
  return async (method, path, init = {}) => {
    const url = targetUrl(options.apiOrigin, path, init.query);
    const verb = method.toUpperCase();
    const headers = new Headers(init.headers);
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
    const { status, answer: answer2 } = await authorized(options, verb, url, request);
    if (status < 200 || status > 299) {
      throw new CrmAnswerError(verb, url.pathname, status, answer2);
    }
    return answer2;
  };
}
async function authorized(options, method, url, request) {
  const headers = request.headers;
  const token = await options.token();
  headers.set("authorization", `Bearer ${token}`);
  const first = await perform(options, method, url, request);
  if (first.status !== 401) {
    return first;
  }
  const another = await options.token(token);
  if (another === token) {
    return first;
  }
  headers.set("authorization", `Bearer ${another}`);
  return perform(options, method, url, request);
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

// src/version.ts
var SDK_VERSION = "0.1.0";

// src/runtime/unavailable.ts
function unavailable(path) {
  return rejecting(path, (called) => `${called} is not available in version ${SDK_VERSION} of @svc/sdk`);
}
function unbound(path) {
  return rejecting(
    path,
    (called) => `${called} belongs to an install, and a webhook delivery names none: use lookupInstall(ctx, portalId), or handOff(ctx, { install, capability, input }), both from @svc/sdk`
  );
}
function rejecting(path, why) {
  return new Proxy(function() {
  }, {
    get: (_target, key) => typeof key === "string" && !ASKED_BY_ENGINES.includes(key) ? rejecting(`${path}.${key}`, why) : void 0,
    apply: () => Promise.reject(new Error(why(path)))
  });
}
var ASKED_BY_ENGINES = ["then", "toJSON"];

// src/crm/client.ts
function makeCrmClient(options, objectsPath) {
  const send2 = makeSend(options);
  return {
    objects: objects(send2, objectsPath),
    batch: unavailable("ctx.crm.batch"),
    associations: unavailable("ctx.crm.associations"),
    properties: unavailable("ctx.crm.properties"),
    conversations: unavailable("ctx.crm.conversations"),
    request: (method, path, init) => send2(method, path, init)
  };
}
function objects(send2, base) {
  const typePath = (objectType) => `${base}/${segment(objectType, "object type")}`;
  const recordPath = (objectType, id) => `${typePath(objectType)}/${segment(id, "record id")}`;
  return {
    async get(objectType, id, options = {}) {
      return await send2("GET", recordPath(objectType, id), { query: readQuery(options) });
    },
    async list(objectType, options = {}) {
      return await send2("GET", typePath(objectType), { query: readQuery(options) });
    },
    async search(objectType, request) {
      return await send2("POST", `${typePath(objectType)}/search`, { body: request });
    },
    async create(objectType, record) {
      const { properties, associations } = members(record);
      return await send2("POST", typePath(objectType), {
        body: { properties, ...associations && { associations } }
      });
    },
    async update(objectType, id, record, { idProperty } = {}) {
      const { properties } = members(record);
      return await send2("PATCH", recordPath(objectType, id), {
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
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text === "" || text === "." || text === "..") {
    throw new TypeError(
      `a call of the CRM needs the ${what} as a text that is not empty; it got ${JSON.stringify(value)}`
    );
  }
  return encodeURIComponent(text);
}

// src/runtime/budget.ts
var BUDGET_MS = {
  tool: 2e4,
  cardBackend: 15e3,
  trigger: 5e3,
  sync: 6e5
};
var RECEIVE_BUDGET_MS = 5e3;
var NOTICE_MS = 1e3;
var TURNS_WITHOUT_CLOCK = 6;
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
var Budget = class {
  ms;
  notice = new Notice();
  #timeout;
  #timer;
  constructor(ms) {
    this.ms = ms;
  }
  /** The result of the work, or TIMED_OUT. What the work does afterwards is nobody's business any more. */
  async within(work) {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (let turn = 0; turn < TURNS_WITHOUT_CLOCK && !isDone; turn++) {
      await void 0;
    }
    return isDone ? work : Promise.race([work, this.#timeout ??= this.#start()]);
  }
  #start() {
    return new Promise((resolve2) => {
      this.#timer = setTimeout(
        () => {
          this.#timer = setTimeout(() => resolve2(TIMED_OUT), Math.min(NOTICE_MS, this.ms));
          this.notice.give(timeoutError(this.ms));
        },
        Math.max(0, this.ms - NOTICE_MS)
      );
    });
  }
  /** Stops the clock. */
  end() {
    clearTimeout(this.#timer);
  }
};
function timeoutError(budgetMs) {
  const error = new Error(`the invocation's ${budgetMs / 1e3} seconds are nearly over`);
  error.name = "TimeoutError";
  return error;
}

// src/runtime/install.ts
var STATIC_INSTALL = "static";
var STATES = ["active", "needs_reauth", "suspended"];
function readPortalId(value) {
  const id = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && id >= 0 ? id : null;
}
function unboundInstall(portalId) {
  return { id: null, portalId, state: "unbound" };
}
async function installOf(place, portalId) {
  if (place.site.app.auth === "static") {
    return { id: STATIC_INSTALL, portalId, state: "active" };
  }
  if (portalId === null) {
    throw new Refusal("install_not_found", "the request names no portal, so no install can be found for it");
  }
  const seen = known.get(portalId);
  const age = seen === void 0 ? STALE_MS : place.host.now() - seen.at;
  if (seen === void 0 || seen.install.state !== "active" || age < 0 || age >= STALE_MS) {
    return ask(place, portalId);
  }
  if (age >= FRESH_MS && place.host.now() >= seen.askAgainAt) {
    seen.askAgainAt = place.host.now() + ASKING_MS;
    place.waitUntil(ask(place, portalId).catch(() => {
    }));
  }
  return seen.install;
}
async function installFrom(place, named) {
  if (named !== void 0 && !isObject(named)) {
    throw new Refusal("invalid_input", 'install must be an object such as {"portalId": 1}', { field: "install" });
  }
  const { id, portalId, state, config } = named ?? {};
  if (state !== void 0 && !STATES.includes(state)) {
    throw new Refusal("invalid_input", `install.state must be one of ${STATES.join(", ")}`, { field: "install" });
  }
  if (config !== void 0 && !isObject(config)) {
    throw new Refusal("invalid_input", "install.config must be a JSON object", { field: "install" });
  }
  const isNamed = typeof id === "string" && id !== "" && place.site.app.auth === "static";
  const base = isNamed ? { id, portalId: readPortalId(portalId), state: "active" } : await installOf(place, readPortalId(portalId ?? id));
  return {
    ...base,
    ...state !== void 0 && { state },
    ...config !== void 0 && { config }
  };
}
function noteLostConsent(portalId) {
  const seen = known.get(portalId);
  if (seen !== void 0) {
    seen.install = { ...seen.install, state: "needs_reauth" };
  }
}
var FRESH_MS = 6e4;
var STALE_MS = 6e5;
var ASKING_MS = 1e4;
var MAX_KNOWN = 1e3;
var known = /* @__PURE__ */ new Map();
async function ask({ host }, portalId) {
  const at = host.now();
  let described;
  try {
    described = await host.actor("InstallActor", String(portalId), "describe", null);
  } catch (error) {
    if (isActorError(error) && error.code === "install_not_found") {
      known.delete(portalId);
      throw new Refusal("install_not_found", `the app is not installed in the portal ${portalId}`);
    }
    throw error;
  }
  const install = { id: String(portalId), portalId, state: described.state };
  const oldest = known.keys().next();
  if (known.size >= MAX_KNOWN && !known.has(portalId) && oldest.done !== true) {
    known.delete(oldest.value);
  }
  known.set(portalId, { install, at, askAgainAt: 0 });
  return install;
}

// src/runtime/billing/ask.ts
var WAIT_MS = 3e3;
function isBilled({ site, env }) {
  return site.app.billing !== void 0 && binding(env, "SVC_PROJECT_ID") !== void 0;
}
function billedInstall({ site }, { id, portalId }) {
  return id ?? (site.app.auth === "static" ? STATIC_INSTALL : portalId === null ? void 0 : String(portalId));
}
async function ask2({ host }, install, method, args) {
  const budget = new Budget(WAIT_MS);
  try {
    const answer2 = await budget.within(host.actor("InstallActor", install, method, args));
    if (answer2 === TIMED_OUT) {
      throw new Error(`the billing of the install did not answer within ${WAIT_MS / 1e3} seconds`);
    }
    return answer2;
  } finally {
    budget.end();
  }
}

// src/runtime/billing/context.ts
function makeBilling(place, install) {
  if (!isBilled(place)) {
    return void 0;
  }
  async function call(method, args) {
    const name = billedInstall(place, install);
    if (name === void 0) {
      throw new Error("ctx.billing belongs to an install, and the webhook delivery names no portal that has one");
    }
    return ask2(place, name, method, args);
  }
  const record = async (args) => void await call("billingRecord", args);
  return {
    recordUsage: (meter, quantity, options) => record({ kind: "usage", meter, quantity, key: options?.idempotencyKey }),
    recordCredit: (meter, quantity, options) => record({ kind: "credit", meter, quantity, key: options?.idempotencyKey, reason: options?.reason }),
    current: async () => currentState(await call("billingView", null)),
    upgradeUrl: () => place.site.app.billing?.upgradeUrl
  };
}
function currentState({ plan, status, features, meters }) {
  const meterOf = (id) => {
    const meter = Object.hasOwn(meters, id) ? meters[id] : void 0;
    if (meter === void 0) {
      throw new Error(`the billing catalog has no meter ${JSON.stringify(id)}; it has: ${Object.keys(meters).join(", ") || "none"}`);
    }
    return meter;
  };
  return {
    plan: plan ?? "",
    status,
    has: (feature) => features.includes(feature),
    limit: (id) => meterOf(id).limit,
    usage: (id) => meterOf(id).used
  };
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
  async function send2(method, target, body, options = {}) {
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
    get: (url, options) => send2("GET", url, void 0, options),
    post: (url, body, options) => send2("POST", url, body, options),
    put: (url, body, options) => send2("PUT", url, body, options),
    patch: (url, body, options) => send2("PATCH", url, body, options),
    delete: (url, options) => send2("DELETE", url, void 0, options)
  };
}

// src/flags/fault.ts
var FlagFault = class extends Error {
  code;
  constructor(code, message) {
    super(message);
    this.code = code;
  }
};
function malformed(message) {
  return new FlagFault("GENERAL", message);
}

// src/flags/shape.ts
function isData(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function own(data, name) {
  return Object.hasOwn(data, name) ? data[name] : void 0;
}
var FLAG_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

// src/flags/rules.ts
var same = (attribute, value) => attribute === value;
function ordered(compare) {
  return (a, b) => (typeof a === "number" && typeof b === "number" || typeof a === "string" && typeof b === "string") && compare(a, b);
}
function texts(compare) {
  return (a, b) => typeof a === "string" && typeof b === "string" && compare(a, b);
}
var contains = texts((a, b) => a.includes(b));
var TESTS = {
  eq: same,
  neq: same,
  in: same,
  notIn: same,
  contains: (a, b) => Array.isArray(a) ? a.includes(b) : contains(a, b),
  startsWith: texts((a, b) => a.startsWith(b)),
  endsWith: texts((a, b) => a.endsWith(b)),
  gt: ordered((a, b) => a > b),
  gte: ordered((a, b) => a >= b),
  lt: ordered((a, b) => a < b),
  lte: ordered((a, b) => a <= b)
};
function holds(condition, context) {
  if (!isData(condition)) {
    throw malformed("a condition is no object");
  }
  const { attr, op, values } = condition;
  if (typeof attr !== "string" || typeof op !== "string" || !Array.isArray(values)) {
    throw malformed("a condition needs attr, op and values");
  }
  const attribute = own(context, attr) ?? void 0;
  if (op === "exists") {
    return attribute !== void 0 === (values[0] !== false);
  }
  const test = own(TESTS, op);
  if (test === void 0) {
    throw malformed(`there is no operator "${op}"`);
  }
  const negated = op === "neq" || op === "notIn";
  return attribute !== void 0 && values.some((value) => test(attribute, value)) !== negated;
}
function firstRule(rules, context, serves) {
  if (!Array.isArray(rules)) {
    throw malformed("rules is no list");
  }
  for (const rule of rules) {
    if (!isData(rule) || !Array.isArray(rule.when)) {
      throw malformed("a rule needs when and serve");
    }
    const served2 = rule.when.every((condition) => holds(condition, context)) ? serves(rule.serve) : void 0;
    if (served2 !== void 0) {
      return served2;
    }
  }
  return void 0;
}

// src/flags/murmur3.ts
var C1 = 3432918353;
var C2 = 461845907;
function rotateLeft(x, bits) {
  return x << bits | x >>> 32 - bits;
}
function scramble(k) {
  return Math.imul(rotateLeft(Math.imul(k, C1), 15), C2);
}
function finish(h) {
  h = Math.imul(h ^ h >>> 16, 2246822507);
  h = Math.imul(h ^ h >>> 13, 3266489909);
  return (h ^ h >>> 16) >>> 0;
}
function murmur3(text) {
  const bytes = new TextEncoder().encode(text);
  const whole = bytes.length & ~3;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let h = 0;
  for (let i = 0; i < whole; i += 4) {
    h = Math.imul(rotateLeft(h ^ scramble(view.getUint32(i, true)), 13), 5) + 3864292196 | 0;
  }
  let tail = 0;
  for (let i = bytes.length - 1; i >= whole; i--) {
    tail = tail << 8 | view.getUint8(i);
  }
  return finish(h ^ scramble(tail) ^ bytes.length);
}

// src/flags/split.ts
var BUCKETS = 1e5;
function bucket(salt, key, by) {
  return murmur3(`${salt}:${key}:${by}`) % BUCKETS;
}
function decider(context, by) {
  if (by !== void 0 && typeof by !== "string") {
    throw malformed("by is no attribute name");
  }
  const value = own(context, by ?? "targetingKey");
  return value === "" || !["string", "number", "boolean"].includes(typeof value) ? void 0 : String(value);
}
function checked(split) {
  let total = 0;
  const parts = Array.isArray(split) ? split : [];
  for (const part2 of parts) {
    if (!isData(part2) || typeof part2.variation !== "string" || !Number.isInteger(part2.weight) || part2.weight < 0) {
      throw malformed("a part of a split needs a variation and a weight, a whole number from 0");
    }
    total += part2.weight;
  }
  if (total !== BUCKETS) {
    throw malformed(`the weights of a split add up to ${total}, not to ${BUCKETS}`);
  }
  return parts;
}
function splitVariation(flag, serve2, context) {
  const parts = checked(serve2.split);
  if (typeof flag.salt !== "string" || typeof flag.key !== "string") {
    throw malformed("a flag with a split needs key and salt");
  }
  const by = decider(context, serve2.by);
  if (by === void 0) {
    return void 0;
  }
  let left = bucket(flag.salt, flag.key, by);
  return parts.find(({ weight }) => (left -= weight) < 0)?.variation;
}

// src/flags/evaluate.ts
var IS_TYPE = {
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  json: (value) => value === null || ["boolean", "string", "number", "object"].includes(typeof value)
};
function served(flag, serve2, context) {
  if (!isData(serve2)) {
    throw malformed("a rule serves nothing");
  }
  if (serve2.split === void 0) {
    return { variation: serve2.variation, reason: "TARGETING_MATCH" };
  }
  const variation = splitVariation(flag, serve2, context);
  return variation === void 0 ? void 0 : { variation, reason: "SPLIT" };
}
function choose(flag, context) {
  if (flag.status === "disabled" || flag.status === "archived") {
    return { variation: flag.off, reason: "DISABLED" };
  }
  if (flag.status !== "active") {
    throw malformed("status is none of active, disabled, archived");
  }
  const byRule = firstRule(flag.rules, context, (serve2) => served(flag, serve2, context));
  if (byRule !== void 0) {
    return byRule;
  }
  const rollout = flag.rollout ?? void 0;
  if (rollout !== void 0 && (!isData(rollout) || rollout.split === void 0)) {
    throw malformed("rollout is no split");
  }
  const byRollout = rollout === void 0 ? void 0 : served(flag, rollout, context);
  return byRollout ?? { variation: flag.default, reason: "DEFAULT" };
}
function resolve(flag, context, type) {
  if (flag === void 0 || flag === null) {
    throw new FlagFault("FLAG_NOT_FOUND", "there is no such flag");
  }
  if (!isData(flag) || !isData(flag.variations) || typeof flag.type !== "string" || !Object.hasOwn(IS_TYPE, flag.type)) {
    throw malformed("the flag needs a type and variations");
  }
  if (type !== void 0 && flag.type !== type) {
    throw new FlagFault("TYPE_MISMATCH", `the flag is of type ${flag.type}, not ${type}`);
  }
  const { variation, reason } = choose(flag, isData(context) ? context : {});
  if (typeof variation !== "string" || !Object.hasOwn(flag.variations, variation)) {
    throw malformed(`the flag has no variation "${String(variation)}"`);
  }
  const value = flag.variations[variation];
  if (!IS_TYPE[flag.type](value)) {
    throw new FlagFault("TYPE_MISMATCH", `the variation "${variation}" is not of the flag's type ${flag.type}`);
  }
  return { value, variation, reason };
}
function evaluate(flag, context, defaultValue, type) {
  try {
    return resolve(flag, context, type);
  } catch (error) {
    return failed(defaultValue, error);
  }
}
function failed(value, error) {
  if (error instanceof FlagFault) {
    return { value, reason: "ERROR", errorCode: error.code, errorMessage: error.message };
  }
  const errorMessage = error instanceof Error ? error.message : "the flag could not be read";
  return { value, reason: "ERROR", errorCode: "GENERAL", errorMessage };
}
function evaluateBooleanFlag(snapshot2, context, defaultValue) {
  return evaluate(snapshot2, context, defaultValue, "boolean");
}
function evaluateStringFlag(snapshot2, context, defaultValue) {
  return evaluate(snapshot2, context, defaultValue, "string");
}
function evaluateNumberFlag(snapshot2, context, defaultValue) {
  return evaluate(snapshot2, context, defaultValue, "number");
}
function evaluateJsonFlag(snapshot2, context, defaultValue) {
  return evaluate(snapshot2, context, defaultValue, "json");
}

// src/runtime/flags.ts
function makeFlags(place, install, invocation) {
  if (binding(place.env, "SVC_PROJECT_ID") === void 0) {
    return void 0;
  }
  const found = /* @__PURE__ */ new Map();
  let config;
  const base = {
    targetingKey: install.portalId === null ? void 0 : String(install.portalId),
    portalId: install.portalId,
    installId: install.id,
    installState: install.state
  };
  async function evaluated(evaluate2, key, defaultValue) {
    try {
      if (!found.has(key)) {
        found.set(key, snapshot(place, key));
      }
      const flag = await found.get(key);
      const isEnough = !asksBeyond(flag, base);
      return evaluate2(flag, isEnough ? base : { ...await (config ??= install.config()), ...base }, defaultValue);
    } catch (error) {
      return failed(defaultValue, error);
    }
  }
  function getter(evaluate2) {
    return async (key, defaultValue) => {
      if (typeof key !== "string") {
        return defaultValue;
      }
      const { value, variation, reason, errorCode, errorMessage } = await evaluated(evaluate2, key, defaultValue);
      invocation.flags.set(key, { value, ...variation !== void 0 && { variation }, reason });
      if (errorCode === void 0) {
        return typeof value === "object" ? structuredClone(value) : value;
      }
      const level = errorCode === "FLAG_NOT_FOUND" ? "debug" : "warn";
      invocation.logger[level](`the flag ${JSON.stringify(key)} gives its default: ${errorMessage}`, { errorCode });
      return value;
    };
  }
  return {
    getBoolean: getter(evaluateBooleanFlag),
    getString: getter(evaluateStringFlag),
    getNumber: getter(evaluateNumberFlag),
    getJson: getter(evaluateJsonFlag)
  };
}
function asksBeyond(flag, base) {
  try {
    const { status, rules, rollout } = flag;
    const attributes = rules.flatMap(({ when, serve: serve2 }) => [...when.map(({ attr }) => attr), serve2.by]);
    return status === "active" && [...attributes, rollout?.by].some((name) => name !== void 0 && !Object.hasOwn(base, name));
  } catch {
    return false;
  }
}
var FRESH_MS2 = 1e4;
var STALE_MS2 = 6e5;
var AGAIN_MS = 1e3;
var WAIT_MS2 = 2e3;
var MAX_KNOWN2 = 200;
var known2 = /* @__PURE__ */ new Map();
async function snapshot(place, key) {
  if (!FLAG_KEY.test(key)) {
    return null;
  }
  const now = place.host.now();
  let seen = known2.get(key);
  if (seen === void 0 || now < seen.since || now >= seen.until) {
    seen = await ask3(place, key, now) ?? standIn(known2.get(key), now);
    remember(key, seen);
  }
  if (seen.flag === void 0) {
    throw new Error("the flags of the project could not be asked for");
  }
  return seen.flag;
}
function standIn(last, now) {
  const until = now + WAIT_MS2 + AGAIN_MS;
  const isUsable = last !== void 0 && Math.abs(now - last.since) < STALE_MS2;
  return isUsable ? { ...last, until: Math.max(until, last.until) } : { flag: void 0, since: now, until };
}
async function ask3({ host, env }, key, since) {
  const budget = new Budget(WAIT_MS2);
  try {
    const flag = await budget.within(host.actor("ProjectActor", projectName(env), "flag", { key }));
    return flag === TIMED_OUT ? void 0 : { flag, since, until: since + FRESH_MS2 };
  } catch {
    return void 0;
  } finally {
    budget.end();
  }
}
function remember(key, seen) {
  known2.delete(key);
  const oldest = known2.keys().next();
  if (known2.size >= MAX_KNOWN2 && oldest.done !== true) {
    known2.delete(oldest.value);
  }
  known2.set(key, seen);
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

// src/runtime/token.ts
var InstallAccessError = class extends Error {
  code;
  constructor(code, message) {
    super(message);
    this.name = "InstallAccessError";
    this.code = code;
  }
};
async function accessToken(place, install, refused2) {
  if (place.site.app.auth === "static") {
    return staticToken(place);
  }
  const { id, portalId, state } = install;
  if (state === "suspended") {
    throw new InstallAccessError("install_suspended", `the install ${id} is suspended: its CRM is not to be called`);
  }
  if (id === null || portalId === null) {
    throw new InstallAccessError("install_not_found", "no access token belongs to a request that names no install");
  }
  const seen = tokens.get(portalId);
  if (seen !== void 0 && seen.token !== refused2 && place.host.now() < seen.until && place.host.now() >= seen.since) {
    return seen.token;
  }
  return ask4(place, portalId, refused2);
}
var MIN_LIFE_MS = 6e4;
var MAX_TOKENS = 1e3;
var tokens = /* @__PURE__ */ new Map();
async function ask4({ host }, portalId, refused2) {
  const since = host.now();
  let answer2;
  try {
    const args = refused2 === void 0 ? {} : { refused: refused2 };
    answer2 = await host.actor("InstallActor", String(portalId), "accessToken", args);
  } catch (error) {
    tokens.delete(portalId);
    if (!isActorError(error)) {
      throw error;
    }
    if (error.code === "needs_reauth") {
      noteLostConsent(portalId);
    }
    throw new InstallAccessError(error.code, error.message);
  }
  const oldest = tokens.keys().next();
  if (tokens.size >= MAX_TOKENS && !tokens.has(portalId) && oldest.done !== true) {
    tokens.delete(oldest.value);
  }
  tokens.set(portalId, { token: answer2.token, since, until: since + answer2.livesMs - MIN_LIFE_MS });
  return answer2.token;
}
function staticToken({ env }) {
  const token = binding(env, "CRM_ACCESS_TOKEN");
  if (token === void 0) {
    throw new Error("ctx.crm has no access token: bind the secret CRM_ACCESS_TOKEN");
  }
  return token;
}

// src/runtime/context.ts
var NO_OBJECT = { id: "", objectType: "", properties: {} };
function makeContext(job, invocation, input, notice) {
  const { place, install } = job;
  const access = accessTo(place, install, invocation, notice);
  const flags = makeFlags(place, access.install, invocation);
  const billing = makeBilling(place, install);
  const request = once(() => rawRequest(job.request, notice.signal));
  const context = {
    input,
    enrolledObject: job.enrolledObject,
    install: access.install,
    ...job.execution !== void 0 && { execution: job.execution },
    env: visibleEnv(place.env),
    get crm() {
      return access.crm;
    },
    appObjects: access.appObjects,
    appEvents: access.appEvents,
    store: access.store,
    http: makeHttpClient(place.host.fetch, notice),
    ...billing !== void 0 && { billing },
    ...flags !== void 0 && { flags },
    logger: invocation.logger,
    get request() {
      return request();
    }
  };
  return job.members === void 0 ? context : Object.assign(context, job.members(invocation, notice));
}
function accessTo(place, install, invocation, notice) {
  if (install.id === null) {
    return {
      install: makeInstall(place, install),
      crm: unbound("ctx.crm"),
      appObjects: unbound("ctx.appObjects"),
      appEvents: unbound("ctx.appEvents"),
      store: unbound("ctx.store")
    };
  }
  const crm = once(
    () => makeCrmClient(crmOptions(place, install, invocation, notice), place.site.profile.paths.objects)
  );
  return {
    install: makeInstall(place, install),
    get crm() {
      return crm();
    },
    appObjects: unavailable("ctx.appObjects"),
    appEvents: unavailable("ctx.appEvents"),
    store: makeStore(place.host, install.id)
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
      if (config !== void 0) {
        return structuredClone(config);
      }
      return id === null ? {} : await host.actor("InstallActor", id, "config", null);
    }
  };
}
function crmOptions(place, install, invocation, notice) {
  const { env, host, site } = place;
  return {
    fetch: host.fetch,
    now: host.now,
    apiOrigin: binding(env, "SVC_CRM_API_URL") ?? site.profile.apiOrigin,
    token: (refused2) => accessToken(place, install, refused2),
    onCall: (call) => invocation.crmCall(call),
    notice
  };
}
function rawRequest({ url, method, headers, body }, signal) {
  return new Request(url, { method, headers, signal, ...body.length > 0 && { body } });
}

// src/runtime/action-payload.ts
var AGENT_SOURCES = ["AGENTS", "COPILOT"];
function readActionPayload(payload, callbackId) {
  const origin = part(payload, "origin");
  const context = part(payload, "context");
  const execution = readExecution(origin, context, callbackId);
  return {
    input: readFields(payload),
    enrolledObject: readObject(payload["object"]),
    portalId: readPortalId(origin["portalId"]),
    deliveryKey: textOf(payload["callbackId"]),
    byAgent: AGENT_SOURCES.includes(context["source"]),
    ...execution !== void 0 && { execution }
  };
}
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
function readObject(object) {
  if (!isObject(object)) {
    return NO_OBJECT;
  }
  const { objectId, objectType, properties } = object;
  return {
    id: textOf(objectId) ?? "",
    objectType: textOf(objectType) ?? "",
    properties: isObject(properties) ? properties : {}
  };
}
function readExecution(origin, context, callbackId) {
  const members3 = {
    workflowId: textOf(context["workflowId"]),
    source: textOf(context["source"]),
    callbackId,
    actionDefinitionId: textOf(origin["actionDefinitionId"])
  };
  const given = Object.entries(members3).filter(([, value]) => value !== void 0);
  return given.length === 0 ? void 0 : Object.fromEntries(given);
}
function textOf(value) {
  return typeof value === "string" || typeof value === "number" ? String(value) : void 0;
}

// src/crm/backpressure.ts
var BACKPRESSURE = /* @__PURE__ */ Symbol.for("svc.backpressure");
function backpressureMessage(retryAfterSeconds) {
  return `CRM rate limit budget exhausted; retry after ${retryAfterSeconds}s.`;
}
function isBackpressure(error) {
  try {
    return typeof error === "object" && error !== null && error[BACKPRESSURE] === true;
  } catch {
    return false;
  }
}

// src/declare/billing.ts
function normalizeCapabilityBilling(billing) {
  const { requires, meter, onLimit, deniedMessage } = billing;
  return {
    requires: requires === void 0 ? [] : typeof requires === "string" ? [requires] : [...requires],
    ...meter === void 0 ? {} : { meter: typeof meter === "string" ? { id: meter, quantity: 1 } : { id: meter.id, quantity: meter.quantity ?? 1 } },
    onLimit: onLimit ?? "block",
    ...deniedMessage === void 0 ? {} : { deniedMessage }
  };
}

// src/runtime/billing/gate.ts
var MAX_KEY = 128;
function openGate(job, invocation) {
  if (job.capability.billing === void 0 || !isBilled(job.place)) {
    return void 0;
  }
  const billing = normalizeCapabilityBilling(job.capability.billing);
  const asksNothing = billing.meter === void 0 && (billing.requires.length === 0 || billing.onLimit === "allow");
  return asksNothing ? void 0 : opened(job, invocation, billing);
}
async function opened(job, invocation, billing) {
  const { place, capability, deliveryKey = "" } = job;
  const { requires, meter, onLimit } = billing;
  const install = billedInstall(place, job.install);
  if (install === void 0) {
    const message = "the delivery names no portal, so no install can be billed for it";
    return onLimit === "block" ? gated(job, billing, { reason: "no_plan", message, features: requires, meter: null }) : settled;
  }
  const isDelivery = deliveryKey !== "" && deliveryKey.length <= MAX_KEY;
  const key = `${capability.kind}/${encodeURIComponent(capability.id)}/${isDelivery ? deliveryKey : invocation.id}`;
  const asked = { requires, ...meter && { meter }, key, isDelivery, isBlocking: onLimit === "block" };
  let result;
  try {
    result = await ask2(place, install, "billingOpen", asked);
  } catch (error) {
    return unknown(invocation, onLimit, error);
  }
  const { denied, reservation } = result;
  if (denied !== void 0 && onLimit === "block") {
    return gated(job, billing, denied);
  }
  if (denied !== void 0 && onLimit === "warn") {
    const { message, ...why } = denied;
    invocation.logger.warn(`not covered by billing: ${message}`, why);
  }
  return reservation === void 0 ? settled : (isDone) => settle(job, invocation, install, { reservation, isDone });
}
async function settled() {
}
async function settle({ place }, { logger }, install, args) {
  const attempt2 = () => ask2(place, install, "billingSettle", args);
  try {
    await attempt2().catch(attempt2);
  } catch (error) {
    logger.error("the usage could not be recorded", { error: String(error) });
  }
}
function unknown({ logger }, onLimit, error) {
  const message = "the billing of the install could not be asked";
  logger[onLimit === "block" ? "error" : "warn"](message, { error: String(error) });
  return onLimit === "block" ? { status: "retry-later", message: `${message}; try again` } : settled;
}
function gated({ surface, place }, { deniedMessage }, denied) {
  const { message: why, ...fields } = denied;
  const message = deniedMessage ?? why;
  if (surface !== "invoke" && surface !== "card" && surface !== "sync") {
    return { status: "block", message };
  }
  const upgradeUrl = place.site.app.billing?.upgradeUrl;
  return { status: "error", code: "billing_gated", message, fields: { ...fields, ...upgradeUrl !== void 0 && { upgradeUrl } } };
}

// src/runtime/card-flags.ts
function showsFlags({ place, capability, surface }) {
  const cards = place.site.app.cards ?? [];
  return surface === "card" && cards.some(({ flags, backend }) => flags === "server" && backend === capability.id);
}
function withFlags(job, invocation, answer2) {
  if (answer2.httpStatus !== 200 || !showsFlags(job)) {
    return answer2;
  }
  const values = Object.fromEntries([...invocation.flags].filter(([, { value }]) => isJson(value)));
  return { ...answer2, body: { ...answer2.body, flags: { values } } };
}
function isJson(value) {
  try {
    return JSON.stringify(value) !== void 0;
  } catch {
    return false;
  }
}
async function signatureOf({ place, surface }, { body }, text) {
  if (surface !== "card" || body["flags"] === void 0) {
    return {};
  }
  const secret = binding(place.env, "CRM_CLIENT_SECRET");
  if (secret === void 0) {
    throw new Refusal("not_configured", "the secret CRM_CLIENT_SECRET is not bound, so no answer can be signed");
  }
  return { "x-svc-response-signature": `v1=${toHex(await makeMac(secret, concat(text)))}` };
}
function warnOfStream(job, { logger }) {
  if (showsFlags(job)) {
    logger.warn("a stream carries no flags, and the card declares flags: 'server': return a value instead");
  }
}

// src/runtime/card-stream.ts
var utf83 = new TextEncoder();
async function openStream(reader) {
  const { done, value } = await reader.read();
  const contentType = typeof value === "string" ? "text/plain; charset=utf-8" : "application/octet-stream";
  return { reader, first: done ? void 0 : bytesOf(value), contentType };
}
function streamBody(opened2, budget, onEnd) {
  const { reader } = opened2;
  let first = opened2.first;
  let isOver = opened2.first === void 0;
  let end = (how, error) => {
    end = void 0;
    budget.end();
    onEnd(how, error);
  };
  async function next() {
    for (; ; ) {
      const read = first === void 0 ? await budget.within(reader.read()) : { done: false, value: first };
      first = void 0;
      if (read === TIMED_OUT) {
        throw new StreamTimeout(budget.ms);
      }
      const chunk = read.done ? void 0 : bytesOf(read.value);
      if (chunk === void 0 || chunk.length > 0) {
        return chunk;
      }
    }
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const chunk = isOver ? void 0 : await next();
          if (chunk !== void 0) {
            controller.enqueue(chunk);
            return;
          }
          isOver = true;
          end?.("ok");
          controller.close();
        } catch (error) {
          end?.(error instanceof StreamTimeout ? "timeout" : "error", error);
          controller.error(new Error("the card backend broke its stream off"));
          await abandon(reader, error);
        }
      },
      async cancel(reason) {
        end?.("ok");
        await abandon(reader, reason);
      }
    },
    { highWaterMark: 0 }
  );
}
async function abandon(reader, reason) {
  await reader.cancel(reason).catch(() => {
  });
}
var StreamTimeout = class extends Error {
  constructor(budgetMs) {
    super(`the stream did not end within ${budgetMs / 1e3} seconds`);
    this.name = "TimeoutError";
  }
};
function bytesOf(chunk) {
  if (typeof chunk === "string") {
    return utf83.encode(chunk);
  }
  if (chunk instanceof Uint8Array) {
    return chunk;
  }
  if (chunk instanceof ArrayBuffer) {
    return new Uint8Array(chunk);
  }
  throw new TypeError(`a card backend's stream holds texts and bytes (Uint8Array), not ${describe(chunk)}`);
}
function describe(chunk) {
  return chunk === null ? "null" : typeof chunk === "object" ? "other objects; JSON.stringify them" : `a ${typeof chunk}`;
}

// src/runtime/checkpoint-buffer.ts
var FULL = 50;
var OLDEST_MS = 1e3;
var OVERDUE_MS = 2 * OLDEST_MS;
var ATTEMPTS = 3;
var MOST = 1e3;
var NO_PORTAL = "none";
var waiting = [];
var oldestSince = 0;
var unsent = [];
function keepRecord(place, record, crm429) {
  const now = place.host.now();
  const isFirst = waiting.length === 0;
  waiting.push({ portal: String(record.portalId ?? NO_PORTAL), entry: entryOf(record, crm429) });
  if (isFirst) {
    oldestSince = now;
    place.waitUntil(flushSoon(place));
  } else if (waiting.length >= FULL || now - oldestSince > OVERDUE_MS) {
    place.waitUntil(flush(place));
  }
}
async function flushSoon(place) {
  await aSecond();
  await flush(place);
}
async function flush(place) {
  await sendAll(place);
  for (let tries = 1; tries < ATTEMPTS && unsent.length > 0; tries++) {
    await aSecond();
    await sendAll(place);
  }
}
function aSecond() {
  return new Promise((resolve2) => setTimeout(resolve2, OLDEST_MS));
}
async function sendAll(place) {
  const batches = [...unsent, ...batchesOf(waiting)];
  waiting = [];
  unsent = [];
  await Promise.all(batches.map((batch) => send(place, batch)));
}
function batchesOf(records) {
  const portals = /* @__PURE__ */ new Map();
  for (const { portal, entry } of records) {
    const batch = portals.get(portal) ?? { id: batchId(), portal, entries: [], tries: 0 };
    batch.entries.push(entry);
    portals.set(portal, batch);
  }
  return [...portals.values()];
}
var batchId = () => crypto.randomUUID().slice(0, 13);
async function send(place, batch) {
  try {
    await place.host.actor("PortalActor", batch.portal, "record", { batch: batch.id, entries: batch.entries });
  } catch {
    batch.tries += 1;
    unsent.push(batch);
    tellLost(place, unsent.filter(({ tries }) => tries >= ATTEMPTS));
    unsent = unsent.filter(({ tries }) => tries < ATTEMPTS);
    while (unsent.reduce((sum, { entries }) => sum + entries.length, 0) > MOST) {
      tellLost(place, unsent.splice(0, 1));
    }
  }
}
function tellLost({ host }, batches) {
  const count = batches.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > 0) {
    const message = `${count} records of invocations could not be handed over, and are not in the summary`;
    host.log({ at: host.now(), level: "warn", message, worker: "runtime", capabilityId: null, kind: null, invocation: "" });
  }
}
function entryOf(record, crm429) {
  const { deployId, worker, capabilityId, kind, surface, outcome, backpressure: backpressure2 } = record;
  const { at, durationMs, crmCalls, crmWaitMs, errorFingerprint } = record;
  return {
    deployId,
    worker,
    capabilityId,
    kind,
    surface,
    outcome: backpressure2 ? "backpressure" : outcome,
    at,
    durationMs,
    crmCalls,
    crmWaitMs,
    crm429,
    ...errorFingerprint !== void 0 && { errorFingerprint }
  };
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
function redactText(text) {
  if (text.length < 6) {
    return text;
  }
  const kept = text.replace(TOKEN, redactToken);
  return (kept.includes("@") ? kept.replace(EMAIL, redactEmail) : kept).replace(PHONE, redactPhone);
}
function redactToken(run) {
  const found = BEARER.test(run) ? !BEARER_PROSE.test(run) : JWT.test(run) || REGIONAL_PAT.test(run) || run.split(/[-_]/).some(isSecret);
  return found ? REDACTED : run;
}
function isSecret(segment2) {
  return SECRET_SEGMENT.test(segment2) && /\d/.test(segment2);
}
function redactEmail(run) {
  const at = run.indexOf("@");
  return at < 0 || VERSION.test(run.slice(at + 1)) ? run : REDACTED;
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
        message: redact(textOf2(message)),
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
function textOf2(message) {
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
  /** The flags that the handler evaluated, by key. */
  flags = /* @__PURE__ */ new Map();
  #subject;
  #at;
  #origin;
  #crmCalls = 0;
  #crmWaitMs = 0;
  #crm429 = 0;
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
    this.#crm429 += call.status === 429 ? 1 : 0;
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
    const record = {
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
    };
    place.host.observe(record);
    keepRecord(place, record, this.#crm429);
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
var BATCHED = {
  ok: { http: 200, state: "SUCCESS" },
  "fail-continue": { http: 200, state: "FAIL_CONTINUE" },
  block: { http: 200, state: "BLOCK" },
  "fail-stop": { http: 200, state: "FAIL_CONTINUE", reason: true },
  "retry-later": { http: 200, members: ["status", "message", "retryAfterSeconds"] }
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
  "batched-action": BATCHED,
  invoke: INVOKE,
  card: CARD,
  trigger: TRIGGER,
  sync: SYNC
};
function answer(surface, outcome, facts) {
  if (outcome.status === "error") {
    return { httpStatus: ERROR_STATUS[outcome.code], headers: {}, body: errorBody(surface, outcome, facts) };
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
  const body = cell.state === void 0 ? members2(cell.members ?? [], shown, hint, facts) : outputFields(cell, shown, facts);
  return { httpStatus, headers, body };
}
function errorBody(surface, { code, message, fields }, { capabilityId, executionStateKey, run }) {
  return surface === "batched-action" ? { outputFields: { failureReason: message, [executionStateKey]: "FAIL_CONTINUE" } } : { ok: false, error: code, capabilityId, message, ...fields, ...run !== void 0 && { run } };
}
function backpressure(surface, retryAfterSeconds) {
  const message = backpressureMessage(retryAfterSeconds);
  return TABLE[surface] === ACTION ? { status: "fail-continue", message, output: { retryAfterSeconds: String(retryAfterSeconds) } } : { status: "retry-later", message, retryAfterSeconds };
}
function retryHint(seconds) {
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? seconds : void 0;
}
function outputFields({ state, reason }, shown, facts) {
  const output = "output" in shown ? shown.output : void 0;
  const why = reason === true && "message" in shown ? { failureReason: shown.message } : void 0;
  return { outputFields: { ...output, ...why, [facts.executionStateKey]: state } };
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
  const text = typeof value === "string" ? value.trim() : "";
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : value;
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
  const text = readString(value);
  if ("expected" in text || options.length === 0) {
    return text;
  }
  const choices = options.map((option) => typeof option === "string" ? option : option.value);
  const chosen = fieldType === "checkbox" ? String(text.value).split(";") : [String(text.value)];
  return chosen.every((one) => choices.includes(one)) ? text : { expected: `one of ${choices.join(", ")}` };
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
  for (const kind of [Error, Response, ReadableStream, Promise, Map, Set, Date]) {
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
  const texts2 = {};
  for (const [name, value] of Object.entries(output)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text === void 0) {
      throw new OutputError(`the output field ${JSON.stringify(name)} holds a ${typeof value}, which is no JSON`);
    }
    texts2[name] = text;
  }
  return texts2;
}
function checkOutputSize(texts2) {
  for (const [name, text] of Object.entries(texts2)) {
    if (text.length > MAX_OUTPUT_CHARS) {
      throw new OutputError(
        `the output field ${JSON.stringify(name)} has ${text.length} characters; at most ${MAX_OUTPUT_CHARS} are taken`,
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
  if (capability.kind !== "tool" || !(outcome.status === "ok" || outcome.status === "fail-continue")) {
    return outcome;
  }
  const output = readOutput(capability.output, outcome.output, onUnknown);
  const texts2 = outputTexts(output);
  checkOutputSize(texts2);
  return { ...outcome, output: surface === "invoke" ? output : texts2 };
}
function isResult(capability, returned) {
  const isOutput = capability.kind === "cardBackend" || capability.kind === "tool" && capability.output?.["status"] !== void 0;
  if (isActionResult(returned) || isOutput) {
    return isActionResult(returned);
  }
  return typeof returned === "object" && returned !== null && STATUSES.includes(returned.status);
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

// src/runtime/run-handler.ts
function inputOf({ capability, input, surface, byAgent }) {
  if (capability.kind === "trigger" || capability.kind === "sync") {
    return input;
  }
  const isAgent = (surface === "agent" || byAgent === true) && capability.kind === "tool";
  const exposed = isAgent ? capability.agent?.expose ?? [] : void 0;
  return readInput({ capabilityId: capability.id, fields: capability.input, ...exposed && { exposed } }, input);
}
async function runHandler(job, invocation, input) {
  const budget = new Budget(job.budgetMs ?? BUDGET_MS[job.capability.kind]);
  let ran;
  try {
    ran = await attempt(job, invocation, input, budget);
  } catch (thrown) {
    ran = { outcome: failed2(job, invocation, thrown) };
  }
  if (ran.stream === void 0) {
    budget.end();
  }
  return ran;
}
async function attempt(job, invocation, input, budget) {
  const { capability, surface } = job;
  const call = async () => capability.handler(makeContext(job, invocation, input, budget.notice));
  const returned = await budget.within(call());
  if (returned === TIMED_OUT) {
    return { outcome: timedOut(job, budget) };
  }
  const outcome = readReturned(capability, surface, returned, (field) => {
    invocation.logger.warn(`the output field ${JSON.stringify(field)} is not declared, and is left out`);
  });
  if (capability.kind !== "cardBackend" || outcome.status !== "ok" || !(outcome.output instanceof ReadableStream)) {
    return { outcome };
  }
  const reader = outcome.output.getReader();
  try {
    const opened2 = await budget.within(openStream(reader));
    if (opened2 !== TIMED_OUT) {
      return { outcome: { status: "ok" }, stream: { ...opened2, budget } };
    }
  } catch (error) {
    await abandon(reader, error);
    throw error;
  }
  void abandon(reader, "the time is up");
  return { outcome: timedOut(job, budget) };
}
function timedOut({ capability }, { ms }) {
  const message = `the handler of ${JSON.stringify(capability.id)} did not end within ${ms / 1e3} seconds`;
  return { status: "error", code: "handler_timeout", message };
}
function failed2({ capability }, invocation, thrown) {
  if (isBackpressure(thrown)) {
    return { status: "backpressure", retryAfterSeconds: Number(thrown.retryAfterSeconds) || 1 };
  }
  invocation.uncaught(thrown);
  const id = JSON.stringify(capability.id);
  return isTooLong(thrown) ? { status: "error", code: "output_too_large", message: `an output of ${id} is longer than the platform takes` } : { status: "error", code: "handler_error", message: `the handler of ${id} failed; its log has the error` };
}

// src/runtime/dispatch.ts
async function dispatch(job) {
  const invocation = new Invocation(job);
  const performed = await perform2(job, invocation);
  const { stream, httpStatus, headers, text } = performed;
  if (stream !== void 0) {
    warnOfStream(job, invocation);
    return streamed(stream, invocation);
  }
  const signature = await signatureOf(job, performed, text);
  endInvocation(invocation, performed);
  return new Response(text, {
    status: httpStatus,
    headers: { "content-type": "application/json; charset=utf-8", ...headers, ...signature }
  });
}
async function perform2(job, invocation) {
  let input;
  try {
    input = inputOf(job);
  } catch (refusal) {
    invocation.end("rejected", refusal.status, false);
    throw refusal;
  }
  const gate = openGate(job, invocation);
  const settle2 = gate && await gate;
  if (typeof settle2 === "object") {
    return answered({ ...job, conclude: async () => void 0 }, invocation, settle2);
  }
  if (job.begin !== void 0) {
    await begin(job.begin, invocation, settle2);
  }
  const { outcome, stream } = await runHandler(job, invocation, input);
  const performed = await answered(job, invocation, outcome);
  await settle2?.(performed.outcome.status === "ok");
  return stream === void 0 ? performed : { ...performed, stream };
}
async function begin(run, invocation, settle2) {
  try {
    await run();
  } catch (error) {
    await settle2?.(false);
    if (error instanceof Refusal) {
      invocation.end("rejected", error.status, false);
    }
    throw error;
  }
}
function endInvocation(invocation, { outcome, httpStatus }) {
  invocation.end(recordedOutcome(outcome), httpStatus, outcome.status === "backpressure");
}
async function answered(job, invocation, outcome) {
  const { place, capability, surface } = job;
  const { profile } = place.site;
  let run;
  try {
    run = await job.conclude?.(outcome);
  } catch (error) {
    invocation.uncaught(error);
    const message = `what became of ${JSON.stringify(capability.id)} could not be noted; the log has the error`;
    return answered({ ...job, conclude: async () => void 0 }, invocation, { status: "error", code: "internal_error", message });
  }
  const plain = answer(surface, outcome, {
    capabilityId: capability.id,
    executionStateKey: profile.executionStateKey,
    actionRetryAfterUnit: profile.retryAfterUnit,
    run
  });
  const result = withFlags(job, invocation, plain);
  let text;
  try {
    text = JSON.stringify(result.body);
  } catch (thrown) {
    return answered(job, invocation, failed2(job, invocation, unserializable(thrown)));
  }
  if (result.body["outputFields"] !== void 0 && "message" in outcome && outcome.status !== "error") {
    invocation.logger.warn(`${outcome.status}: ${outcome.message}`);
  }
  return { ...result, outcome, text };
}
function unserializable(thrown) {
  if (!(thrown instanceof TypeError)) {
    return thrown;
  }
  return new TypeError(`the result is no JSON: ${thrown.message.split("\n")[0]}`);
}
function streamed(stream, invocation) {
  const body = streamBody(stream, stream.budget, (how, error) => {
    const isSpent = isBackpressure(error);
    if (how === "error" && !isSpent) {
      invocation.uncaught(error);
    }
    invocation.end(isSpent ? "ok" : how, 200, isSpent);
  });
  return new Response(body, { headers: { "content-type": stream.contentType } });
}
function recordedOutcome(outcome) {
  switch (outcome.status) {
    case "error":
      return outcome.code === "handler_timeout" ? "timeout" : outcome.code === "billing_gated" ? "block" : "error";
    case "backpressure":
      return "ok";
    // a spent budget is recorded as a success, and counted apart
    default:
      return outcome.status;
  }
}

// src/runtime/batch-item.ts
var COMPLETION_BUDGET_MS = 1e4;
var MAX_CALLBACK_ID = 256;
async function runItem(place, tool, payload, request) {
  const callbackId = isObject(payload) ? callbackOf(payload["callbackId"]) : void 0;
  if (callbackId === void 0 || !isObject(payload)) {
    return { ...rejected(null), error: "invalid_input", message: "an item is an object with a callbackId of its own" };
  }
  const { portalId, ...read } = readActionPayload(payload, callbackId);
  let job;
  try {
    const install = await installOf(place, portalId);
    job = { place, capability: tool, surface: "batched-action", request, install, ...read };
  } catch (error) {
    return { ...rejected(callbackId), ...told(error) };
  }
  return runJob(job, callbackId);
}
async function runJob(job, callbackId) {
  const invocation = new Invocation(job);
  try {
    const performed = await perform2(job, invocation);
    const { status, message, retryAfterSeconds } = performed.body;
    const failure = await completeWith(job, invocation, callbackId, performed.body);
    endInvocation(invocation, performed);
    return {
      callbackId,
      ok: performed.outcome.status === "ok" && failure === void 0,
      status: textOf(status) ?? performed.outcome.status,
      completed: failure === void 0 && status === void 0,
      ..."message" in performed.outcome && { message: performed.outcome.message },
      ...performed.outcome.status === "error" && { error: performed.outcome.code },
      ...message !== void 0 && { message: String(message) },
      ...typeof retryAfterSeconds === "number" && { retryAfterSeconds },
      ...failure
    };
  } catch (error) {
    return refused(job, invocation, callbackId, error);
  }
}
async function refused(job, invocation, callbackId, error) {
  const { error: code, message } = told(error);
  if (!(error instanceof Refusal)) {
    invocation.uncaught(error);
  }
  const { body } = answer("batched-action", { status: "error", code, message }, {
    capabilityId: job.capability.id,
    executionStateKey: job.place.site.profile.executionStateKey,
    actionRetryAfterUnit: "seconds"
  });
  const failure = await completeWith(job, invocation, callbackId, body);
  return { ...rejected(callbackId), completed: failure === void 0, error: code, message, ...failure };
}
async function completeWith({ place, install }, invocation, callbackId, { outputFields: outputFields2 }) {
  if (outputFields2 === void 0) {
    return void 0;
  }
  const budget = new Budget(COMPLETION_BUDGET_MS);
  const path = `${place.site.profile.paths.actionCallbacks}/${encodeURIComponent(callbackId)}/complete`;
  try {
    const send2 = makeSend(crmOptions(place, install, invocation, budget.notice));
    if (await budget.within(send2("POST", path, { body: { outputFields: outputFields2 } })) !== TIMED_OUT) {
      return void 0;
    }
    throw new Error(`the CRM did not answer within ${COMPLETION_BUDGET_MS / 1e3} seconds`);
  } catch (error) {
    invocation.logger.error("the callback could not be completed", { callbackId, error: describeThrown(error).message });
    const status = error instanceof CrmAnswerError ? ` (it answered ${error.status})` : "";
    return { error: "completion_failed", message: `the CRM did not take the completion of the callback${status}` };
  } finally {
    budget.end();
  }
}
function rejected(callbackId) {
  return { callbackId, ok: false, status: "rejected", completed: false };
}
function told(error) {
  return error instanceof Refusal ? { error: error.code, message: error.message } : { error: "internal_error", message: "the item could not be run; the log of the worker has the error" };
}
function callbackOf(value) {
  const text = textOf(value);
  const isPart = text !== void 0 && text !== "" && text !== "." && text !== ".." && text.length <= MAX_CALLBACK_ID;
  return isPart ? text : void 0;
}

// src/runtime/find-capability.ts
var NAMES = { tools: "tool", cardBackends: "card backend", triggers: "trigger", syncs: "sync" };
function capabilityOf(site, kind, id) {
  const found = site[kind].get(id);
  if (found === void 0) {
    throw unknown2(NAMES[kind], id);
  }
  return found;
}
function toolOrCard(site, id, kind) {
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
    throw unknown2(kind === null ? "tool or card backend" : kind === "tool" ? "tool" : "card backend", id);
  }
  return found;
}
function unknown2(what, id) {
  return new Refusal("unknown_capability", `this worker has no ${what} ${JSON.stringify(id)}`, { capabilityId: id });
}

// src/runtime/routes/batched-action.ts
var MAX_ITEMS = 100;
var ITEMS_AT_ONCE = 10;
var batchedAction = {
  method: "POST",
  path: /^\/workflow-actions\/([^/]+)\/batched\/invoke$/,
  authentication: "action-signature",
  async handle(call) {
    const { site, request, id } = call;
    const tool = capabilityOf(site, "tools", id);
    const { inputs } = parseObject(request.headers, request.body);
    if (!Array.isArray(inputs) || inputs.length > MAX_ITEMS) {
      const message = `inputs must be an array of at most ${MAX_ITEMS} payloads`;
      throw new Refusal("invalid_input", message, { capabilityId: id, field: "inputs" });
    }
    const results = [];
    const left = [...distinct(inputs).entries()];
    await Promise.all(
      Array.from({ length: ITEMS_AT_ONCE }, async () => {
        for (let next = left.shift(); next !== void 0; next = left.shift()) {
          const [at, payload] = next;
          results[at] = await runItem(call, tool, payload, request);
        }
      })
    );
    return json(200, { ok: results.every(({ ok }) => ok), results });
  }
};
function distinct(inputs) {
  const seen = /* @__PURE__ */ new Set();
  return inputs.map((payload) => {
    const callbackId = isObject(payload) ? callbackOf(payload["callbackId"]) : void 0;
    if (callbackId === void 0 || seen.has(callbackId)) {
      return void 0;
    }
    seen.add(callbackId);
    return payload;
  });
}

// src/runtime/routes/card.ts
var card = {
  method: "POST",
  path: /^\/_svc\/cards\/([^/]+)$/,
  authentication: "signature-v3",
  async handle(call) {
    const { site, request, url, id } = call;
    const capability = capabilityOf(site, "cardBackends", id);
    const { input } = parseObject(request.headers, request.body);
    const install = await installOf(call, readPortalId(url.searchParams.get("portalId")));
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
  async handle(call) {
    const { site, request, url, id } = call;
    const capability = toolOrCard(site, id, url.searchParams.get("kind"));
    const { input, object, install } = parseObject(request.headers, request.body);
    return dispatch({
      place: call,
      capability,
      surface: "invoke",
      input,
      request,
      install: await installFrom(call, install),
      enrolledObject: readObject2(object)
    });
  }
};
function readObject2(object) {
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

// src/runtime/auth/source-hmac.ts
var DEFAULT_SIGNATURE_HEADER = "X-Signature";
var DEFAULT_TOLERANCE_SECONDS = 300;
var DIGITS_OF_MILLISECONDS = 12;
async function verifySourceHmac(request, source, env, now) {
  const auth = hmacOf(source);
  const secret = sharedKey(source.name, auth, env);
  const mac = readMac(auth, headerValue(request, source.name, auth.header ?? DEFAULT_SIGNATURE_HEADER));
  const time = auth.timestampHeader === void 0 ? "" : headerValue(request, source.name, auth.timestampHeader);
  if (mac === void 0 || auth.timestampHeader !== void 0 && !/^\d{1,15}$/.test(time)) {
    throw new Refusal("signature_invalid", "the signature or its time is malformed, or is sent more than once");
  }
  if (auth.timestampHeader !== void 0) {
    checkTime(Number(time) * (time.length >= DIGITS_OF_MILLISECONDS ? 1 : 1e3), now, auth.toleranceSeconds);
  }
  if (!await verifyMac(secret, mac, concat(time === "" ? "" : `${time}.`, request.body))) {
    throw new Refusal(
      "signature_invalid",
      "the signature does not fit the request; check the shared key and that no proxy alters the body"
    );
  }
}
function hmacOf({ name, auth }) {
  if (auth?.type !== "hmac") {
    throw new Refusal("not_configured", `the push source ${JSON.stringify(name)} declares no hmac auth, so nothing may be posted to it`);
  }
  return auth;
}
function sharedKey(name, { secret }, env) {
  const key = secret === void 0 ? void 0 : binding(env, secret);
  if (key === void 0) {
    const missing = secret === void 0 ? "names no secret binding" : `needs the secret ${secret}, which is not bound`;
    throw new Refusal("not_configured", `the hmac auth of the source ${JSON.stringify(name)} ${missing}`);
  }
  return key;
}
function headerValue(request, source, header) {
  const value = request.headers.get(header);
  if (value === null) {
    throw new Refusal("signature_missing", `the request has no ${header} header; the source ${JSON.stringify(source)} signs what it posts`);
  }
  return value;
}
function readMac({ prefix = "", encoding = "hex" }, value) {
  if (!value.startsWith(prefix)) {
    return void 0;
  }
  const text = value.slice(prefix.length);
  return encoding === "base64" ? macFromBase64(text) : macFromHex(text.toLowerCase());
}
function checkTime(at, now, toleranceSeconds) {
  const tolerance = usable(toleranceSeconds) ? toleranceSeconds : DEFAULT_TOLERANCE_SECONDS;
  if (now - at > tolerance * 1e3) {
    throw new Refusal("signature_stale", `the signature is older than ${tolerance} seconds`);
  }
  if (at - now > MAX_AHEAD_MS) {
    throw new Refusal("signature_stale", "the signature is from the future");
  }
}
function usable(seconds) {
  return typeof seconds === "number" && seconds > 0 && Number.isFinite(seconds);
}

// src/runtime/push-intake.ts
var RETRY_AFTER_SECONDS = 60;
var INSTALLS_AT_ONCE = 20;
async function takePosted(place, source, event, installs) {
  const capability = syncOf(place, source);
  const invocation = new Invocation({ place, capability, surface: "push", install: unboundInstall(null) });
  try {
    const rows = await receivedRows(source, event, invocation);
    await keep(place, source.name, rows, installs);
    invocation.end("ok", 200, false);
    return rows.length;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : "internal_error";
    invocation.end(RECORDED[code] ?? "error", ERROR_STATUS[code], false);
    throw error;
  }
}
var RECORDED = { handler_timeout: "timeout", inbox_full: "retry-later" };
async function receivedRows(source, event, invocation) {
  const name = JSON.stringify(source.name);
  let received;
  try {
    received = await inTime(async () => source.receive({ event }));
    if (received !== TIMED_OUT) {
      return readRows(received);
    }
  } catch (thrown) {
    invocation.uncaught(thrown);
    throw new Refusal("handler_error", `the receive of the source ${name} failed; its log has the error`);
  }
  throw new Refusal("handler_timeout", `the receive of the source ${name} did not end within ${RECEIVE_BUDGET_MS / 1e3} seconds`);
}
async function inTime(run) {
  const budget = new Budget(RECEIVE_BUDGET_MS);
  try {
    return await budget.within(run());
  } finally {
    budget.end();
  }
}
function syncOf({ site }, source) {
  for (const sync of site.syncs.values()) {
    if (sync.source === source) {
      return sync;
    }
  }
  throw new Error(`no sync has the source ${source.name}`);
}
function readRows(received) {
  const rows = isObject(received) ? received["rows"] : void 0;
  if (!Array.isArray(rows)) {
    throw new TypeError("receive must give { rows: [{ key, data }, \u2026] }");
  }
  return rows.map((row, i) => {
    const { key, data } = isObject(row) ? row : {};
    if (typeof key !== "string" || key === "") {
      throw new TypeError(`the key of row ${i} must be a text that is not empty: it tells the row apart, for good`);
    }
    if (JSON.stringify(data) === void 0) {
      throw new TypeError(`the data of row ${i} (${JSON.stringify(key)}) is not JSON`);
    }
    return { key, data };
  });
}
async function keep({ host, site }, source, rows, installs) {
  const left = rows.length === 0 ? [] : [...installs];
  let isFull = false;
  const write = async () => {
    for (let install = left.shift(); install !== void 0; install = left.shift()) {
      try {
        await host.actor("InstallActor", install, "inboxPut", { worker: site.worker.name, source, rows });
      } catch (error) {
        if (!isActorError(error) || error.code !== "inbox_full") {
          throw error;
        }
        isFull = true;
      }
    }
  };
  await Promise.all(Array.from({ length: INSTALLS_AT_ONCE }, write));
  if (isFull) {
    const message = `rows of the source ${JSON.stringify(source)} wait to be written, and there is no room for more; post it again later`;
    const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
    throw new Refusal("inbox_full", message, { retryAfterSeconds: RETRY_AFTER_SECONDS }, headers);
  }
}

// src/runtime/target-installs.ts
var MAX_INSTALLS = 500;
async function targetInstalls(place, named) {
  const isStatic = place.site.app.auth === "static";
  const portalId = readPortalId(named);
  if (named !== null && !(isStatic && named === STATIC_INSTALL)) {
    if (portalId === null) {
      throw new Refusal("install_not_found", "?install= takes the id of a portal in which the app is installed");
    }
    return [String((await installOf(place, portalId)).id)];
  }
  return isStatic ? [STATIC_INSTALL] : activeInstalls(place);
}
async function activeInstalls({ host, env }) {
  const ids = [];
  let after;
  do {
    const page = await host.actor("ProjectActor", projectName(env), "listInstalls", { after, limit: MAX_INSTALLS });
    ids.push(...page.installs.filter(({ state }) => state === "active").map(({ id }) => id));
    if (ids.length > MAX_INSTALLS) {
      const message = `the app has more than ${MAX_INSTALLS} active installs: post to each by ?install=<portal id>`;
      throw new Refusal("invalid_input", message, { field: "install" });
    }
    after = page.next;
  } while (after !== void 0);
  if (ids.length === 0) {
    throw new Refusal("install_not_found", "the app has no active install yet, so the rows could go nowhere");
  }
  return ids;
}

// src/runtime/routes/push-source.ts
var CRM = "crm";
var pushSource = {
  method: "POST",
  path: /^\/webhooks\/([^/]+)$/,
  authentication: "own",
  async handle(call) {
    const { site, env, host, request, url, id } = call;
    const source = site.pushSources.get(id);
    if (source === void 0 || id === CRM) {
      throw new Refusal("not_found", "there is no such route");
    }
    await verifySourceHmac(request, source, env, host.now());
    const event = parseBody(request.headers, request.body);
    const installs = await targetInstalls(call, url.searchParams.get("install"));
    return json(200, { ok: true, rows: await takePosted(call, source, event, installs) });
  }
};

// src/runtime/sync-run.ts
var GRACE_MS = 6e4;
function syncRunOf(place, sync, install, request) {
  const id = crypto.randomUUID();
  const run = { worker: place.site.worker.name, sync: sync.id, id };
  const call = (method, args) => place.host.actor("InstallActor", install.id ?? "", method, { ...run, ...args });
  return {
    place,
    capability: sync,
    surface: "sync",
    input: {},
    request,
    install,
    enrolledObject: NO_OBJECT,
    members: () => ({ sync: unavailable("ctx.sync") }),
    async begin() {
      refuseWhatCannotRun(sync, install);
      try {
        await call("runStart", { leaseMs: BUDGET_MS.sync + GRACE_MS });
      } catch (error) {
        const isRunning = isActorError(error) && error.code === "sync_already_running";
        throw isRunning ? new Refusal("sync_already_running", error.message, { capabilityId: sync.id }) : error;
      }
    },
    async conclude(outcome) {
      const end = runEnd(outcome, place.host.now());
      await call("runEnd", end);
      return { id, status: end.status };
    }
  };
}
function refuseWhatCannotRun({ id, source, idProperty }, install) {
  if (install.id === null) {
    throw new Refusal("install_not_found", "a sync runs for an install, and the request names none");
  }
  if (source === void 0) {
    return;
  }
  if (typeof idProperty !== "string" || idProperty === "") {
    const message2 = `the sync ${JSON.stringify(id)} has a source and no idProperty, so its rows could not be told apart; nothing was written`;
    throw new Refusal("missing_id_property", message2, { capabilityId: id });
  }
  const message = `the sync ${JSON.stringify(id)} has a source, and this version does not run such syncs yet; nothing was written`;
  throw new Refusal("not_available", message, { capabilityId: id });
}
function runEnd(outcome, now) {
  switch (outcome.status) {
    case "ok":
      return { status: "succeeded" };
    case "backpressure":
      return { status: "waiting", waitsUntil: now + outcome.retryAfterSeconds * 1e3 };
    case "retry-later": {
      const { message, retryAfterSeconds: wait } = outcome;
      const isTime = typeof wait === "number" && Number.isFinite(wait) && wait >= 0;
      return { status: "waiting", message, ...isTime && { waitsUntil: now + wait * 1e3 } };
    }
    case "block":
      return { status: "cancelled", message: outcome.message };
    default:
      return { status: "failed", message: outcome.message };
  }
}

// src/runtime/routes/sync-run.ts
var syncRun = {
  method: "POST",
  path: /^\/sync\/([^/]+)\/run$/,
  authentication: "grant",
  async handle(call) {
    const { site, request, id } = call;
    const sync = capabilityOf(site, "syncs", id);
    const { install } = request.body.length === 0 ? {} : parseObject(request.headers, request.body);
    return dispatch(syncRunOf(call, sync, await installFrom(call, install), request));
  }
};

// src/runtime/delivery.ts
function readEvents(body) {
  const events = Array.isArray(body) ? body : [body];
  if (!events.every(isObject)) {
    throw new Refusal("invalid_json", "the body must be an array of events, or one event; an event is a JSON object");
  }
  return events;
}
var IDENTITY = ["portalId", "subscriptionId", "eventId", "objectId", "occurredAt"];
var utf84 = new TextEncoder();
async function deliveryIdOf(events) {
  const identities = events.map(identity).sort();
  return toHex(await sha256(utf84.encode(identities.join("\n"))));
}
function identity(event) {
  if (IDENTITY.every((member) => event[member] === void 0)) {
    return JSON.stringify(event, (name, value) => name === "attemptNumber" ? void 0 : value);
  }
  return JSON.stringify(IDENTITY.map((member) => event[member] ?? null));
}
function byPortal(events) {
  const groups = /* @__PURE__ */ new Map();
  for (const event of events) {
    const portalId = readPortalId(event.portalId);
    const group = groups.get(portalId);
    if (group === void 0) {
      groups.set(portalId, [event]);
    } else {
      group.push(event);
    }
  }
  return groups;
}

// src/hand-off.ts
var HANDS = /* @__PURE__ */ Symbol.for("svc.hands");

// src/runtime/hands.ts
function makeHands(place, request, deadline) {
  return (invocation, notice) => ({
    [HANDS]: {
      async lookupInstall(portalId) {
        const install = await installOfPortal(place, portalId);
        return install === void 0 ? void 0 : accessTo(place, install, invocation, notice);
      },
      async handOff(wanted) {
        const { install, capability, input = {} } = wanted ?? {};
        const portalId = typeof install === "object" ? install?.portalId : install;
        const bound = await installOfPortal(place, portalId);
        if (bound === void 0) {
          throw new HandOffError("install_not_found", `the app is not installed in the portal ${String(portalId)}`);
        }
        const isId = typeof capability === "string";
        const found = toolOrCard(place.site, isId ? capability : capability?.id, isId ? null : capability?.kind);
        return handedOff({
          place,
          capability: found,
          surface: "invoke",
          input,
          request,
          install: bound,
          enrolledObject: NO_OBJECT,
          budgetMs: Math.max(1, deadline - place.host.now())
        });
      }
    }
  });
}
async function installOfPortal(place, portalId) {
  try {
    return await installOf(place, readPortalId(portalId));
  } catch (error) {
    if (error instanceof Refusal && error.code === "install_not_found") {
      return void 0;
    }
    throw error;
  }
}
async function handedOff(job) {
  const invocation = new Invocation(job);
  const performed = await perform2(job, invocation);
  endInvocation(invocation, performed);
  if (performed.stream !== void 0) {
    performed.stream.budget.end();
    await abandon(performed.stream.reader, "handed off");
    throw new HandOffError("handler_error", `${JSON.stringify(job.capability.id)} streams, which only a card can take`);
  }
  return resultOf(performed.outcome);
}
function resultOf(outcome) {
  switch (outcome.status) {
    case "error":
      throw new HandOffError(outcome.code, outcome.message);
    case "backpressure": {
      const { retryAfterSeconds } = outcome;
      return { status: "retry-later", message: backpressureMessage(retryAfterSeconds), retryAfterSeconds };
    }
    default:
      return outcome;
  }
}
var HandOffError = class extends Error {
  code;
  constructor(code, message) {
    super(message);
    this.name = "HandOffError";
    this.code = code;
  }
};

// src/runtime/trigger-run.ts
async function deliveryTo(place, trigger2, portalId, events, request) {
  const deliveryId = await deliveryIdOf(events);
  return {
    place,
    capability: trigger2,
    surface: "trigger",
    input: { triggerId: trigger2.id, deliveryId, events },
    deliveryKey: deliveryId,
    request,
    install: unboundInstall(portalId),
    enrolledObject: NO_OBJECT,
    members: makeHands(place, request, place.host.now() + BUDGET_MS.trigger)
  };
}

// src/runtime/routes/trigger.ts
var trigger = {
  method: "POST",
  path: /^\/webhooks\/crm\/([^/]+)$/,
  authentication: "signature-v3",
  async handle(call) {
    const { site, request, id } = call;
    const capability = capabilityOf(site, "triggers", id);
    const events = readEvents(parseBody(request.headers, request.body));
    const portals = [...byPortal(events).keys()];
    const portalId = portals.length === 1 ? portals[0] ?? null : null;
    return dispatch(await deliveryTo(call, capability, portalId, events, request));
  }
};

// src/runtime/routes/workflow-action.ts
var workflowAction = {
  method: "POST",
  path: /^\/workflow-actions\/([^/]+)\/invoke$/,
  authentication: "action-signature",
  async handle(call) {
    const { site, request, id } = call;
    const capability = capabilityOf(site, "tools", id);
    const { portalId, ...read } = readActionPayload(parseObject(request.headers, request.body));
    return dispatch({
      place: call,
      capability,
      surface: read.byAgent ? "agent" : "workflow-action",
      request,
      install: await installOf(call, portalId),
      ...read
    });
  }
};

// src/runtime/site.ts
function makeSite(parts) {
  const tools = /* @__PURE__ */ new Map();
  const cardBackends = /* @__PURE__ */ new Map();
  const triggers = /* @__PURE__ */ new Map();
  const syncs = /* @__PURE__ */ new Map();
  const pushSources = /* @__PURE__ */ new Map();
  for (const capability of parts.worker.capabilities) {
    switch (capability.kind) {
      case "tool":
        tools.set(capability.id, capability);
        break;
      case "cardBackend":
        cardBackends.set(capability.id, capability);
        break;
      case "trigger":
        triggers.set(capability.id, capability);
        break;
      case "sync":
        syncs.set(capability.id, capability);
        if (capability.source?.mode === "push") {
          pushSources.set(capability.source.name, capability.source);
        }
        break;
    }
  }
  return { ...parts, tools, cardBackends, triggers, syncs, pushSources };
}

// src/runtime/steps/step-request.ts
var utf85 = new TextEncoder();
function stepRequest(url, body) {
  const headers = new Headers({ "content-type": "application/json" });
  return { method: "POST", url, headers, body: utf85.encode(JSON.stringify(body)) };
}

// src/runtime/steps/sync-step.ts
var syncStep = async (place, args) => {
  const { sync, install } = args;
  const capability = place.site.syncs.get(sync);
  if (capability === void 0) {
    throw new ActorError("unknown_capability", `the worker has no sync ${JSON.stringify(sync)}; deploy it again`);
  }
  try {
    const url = `https://step.invalid/sync/${encodeURIComponent(sync)}/run`;
    const job = syncRunOf(place, capability, await installFrom(place, install), stepRequest(url, { install }));
    const invocation = new Invocation(job);
    const performed = await perform2(job, invocation);
    endInvocation(invocation, performed);
    const run = performed.body["run"];
    if (run === void 0) {
      const { outcome } = performed;
      return { refused: outcome.status === "error" ? outcome.code : outcome.status };
    }
    const seconds = waitOf(performed.outcome);
    return seconds === void 0 ? { run } : { run, again: place.host.now() + seconds * 1e3 };
  } catch (error) {
    if (error instanceof Refusal) {
      return { refused: error.code };
    }
    throw error;
  }
};
function waitOf(outcome) {
  const seconds = "retryAfterSeconds" in outcome ? outcome.retryAfterSeconds : void 0;
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? seconds : void 0;
}

// src/runtime/steps/trigger-step.ts
var DELIVERIES_AT_ONCE = 10;
var triggerStep = async (place, args) => {
  const { deliveries, url } = args;
  const left = [...deliveries];
  let failed3 = 0;
  const work = async () => {
    for (let delivery = left.shift(); delivery !== void 0; delivery = left.shift()) {
      if (await hasFailed(place, delivery, url)) {
        failed3 += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: DELIVERIES_AT_ONCE }, work));
  return { failed: failed3 };
};
async function hasFailed(place, { trigger: trigger2, portalId, events }, url) {
  const capability = place.site.triggers.get(trigger2);
  if (capability === void 0) {
    const message = `the worker has no trigger ${JSON.stringify(trigger2)}; deploy it and the app worker again`;
    throw new ActorError("unknown_capability", message);
  }
  const job = await deliveryTo(place, capability, portalId, events, stepRequest(url, events));
  const invocation = new Invocation(job);
  const performed = await perform2(job, invocation);
  endInvocation(invocation, performed);
  return performed.httpStatus >= 400;
}

// src/runtime/steps.ts
var STEPS = { syncStep, trigger: triggerStep };
async function runStep(place, name, args) {
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : void 0;
  if (step === void 0) {
    throw new ActorError("unknown_step", `the worker has no step ${JSON.stringify(name)}; deploy it again`);
  }
  return step(place, args);
}

// src/runtime/worker.ts
var ROUTES = [
  health,
  manifest,
  invoke,
  workflowAction,
  batchedAction,
  card,
  trigger,
  pushSource,
  syncRun
];
var TELL_PAUSES_MS = [1e3, 5e3, 2e4];
function createWorker(parts) {
  const site = makeSite(parts);
  const placeOf = (env, { host, waitUntil }) => ({
    site,
    profile: site.profile,
    env,
    host,
    waitUntil
  });
  return {
    name: site.worker.name,
    fetch: (request, env, occasion) => route(ROUTES, placeOf(env, occasion), request, site.worker.name),
    async scheduled({ cron, scheduledTime }, env, { host }) {
      const args = { worker: site.worker.name, cron, scheduledTime };
      const tell = () => host.actor("ProjectActor", projectName(env), "tick", args);
      for (const pause of TELL_PAUSES_MS) {
        try {
          await tell();
          return;
        } catch {
          await new Promise((resolve2) => setTimeout(resolve2, pause));
        }
      }
      await tell();
    },
    step: (name, args, env, occasion) => runStep(placeOf(env, occasion), name, args)
  };
}
export {
  createWorker
};
