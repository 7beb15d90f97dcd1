var __defProp = Object.defineProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// src/manifest/rate-limits.ts
function normalizeRateLimits(declared = {}) {
  const { retry, bucket: bucket2, metrics } = declared;
  return {
    retry: retry === false ? false : { max: retry?.max ?? 5, baseMs: retry?.baseMs ?? 200, capMs: retry?.capMs ?? 1e4 },
    bucket: {
      capacity: bucket2?.capacity ?? 100,
      refillPerSecond: bucket2?.refillPerSecond ?? 10,
      searchCapacity: bucket2?.searchCapacity ?? 4,
      searchRefillPerSecond: bucket2?.searchRefillPerSecond ?? 4,
      requestedTokensPerCall: bucket2?.requestedTokensPerCall ?? 1,
      adaptive: bucket2?.adaptive ?? false
    },
    // Only `false` turns metrics off: `{ enabled: false }` turns them on (spec: `rateLimits` shape).
    metrics: metrics !== void 0 && metrics !== false
  };
}

// src/profiles/crm.json
var crm_default = {
  name: "crm",
  headerPrefix: "X-Crm",
  executionStateKey: "crm_execution_state",
  expirationDurationKey: "crm_expiration_duration",
  retryAfterUnit: "seconds",
  apiOrigin: "https://api.crm.example",
  appOrigin: "https://app.crm.example",
  authorizePath: "/oauth/authorize",
  accountIdKey: "portalId",
  accountNameKey: "portalName",
  connectedAppsPath: "/connected-apps/{portalId}/installed",
  projectFile: "crmproject.json",
  metaFileSuffix: "-crmmeta.json",
  uiPackage: "@crm/ui-extensions",
  cliPackage: "@crm/cli",
  uploadCommand: "crm project upload",
  platformFetch: "crm.fetch",
  associationCategory: "CRM_DEFINED",
  oauthScope: null,
  mcpServersPerApp: 1,
  enforcesMcpServersPerApp: false,
  paths: {
    objects: "/crm/v3/objects",
    recordAssociations: "/crm/v4/associations",
    objectProperties: "/crm/v3/properties",
    actionCallbacks: "/automation/v4/actions/callbacks",
    appEvents: "/integrators/timeline/v4/events",
    appEventTypes: "/integrators/timeline/v4/types/projects",
    customChannels: "/conversations/v3/custom-channels",
    visitorIdentification: "/visitor-identification/v3/tokens/create",
    accountInfo: "/account-info/v3/details",
    oauthToken: "/oauth/v1/token",
    oauthIntrospection: "/oauth/2026-09/token/introspect"
  }
};

// src/declare/json.ts
var mayNamePrototype = (text) => text.includes("__proto__") || text.includes("\\u00");
var MAX_JSON_DEPTH = 1e3;
var JsonDepthError = class extends SyntaxError {
  constructor() {
    super(`the JSON nests deeper than ${MAX_JSON_DEPTH} levels`);
  }
};
function parseJson(text) {
  if (isTooDeep(text)) {
    throw new JsonDepthError();
  }
  return mayNamePrototype(text) ? JSON.parse(text, (name, value2) => name === "__proto__" ? void 0 : value2) : JSON.parse(text);
}
var ESCAPE = 92;
function isTooDeep(text) {
  if (text.length <= MAX_JSON_DEPTH) {
    return false;
  }
  let opened = 0;
  for (const bracket of ["{", "["]) {
    for (let at = text.indexOf(bracket); at >= 0 && opened <= MAX_JSON_DEPTH; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
    }
  }
  return opened > MAX_JSON_DEPTH && depthOf(text) > MAX_JSON_DEPTH;
}
function depthOf(text) {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length && depth <= MAX_JSON_DEPTH; i++) {
    const character = text[i];
    if (character === '"') {
      i = endOfText(text, i);
    } else if (character === "[" || character === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return deepest;
}
function endOfText(text, start) {
  let end = start;
  let escapes = 0;
  do {
    end = text.indexOf('"', end + 1);
    for (escapes = 0; end >= 0 && text.charCodeAt(end - 1 - escapes) === ESCAPE; ) {
      escapes += 1;
    }
  } while (escapes % 2 === 1);
  return end < 0 ? text.length : end;
}

// src/platform/bytes.ts
var utf8 = new TextEncoder();
var BYTES_PER_UNIT = 3;
function concat(parts) {
  let size = 0;
  for (const part2 of parts) {
    size += typeof part2 === "string" ? part2.length * BYTES_PER_UNIT : part2.length;
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const part2 of parts) {
    if (typeof part2 === "string") {
      offset += utf8.encodeInto(part2, all.subarray(offset)).written;
    } else {
      all.set(part2, offset);
      offset += part2.length;
    }
  }
  return all.subarray(0, offset);
}
function toHex(bytes) {
  let text = "";
  for (const byte of bytes) {
    text += (byte < 16 ? "0" : "") + byte.toString(16);
  }
  return text;
}
function fromBase64(text) {
  return Uint8Array.fromBase64(text);
}
function equalBytes(a, b) {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) {
    difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  }
  return difference === 0;
}

// src/platform/errors.ts
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
  stale_run: 409,
  version_conflict: 409,
  limit_reached: 409,
  unknown_flag: 404,
  unknown_later: 404,
  unknown_poison_row: 404,
  unknown_delivery: 404,
  unknown_failure: 404,
  billing_gated: 402,
  missing_id_property: 500,
  inbox_full: 503,
  delivery_failed: 500,
  delivery_running: 503,
  dedup_unavailable: 503,
  fail_stop: 400,
  retry_later: 503,
  handler_error: 500,
  handler_timeout: 504,
  output_too_large: 400,
  completion_failed: 502,
  internal_error: 500,
  not_available: 501,
  not_configured: 503
};
var RouteError = class extends Error {
  code;
  fields;
  headers;
  /** @param fields members of the body besides `ok`, `error` and `message` */
  constructor(code, message, fields = {}, headers = {}) {
    super(message);
    this.name = "RouteError";
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
function invalidInput(field, message) {
  return new RouteError("invalid_input", message, { field });
}
function json(status, body, headers = {}) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers }
  });
}

// src/platform/read-stream.ts
async function readStream(stream, max, take) {
  const reader = stream.getReader();
  for (let size = 0; ; ) {
    const { done, value: value2 } = await reader.read();
    if (done) {
      return true;
    }
    size += value2.length;
    if (size > max) {
      reader.cancel().catch(() => {
      });
      return false;
    }
    take(value2);
  }
}

// src/platform/body.ts
var MAX_BODY_BYTES = 1048576;
async function readBody(request, max = MAX_BODY_BYTES) {
  const { headers } = request;
  const declared = Number(headers.get("content-length") ?? NaN);
  if (declared > max) {
    throw tooLarge(max);
  }
  if (declared >= 0 && !headers.has("transfer-encoding")) {
    return limited(new Uint8Array(await request.arrayBuffer()), max);
  }
  const chunks = [];
  if (request.body !== null && !await readStream(request.body, max, (chunk) => void chunks.push(chunk))) {
    throw tooLarge(max);
  }
  return concat(chunks);
}
function limited(bytes, max) {
  if (bytes.length > max) {
    throw tooLarge(max);
  }
  return bytes;
}
function tooLarge(max) {
  return new RouteError("payload_too_large", `the body is larger than ${max} bytes`);
}
function parseObject(headers, body) {
  const value2 = parseBody(headers, body);
  if (!isObject(value2)) {
    throw new RouteError("invalid_json", "the body must be a JSON object");
  }
  return value2;
}
var utf82 = new TextDecoder("utf-8", { fatal: true });
function parseBody(headers, body) {
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new RouteError(
      "unsupported_media_type",
      `unsupported content type ${JSON.stringify(type)}: send application/json`
    );
  }
  const coding = (headers.get("content-encoding") ?? "").trim().toLowerCase();
  if (coding !== "" && coding !== "identity") {
    throw new RouteError(
      "unsupported_media_type",
      `unsupported content encoding ${JSON.stringify(coding)}: send the body unencoded`
    );
  }
  try {
    return parseJson(utf82.decode(body));
  } catch (error) {
    const message = error instanceof JsonDepthError ? error.message : "the body is not valid JSON in UTF-8";
    throw new RouteError("invalid_json", message);
  }
}
function isObject(value2) {
  return typeof value2 === "object" && value2 !== null && !Array.isArray(value2);
}

// src/platform/json-text.ts
var OutputError = class extends Error {
  name = "OutputError";
};
function jsonText(value2, name) {
  const text = JSON.stringify(value2);
  if (text === void 0) {
    refuse(name, typeof value2);
  }
  if (text.includes("{}")) {
    refuseEmpty(value2, name);
  }
  return text;
}
function refuseEmpty(value2, name) {
  if (typeof value2 === "object" && value2 && !("toJSON" in value2)) {
    const kind = Array.isArray(value2) ? "" : emptyKind(value2);
    if (kind) {
      refuse(name, kind);
    }
    for (const [key, member] of Object.entries(value2)) {
      refuseEmpty(member, `${name}.${key}`);
    }
  }
}
function refuse(name, kind) {
  throw new OutputError(`${name} is of type ${kind}, which JSON cannot represent: await or convert it`);
}
function emptyKind(value2) {
  const made = Object.getPrototypeOf(value2);
  return !made || made === Object.prototype || Object.keys(value2).length ? void 0 : made.constructor?.name || "Object";
}

// src/platform/arguments.ts
function invalid(message) {
  return Object.assign(new TypeError(message), { code: "invalid_argument" });
}
function inputOf(input, like = '{ properties: { name: "\u2026" } }') {
  if (!isObject(input) || emptyKind(input)) {
    throw invalid(`invalid argument ${String(input)}: expected an object such as ${like}`);
  }
  return input;
}

// src/crm/objects-in.ts
function objectsIn(answer2, list2) {
  const values = isObject(answer2) ? answer2[list2] : void 0;
  return Array.isArray(values) ? values.filter(isObject) : [];
}

// src/crm/list-of.ts
function listOf(values, what) {
  if (!Array.isArray(values)) {
    throw invalid(`invalid ${what}: expected an array, got ${typeof values}`);
  }
  return values;
}

// src/crm/path.ts
function pathOf(base, parts) {
  return Object.entries(parts).reduce(
    (path, [what, value2]) => `${path}/${encodeURIComponent(textOf(value2, what))}`,
    base
  );
}
function shown(value2) {
  try {
    return JSON.stringify(value2) ?? String(value2);
  } catch {
    return typeof value2 === "bigint" ? `${value2}n` : "that JSON cannot hold";
  }
}
function textOf(value2, what) {
  const text = typeof value2 === "number" ? String(value2) : value2;
  if (typeof text !== "string" || /^\.{0,2}$/.test(text)) {
    throw invalid(`invalid ${what} ${shown(value2)}: expected a string that is not empty, "." or ".."`);
  }
  if (/[\ud800-\udfff]/u.test(text)) {
    throw invalid(`invalid ${what} ${shown(value2)}: it contains a lone surrogate`);
  }
  return text;
}

// src/crm/associations.ts
function makeAssociations(send2, { recordAssociations }) {
  const records2 = recordAssociations.replace("/associations", "/objects");
  const below = (end) => {
    const { objectType, id } = inputOf(end);
    return `${pathOf(records2, { "object type": objectType, "record id": id })}/associations`;
  };
  const between = (from, to, kind = "") => {
    const { objectType, id } = inputOf(to);
    return pathOf(below(from) + kind, { "other object type": objectType, "other record id": id });
  };
  return {
    async list(from, toObjectType, options2 = {}) {
      const { limit, after } = inputOf(options2, "{ limit: 10 }");
      const path = pathOf(below(from), { "other object type": toObjectType });
      const page = await send2("GET", path, { query: { limit, after }, expects: "list", retry: "idempotent" });
      return { ...page, results: objectsIn(page, "results").map(associationOf) };
    },
    async create(from, to, types = []) {
      const isDefault = listOf(types, "types").length === 0;
      await send2("PUT", between(from, to, isDefault ? "/default" : ""), {
        ...!isDefault && { body: types },
        expects: "none",
        retry: "idempotent"
      });
    },
    async archive(from, to) {
      await send2("DELETE", between(from, to), { expects: "none", retry: "idempotent" });
    }
  };
}
function associationOf(shown4) {
  return { ...shown4, toObjectId: String(shown4["toObjectId"]) };
}

// src/platform/coded.ts
function coded(code, message, more = {}) {
  return Object.assign(new Error(message), { code }, more);
}

// src/platform/unavailable.ts
function unavailable(path, error) {
  return new Proxy((() => {
  }), {
    get: (_target, key) => typeof key === "string" && !READ_BY_ENGINES.includes(key) ? unavailable(`${path}.${key}`, error) : void 0,
    apply: () => Promise.reject(error(path))
  });
}
var READ_BY_ENGINES = ["then", "toJSON"];

// src/platform/extension.ts
var Extension = class {
  #part;
  #absent;
  #what;
  #word;
  /**
   * @param what for errors, such as `ctx.flags`
   * @param word the word in the code of a worker that adds the part
   */
  constructor(what, word) {
    this.#what = what;
    this.#word = word;
  }
  /** Adds the part to this script. */
  add(part2) {
    this.#part = part2;
  }
  /** The part, undefined if this script does not contain it. */
  get found() {
    return this.#part;
  }
  /** The part. @throws if this script does not contain it */
  get part() {
    if (this.#part === void 0) {
      throw this.#missing(this.#what);
    }
    return this.#part;
  }
  /**
   * Returns the member of the context that `make` returns for the part. If this script does not contain the part, calls
   * of the member reject.
   */
  member(make) {
    return this.#part === void 0 ? this.#absent ??= unavailable(this.#what, (path) => this.#missing(path)) : make(this.#part);
  }
  #missing(what) {
    return coded(
      "extension_missing",
      `cannot use ${what}: svc left it out of this script, since the worker's code does not contain the word ${JSON.stringify(this.#word)}; write the name in full`
    );
  }
};

// src/crm/associations-extension.ts
var associationsExtension = /* @__PURE__ */ new Extension(
  "ctx.crm.associations",
  "associations"
);

// src/crm/batch-read.ts
var BatchReads = class {
  #turns = /* @__PURE__ */ new Map();
  #atEndOfTurn;
  /** @param atEndOfTurn runs a function after the current turn */
  constructor(atEndOfTurn) {
    this.#atEndOfTurn = atEndOfTurn;
  }
  /**
   * Returns one outcome per id, in order.
   *
   * @param kind lookups with the same text share calls
   * @param size ids per call
   */
  async read(kind, ids, size, lookUp) {
    const turn = this.#turns.get(kind) ?? this.#begin(kind);
    for (const id of ids) {
      if (!turn.callOf.has(id)) {
        const call = turn.open ??= makeCall(lookUp);
        turn.callOf.set(id, call);
        if (call.ids.push(id) === size) {
          turn.open = void 0;
          call.leave();
        }
      }
    }
    const outcomes = [];
    for (const id of ids) {
      const call = turn.callOf.get(id);
      outcomes.push((await call.outcomes)[call.ids.indexOf(id)]);
    }
    return outcomes;
  }
  #begin(kind) {
    const turn = { callOf: /* @__PURE__ */ new Map(), open: void 0 };
    this.#turns.set(kind, turn);
    this.#atEndOfTurn(() => {
      this.#turns.delete(kind);
      turn.open?.leave();
    });
    return turn;
  }
};
function makeCall(lookUp) {
  const ids = [];
  let leave = () => {
  };
  const outcomes = new Promise((resolve2) => {
    leave = () => resolve2(lookUp(ids));
  });
  return { ids, outcomes, leave };
}

// src/platform/lanes.ts
async function inLanes(lanes, items, work) {
  const left = [...items.entries()];
  const lane = async () => {
    for (let next = left.shift(); next !== void 0; next = left.shift()) {
      await work(next[1], next[0]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}

// src/crm/batch-answer.ts
function readVerdicts(kind, items, answer2) {
  const verdicts = /* @__PURE__ */ new Map();
  const unmatched = matchResults(kind, items, objectsIn(answer2, "results"), verdicts);
  const unnamed = [];
  for (const error of objectsIn(answer2, "errors")) {
    const named3 = rowsNamed(items, error);
    named3.forEach((item) => verdicts.has(item) || verdicts.set(item, { error }));
    if (named3.length === 0) {
      unnamed.push(error);
    }
  }
  const left = items.filter((item) => !verdicts.has(item));
  for (const item of left) {
    verdicts.set(item, verdictOfRest(kind, left.length, unmatched, unnamed));
  }
  return verdicts;
}
function verdictOfRest({ isRead, keysOf }, left, unmatched, [unnamed, another]) {
  if (unnamed !== void 0) {
    return another === void 0 ? { error: unnamed } : "unmentioned";
  }
  if (isRead !== true) {
    return keysOf === void 0 ? { result: void 0 } : "unmentioned";
  }
  return unmatched.length > 0 && left > 1 ? "unclear" : { result: unmatched[0] };
}
function matchResults({ keysOf = () => [], isRead, isCreate }, items, results, verdicts) {
  const byTrace = new Map(items.map((item) => [item.trace, item]));
  const byKey = new Map(items.map((item) => [item.key, item]));
  return results.filter((result2) => {
    const item = (isRead === true ? void 0 : byTrace.get(result2["objectWriteTraceId"])) ?? keysOf(result2).map((key) => byKey.get(key)).find((one) => one !== void 0) ?? (isCreate === true ? items.find((one) => !verdicts.has(one) && isMadeFrom(one.row, result2)) : void 0);
    const isUnmatched = item === void 0 || verdicts.has(item);
    if (!isUnmatched) {
      verdicts.set(item, { result: result2 });
    }
    return isUnmatched;
  });
}
function isMadeFrom(row, { properties: made }) {
  const { properties: properties3 } = row;
  return isObject(properties3) && isObject(made) && Object.entries(properties3).every(([name, value2]) => String(value2 ?? "") === String(made[name] ?? ""));
}
function rowsNamed(items, { context }) {
  const namesOf = ({ trace, names }) => [trace, ...names];
  const known = new Set(items.flatMap(namesOf));
  const lists = Object.values(isObject(context) ? context : {}).map((list2) => new Set(Array.isArray(list2) ? list2.map(String) : [])).filter((list2) => [...list2].some((name) => known.has(name)));
  return lists.length === 0 ? [] : items.filter((item) => lists.every((list2) => namesOf(item).some((name) => list2.has(name))));
}

// src/crm/error.ts
var CrmAnswerError = class extends Error {
  name = "CrmError";
  code;
  status;
  category;
  correlationId;
  body;
  constructor(method, path, status, body, retryAfterMs2) {
    const { message, category, correlationId } = typeof body === "object" && body !== null ? body : {};
    super(`${method} ${path} answered ${status}${typeof message === "string" ? `: ${message}` : ""}`);
    this.code = category === "MISSING_SCOPES" ? "missing_scopes" : "http_error";
    this.status = status;
    this.body = body;
    if (typeof category === "string") {
      this.category = category;
    }
    if (typeof correlationId === "string") {
      this.correlationId = correlationId;
    }
    Object.defineProperty(this, "retryAfterMs", { value: retryAfterMs2 });
  }
};
var CrmNoAnswerError = class extends Error {
  code;
  constructor(method, path, cause) {
    super(`${method} ${path} got no answer from the CRM: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause
    });
    const { code } = Object(cause);
    this.code = code !== void 0 && /^[a-z]/.test(code) ? code : "no_answer";
  }
};

// src/crm/expected.ts
function expected(kind, method, path, body) {
  const isExpected = kind === "none" ? typeof body !== "string" : isObject(body) && (kind === "object" || Array.isArray(body["results"]));
  if (!isExpected) {
    throw new CrmNoAnswerError(method, path, new Error("the response is not the expected JSON"));
  }
  return body;
}

// src/declare/mark.ts
function markError(error, mark) {
  Object.defineProperty(error, mark, { value: true });
}
function recognizeMark(type, mark) {
  Object.defineProperty(type, Symbol.hasInstance, {
    value(value2) {
      if (!Object.hasOwn(this, Symbol.hasInstance)) {
        return Function.prototype[Symbol.hasInstance].call(this, value2);
      }
      try {
        return typeof value2 === "object" && value2[mark] === true;
      } catch {
        return false;
      }
    }
  });
}

// src/crm/gate/backpressure.ts
var BACKPRESSURE = /* @__PURE__ */ Symbol.for("svc.backpressure");
function backpressureMessage(retryAfterSeconds) {
  return `CRM rate limit budget exhausted; retry after ${retryAfterSeconds}s.`;
}
var CrmBackpressure = class _CrmBackpressure extends Error {
  /** Always `backpressure`. */
  code = "backpressure";
  /** Whole seconds until a call may succeed. At least 1. */
  retryAfterSeconds;
  constructor(retryAfterSeconds) {
    const seconds = Number.isFinite(retryAfterSeconds) ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1;
    super(backpressureMessage(seconds));
    this.name = "CrmBackpressure";
    this.retryAfterSeconds = seconds;
    markError(this, BACKPRESSURE);
  }
  static {
    recognizeMark(_CrmBackpressure, BACKPRESSURE);
  }
};
function isBackpressure(error) {
  return error instanceof CrmBackpressure;
}

// src/crm/gate/patience.ts
function capOf(retry) {
  return retry === false ? 0 : retry.capMs === "surface" ? Infinity : retry.capMs;
}
function backoffOf(retry, made, random) {
  return (0.5 + random() / 2) * Math.min(capOf(retry), retry.baseMs * 2 ** made);
}

// src/crm/gate/sleep.ts
function sleep(clock, ms, signal, wakeable) {
  return new Promise((resolve2) => {
    const wake = () => {
      clock.clearTimeout?.(timer);
      signal?.removeEventListener("abort", wake);
      wakeable?.(void 0);
      resolve2();
    };
    const timer = clock.setTimeout(wake, Math.ceil(ms));
    signal?.addEventListener("abort", wake);
    wakeable?.(wake);
  });
}

// src/crm/retry.ts
var TRANSIENT_STATUS = [408, 423, 477, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526];
var UNREACHED_STATUS = [521, 523, 525, 526];
var NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];
var LOCKED_MS = 2e3;
function isTransient(error) {
  return error instanceof CrmNoAnswerError || error instanceof CrmAnswerError && TRANSIENT_STATUS.includes(error.status);
}
function wasNotApplied(error) {
  if (error instanceof CrmAnswerError) {
    return UNREACHED_STATUS.includes(error.status);
  }
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (NOT_CONNECTED.includes(cause.code)) {
      return true;
    }
  }
  return false;
}
var Retries = class {
  #options;
  #signal;
  #made = 0;
  /** @param signal ends the wait */
  constructor(options2, signal) {
    this.#options = options2;
    this.#signal = signal;
  }
  /** Waits, then reports whether to retry. Limits the number of retries and the time. */
  async next(error) {
    const { limits, clock, random, deadline = Infinity } = this.#options;
    const { retry } = limits;
    const isTooLarge = error instanceof CrmNoAnswerError && error.code === "response_too_large";
    if (retry === false || this.#made >= retry.max || this.#isOver() || isTooLarge) {
      return false;
    }
    const { status, retryAfterMs: retryAfterMs2 = 0 } = error instanceof CrmAnswerError ? error : {};
    const wait = Math.max(backoffOf(retry, this.#made, random), retryAfterMs2, status === 423 ? LOCKED_MS : 0);
    if (wait > capOf(retry) || clock.now() + wait > deadline) {
      return false;
    }
    this.#made += 1;
    await sleep(clock, wait, this.#signal);
    return !this.#isOver();
  }
  #isOver() {
    return this.#signal?.aborted === true;
  }
};

// src/crm/batch-run.ts
var ROWS_PER_CALL = 100;
var AT_ONCE = 4;
var TRANSIENT = /RATE_LIMIT|INTERNAL|UNAVAILABLE|TIMEOUT|LOCKED|\b(?:408|423|429|477|50[0234])\b/;
var NOT_WRITTEN = /RATE_LIMIT|\b429\b/;
async function runBatch(transport, kind, rows) {
  const run2 = new BatchRun(transport, kind);
  for (const wave of run2.waves(rows)) {
    const chunks = [];
    const size = kind.size ?? ROWS_PER_CALL;
    for (let at = 0; at < wave.length; at += size) {
      chunks.push(wave.slice(at, at + size));
    }
    await inLanes(AT_ONCE, chunks, (chunk) => run2.settle(chunk, new Retries(transport.pace, transport.signal())));
  }
  return run2.outcomes;
}
var BatchRun = class {
  outcomes = [];
  #transport;
  #kind;
  /** Why no more calls are sent. */
  #stop;
  constructor(transport, kind) {
    this.#transport = transport;
    this.#kind = kind;
  }
  /** Splits the rows into groups to send in order. No group has two rows with the same key. */
  waves(rows) {
    const { input, key, names = () => [] } = this.#kind;
    const waves = [];
    const seen = /* @__PURE__ */ new Map();
    rows.forEach((row, index2) => {
      const trace = `row-${index2}`;
      try {
        const item = { index: index2, row, trace, input: input(row, trace), key: key?.(row), names: names(row) };
        const wave = item.key !== void 0 && seen.get(item.key) || 0;
        if (item.key !== void 0) {
          seen.set(item.key, wave + 1);
        }
        (waves[wave] ??= []).push(item);
      } catch (error) {
        this.outcomes[index2] = { failure: failureOf(error, "INVALID_ROW"), error };
      }
    });
    return waves;
  }
  /** Sends the rows until each has an outcome. */
  async settle(items, retries) {
    for (const group of await this.#once(items, retries)) {
      await this.settle(group, retries);
    }
  }
  /** Makes one call. Returns the groups of rows to send again. */
  async #once(items, retries) {
    const { path, query, body, isRead, keysOf } = this.#kind;
    const signal = this.#transport.signal();
    if (signal?.aborted === true) {
      this.#stop ??= { error: signal.reason };
    }
    if (this.#stop !== void 0) {
      return this.#fail(items, this.#stop.error);
    }
    let answer2;
    try {
      answer2 = await this.#transport.send("POST", path, {
        query,
        body: { ...body, inputs: items.map(({ input }) => input) },
        retry: "none"
        // retried per row
      });
      if (isRead === true || keysOf === void 0) {
        expected(isRead === true ? "list" : "none", "POST", path, answer2);
      }
    } catch (error) {
      return this.#refused(items, error, retries);
    }
    return this.#answered(items, answer2, retries);
  }
  async #answered(items, answer2, retries) {
    const { isRead, isCreate } = this.#kind;
    const separate = [];
    const transient = [];
    for (const [item, verdict] of readVerdicts(this.#kind, items, answer2)) {
      if (verdict === "unclear") {
        separate.push([item]);
      } else if (verdict === "unmentioned") {
        const error = new Error("the response of the CRM does not mention this row");
        this.#fail([item], error, { category: "UNCONFIRMED", retryable: true }, isCreate);
      } else if ("result" in verdict) {
        this.outcomes[item.index] = verdict;
      } else if (isRead === true && verdict.error.category === "OBJECT_NOT_FOUND") {
        this.outcomes[item.index] = { result: void 0, absent: verdict.error };
      } else if ((isCreate === true ? NOT_WRITTEN : TRANSIENT).test(textOf2(verdict.error))) {
        transient.push([item, verdict.error]);
      } else {
        this.#failRow(item, verdict.error, isCreate === true && TRANSIENT.test(textOf2(verdict.error)));
      }
    }
    if (transient.length > 0 && await retries.next(void 0)) {
      return [...separate, transient.map(([item]) => item)];
    }
    transient.forEach(([item, error]) => this.#failRow(item, error, false, true));
    return separate;
  }
  /** Handles a call that failed as a whole. */
  async #refused(items, error, retries) {
    const { isCreate } = this.#kind;
    if (isBackpressure(error)) {
      this.#stop ??= { error };
    }
    if (isTransient(error)) {
      const mayBeDone = isCreate === true && !wasNotApplied(error);
      return !mayBeDone && await retries.next(error) ? [items] : this.#fail(items, error, { retryable: true }, mayBeDone);
    }
    const { status, body } = error instanceof CrmAnswerError ? error : {};
    if (status !== 400 && status !== 409 && status !== 413) {
      return this.#fail(items, error);
    }
    if (isCreate === true && status !== 413 && !saysNothingWritten(body)) {
      return this.#fail(items, error, {}, true);
    }
    const rest = status === 413 ? items : this.#failNamed(items, status, body);
    if (rest.length === items.length && items.length === 1) {
      return this.#fail(items, error);
    }
    const half = rest.length < items.length ? rest.length : Math.ceil(items.length / 2);
    return [rest.slice(0, half), rest.slice(half)].filter(({ length }) => length > 0);
  }
  /** Fails the rows that the error names. Returns the others. */
  #failNamed(items, status, body) {
    const named3 = /* @__PURE__ */ new Map();
    const whole = isObject(body) ? body : {};
    for (const error of [...objectsIn(body, "errors"), whole]) {
      rowsNamed(items, error).forEach((item) => named3.has(item) || named3.set(item, { ...whole, ...error, status }));
    }
    named3.forEach((error, item) => this.#failRow(item, error, false));
    return items.filter((item) => !named3.has(item));
  }
  #failRow(item, said, isAmbiguous, retryable = false) {
    const error = new CrmAnswerError(
      "POST",
      this.#kind.path,
      typeof said.status === "number" ? said.status : 207,
      said
    );
    const message = typeof said.message === "string" ? said.message : error.message;
    this.#fail([item], error, { message, retryable }, isAmbiguous);
  }
  #fail(items, error, more = {}, isAmbiguous = false) {
    const failure = {
      ...failureOf(error),
      ...more,
      ...isAmbiguous && { ambiguous: true, retryable: false }
    };
    for (const { index: index2 } of items) {
      this.outcomes[index2] = { failure, error };
    }
    return [];
  }
};
function textOf2({ category, status }) {
  return `${category} ${status}`;
}
function saysNothingWritten(body) {
  return isObject(body) && (body["status"] === "error" || typeof body["category"] === "string") && objectsIn(body, "results").length === 0;
}
var NO_ACCESS = ["needs_reauth", "install_suspended", "install_not_found", "not_configured"];
function isFinal(error) {
  return error instanceof TypeError || NO_ACCESS.includes(error?.code);
}
function failureOf(error, otherwise = "NOT_SENT") {
  const message = error instanceof Error ? error.message : String(error);
  if (isBackpressure(error)) {
    return { category: "BACKPRESSURE", message, retryable: true, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (!(error instanceof CrmAnswerError)) {
    const category2 = error instanceof CrmNoAnswerError ? "NO_ANSWER" : otherwise;
    return { category: category2, message, retryable: category2 === "NOT_SENT" && !isFinal(error) };
  }
  const { status, category = `HTTP_${status}`, retryAfterMs: retryAfterMs2 } = error;
  const retryAfterSeconds = retryAfterMs2 === void 0 ? void 0 : Math.ceil(retryAfterMs2 / 1e3);
  return { category, message, status, retryable: false, retryAfterSeconds };
}

// src/crm/batches.ts
var Batches = class {
  #transport;
  #reads;
  constructor(transport) {
    this.#transport = transport;
    this.#reads = new BatchReads((run2) => void transport.pace.clock.setTimeout(run2, 0));
  }
  /** Returns one outcome per row, in order. */
  run(kind, rows) {
    return runBatch(this.#transport, kind, rows);
  }
  /** @param other the kind of the rows that `isOther` selects */
  async write(rows, kind, other, isOther = () => false) {
    const inputs = [...listOf(rows, "rows")];
    const outcomes = [];
    for (const one of other === void 0 ? [kind] : [kind, other]) {
      const places = [...inputs.keys()].filter((place) => isOther(inputs[place]) === (one === other));
      const run2 = await this.run(
        one,
        places.map((place) => inputs[place])
      );
      places.forEach((place, at) => outcomes[place] = run2[at]);
    }
    const result2 = { succeeded: [], failed: [] };
    for (const [index2, input] of inputs.entries()) {
      const outcome = outcomes[index2];
      if (outcome.failure === void 0) {
        result2.succeeded.push({ index: index2, result: outcome.result });
      } else {
        result2.failed.push({ index: index2, input, error: outcome.failure });
      }
    }
    return result2;
  }
  /**
   * Reads by id. Rejects if the lookup of an id failed.
   *
   * @param lookUp looks up the ids of one call. Never rejects
   */
  async read(ids, kind, lookUp) {
    const texts2 = listOf(ids, "ids").map((id) => textOf(id, "id"));
    const name = JSON.stringify([kind.path, kind.query, kind.body]);
    const outcomes = await this.#reads.read(name, texts2, kind.size ?? ROWS_PER_CALL, lookUp);
    const results = [];
    const missing = /* @__PURE__ */ new Set();
    for (const [place, id] of texts2.entries()) {
      const outcome = outcomes[place];
      if (outcome.failure !== void 0) {
        throw outcome.error;
      }
      if (outcome.result === void 0) {
        missing.add(id);
      } else {
        results.push(outcome.result);
      }
    }
    return { results, missing: [...missing] };
  }
};

// src/crm/page.ts
function afterOf(page) {
  const paging = isObject(page) ? page["paging"] : void 0;
  const next = isObject(paging) ? paging["next"] : void 0;
  const after = isObject(next) ? next["after"] : void 0;
  return after === void 0 || after === null ? void 0 : String(after);
}
async function allPages(send2, path) {
  const results = [];
  for (let after; ; ) {
    const page = await send2("GET", path, { query: { after }, expects: "list", retry: "idempotent" });
    results.push(...objectsIn(page, "results"));
    const next = afterOf(page);
    if (next === void 0 || next === after) {
      return results;
    }
    after = next;
  }
}

// src/crm/properties.ts
function makeProperties(send2, paths) {
  const typePath = (objectType) => pathOf(paths.objectProperties, { "object type": objectType });
  const pathTo = (objectType, name) => pathOf(typePath(objectType), { "property name": name });
  return {
    async list(objectType) {
      return await allPages(send2, typePath(objectType));
    },
    async get(objectType, name) {
      return await send2("GET", pathTo(objectType, name), { expects: "object", retry: "idempotent" });
    },
    async create(objectType, input) {
      const body = writtenProperty(input);
      return await send2("POST", typePath(objectType), { body, expects: "object", retry: "create" });
    },
    async update(objectType, name, input) {
      const body = writtenProperty(input);
      return await send2("PATCH", pathTo(objectType, name), {
        body,
        expects: "object",
        retry: "idempotent"
      });
    },
    async archive(objectType, name) {
      await send2("DELETE", pathTo(objectType, name), { expects: "none", retry: "idempotent" });
    }
  };
}
function writtenProperty(input) {
  const { options: options2 } = inputOf(input);
  return Array.isArray(options2) ? { ...input, options: options2.map((one) => ({ hidden: false, ...one })) } : input;
}

// src/crm/record-key.ts
var recordKey = (id) => String(id).trim().toLowerCase();

// src/crm/written-properties.ts
function writtenProperties(record) {
  const properties3 = Object.entries(inputOf(inputOf(record).properties));
  return Object.fromEntries(properties3.map(([name, value2]) => [name, value2 === null ? "" : writtenValue(value2)]));
}
function writtenValue(value2) {
  return typeof value2 === "number" || typeof value2 === "boolean" ? String(value2) : value2;
}

// src/crm/batch.ts
function makeBatch(transport, paths) {
  const batches = new Batches(transport);
  return {
    objects: objects(batches, (objectType) => `${pathOf(paths.objects, { "object type": objectType })}/batch`),
    properties: properties(
      batches,
      (objectType) => `${pathOf(paths.objectProperties, { "object type": objectType })}/batch`
    ),
    associations: associations(
      batches,
      (from, to) => `${pathOf(paths.recordAssociations, { "object type": from, "other object type": to })}/batch`
    )
  };
}
var ROWS_WITH_HISTORY = 50;
function objects(batches, pathTo) {
  return {
    async read(objectType, ids, options2 = {}) {
      const {
        properties: properties3 = [],
        propertiesWithHistory = [],
        idProperty,
        archived
      } = inputOf(options2, '{ properties: ["name"] }');
      const shown4 = [...listOf(properties3, "properties"), ...idProperty === void 0 ? [] : [idProperty]];
      return readPlain(batches, ids, {
        path: `${pathTo(objectType)}/read`,
        query: archived === true ? { archived } : void 0,
        body: {
          properties: sorted(shown4),
          propertiesWithHistory: sorted(listOf(propertiesWithHistory, "propertiesWithHistory")),
          idProperty
        },
        size: propertiesWithHistory.length > 0 ? ROWS_WITH_HISTORY : void 0,
        isRead: true,
        input: (id) => ({ id }),
        names: (id) => [id],
        key: (id) => keyOf(id, idProperty),
        keysOf: (result2) => keysOfRecord(result2, [idProperty])
      });
    },
    async create(objectType, rows) {
      return batches.write(rows, {
        path: `${pathTo(objectType)}/create`,
        isCreate: true,
        input: (row, objectWriteTraceId) => ({
          properties: writtenProperties(row),
          associations: row.associations,
          objectWriteTraceId
        }),
        keysOf: () => []
      });
    },
    async update(objectType, rows) {
      return batches.write(rows, records(`${pathTo(objectType)}/update`, rows));
    },
    async upsert(objectType, rows) {
      const kind = records(`${pathTo(objectType)}/upsert`, rows);
      return batches.write(rows, {
        ...kind,
        input: (row, trace) => ({
          idProperty: textOf(inputOf(row).idProperty, "idProperty"),
          ...kind.input(row, trace)
        })
      });
    },
    async archive(objectType, ids) {
      return batches.write(ids, {
        path: `${pathTo(objectType)}/archive`,
        input: (id) => ({ id: textOf(id, "record id") }),
        names: (id) => [String(id)],
        key: (id) => keyOf(id)
      });
    }
  };
}
function records(path, rows) {
  const idProperties = new Set(Array.isArray(rows) ? rows.map((row) => row?.idProperty) : []);
  return {
    path,
    input: (row, objectWriteTraceId) => ({
      id: textOf(inputOf(row).id, "record id"),
      idProperty: row.idProperty,
      properties: writtenProperties(row),
      objectWriteTraceId
    }),
    names: ({ id }) => [String(id)],
    key: ({ id, idProperty }) => keyOf(id, idProperty),
    keysOf: (result2) => keysOfRecord(result2, [...idProperties])
  };
}
function properties(batches, pathTo) {
  const named3 = {
    names: ({ name }) => [name],
    key: ({ name }) => keyOf(name),
    keysOf: ({ name }) => [keyOf(name)]
  };
  return {
    async read(objectType, names) {
      return readPlain(batches, names, {
        path: `${pathTo(objectType)}/read`,
        body: { archived: false },
        isRead: true,
        input: (name) => ({ name }),
        names: (name) => [name],
        key: (name) => keyOf(name),
        keysOf: named3.keysOf
      });
    },
    async create(objectType, rows) {
      return batches.write(rows, {
        ...named3,
        path: `${pathTo(objectType)}/create`,
        isCreate: true,
        input: (row) => ({ ...writtenProperty(row), name: textOf(row.name, "property name") })
      });
    },
    async archive(objectType, names) {
      return batches.write(names, {
        path: `${pathTo(objectType)}/archive`,
        input: (name) => ({ name: textOf(name, "property name") }),
        names: (name) => [String(name)],
        key: (name) => keyOf(name)
      });
    }
  };
}
function associations(batches, pathTo) {
  const pair = {
    input: (row) => ({ ...ends(row), ...isTyped(row) && { types: row.types } }),
    names: ({ from, to }) => [String(from), String(to)],
    key: ({ from, to }) => keyOf(to, String(from)),
    // The two endpoints return associations in different forms.
    keysOf: ({ from, to, fromObjectId, toObjectId }) => [
      keyOf(toObjectId ?? idOf(to), String(fromObjectId ?? idOf(from)))
    ]
  };
  const { input, names, key } = pair;
  return {
    async read(fromObjectType, toObjectType, ids) {
      const kind = {
        path: `${pathTo(fromObjectType, toObjectType)}/read`,
        isRead: true,
        input: (page) => page,
        names: ({ id }) => [id],
        key: ({ id }) => keyOf(id),
        keysOf: ({ from }) => [keyOf(idOf(from))]
      };
      return batches.read(ids, kind, async (together) => {
        const outcomes = await batches.run(
          kind,
          together.map((id) => ({ id }))
        );
        for (const [place, id] of together.entries()) {
          outcomes[place] = await allPages2(batches, kind, id, outcomes[place]);
        }
        return outcomes;
      });
    },
    async create(fromObjectType, toObjectType, rows) {
      const path = pathTo(fromObjectType, toObjectType);
      const made = await batches.write(
        rows,
        { ...pair, path: `${path}/associate/default` },
        { ...pair, path: `${path}/create` },
        isTyped
      );
      return { ...made, succeeded: made.succeeded.map(({ index: index2 }) => ({ index: index2, result: void 0 })) };
    },
    async archive(fromObjectType, toObjectType, rows) {
      const path = pathTo(fromObjectType, toObjectType);
      const all = (row) => {
        const { from, to } = ends(row);
        return { from, to: [to] };
      };
      return batches.write(
        rows,
        { path: `${path}/archive`, input: all, names, key },
        { path: `${path}/labels/archive`, input, names, key },
        isTyped
      );
    }
  };
}
async function allPages2(batches, kind, id, first) {
  const to = [];
  let [outcome, after] = [first, void 0];
  for (; ; ) {
    if (outcome.failure !== void 0) {
      return outcome;
    }
    if (outcome.result === void 0 && to.length === 0 && !String(outcome.absent?.subCategory).endsWith("NO_ASSOCIATIONS_FOUND")) {
      return outcome;
    }
    to.push(...objectsIn(outcome.result, "to").map(associationOf));
    const next = afterOf(outcome.result);
    if (next === void 0 || next === after) {
      return { result: { from: id, to } };
    }
    after = next;
    [outcome] = await batches.run(kind, [{ id, after }]);
  }
}
function readPlain(batches, ids, kind) {
  return batches.read(ids, kind, (together) => batches.run(kind, together));
}
var keyOf = (id, of = "") => `${of}\0${recordKey(id)}`;
function keysOfRecord({ id, properties: properties3 }, idProperties) {
  const values = isObject(properties3) ? properties3 : {};
  return idProperties.map((name) => name === void 0 ? keyOf(id) : keyOf(values[name], name));
}
function idOf(end) {
  return isObject(end) ? end["id"] : void 0;
}
function ends(row) {
  const { from, to } = inputOf(row);
  return { from: { id: textOf(from, "record id") }, to: { id: textOf(to, "other record id") } };
}
function isTyped(row) {
  return isObject(row) && Array.isArray(row["types"]) && row["types"].length > 0;
}
function sorted(names) {
  return [...new Set(names)].sort();
}

// src/crm/batch-extension.ts
var batchExtension = /* @__PURE__ */ new Extension("ctx.crm.batch", "batch");

// src/crm/gate/budget.ts
function budgetOf(line, stride, calls, now) {
  const { gate } = line;
  const placeOf = (count) => line.countUntil(line.turnOf(stride) + stride * count) + count;
  const waitOf = (count) => line.waitFor(placeOf(count), now, stride);
  const waitMs = waitOf(calls);
  const window = leftInWindow(gate, now);
  let [passing, waiting2] = [0, window + 1];
  while (waiting2 - passing > 1) {
    const middle = Math.floor((passing + waiting2) / 2);
    if (waitOf(middle) === 0) {
      passing = middle;
    } else {
      waiting2 = middle;
    }
  }
  const day = gate.account.dailyLeft;
  return { now: passing, window, ...day !== Infinity && { day }, waitMs };
}
function leftInWindow(gate, now) {
  const unused = gate.windowSize() - gate.window.charged - gate.calls.inFlight;
  const reported = Math.floor(gate.window.left / gate.share) - gate.unreported(now);
  return Math.max(0, Math.min(unused, reported));
}

// src/crm/budget.ts
var MAX_CALLS = 1e5;
var TIMEOUT_MS = 1e3;
function makeBudget(pacer) {
  const { stride = 1, clock } = pacer.options;
  return async (options2 = {}) => {
    const { calls = 1, search = false } = inputOf(options2, "{ calls: 10 }");
    if (!(Number.isInteger(calls) && calls >= 1 && calls <= MAX_CALLS)) {
      throw invalid(`invalid calls ${shown(calls)}: expected a whole number from 1 to ${MAX_CALLS}`);
    }
    const family = search ? "search" : "general";
    const line = pacer.lineOf(family);
    const shared = pacer.client && await sharedBudget(pacer.client, { family, stride, calls });
    line.gate.share = pacer.client?.share ?? 1;
    return shared ?? budgetOf(line, stride, calls, clock.now());
  };
}
async function sharedBudget(client, args) {
  if (await client.mode() !== "shared") {
    return void 0;
  }
  const { isolate } = client.state;
  try {
    return await client.withReports(
      TIMEOUT_MS,
      void 0,
      (settled) => client.options.coordinator.budget({ isolate, ...args, settled })
    );
  } catch {
    client.markUnreachable();
    return void 0;
  }
}

// src/crm/budget-extension.ts
var budgetExtension = /* @__PURE__ */ new Extension("ctx.crm.budget", "budget");

// src/crm/conversations-extension.ts
var conversationsExtension = /* @__PURE__ */ new Extension(
  "ctx.crm.conversations",
  "conversations"
);

// src/crm/written-search.ts
function writtenSearch(member, value2) {
  if (isObject(value2) && "direction" in value2) {
    return `${value2["direction"] === "DESCENDING" ? "-" : ""}${value2["propertyName"]}`;
  }
  return member === "limit" ? value2 : writtenValue(value2);
}

// src/crm/objects.ts
function makeObjects(send2, { objects: objects2 }) {
  const typePath = (objectType) => pathOf(objects2, { "object type": objectType });
  const recordPath = (objectType, id) => pathOf(typePath(objectType), { "record id": id });
  return {
    async get(objectType, id, options2 = {}) {
      const query = readQuery(options2);
      return await send2("GET", recordPath(objectType, id), {
        query,
        expects: "object",
        retry: "idempotent"
      });
    },
    async list(objectType, options2 = {}) {
      const query = readQuery(options2);
      return await send2("GET", typePath(objectType), {
        query,
        expects: "list",
        retry: "idempotent"
      });
    },
    async search(objectType, request) {
      const path = `${typePath(objectType)}/search`;
      return await send2("POST", path, {
        body: request,
        written: writtenSearch,
        expects: "list",
        retry: "idempotent"
      });
    },
    async create(objectType, record) {
      const body = { properties: writtenProperties(record), associations: record.associations };
      return await send2("POST", typePath(objectType), {
        body,
        expects: "object",
        retry: "create"
      });
    },
    async update(objectType, id, record, options2 = {}) {
      const { idProperty } = inputOf(options2);
      return await send2("PATCH", recordPath(objectType, id), {
        query: { idProperty },
        body: { properties: writtenProperties(record) },
        expects: "object",
        retry: "idempotent"
      });
    },
    async upsert(objectType, record) {
      const properties3 = writtenProperties(record);
      const path = `${typePath(objectType)}/batch/upsert`;
      const [id, idProperty] = [textOf(record.id, "record id"), textOf(record.idProperty, "idProperty")];
      const row = { id, idProperty, properties: properties3 };
      const answer2 = await send2("POST", path, { body: { inputs: [row] }, expects: "object", retry: "idempotent" });
      const [made] = objectsIn(answer2, "results");
      if (made === void 0) {
        throw new CrmAnswerError("POST", path, 207, objectsIn(answer2, "errors")[0] ?? answer2);
      }
      return made;
    },
    async archive(objectType, id) {
      await send2("DELETE", recordPath(objectType, id), { expects: "none", retry: "idempotent" });
    }
  };
}
function readQuery(options2) {
  const { properties: properties3, propertiesWithHistory, associations: associations2, archived, limit, after, idProperty } = inputOf(options2);
  return {
    properties: named(properties3),
    propertiesWithHistory: named(propertiesWithHistory),
    associations: named(associations2),
    archived,
    limit,
    after,
    idProperty
  };
}
function named(names) {
  return names?.length ? names : void 0;
}

// src/crm/properties-extension.ts
var propertiesExtension = /* @__PURE__ */ new Extension(
  "ctx.crm.properties",
  "properties"
);

// src/platform/response-body.ts
var MAX_RESPONSE_BYTES = 33554432;
async function parsedBody(response, whose = "the response has") {
  const text = await textOf3(response, whose);
  if (text === "") {
    return void 0;
  }
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
async function textOf3(response, whose) {
  const { body, headers } = response;
  if (body === null) {
    return "";
  }
  const declared = Number(headers.get("content-length") ?? NaN);
  if (declared <= MAX_RESPONSE_BYTES && !headers.has("transfer-encoding") && !headers.has("content-encoding")) {
    return response.text();
  }
  const decoder = new TextDecoder();
  const texts2 = [];
  const take = (chunk) => void texts2.push(decoder.decode(chunk, { stream: true }));
  if (!await readStream(body, MAX_RESPONSE_BYTES, take)) {
    throw coded("response_too_large", `${whose} more than ${MAX_RESPONSE_BYTES} bytes`);
  }
  return texts2.join("") + decoder.decode();
}

// src/crm/gate/attempt.ts
var ATTEMPT_MS = 1e4;
var PROBE_MS = 3e3;
function abortError({ reason }) {
  return reason?.code === "handler_timeout" ? reason : coded("aborted", `the call was aborted: ${reason?.message ?? reason}`, { name: "AbortError", cause: reason });
}
function refuseWhenAborted(signal) {
  if (signal?.aborted === true) {
    throw abortError(signal);
  }
}
async function withinAttempt({ clock, ms, signal }, work) {
  const controller = new AbortController();
  const over = new Promise((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  });
  const abort = () => controller.abort(abortError(signal));
  const timer = clock.setTimeout(() => controller.abort(coded("timeout", `no response within ${ms / 1e3} s`)), ms);
  signal?.addEventListener("abort", abort);
  try {
    if (signal?.aborted === true) {
      abort();
    }
    return await Promise.race([over, work(controller.signal)]);
  } finally {
    clock.clearTimeout?.(timer);
    signal?.removeEventListener("abort", abort);
  }
}

// src/crm/gate/retry-after.ts
var LONGEST_MS = 864e5;
function retryAfterMs(text, date, now) {
  if (text === null) {
    return void 0;
  }
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) {
    return Math.min(Number(trimmed) * 1e3, LONGEST_MS);
  }
  const until = Date.parse(trimmed);
  if (Number.isNaN(until) || !/[a-z]/i.test(trimmed)) {
    return void 0;
  }
  const sent2 = date === null ? NaN : Date.parse(date);
  return Math.min(Math.max(0, until - (Number.isNaN(sent2) ? now : sent2)), LONGEST_MS);
}

// src/crm/gate/rate-headers.ts
function readRateReport(prefix2, status, headers, body, now) {
  const count = (name) => countIn(headers.get(`${prefix2}-RateLimit-${name}`));
  const policy = isObject(body) ? body["policyName"] : void 0;
  return {
    status,
    max: count("Max") || void 0,
    intervalMs: count("Interval-Milliseconds") || void 0,
    remaining: count("Remaining"),
    secondly: count("Secondly"),
    secondlyRemaining: count("Secondly-Remaining"),
    dailyRemaining: count("Daily-Remaining"),
    retryAfterMs: retryAfterMs(headers.get("retry-after"), headers.get("date"), now),
    policy: typeof policy === "string" ? policy : void 0
  };
}
function countIn(text) {
  return text !== null && /^\s*\d{1,8}\s*$/.test(text) ? Number(text) : void 0;
}

// src/crm/send.ts
var SEARCH_PATH = /^\/crm\/(?:[\w-]+\/)?objects\/(?:[^/]+\/)+search$/;
function makeSend(options2) {
  return async (method, path, init = {}) => {
    let call;
    try {
      call = callOf(options2, method, path, init);
    } catch (error) {
      throw invalid(error.message);
    }
    let retries;
    for (; ; ) {
      try {
        return await answerTo(options2, call, init.expects);
      } catch (error) {
        const isAgain = isTransient(error) && (init.retry === "idempotent" || init.retry === "create" && wasNotApplied(error));
        if (!isAgain || !await (retries ??= new Retries(options2.pacer.options, call.request.signal ?? void 0)).next(error)) {
          throw error;
        }
      }
    }
  };
}
function callOf(options2, method, path, init) {
  const url = targetUrl(options2.apiOrigin, path, inputOf(init, "{ query: { \u2026 } }").query);
  const verb = textOf(method, "method").toUpperCase();
  const headers = new Headers(init.headers);
  headers.set("accept", "application/json");
  if (init.body !== void 0) {
    headers.set("content-type", "application/json");
  }
  const signals = [init.signal, options2.deadlineSignal?.signal].filter((one) => one !== void 0);
  const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
  const request = {
    method: verb,
    headers,
    redirect: "manual",
    body: JSON.stringify(init.body, init.written),
    signal
  };
  const family = verb === "POST" && SEARCH_PATH.test(url.pathname) ? "search" : "general";
  return { method: verb, url, request, family, timeoutMs: init.timeoutMs ?? ATTEMPT_MS };
}
async function answerTo(options2, call, expects) {
  const { status, answer: answer2, report } = await authorized(options2, call);
  if (status < 200 || status > 299) {
    throw new CrmAnswerError(call.method, call.url.pathname, status, answer2, report.retryAfterMs);
  }
  return expects === void 0 ? answer2 : expected(expects, call.method, call.url.pathname, answer2);
}
async function authorized(options2, call) {
  const headers = call.request.headers;
  const token = await options2.token();
  headers.set("authorization", `Bearer ${token}`);
  const first = await paced(options2, call);
  if (first.status !== 401) {
    return first;
  }
  const another = await options2.token(token);
  if (another === token) {
    return first;
  }
  headers.set("authorization", `Bearer ${another}`);
  return paced(options2, call);
}
async function paced(options2, call) {
  const { pacer, metrics } = options2;
  const metered = { family: call.family, path: call.url.pathname };
  try {
    return await pacer.pass(
      call.family,
      async (waitMs, isProbe) => {
        const timeoutMs = isProbe ? Math.min(PROBE_MS, call.timeoutMs) : call.timeoutMs;
        const answer2 = await perform(options2, { ...call, timeoutMs }, waitMs);
        metrics?.answered(metered, answer2.report);
        return answer2;
      },
      call.request.signal ?? void 0
    );
  } catch (error) {
    metrics?.failed(metered, error);
    throw error;
  }
}
async function perform(options2, call, waitMs) {
  const { method, url, request, family, timeoutMs } = call;
  const { clock } = options2.pacer.options;
  const at = options2.now();
  let status = null;
  try {
    const limit = { clock, ms: timeoutMs, signal: request.signal ?? void 0 };
    const { response, answer: answer2 } = await withinAttempt(limit, async (signal) => {
      const response2 = await options2.fetch(url, { ...request, signal });
      status = response2.status;
      return { response: response2, answer: await parsedBody(response2) };
    });
    return {
      status: response.status,
      answer: answer2,
      report: readRateReport(options2.headerPrefix, response.status, response.headers, answer2, options2.now())
    };
  } catch (error) {
    throw new CrmNoAnswerError(method, url.pathname, error);
  } finally {
    options2.onCall({
      method,
      path: url.pathname + url.search,
      family,
      status,
      waitMs,
      durationMs: options2.now() - at,
      at
    });
  }
}
function targetUrl(origin, path, query = {}) {
  if (typeof path !== "string" || !path.startsWith("/")) {
    throw new TypeError(
      `invalid path ${JSON.stringify(path)}: expected one that starts with a slash, such as /crm/v3/owners`
    );
  }
  const url = new URL(origin + path);
  for (const [name, value2] of Object.entries(query)) {
    if (value2 !== void 0) {
      url.searchParams.append(name, String(value2));
    }
  }
  return url;
}

// src/crm/client.ts
function makeCrmClient(options2, paths) {
  const send2 = makeSend(options2);
  const transport = { send: send2, pace: options2.pacer.options, signal: () => options2.deadlineSignal?.signal };
  return {
    objects: makeObjects(send2, paths),
    budget: budgetExtension.member((make) => make(options2.pacer)),
    batch: batchExtension.member((make) => make(transport, paths)),
    associations: associationsExtension.member((make) => make(send2, paths)),
    properties: propertiesExtension.member((make) => make(send2, paths)),
    conversations: conversationsExtension.member((make) => make(send2, paths)),
    request: (method, path, init) => send2(method, path, init)
  };
}

// src/crm/calls-of.ts
function callsOf(send2, base, table) {
  const made = Object.entries(table).map(([name, line]) => [
    name,
    typeof line === "string" ? callOf2(send2, base, line) : callsOf(send2, base, line)
  ]);
  return Object.fromEntries(made);
}
function callOf2(send2, base, line) {
  return async (...args) => {
    const [method = "", ...rest] = line.split(" ");
    const template = rest.join(" ");
    const path = base + template.replace(/\/\{(.*?)\}/g, (_part, what) => pathOf("", { [what]: args.shift() }));
    if (method === "LIST") {
      return allPages(send2, path);
    }
    const body = /^P/.test(method) ? { body: inputOf(args[0]) } : {};
    const isRemoval = method === "DELETE";
    const answer2 = await send2(method, path, {
      ...body,
      expects: isRemoval ? "none" : "object",
      retry: method === "POST" ? "create" : "idempotent"
    });
    return isRemoval ? void 0 : answer2;
  };
}

// src/crm/conversations.ts
var CHANNEL_CALLS = {
  list: "LIST ",
  get: "GET /{channel id}",
  register: "POST ",
  update: "PATCH /{channel id}",
  archive: "DELETE /{channel id}",
  accounts: {
    list: "LIST /{channel id}/channel-accounts",
    create: "POST /{channel id}/channel-accounts",
    update: "PATCH /{channel id}/channel-accounts/{account id}"
  },
  messages: {
    create: "POST /{channel id}/messages",
    get: "GET /{channel id}/messages/{message id}",
    update: "PATCH /{channel id}/messages/{message id}"
  }
};
var VISITOR_CALLS = { generateToken: "POST " };
function makeConversations(send2, paths) {
  return {
    customChannels: callsOf(send2, paths.customChannels, CHANNEL_CALLS),
    visitorIdentification: callsOf(send2, paths.visitorIdentification, VISITOR_CALLS)
  };
}

// src/crm/gate/calls.ts
var LONGEST_CALL_MS = 35e3;
var NEWEST_SHARE = 0.1;
var Calls = class {
  /** Returns the id of the next call. */
  nextId;
  leases = /* @__PURE__ */ new Map();
  #atOnceUntil = -Infinity;
  /** The average round trip, in ms. */
  roundTripMs = 200;
  /** The longest round trip, in ms. Decreases with each call. */
  longestMs = 0;
  /** When the next lease expires. */
  #nextUntil = Infinity;
  constructor() {
    let next = 0;
    this.nextId = () => next++;
  }
  get inFlight() {
    return this.leases.size;
  }
  /** Reports whether two calls were in flight at the same time recently. */
  wereAtOnce(now) {
    return now < this.#atOnceUntil;
  }
  /**
   * Starts a call.
   *
   * @param deadline when its caller is gone at the latest
   */
  begin(now, interval, deadline) {
    const until = Math.max(now, Math.min(now + LONGEST_CALL_MS, deadline));
    const lease = { id: this.nextId(), sentAt: now, until };
    this.leases.set(lease.id, lease);
    this.#nextUntil = Math.min(this.#nextUntil, until);
    if (this.leases.size > 1) {
      this.#atOnceUntil = now + interval;
    }
    return lease;
  }
  /** Ends a call. Returns false if it had expired. */
  end(lease, now) {
    lease.endedAt = now;
    if (!this.leases.delete(lease.id)) {
      return false;
    }
    const tookMs = now - lease.sentAt;
    this.roundTripMs += (tookMs - this.roundTripMs) * NEWEST_SHARE;
    this.longestMs = Math.max(tookMs, this.longestMs * (1 - NEWEST_SHARE));
    return true;
  }
  /** Ends expired leases, and returns them. The CRM may have counted their calls. */
  expire(now) {
    if (now < this.#nextUntil) {
      return [];
    }
    const all = [...this.leases.values()];
    const expired = all.filter(({ until }) => until <= now);
    expired.forEach(({ id }) => this.leases.delete(id));
    this.#nextUntil = Math.min(...Array.from(this.leases.values(), ({ until }) => until));
    return expired;
  }
};

// src/crm/gate/coordinator.ts
var ALONE_MS = 1500;
var ROUND_TRIP_MS = 500;

// src/crm/gate/coordinator-client.ts
var POLL_MS = 5;
var SETTLE_MS = 3e3;
var ClientState = class {
  /** The id of the isolate. */
  isolate;
  /** How the isolate shares the portal's budget. */
  mode = "alone";
  /** Until when the mode is valid. Then the isolate joins again. */
  until = -Infinity;
  /** Calls left of a solo grant. Otherwise, any number. */
  left = Infinity;
  /** The number of clients of the portal, including this one. */
  clients = 1;
  /** Until when the isolate does not join: another request may be joining. */
  joinsUntil = -Infinity;
  /** Calls that were sent without asking and have not been reported. */
  own = [];
  /** Reports that have not been sent. */
  pending = [];
  constructor(isolate) {
    this.isolate = isolate;
  }
};
var CoordinatorClient = class {
  /** What the isolate knows. */
  state;
  /** The options of the client. */
  options;
  constructor(state, options2) {
    this.state = state;
    this.options = options2;
  }
  /** By how many clients the budget is divided. A client that was alone assumes one more. */
  get share() {
    return this.state.mode === "unreachable" ? Math.max(2, this.state.clients) : 1;
  }
  /** Returns the mode. Joins first if it is no longer valid. */
  async mode() {
    const { clock } = this.options;
    while (this.isExpired && clock.now() < this.state.joinsUntil) {
      await sleep(clock, POLL_MS, void 0);
    }
    if (this.isExpired) {
      await this.#join();
    }
    return this.state.mode;
  }
  /** Whether the mode is no longer valid. */
  get isExpired() {
    const { left, until } = this.state;
    return left <= 0 || this.options.clock.now() >= until;
  }
  /** Whether calls must ask first. Other clients may have joined while a call waited. */
  get mustAsk() {
    return this.isExpired || this.state.mode === "shared";
  }
  /** Records a call that leaves without asking. */
  spend(family, lease) {
    this.state.left -= 1;
    this.state.own.push([family, lease]);
  }
  /** Ends a solo grant after a 429: joins at once, which tells the coordinator of the hold. */
  reportHold() {
    if (this.state.mode === "alone") {
      this.state.left = 0;
      this.options.background(this.mode());
    }
  }
  #enter(mode, until, left = Infinity) {
    Object.assign(this.state, { mode, until, left });
  }
  /** Tells the coordinator what the isolate did without asking, and takes the mode from its answer. */
  async #join() {
    const { state } = this;
    const { coordinator, clock, gateOf } = this.options;
    const start = clock.now();
    const { account, interval } = gateOf("general");
    const own2 = state.own.filter(([, { endedAt, until }]) => (endedAt ?? until) > start - interval);
    const ownOf = (family) => ({
      ages: own2.flatMap(([of, { endedAt = start + ROUND_TRIP_MS }]) => of === family ? [start - endedAt] : []),
      heldMs: gateOf(family).holdFor(start)
    });
    state.own = [];
    state.joinsUntil = start + ROUND_TRIP_MS;
    try {
      await withinAttempt({ clock, ms: ROUND_TRIP_MS, signal: void 0 }, async () => {
        const { clients, livesMs, calls } = await coordinator.join({
          isolate: state.isolate,
          wasAway: state.mode === "unreachable",
          own: { general: ownOf("general"), search: ownOf("search") },
          day: account.dailyLeft
        });
        state.clients = clients;
        if (clients === 1) {
          this.#enter("alone", start + livesMs, calls);
        } else {
          this.#enter("shared", Infinity);
        }
      });
    } catch {
      state.own = [...own2, ...state.own];
      this.markUnreachable();
    }
    state.joinsUntil = -Infinity;
  }
  /**
   * Asks for a call. Returns undefined if the coordinator is unreachable. Rejects with CrmBackpressure if it defers the
   * call, and when the signal aborts.
   */
  async acquire(family, stride, patienceMs, signal) {
    const { state } = this;
    let request;
    let result2;
    try {
      result2 = await this.withReports(patienceMs + ALONE_MS, signal, (settled) => {
        request = this.options.coordinator.acquire({ isolate: state.isolate, family, stride, patienceMs, settled });
        return request;
      });
    } catch {
      if (!signal?.aborted) {
        this.markUnreachable();
      }
    }
    if (result2 === void 0 || state.mode === "unreachable") {
      request?.then(
        (late) => this.settle(late, void 0),
        // an absent id has no effect
        () => {
        }
      );
      refuseWhenAborted(signal);
      return void 0;
    }
    state.clients = result2.clients;
    if (state.clients === 1 && state.mode === "shared") {
      state.left = 0;
    }
    if (result2.id === void 0) {
      throw new CrmBackpressure((result2.hintMs ?? 0) / 1e3);
    }
    return result2;
  }
  /** Reports the end of a granted call: a 429 at once, otherwise together with others or with the next request. */
  settle({ id, isAwaited }, report) {
    const one = { id, report: report ?? null, at: this.options.clock.now() };
    this.state.pending.push(one);
    this.options.background(this.#settleIn(isAwaited || report?.status === 429 ? 0 : SETTLE_MS, one));
  }
  async #settleIn(ms, one) {
    const { coordinator, clock } = this.options;
    if (ms > 0) {
      await sleep(clock, ms, void 0);
    }
    const { pending, isolate } = this.state;
    if (pending.includes(one)) {
      const settle2 = (settled) => coordinator.settle({ isolate, settled });
      await this.withReports(ROUND_TRIP_MS, void 0, settle2).catch(() => {
      });
    }
  }
  /**
   * Sends the pending reports with a request. If it fails, they are sent again.
   *
   * @param ms its time limit
   */
  async withReports(ms, signal, ask5) {
    const { state } = this;
    const { clock } = this.options;
    const sent2 = state.pending.splice(0);
    const now = clock.now();
    try {
      return await withinAttempt(
        { clock, ms, signal },
        () => ask5(sent2.map(({ at, ...one }) => ({ ...one, ageMs: now - at })))
      );
    } catch (error) {
      state.pending = [...sent2, ...state.pending].filter(({ at }) => at > now - LONGEST_CALL_MS);
      throw error;
    }
  }
  /** Uses the isolate's share of the budget for a while. */
  markUnreachable() {
    this.#enter("unreachable", this.options.clock.now() + ALONE_MS);
  }
};

// src/crm/gate/hold.ts
var Hold = class {
  #until = -Infinity;
  #isProbing = false;
  /** Holds calls until then. */
  extend(until) {
    if (until > this.#until) {
      this.#until = until;
      this.#isProbing = true;
    }
  }
  /** Returns the remaining time, in ms. */
  for(now) {
    return Math.max(0, this.#until - now);
  }
  /** Whether the next call is a probe, for which all others wait. */
  get isProbing() {
    return this.#isProbing;
  }
  /** Ends the probing, if the successful call was sent after the hold. */
  probed(sentAt) {
    this.#isProbing &&= sentAt < this.#until;
  }
};
var Account = class extends Hold {
  /** The last reported Daily-Remaining. 0 after a daily 429. */
  dailyLeft = Infinity;
  /** Ends the probing, and forgets an exhausted quota that the probe's response does not report. */
  probed(sentAt) {
    super.probed(sentAt);
    if (!this.isProbing) {
      this.dailyLeft ||= Infinity;
    }
  }
};

// src/crm/gate/stride.ts
var SYNC = 16;
var TRIGGER = 8;
var KEPT_SHARE = 0.03;
function strideOf(surface) {
  return /card|agent/.test(surface) ? 1 : /action|invoke/.test(surface) ? 4 : surface === "trigger" ? TRIGGER : SYNC;
}
function keptFrom(stride, size) {
  return stride < TRIGGER ? 0 : Math.floor(size * KEPT_SHARE);
}

// src/crm/gate/window.ts
var Window = class {
  /** In the order of `at`. */
  #counted = [];
  /** The calls that have left the window lately. A late report may include them. */
  #gone = [];
  /** Calls left according to the last report, with those that have left the window since. */
  left = Infinity;
  /** When the last report came, in ms. */
  reportedAt = -Infinity;
  /** When its call was sent. */
  #askedAt = -Infinity;
  /** Its length, in ms. */
  lengthMs;
  constructor(lengthMs) {
    this.lengthMs = lengthMs;
  }
  /** The number of calls that the window may count, besides those in flight. */
  get charged() {
    return this.#counted.length;
  }
  /** Charges a call. Reports may come late, in any order. */
  count(sentAt, at) {
    const counted2 = this.#counted;
    counted2.push({ sentAt, at });
    if (at < (counted2.at(-2)?.at ?? at)) {
      counted2.sort((a, b) => a.at - b.at);
    }
  }
  /** Drops the calls and the report that are older than the window. */
  forget(now) {
    const from = now - this.lengthMs;
    while ((this.#counted[0]?.at ?? now) <= from) {
      const one = this.#counted.shift();
      this.left += one.sentAt > this.reportedAt - this.lengthMs ? 1 : 0;
      this.#gone.push(one);
    }
    while ((this.#gone[0]?.at ?? now) <= from - this.lengthMs) {
      this.#gone.shift();
    }
    if (this.reportedAt <= from) {
      this.left = Infinity;
    }
  }
  /**
   * Takes what the CRM reports. Calls that have left the window since then are left, too. An older report than the last
   * one applies only if it may be the later one, and fewer calls are left.
   *
   * @param now until when the CRM may have counted the calls
   */
  report(left, sentAt, now) {
    const stillLeft = left + this.#gone.filter((one) => one.sentAt > now - this.lengthMs).length;
    if (this.left === Infinity || sentAt >= this.reportedAt) {
      this.left = stillLeft;
      this.reportedAt = now;
      this.#askedAt = sentAt;
    } else if (sentAt < now && now > this.#askedAt) {
      this.left = Math.min(this.left, stillLeft);
    }
  }
  /** The number of charged calls that were sent after the last report. */
  get sentSince() {
    return this.#counted.filter(({ sentAt }) => sentAt > this.reportedAt).length;
  }
  /** Returns when the call that is `place` beyond the reported ones may leave, in ms from now. */
  reportedIn(place, share, now) {
    const more = place - Math.floor(this.left / share);
    return more > 0 ? Math.min(this.#counted[more - 1]?.at ?? Infinity, this.reportedAt) + this.lengthMs - now : 0;
  }
  /**
   * Returns when the call at that position has left the window, in ms from now: a window after its response, which a
   * call in flight has at the earliest now. 0 if it has not been sent yet.
   */
  leavesIn(position, inFlight, now) {
    const isSent = position > 0 && position <= this.charged + inFlight;
    return isSent ? (this.#counted[position - 1]?.at ?? now) + this.lengthMs - now : 0;
  }
};

// src/crm/gate/gate.ts
var SECOND_MS = 1e3;
var DAILY_PAUSE_MS = 6e4;
var LAST_DAILY = 10;
var LOWEST_RATE = 1;
var FIRST_PAUSE_MS = 1e3;
var RESTORE_MS = 3e4;
var LOWEST_MAX = 100;
var ADAPTIVE_CUT = 0.8;
var Gate = class {
  settings;
  #random;
  /** What the families of the portal share. */
  account;
  /** A hold of this family: when no calls remain, or after a 429 without Retry-After. */
  hold = new Hold();
  /** The calls in flight. */
  calls = new Calls();
  /** The calls that the CRM counts, with Remaining. */
  window;
  /**
   * The calls of Secondly-Remaining. The CRM no longer enforces it (spec, Response headers), so a call counts from when
   * it was sent, without a margin for its round trip.
   */
  #second = new Window(SECOND_MS);
  /** Calls that the CRM allows in a second. */
  #perSecond = Infinity;
  /** Tokens in the bucket. */
  tokens;
  /** Tokens per second. */
  rate;
  /** The number of isolates that divide the budget without a coordinator. */
  share = 1;
  #last = -Infinity;
  #max;
  #hasReport = false;
  /** When the rate was last reduced. */
  #halvedAt = -Infinity;
  /** 429s in a row. */
  #refusals = 0;
  /** The waits of some places at that time, in ms, until the state changes. */
  #waits = /* @__PURE__ */ new Map();
  #waitsAt = -Infinity;
  constructor(settings, random, account = new Account()) {
    this.settings = settings;
    this.#random = random;
    this.account = account;
    this.tokens = settings.capacity;
    this.rate = settings.refillPerSecond;
    this.#max = settings.max;
    this.window = new Window(settings.intervalMs);
  }
  /** Length of the CRM's window, in ms. */
  get interval() {
    return this.window.lengthMs;
  }
  /** Returns the remaining time of the hold, in ms. */
  holdFor(now) {
    return Math.max(this.hold.for(now), this.account.for(now));
  }
  /** Reports whether the gate is in its initial state, so that it can be discarded. */
  isIdle(now) {
    this.advance(now);
    const { capacity, refillPerSecond } = this.settings;
    const isFull = this.tokens >= capacity && this.rate === refillPerSecond;
    return isFull && this.holdFor(now) === 0 && this.calls.inFlight === 0 && this.window.charged === 0;
  }
  /**
   * Returns when the call at this place among the waiting ones may leave, in ms from now. The first place is 1.
   *
   * @param stride the caller's. Default: that of a card
   */
  waitFor(place, now, stride = 1) {
    this.advance(now);
    if (now !== this.#waitsAt) {
      this.#waitsAt = now;
      this.changed();
    }
    const wait = Math.max(
      this.#waits.get(place) ?? this.#compute(place, now),
      this.#windowIn(place + keptFrom(stride, this.windowSize()), now)
    );
    return Math.max(this.account.for(now), Math.ceil(wait - 1e-6));
  }
  /** Computes the wait of a place, after those of the places that it follows by one window or one second. */
  #compute(last, now) {
    const waits = this.#waits;
    const [unreported, inSecond] = [this.unreported(now), this.#second.sentSince];
    const pending = [last];
    for (let place = last; ; place = pending.at(-1)) {
      const inWindow = this.#known(place - this.#sizeFor(place, now));
      const inLastSecond = this.#known(place - this.#perSecond);
      if (inWindow === void 0 || inLastSecond === void 0) {
        pending.push(place - (inWindow === void 0 ? this.#sizeFor(place, now) : this.#perSecond));
        continue;
      }
      const { calls } = this;
      const wait = Math.max(
        0,
        this.holdFor(now),
        this.roomIn(place, now, unreported),
        inWindow + this.interval + calls.roundTripMs,
        this.#second.reportedIn(place + inSecond, 1, now),
        inLastSecond + SECOND_MS,
        this.isSerial && place + this.awaited(now) > 1 ? calls.roundTripMs : 0
      );
      waits.set(place, wait);
      pending.pop();
      if (place === last) {
        return wait;
      }
    }
  }
  /** Returns the wait of a place if it is computed. Calls before the first place have left. */
  #known(place) {
    return place > 0 ? this.#waits.get(place) : -Infinity;
  }
  /** Returns when the bucket and the window have room for that many calls, in ms from now. Ignores the second. */
  roomIn(place, now, unreported = this.unreported(now)) {
    return Math.max(
      this.tokensIn(place),
      this.#windowIn(place, now),
      this.window.reportedIn(place + unreported, this.share, now)
    );
  }
  /** Returns when the window has room for that many calls besides the charged ones, in ms from now. */
  #windowIn(place, now) {
    const { calls, window } = this;
    const size = this.#sizeFor(place, now);
    const sent2 = window.charged + calls.inFlight;
    return window.leavesIn(Math.min(place, size) + sent2 - size, calls.inFlight, now);
  }
  /** Forgets the waits, since the state has changed. */
  changed() {
    this.#waits.clear();
  }
  /**
   * Takes the tokens of a call that leaves now.
   *
   * @param deadline when its caller is gone at the latest
   */
  lease(now, deadline = Infinity) {
    this.advance(now);
    this.take(this.settings.cost);
    this.#second.count(now, now);
    return this.calls.begin(now, this.interval, deadline);
  }
  take(tokens4) {
    this.tokens = Math.max(0, this.tokens - tokens4);
    this.changed();
  }
  /** Reduces the tokens to what remains according to the CRM. */
  clamp(remaining) {
    this.tokens = Math.min(this.tokens, Math.max(0, remaining - this.calls.inFlight));
  }
  /** Returns the number of calls that the last report does not include. */
  unreported(_now) {
    return this.calls.inFlight;
  }
  /** Returns the number of calls that a probe waits for. */
  awaited(_now) {
    return this.calls.inFlight;
  }
  /** Ends a call. Without a report there was no response, and the CRM may have counted the call. */
  settle(lease, now, report) {
    this.advance(now);
    this.changed();
    const isRefused = report?.status === 429;
    if (!this.calls.end(lease, now)) {
      return;
    }
    if (!isRefused) {
      this.window.count(lease.sentAt, now);
    }
    if (report === void 0) {
      return;
    }
    this.#hasReport = true;
    if (this.settings.max === void 0) {
      this.#learn(lease, now, report);
    }
    if (isRefused) {
      this.#refused(lease, now, report);
    } else {
      this.#refusals = 0;
      this.hold.probed(lease.sentAt);
      this.account.probed(lease.sentAt);
    }
  }
  /** Returns when the bucket alone admits the call, in ms from now. */
  tokensIn(place) {
    const own2 = Math.min(this.tokens, this.#capacity() / this.share);
    return (place * this.settings.cost - own2) / (this.rate / this.share) * 1e3;
  }
  /** Whether the next call is a probe, for which all others wait. */
  get isProbing() {
    return this.hold.isProbing || this.account.isProbing;
  }
  /** Whether calls are sent one at a time: a probe, or the last calls of the day. */
  get isSerial() {
    return this.account.dailyLeft <= LAST_DAILY || this.isProbing;
  }
  /** Whether the first report is pending. It may raise the limit, so calls wait for it. */
  get isUnknown() {
    return this.#max === void 0 && !this.#hasReport && this.calls.inFlight > 0;
  }
  /** Updates the state to the given time. Does nothing if the clock was set back. */
  advance(now) {
    const passed = now - this.#last;
    if (passed <= 0) {
      return;
    }
    if (this.#last !== -Infinity) {
      this.tokens = Math.min(this.#capacity(), this.tokens + passed / 1e3 * this.rate / this.share);
      if (this.settings.adaptive) {
        const full = this.#fullRate();
        this.rate = Math.min(full, this.rate + full * passed / RESTORE_MS);
      }
    }
    this.#last = now;
    for (const { sentAt, until } of this.calls.expire(now)) {
      this.window.count(sentAt, until);
    }
    this.window.forget(now);
    this.#second.forget(now);
  }
  #learn({ sentAt }, now, { max, intervalMs, remaining, secondly, secondlyRemaining, dailyRemaining }) {
    this.window.lengthMs = intervalMs ?? this.interval;
    if (max !== void 0) {
      this.#max = max;
      if (this.settings.adaptive && this.#halvedAt === -Infinity) {
        this.rate = this.#fullRate();
      }
    }
    if (remaining !== void 0) {
      this.clamp(remaining);
      this.window.report(remaining, sentAt, now);
      if (remaining === 0) {
        this.hold.extend(now + this.interval);
      }
    }
    if (secondlyRemaining !== void 0) {
      this.#perSecond = secondly || Infinity;
      this.#second.report(secondlyRemaining, sentAt, sentAt);
    }
    if (dailyRemaining !== void 0) {
      this.account.dailyLeft = dailyRemaining;
      if (dailyRemaining === 0) {
        this.holdUntil(now + DAILY_PAUSE_MS);
      }
    }
  }
  #refused({ sentAt }, now, { retryAfterMs: retryAfterMs2, policy }) {
    const { adaptive } = this.settings;
    const isDaily = policy === "DAILY";
    this.tokens = 0;
    this.#refusals += 1;
    if (sentAt >= this.#halvedAt && !(adaptive && isDaily)) {
      this.rate = Math.max(Math.min(LOWEST_RATE, this.rate), this.rate * (adaptive ? ADAPTIVE_CUT : 0.5));
      this.#halvedAt = this.#last;
    }
    if (isDaily) {
      this.account.dailyLeft = 0;
    }
    if (retryAfterMs2 !== void 0 || isDaily) {
      this.holdUntil(now + (retryAfterMs2 ?? DAILY_PAUSE_MS));
    } else {
      const pause = Math.min(this.interval, FIRST_PAUSE_MS * 2 ** (this.#refusals - 1));
      this.hold.extend(now + pause * (1 + this.#random() / 4));
    }
  }
  /** Holds all calls to the portal until then. A probe follows. */
  holdUntil(at) {
    this.account.extend(at);
    this.changed();
  }
  /** The limit of the CRM, in tokens per window. An adaptive bucket follows it. */
  get #maxTokens() {
    return this.settings.adaptive ? (this.#max ?? 0) * this.settings.cost : 0;
  }
  #fullRate() {
    return Math.max(this.settings.refillPerSecond, this.#maxTokens * 1e3 / this.interval);
  }
  #capacity() {
    return Math.max(this.settings.capacity, this.#maxTokens);
  }
  /** The calls of a full bucket. */
  get burst() {
    return Math.floor(this.settings.capacity / this.settings.cost);
  }
  /** Returns the calls of a window, as far as they are known. */
  windowSize() {
    const { burst } = this;
    const isAwaited = !this.#hasReport && this.calls.inFlight > 0;
    const size = this.#max ?? (isAwaited ? burst : Math.max(LOWEST_MAX, burst));
    return Math.max(1, Math.floor(size / this.share));
  }
  /**
   * Returns how many calls of a window stay unused. The response to the last one reports 0 remaining, which causes a
   * hold of a whole window. Sequential callers may use it.
   */
  #reserve(place, now) {
    const isCounted = this.#max !== void 0 && this.settings.max === void 0;
    return isCounted && (place > 1 || this.calls.wereAtOnce(now)) ? 1 : 0;
  }
  /** Returns the calls of a window that may be used, at least 1. */
  #sizeFor(place, now) {
    return Math.max(1, this.windowSize() - this.#reserve(place, now));
  }
};

// src/crm/gate/line.ts
var LATE_MS = 250;
var EXCESS_MS = 1e3;
var EARLY_MS = 900;
function earlyFor(patienceMs) {
  return Math.max(0, Math.min(EARLY_MS, patienceMs / 2));
}
var MAX_PROMISED = 5e3;
var Line = class {
  /** The gate that the calls wait for. */
  gate;
  /** The turn of the last call that left. */
  #turn = 0;
  /** Sorted by turn. */
  waiters = [];
  /** When deferred callers are expected again, in ms. */
  #promised = [];
  constructor(gate) {
    this.gate = gate;
  }
  /** Returns a waiter for one call and its retries. */
  take(caller, stride, since, latest, deadline) {
    return { caller, stride, since, latest, deadline };
  }
  /** Returns how long a waiting call sleeps, in ms, 0 if it leaves now, or undefined if it is deferred. */
  poll(waiter, now) {
    const { waiters, gate } = this;
    const due = waiter.pollsAt = Math.min(now, waiter.pollsAt ?? now);
    if (waiter.returnsAt === void 0 && waiters.indexOf(waiter) < 0) {
      const turn = waiter.turn ??= this.turnOf(waiter.stride) + waiter.stride;
      waiters.splice(this.countUntil(turn), 0, waiter);
    }
    while (waiters[0]?.pollsAt + LATE_MS < due) {
      waiters.shift();
    }
    if (!gate.isUnknown || now >= waiter.latest) {
      for (const one of waiters.slice(0, this.placeOf(waiter))) {
        if (one === waiter || !one.isAdmitted) {
          this.#decide(one, now);
        }
      }
    }
    if (waiter.returnsAt !== void 0) {
      return;
    }
    const place = this.placeOf(waiter);
    const wait = this.waitFor(place, now, waiter.stride);
    return place > 1 && waiters[0].stride <= waiter.stride ? Math.max(1, wait) : wait;
  }
  /** Returns the last turn of a stride. */
  turnOf(stride) {
    return Math.max(this.#turn, this.waiters.findLast((one) => one.stride === stride)?.turn ?? 0);
  }
  /** Returns the number of waiters whose turn is not after this one. */
  countUntil(turn) {
    return this.waiters.filter((one) => one.turn <= turn).length;
  }
  /** Removes a waiter. */
  leave(waiter) {
    const at = this.waiters.indexOf(waiter);
    if (at >= 0) {
      this.waiters.splice(at, 1);
    }
    if (at === 0) {
      this.#turn = Math.max(this.#turn, waiter.turn);
    }
  }
  /** Returns the place of a waiter. The first is 1, which is also that of a retry. */
  placeOf(waiter) {
    return this.waiters.indexOf(waiter) + 1 || 1;
  }
  /** Returns when a call of that stride at this place may leave, in ms from now. */
  waitFor(place, now, stride) {
    return this.gate.waitFor(place, now, stride);
  }
  /** Defers a call, and returns when it may return, in ms. Hints differ, so that retries do not come at once. */
  defer(waiter, now) {
    const { caller, stride, latest, since } = waiter;
    const promised = this.#promised;
    const place = this.placeOf(waiter);
    this.leave(waiter);
    while (promised[0] <= now) {
      promised.shift();
    }
    let at = caller.returnsAt ?? 0;
    if (at <= now) {
      let [before, next] = [-1, 0];
      while (next > before) {
        before = next;
        const wait = this.waitFor(place + before, now, stride) - earlyFor(latest - since);
        at = now + Math.max(1, Math.ceil(Math.max(this.gate.holdFor(now), wait) / 1e3)) * 1e3;
        while (promised[next] <= at) {
          next += 1;
        }
      }
      if (caller.isOne) {
        caller.returnsAt = at;
      }
      if (promised.length < MAX_PROMISED) {
        promised.splice(next, 0, at);
      }
    }
    return waiter.returnsAt = at;
  }
  /** Admits a call if its wait is within its cap and one round trip. An admitted one may be a little late. */
  #decide(waiter, now) {
    const { stride, latest, deadline, isAdmitted } = waiter;
    const { calls } = this.gate;
    const roundTripMs = latest > now ? Math.max(calls.longestMs, calls.roundTripMs) : 0;
    const excess = isAdmitted ? EXCESS_MS : Math.min(EXCESS_MS, roundTripMs);
    if (now + this.waitFor(this.placeOf(waiter), now, stride) <= Math.min(deadline, Math.max(now, latest) + excess)) {
      waiter.isAdmitted = true;
    } else {
      this.defer(waiter, now);
    }
  }
};

// src/crm/gate/isolate.ts
var MAX_PORTALS = 1e3;
var INTERVAL_MS = 1e4;
var SEARCHES_PER_SECOND = 5;
var Isolate = class {
  #portals = /* @__PURE__ */ new Map();
  #id;
  /** @param id identifies the isolate to coordinators. Default: random */
  constructor(id) {
    this.#id = id;
  }
  /** Returns the state of the isolate as a client of a portal's coordinator. */
  clientStateOf(portal, now) {
    const found = this.#portal(portal, now);
    found.client ??= new ClientState(this.#id ??= crypto.randomUUID());
    return found.client;
  }
  /** Returns the line of a portal and family. */
  lineOf(portal, family, limits, random, now) {
    const { lines, account } = this.#portal(portal, now);
    lines[family] ??= new Line(new Gate(settingsOf(family, limits), random, account));
    return lines[family];
  }
  #portal(name, now) {
    let portal = this.#portals.get(name);
    if (portal === void 0) {
      this.#makeRoom(now);
      portal = { account: new Account(), lines: {} };
      this.#portals.set(name, portal);
    }
    return portal;
  }
  #makeRoom(now) {
    if (this.#portals.size < MAX_PORTALS) {
      return;
    }
    for (const [name, { lines }] of this.#portals) {
      if (Object.values(lines).every(({ gate, waiters }) => waiters.length === 0 && gate.isIdle(now))) {
        this.#portals.delete(name);
      }
    }
  }
};
function settingsOf(family, { bucket: bucket2 }) {
  const { capacity, refillPerSecond, searchCapacity, searchRefillPerSecond, requestedTokensPerCall, adaptive } = bucket2;
  const cost = Math.min(Math.max(requestedTokensPerCall, 1), family === "search" ? searchCapacity : capacity);
  return family === "search" ? {
    capacity: searchCapacity,
    refillPerSecond: searchRefillPerSecond,
    cost,
    max: SEARCHES_PER_SECOND,
    intervalMs: 1e3,
    adaptive
  } : { capacity, refillPerSecond, cost, intervalMs: INTERVAL_MS, adaptive };
}

// src/crm/gate/metrics.ts
function rateMetrics(logger, origin) {
  const emit = (event, call, fields) => logger.info(event, { ...origin, endpointFamily: call.family, path: call.path, ...fields });
  return {
    answered(call, { status, remaining, max, retryAfterMs: retryAfterMs2 }) {
      if (remaining !== void 0) {
        emit("crm_ratelimit_remaining", call, { value: remaining, status });
      }
      if (remaining !== void 0 && max !== void 0 && max > 0) {
        emit("crm_ratelimit_headroom_pct", call, { value: Math.round(remaining / max * 1e3) / 10, status });
      }
      if (status === 429) {
        const retryAfter = retryAfterMs2 === void 0 ? {} : { retryAfterSeconds: retryAfterMs2 / 1e3 };
        emit("crm_ratelimit_429_total", call, { value: 1, status, ...retryAfter });
      }
    },
    failed(call, error) {
      if (isBackpressure(error)) {
        const { retryAfterSeconds } = error;
        emit("crm_ratelimit_backpressure_total", call, { value: 1, retryAfterSeconds });
      }
    }
  };
}

// src/crm/gate/pacer.ts
var POLL_MS2 = 25;
var LONGEST_STAY_MS = 18e3;
var GRACE_MS = 5e3;
var LONGEST_SLEEP_MS = 1e3;
var Pacer = class {
  /** The options of the pacer. */
  options;
  /** Sleeping calls of this client. They belong to one request, so they may wake each other. */
  #sleepers = /* @__PURE__ */ new Map();
  /** Asks the coordinator, if there is one. */
  client;
  #caller;
  constructor(options2) {
    this.options = options2;
    const { coordinator, background, isolate, portal, clock } = options2;
    this.#caller = { isOne: options2.deadline !== void 0 };
    if (coordinator !== void 0 && background !== void 0) {
      const gateOf = (family) => this.lineOf(family).gate;
      const state = isolate.clientStateOf(portal, clock.now());
      this.client = new CoordinatorClient(state, { coordinator, clock, background, gateOf });
    }
  }
  /** Returns the line of the portal's calls in this isolate. */
  lineOf(family) {
    const { isolate, portal, limits, random, clock } = this.options;
    return isolate.lineOf(portal, family, limits, random, clock.now());
  }
  /**
   * Makes a call when its turn comes, and retries it after a 429. Rejects with CrmBackpressure if that takes too long,
   * and with the error of `attempt`.
   *
   * @param attempt makes the call. It receives the time that the call has waited since the last attempt, in ms, and
   *     whether the call is a probe
   */
  async pass(family, attempt, signal) {
    const { limits, stride = 1, clock } = this.options;
    const line = this.lineOf(family);
    const { gate } = line;
    const start = clock.now();
    const capMs = capOf(limits.retry);
    const stays = start + LONGEST_STAY_MS;
    const deadline = Math.min(this.options.deadline ?? stays, capMs === Infinity ? Infinity : stays);
    const waiter = line.take(this.#caller, stride, start, 0, deadline);
    const turn = { family, line, waiter, signal };
    for (let tries = 1; ; tries++) {
      const { since } = waiter;
      waiter.latest = Math.min(since + capMs, deadline);
      waiter.isAdmitted = false;
      let [lease, granted] = [];
      while (lease === void 0) {
        granted = this.client === void 0 ? void 0 : await this.#acquire(this.client, turn);
        lease = granted === void 0 ? await this.#wait(turn) : gate.lease(clock.now(), this.#goneAt());
      }
      const sentAt = lease.sentAt;
      let result2;
      try {
        result2 = await attempt(sentAt - since, gate.isProbing);
      } finally {
        gate.settle(lease, clock.now(), result2?.report);
        if (granted !== void 0) {
          this.client?.settle(granted, result2?.report);
        }
        this.#wakeFirst(line);
      }
      if (result2.report.status !== 429) {
        return result2;
      }
      if (granted === void 0) {
        this.client?.reportHold();
      }
      waiter.since = clock.now();
      await this.#backOff(turn, tries);
    }
  }
  /** Asks the coordinator for a call. Returns undefined if this isolate gates its calls itself. */
  async #acquire(client, { family, line: { gate }, waiter, signal }) {
    const mode = await client.mode();
    gate.share = client.share;
    if (mode !== "shared") {
      return void 0;
    }
    refuseWhenAborted(signal);
    const patienceMs = Math.max(0, waiter.latest - this.options.clock.now());
    const granted = await client.acquire(family, waiter.stride, patienceMs, signal);
    gate.share = client.share;
    return granted;
  }
  /** Waits before a refused call is retried. Throws CrmBackpressure if it is not. */
  async #backOff({ line, waiter, signal }, tries) {
    const { limits, clock, random } = this.options;
    const now = clock.now();
    const hold = line.gate.holdFor(now);
    const { retry } = limits;
    const pause = retry === false || tries > retry.max ? Infinity : backoffOf(retry, tries - 1, random);
    if (hold > capOf(retry) || now + Math.max(hold, pause) > waiter.deadline) {
      throw new CrmBackpressure((line.defer(waiter, now) - now) / 1e3);
    }
    await sleep(clock, pause, signal);
  }
  /**
   * Waits until the call may leave. Returns undefined if other clients may have joined, so that the call must ask the
   * coordinator.
   */
  async #wait({ family, line, waiter, signal }) {
    const { clock } = this.options;
    try {
      for (; ; ) {
        refuseWhenAborted(signal);
        const now = clock.now();
        if (this.client?.mustAsk) {
          return void 0;
        }
        const wait = line.poll(waiter, now);
        if (wait === void 0) {
          throw new CrmBackpressure((waiter.returnsAt - now) / 1e3);
        }
        if (wait === 0) {
          const lease = line.gate.lease(now, this.#goneAt());
          this.client?.spend(family, lease);
          return lease;
        }
        const pollMs = Math.min(POLL_MS2 * line.placeOf(waiter), LONGEST_SLEEP_MS);
        await this.#sleep(waiter, Math.min(wait, pollMs), signal);
      }
    } finally {
      line.leave(waiter);
      this.#wakeFirst(line);
    }
  }
  #goneAt() {
    return (this.options.deadline ?? Infinity) + GRACE_MS;
  }
  /** Sleeps for the time, or until another call of this client ends. */
  #sleep(waiter, ms, signal) {
    const { clock } = this.options;
    waiter.pollsAt = clock.now() + ms;
    return sleep(clock, ms, signal, (wake) => {
      if (wake === void 0) {
        this.#sleepers.delete(waiter);
      } else {
        this.#sleepers.set(waiter, wake);
      }
    });
  }
  /** Wakes the first call in the queue, if it is this client's. When that call leaves, it wakes the next one. */
  #wakeFirst({ waiters: [first] }) {
    this.#sleepers.get(first)?.();
  }
};

// src/crm/gate/coordinator-gate.ts
var CoordinatorGate = class extends Gate {
  /** Until when a probe must tell what remains, in ms. */
  #learnsUntil = -Infinity;
  /** Settles a call that ended `ageMs` ago. */
  settleLate(lease, now, ageMs, report) {
    this.advance(now);
    this.settle(lease, Math.max(lease.sentAt, now - ageMs), report);
    if (report?.remaining !== void 0) {
      this.#learnsUntil = -Infinity;
    } else if (now < this.#learnsUntil) {
      this.hold.extend(now);
    }
  }
  /** Holds calls until then. A probe follows, and others until one tells what remains, or for a window. */
  probeFrom(at) {
    this.hold.extend(at);
    this.#learnsUntil = this.settings.max === void 0 ? at + this.interval : -Infinity;
    this.changed();
  }
  /** Charges calls that a client sent without asking. */
  charge(own2, now) {
    const { heldMs } = own2;
    const ages = own2.ages.filter((age) => age < this.interval);
    this.advance(now);
    if (heldMs > 0) {
      this.hold.extend(now + heldMs);
    }
    const { cost, refillPerSecond } = this.settings;
    const refilled = ages.length === 0 ? 0 : Math.max(...ages) / 1e3 * refillPerSecond;
    this.take(Math.max(0, ages.length * cost - refilled));
    ages.forEach((age) => this.window.count(now - age, now - age));
  }
  /** Does nothing: a late report does not tell which granted calls it includes. `waitFor` applies it all the same. */
  clamp() {
  }
  /** Returns the calls that the CRM may have counted after its last report. */
  unreported() {
    return this.#sentSince(this.window.reportedAt - ROUND_TRIP_MS);
  }
  /** Returns the calls granted lately. Older ones have had a response, or their isolate is gone. */
  awaited(now) {
    return this.#sentSince(now - ROUND_TRIP_MS);
  }
  #sentSince(time) {
    let count = 0;
    for (const { sentAt } of this.calls.leases.values()) {
      count += sentAt > time ? 1 : 0;
    }
    return count;
  }
};

// src/crm/gate/portal-line.ts
var PortalLine = class extends Line {
  #clock;
  #solo;
  constructor(gate, clock, solo) {
    super(gate);
    this.#clock = clock;
    this.#solo = solo;
  }
  waitFor(place, now, stride) {
    const { gate } = this;
    const { until, calls } = this.#solo;
    const wait = gate.waitFor(place, now, stride);
    const endsAt2 = until + gate.interval;
    return now >= endsAt2 || gate.isSerial ? wait : Math.max(wait, Math.min(gate.roomIn(place + calls, now), (now < until ? until : endsAt2) - now));
  }
  /** Ends a granted call. A second report has no effect. */
  settle(id, now, ageMs, report) {
    const { gate } = this;
    const lease = gate.calls.leases.get(id);
    if (lease === void 0) {
      return;
    }
    const wasUnknown = gate.isUnknown;
    gate.settleLate(lease, now, ageMs, report);
    if (wasUnknown && !gate.isUnknown) {
      [...this.waiters].forEach((waiter) => waiter.wake?.());
    }
    this.wake();
  }
  /** Wakes the request, too, so that its client learns of it at once. */
  defer(waiter, now) {
    const at = super.defer(waiter, now);
    waiter.wake?.();
    return at;
  }
  /** Sleeps for the time, or until it is woken. */
  sleep(waiter, ms) {
    waiter.pollsAt = this.#clock.now() + ms;
    return sleep(this.#clock, ms, void 0, (wake) => {
      waiter.wake = wake;
    });
  }
  /** Wakes the first request in the queue. */
  wake() {
    this.waiters[0]?.wake?.();
  }
};

// src/crm/gate/portal-coordinator.ts
var SOLO_SHARE = 0.25;
var CLIENT_TIMEOUT_MS = 3e4;
var UNKNOWN = "";
var FAMILIES = ["general", "search"];
var CALLER = { isOne: false };
var PortalCoordinator = class {
  #clock;
  /** When each client was last active, in ms. */
  #clients = /* @__PURE__ */ new Map();
  #lines;
  #solo;
  #lastCallAt;
  constructor({ limits, clock, random, before }) {
    const now = clock.now();
    this.#clock = clock;
    this.#lastCallAt = now;
    const account = new Account();
    let ids = Math.floor(now) * 1e3;
    const gateOf = (family) => {
      const gate = new CoordinatorGate(settingsOf(family, limits), random, account);
      gate.calls.nextId = () => ids++;
      return gate;
    };
    const [general, search] = [gateOf("general"), gateOf("search")];
    const calls = Math.max(1, Math.floor(Math.min(general.burst, LOWEST_MAX) * SOLO_SHARE));
    this.#solo = { isolate: UNKNOWN, until: -Infinity, calls };
    this.#lines = {
      general: new PortalLine(general, clock, this.#solo),
      search: new PortalLine(search, clock, this.#solo)
    };
    if (before !== void 0 && now - before.at < CLIENT_TIMEOUT_MS) {
      this.#solo.until = before.grantedUntil;
      this.#relearn(now, now);
    }
    if (before !== void 0 && before.heldUntil > now) {
      general.holdUntil(before.heldUntil);
    }
  }
  /** What is stored for the coordinator after a restart. */
  get state() {
    const now = this.#clock.now();
    const heldMs = this.#lines.general.gate.holdFor(now);
    return { at: now, heldUntil: heldMs && Math.ceil(now + heldMs), grantedUntil: Math.max(0, this.#solo.until) };
  }
  async join({ isolate, wasAway, own: own2, day }) {
    const now = this.#clock.now();
    if (Number.isFinite(day)) {
      this.#lines.general.gate.account.dailyLeft = day;
    }
    FAMILIES.forEach((family) => this.#lines[family].gate.charge(own2[family], now));
    if (wasAway && this.#lastCallAt + ALONE_MS - ROUND_TRIP_MS < now) {
      this.#relearn(now, now + ALONE_MS);
    }
    this.#lastCallAt = now;
    const solo = this.#solo;
    if (solo.isolate === isolate) {
      solo.until = -Infinity;
    }
    this.#clients.set(isolate, now);
    const clients = this.#clientsOf(isolate, now);
    if (clients === 1) {
      solo.isolate = isolate;
      solo.until = now + ALONE_MS + ROUND_TRIP_MS;
      this.#clients.set(isolate, solo.until);
    }
    return { clients, livesMs: ALONE_MS, calls: solo.calls };
  }
  async acquire({ family, stride, patienceMs, ...report }) {
    const clock = this.#clock;
    const { isolate } = report;
    this.#lastCallAt = clock.now();
    await this.settle(report);
    const line = this.#lines[family];
    const waiter = line.take(CALLER, stride ?? 1, clock.now(), clock.now() + patienceMs, Infinity);
    try {
      for (; ; ) {
        const now = clock.now();
        this.#clients.set(isolate, Math.max(this.#clients.get(isolate) ?? 0, now));
        const clients = this.#clientsOf(isolate, now);
        const wait = line.poll(waiter, now);
        if (wait === void 0) {
          return { clients, hintMs: waiter.returnsAt - now };
        }
        if (wait === 0) {
          const { gate } = line;
          const { id } = gate.lease(now);
          return { clients, id, isAwaited: gate.isSerial || gate.isUnknown && gate.calls.inFlight === 1 };
        }
        await line.sleep(waiter, waiter.isAdmitted ? wait : Math.min(wait, waiter.latest - now));
      }
    } finally {
      line.leave(waiter);
      line.wake();
    }
  }
  async settle({ settled }) {
    const now = this.#clock.now();
    for (const { id, report, ageMs } of settled) {
      FAMILIES.forEach((family) => this.#lines[family].settle(id, now, ageMs, report ?? void 0));
    }
  }
  async budget({ family, stride, calls, ...report }) {
    await this.settle(report);
    return budgetOf(this.#lines[family], stride, calls, this.#clock.now());
  }
  /**
   * Starts again when clients may have sent calls that are unknown. For a while no call is granted in advance. The
   * response to a probe reports what remains. Responses to searches do not, so these wait until the unknown ones have
   * left the window.
   *
   * @param from when the probe may leave, in ms
   */
  #relearn(now, from) {
    const { general, search } = this.#lines;
    this.#clients.set(UNKNOWN, Math.max(now, this.#solo.until));
    general.gate.probeFrom(from);
    search.gate.probeFrom(now + ALONE_MS + search.gate.interval);
  }
  /** Returns the number of clients. 1: the isolate is the only one, so it may gate its calls itself. */
  #clientsOf(isolate, now) {
    const clients = this.#clients;
    clients.forEach((seenAt, id) => seenAt + CLIENT_TIMEOUT_MS < now && clients.delete(id));
    const isAlone = clients.size === 1 && clients.has(isolate) && this.#lines.general.gate.holdFor(now) === 0;
    return isAlone ? 1 : Math.max(2, clients.size);
  }
};

// src/crm/create-client.ts
function createCrmClient(options2) {
  const { fetch, clock, random, portalId, deadline, coordinator, logger, token = async () => "token" } = options2;
  const limits = normalizeRateLimits(options2.rateLimits);
  const { capacity, requestedTokensPerCall: tokens4 } = limits.bucket;
  if (!(tokens4 >= 1 && tokens4 <= capacity)) {
    throw new RangeError(
      `invalid requestedTokensPerCall ${tokens4}: expected a number from 1 to the bucket's capacity ${capacity}`
    );
  }
  const portal = String(portalId);
  associationsExtension.add(makeAssociations);
  batchExtension.add(makeBatch);
  budgetExtension.add(makeBudget);
  conversationsExtension.add(makeConversations);
  propertiesExtension.add(makeProperties);
  return makeCrmClient(
    {
      fetch: (url, init) => fetch(url.href, init),
      now: () => clock.now(),
      apiOrigin: options2.apiOrigin ?? "https://api.crm.example",
      headerPrefix: options2.headerPrefix ?? "X-Crm",
      pacer: new Pacer({
        isolate: options2.isolate ?? new Isolate(),
        portal,
        stride: strideOf(options2.surface ?? "card"),
        limits,
        clock,
        random,
        deadline,
        coordinator,
        background: (work) => void work
      }),
      ...logger !== void 0 && limits.metrics && { metrics: rateMetrics(logger, { portal }) },
      token,
      onCall: () => {
      }
    },
    crm_default.paths
  );
}
function createCrmCoordinator({ clock, random, rateLimits }) {
  return new PortalCoordinator({ limits: normalizeRateLimits(rateLimits), clock, random });
}
function createCrmIsolate(id) {
  return new Isolate(id);
}

// src/platform/env.ts
function binding(env, name) {
  const value2 = env[name];
  return typeof value2 === "string" && value2 !== "" ? value2 : void 0;
}
function projectScope(env) {
  return {
    projectId: binding(env, "SVC_PROJECT_ID") ?? "local",
    environment: binding(env, "SVC_ENVIRONMENT") ?? "dev",
    deployId: binding(env, "SVC_DEPLOY_ID") ?? "dev"
  };
}
function projectName(env) {
  const { projectId, environment } = projectScope(env);
  return `${projectId}/${environment}`;
}
var RESERVED = /* @__PURE__ */ new Set(["CRM_CLIENT_ID", "CRM_CLIENT_SECRET", "CRM_ACCESS_TOKEN"]);
var visible = /* @__PURE__ */ new WeakMap();
function visibleEnv(env) {
  let shown4 = visible.get(env);
  if (shown4 === void 0) {
    shown4 = Object.freeze(
      Object.fromEntries(Object.entries(env).filter(([name]) => !RESERVED.has(name) && !name.startsWith("SVC_")))
    );
    visible.set(env, shown4);
  }
  return shown4;
}

// src/platform/redact-text.ts
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
var PHONE = /\+[1-9](?:[ ()./-]{0,3}\d){7,14}|\(?0(?:0[1-9]|[1-9])(?:[ ()./-]{0,3}\d){7,12}|(?:1[ .-]{1,2})?(?:\([2-9]\d\d\)[ .-]{0,2}|[2-9]\d\d[ .-]{1,2})[2-9]\d\d[ .-]\d{4}/g;
var NO_PHONE = /^(?:\d\d[./-](?:\d\d[./-])?(?:19|20)\d\d(?:[^\d]|$)|\d{1,3}(?:\.\d{1,3}){3}$|\+\d+\.\d{1,2}$)/;
function redactText(text) {
  if (text.length < 6) {
    return text;
  }
  const kept = text.replace(TOKEN, redactToken);
  const mayHoldEmail = kept.includes("@") || kept.includes(ESCAPED_AT);
  return (mayHoldEmail ? kept.replace(EMAIL, redactEmail) : kept).replace(PHONE, redactPhone);
}
function redactToken(run2) {
  const found = BEARER.test(run2) ? !BEARER_PROSE.test(run2) : JWT.test(run2) || REGIONAL_PAT.test(run2) || run2.split(/[-_]/).some(isSecret);
  return found ? REDACTED : run2;
}
function isSecret(segment) {
  return SECRET_SEGMENT.test(segment) && /\d/.test(segment);
}
function redactEmail(run2) {
  const at = run2.indexOf("@");
  if (at < 0) {
    return hasEscapedEmail(run2) ? REDACTED : run2;
  }
  return VERSION.test(run2.slice(at + 1)) ? run2 : REDACTED;
}
function hasEscapedEmail(run2) {
  for (let at = run2.indexOf(ESCAPED_AT, 1); at > 0; at = run2.indexOf(ESCAPED_AT, at + 1)) {
    const host = run2.slice(at + ESCAPED_AT.length, at + ESCAPED_AT.length + LONGEST_HOST);
    if (HOST.test(host) && !VERSION.test(host)) {
      return true;
    }
  }
  return false;
}
function redactPhone(run2, at, text) {
  return isAttached(text, at) || NO_PHONE.test(run2) || !endsAt(run2, at + run2.length, text) ? run2 : REDACTED;
}
function isAttached(text, at) {
  const before = text.charCodeAt(at - 1);
  if (isWord(before)) {
    return true;
  }
  const second = text.charCodeAt(at - 2);
  const isNumberMark = before === 44 || before === 46 || before === 47;
  return before === 45 ? isWord(second) : isNumberMark && isDigit(second);
}
function endsAt(run2, end, text) {
  if (run2.startsWith("+")) {
    return true;
  }
  const after = text.charCodeAt(end);
  if (/^\d+$/.test(run2)) {
    const longest = run2.startsWith("00") ? 15 : 11;
    return run2.length >= 10 && run2.length <= longest && !isWord(after) && !isIdTail(text, end);
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

// src/platform/redact.ts
var DEFAULT_MAX_DEPTH = 8;
var DEPTH_LIMIT = 100;
var MAX_OBJECTS = 1e5;
var TOKEN_KEY = /(?:token|secret|password|passwd|passphrase|pwd|apikey|secretkey|privatekey|accesskey|signingkey|authorization|credentials?|cookie|jwt|bearer)$|^(?:tokens|secrets|passwords|cookies)$/;
var Redaction = class {
  #fields;
  #maxDepth;
  /** Copies by source object, per level. A shared object is copied once per level. */
  #copies = [];
  /** The objects that contain the current one. */
  #open = /* @__PURE__ */ new Set();
  #objects = 0;
  /** Number of redacted keys. */
  #keys = 0;
  constructor({ fields, maxDepth = DEFAULT_MAX_DEPTH }) {
    this.#fields = new Set(fields?.map((field) => plainKey(String(field))));
    this.#maxDepth = maxDepth >= 0 ? Math.min(maxDepth, DEPTH_LIMIT) : DEFAULT_MAX_DEPTH;
  }
  value(value2, depth) {
    if (typeof value2 === "string") {
      return this.text(value2);
    }
    return typeof value2 === "object" && value2 !== null ? this.#object(value2, depth) : value2;
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
    const copy = orRedacted(() => this.copy(source, depth + 1));
    this.#open.delete(source);
    copies.set(source, copy);
    return copy;
  }
  copy(source, depth) {
    if (Array.isArray(source)) {
      const copy = [];
      copy.length = source.length;
      return this.properties(source, copy, Object.keys(source), depth);
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
      const shown4 = ["name", "message", "stack", "cause", "errors"].filter((key) => key in source);
      return this.properties(source, {}, /* @__PURE__ */ new Set([...shown4, ...Object.keys(source)]), depth);
    }
    const { toJSON } = source;
    if (typeof toJSON === "function") {
      return this.value(toJSON.call(source, ""), depth);
    }
    return this.properties(source, {}, Object.keys(source), depth);
  }
  properties(source, copy, keys2, depth) {
    const items = Array.isArray(source);
    for (const key of keys2) {
      const read = () => this.value(source[key], depth);
      const value2 = orRedacted(() => items ? read() : this.member(key, read));
      const name = items ? key : this.#keyName(this.text(key), key);
      Object.defineProperty(copy, name, { value: value2, writable: true, enumerable: true, configurable: true });
    }
    return copy;
  }
  #map(source, depth) {
    const copy = /* @__PURE__ */ new Map();
    Map.prototype.forEach.call(source, (value2, key) => {
      const read = () => this.value(value2, depth);
      if (typeof key === "string") {
        copy.set(this.#keyName(this.text(key), key), this.member(key, read));
      } else {
        copy.set(this.value(key, depth), read());
      }
    });
    return copy;
  }
  text(text) {
    return redactText(text);
  }
  /** Returns the value of a member, or `[redacted]` by its key. */
  member(key, read) {
    const plain2 = plainKey(key);
    return this.#fields.has(plain2) || TOKEN_KEY.test(plain2.replace(/[0-9]{1,3}$/, "")) ? REDACTED : read();
  }
  /** Appends a number to a redacted key, so that two redacted keys stay different. */
  #keyName(redacted, key) {
    if (redacted === key) {
      return key;
    }
    this.#keys += 1;
    return `${redacted} ${this.#keys}`;
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

// src/platform/secret-names.ts
var MORE_NAMES = /(?:^|[-.])(?:auth|dsn|connection-?strings?|conn-?str|(?:api|access|private)-?keys|session(?:-?(?:id|key))?|si[dg]|signatures?|pass(?:words|phrases|code)?|t?otp|mfa|pem|jwts|[cx]srf)-?\d{0,3}$/;
var QUERY_NAMES = /^(?:key|code|assertion)$/i;
var LONGEST_NAME = 64;
var SEPARATOR = /([:=]>?|,)\s{0,4}(\\{0,7}["'])?/g;
var NAME_CHARACTER = /[\w.-]/;
var HEADER = /^(?:authorization|cookie)$|-/i;
var BARE_VALUE = /(?:(?:basic|bearer|digest|token|negotiate|apikey)(?:\s|%20|\+){1,4})?(?:[^\s&,;"'<>()[\]{}\\]+|[[{][^\]}]*[\]}]?)/iy;
var LINE = /[^\r\n"'\\]+/y;
var LITERAL = /^(?:true|false|null|undefined)$/;
var USERINFO = /:\/\/[^\s/?#"'<>\\]{0,2000}@/g;
var BASIC = /\bbasic(?:\s|%20|\+){1,4}[\w+/-]{4,}(?:=|%3D){0,2}/gi;
var BASIC_PROSE = /(?:[\s+]|%20)[A-Z]?[a-z]+$/;
function isSecretName(name) {
  return name.length <= LONGEST_NAME && (TOKEN_KEY.test(plainKey(name).replace(/\d{1,3}$/, "")) || MORE_NAMES.test(hyphenated(name)));
}
function isSecretHeader(name) {
  return HEADER.test(name) && isSecretName(name);
}
function cutNamed(text) {
  if (text.length < 6) {
    return text;
  }
  const kept = text.includes("://") ? text.replace(USERINFO, `://${REDACTED}@`) : text;
  return cutValues(kept.replace(BASIC, (run2) => BASIC_PROSE.test(run2) ? run2 : REDACTED));
}
function cutValues(text) {
  let kept = "";
  let from = 0;
  SEPARATOR.lastIndex = 0;
  for (let found = SEPARATOR.exec(text); found !== null; found = SEPARATOR.exec(text)) {
    const [all, mark = "", opening] = found;
    const start = found.index + all.length;
    const { name, closing } = mark === "," && opening === void 0 ? NO_NAME : nameBefore(text, found.index, from);
    const end = name === "" ? start : endOfValue(text, start, { name, mark, closing, opening });
    if (end > start) {
      kept += text.slice(from, start) + REDACTED;
      from = end;
      SEPARATOR.lastIndex = end;
    } else {
      SEPARATOR.lastIndex = Math.max(start - (opening?.length ?? 0), found.index + 1);
    }
  }
  return kept + text.slice(from);
}
var NO_NAME = { name: "", closing: void 0 };
function nameBefore(text, at, from) {
  const back = (end, most, matches2) => {
    let start = end;
    while (start > from && end - start < most && matches2(text.charAt(start - 1))) {
      start -= 1;
    }
    return start;
  };
  const quoteEnd = back(at, 4, (character) => character === " ");
  const quote = back(quoteEnd, 1, (character) => character === '"' || character === "'");
  const nameEnd = quote === quoteEnd ? quote : back(quote, 7, (character) => character === "\\");
  const nameStart = back(nameEnd, LONGEST_NAME, (character) => NAME_CHARACTER.test(character));
  const name = text.slice(nameStart, nameEnd);
  const before = text.charAt(nameStart - 1);
  const isParameter = (before === "?" || before === "&") && QUERY_NAMES.test(name);
  const closing = nameEnd === quoteEnd ? void 0 : text.slice(nameEnd, quoteEnd);
  return name !== "" && (isParameter || isSecretName(name)) ? { name, closing } : NO_NAME;
}
function endOfValue(text, start, { name, mark, closing, opening }) {
  if (mark === "," && (closing === void 0 || !HEADER.test(name))) {
    return start;
  }
  if (opening !== void 0) {
    return endOfQuoted(text, start, opening);
  }
  if (closing === void 0 && mark === ":" && HEADER.test(name)) {
    return start + run(LINE, text, start).length;
  }
  if (closing === void 0 && mark === ":" && !looksRandom(text.slice(start, start + LONGEST_NAME))) {
    return start;
  }
  const value2 = run(BARE_VALUE, text, start);
  return LITERAL.test(value2) ? start : start + value2.length;
}
function looksRandom(text) {
  const word = run(BARE_VALUE, text, 0);
  return word.length >= 6 && /\d/.test(word) && /[a-z]/i.test(word);
}
function endOfQuoted(text, start, quote) {
  const level = quote.length - 1;
  for (let at = text.indexOf(quote.slice(-1), start); at >= 0; at = text.indexOf(quote.slice(-1), at + 1)) {
    let escapes = 0;
    while (at - escapes > start && text.charAt(at - escapes - 1) === "\\") {
      escapes += 1;
    }
    if (escapes % (2 * level + 2) === level) {
      return at - level;
    }
  }
  return text.length;
}
function run(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
function hyphenated(name) {
  return name.replace(/([a-z\d])([A-Z])|[_\s]/g, "$1-$2").toLowerCase();
}

// src/platform/secrets.ts
var MIN_SECRET = 8;
var PIECE = 4;
var STRIDE = MIN_SECRET - PIECE + 1;
var MIN_LINE = 16;
var MAX_TOKENS = 2e3;
var MAX_LAYERS = 4;
var MAX_ESCAPES = 16;
var PUBLIC = "CRM_CLIENT_ID";
var SECRET_PREFIX = /^SVC_(?:CONTROL|SEAL)_KEY/;
var ESCAPE2 = /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f])+|\\(?:u[\da-f]{4}|x[\da-f]{2}|[^ux])/gi;
var CONTROLS = { n: "\n", r: "\r", t: "	", b: "\b", f: "\f", v: "\v" };
var BASE64 = /[\w+/-]/;
var bound = /* @__PURE__ */ new Set();
var tokens = /* @__PURE__ */ new Set();
var learned = /* @__PURE__ */ new WeakSet();
var index;
function learnBindings(env) {
  if (learned.has(env)) {
    return;
  }
  learned.add(env);
  for (const [name, value2] of Object.entries(env)) {
    if (typeof value2 === "string" && name !== PUBLIC && (!name.startsWith("SVC_") || SECRET_PREFIX.test(name))) {
      bound.add(value2);
    }
  }
  index = void 0;
}
function learnToken(token) {
  if (!tokens.has(token)) {
    if (tokens.size >= MAX_TOKENS) {
      tokens.clear();
    }
    tokens.add(token);
    index = void 0;
  }
}
function cutSecrets(text) {
  if (text.length < MIN_SECRET || bound.size + tokens.size === 0) {
    return text;
  }
  index ??= makeIndex();
  const ranges = [];
  let layer = text;
  let origin = (at) => at;
  for (let depth = 0; depth <= MAX_LAYERS; depth++) {
    for (const [start, end] of occurrences(layer, index)) {
      ranges.push([withEscape(text, origin(start)), origin(end)]);
    }
    if (!layer.includes("%") && !layer.includes("\\")) {
      break;
    }
    const [decoded, map] = decode(layer);
    if (decoded === layer) {
      break;
    }
    const outer = origin;
    layer = decoded;
    origin = (at) => outer(map(at));
  }
  return ranges.length === 0 ? text : replaced(text, ranges);
}
function withEscape(text, start) {
  let escapes = 0;
  while (escapes < MAX_ESCAPES && text.charAt(start - escapes - 1) === "\\") {
    escapes += 1;
  }
  return start - escapes % 2;
}
function replaced(text, ranges) {
  let kept = "";
  let from = 0;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    if (start >= from) {
      kept += text.slice(from, start) + REDACTED;
    }
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}
function occurrences(text, pieces) {
  const found = [];
  for (let at = 0; at + PIECE <= text.length; at += STRIDE) {
    for (const [{ text: form, before, after }, offset] of pieces.get(text.slice(at, at + PIECE)) ?? []) {
      let start = at - offset;
      let end = start + form.length;
      if (start < 0 || !text.startsWith(form, start)) {
        continue;
      }
      start -= before === true && BASE64.test(text.charAt(start - 1)) ? 1 : 0;
      end += after === true && BASE64.test(text.charAt(end)) ? 1 : 0;
      while (after !== void 0 && text.charAt(end) === "=") {
        end += 1;
      }
      found.push([start, end]);
    }
  }
  return found;
}
function decode(text) {
  const ends2 = [0];
  const shifts = [0];
  let shift = 0;
  const decoded = text.replace(ESCAPE2, (sequence, at) => {
    const character = decodedCharacter(sequence);
    ends2.push(at - shift + character.length);
    shift += sequence.length - character.length;
    shifts.push(shift);
    return character;
  });
  const origin = (at) => {
    let [low, high] = [0, ends2.length];
    while (high - low > 1) {
      const middle = low + high >> 1;
      [low, high] = ends2[middle] <= at ? [middle, high] : [low, middle];
    }
    return at + shifts[low];
  };
  return [decoded, origin];
}
function decodedCharacter(sequence) {
  const letter = sequence.charAt(1);
  if (sequence.startsWith("%")) {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  }
  return sequence.length > 2 ? String.fromCharCode(Number.parseInt(sequence.slice(2), 16)) : CONTROLS[letter] ?? letter;
}
function makeIndex() {
  const made = /* @__PURE__ */ new Map();
  const secrets = new Set([...bound, ...tokens].flatMap(partsOf));
  for (const form of [...secrets].filter((secret) => [...secret].length >= MIN_SECRET).flatMap(formsOf)) {
    for (let offset = 0; offset < STRIDE; offset++) {
      const piece = form.text.slice(offset, offset + PIECE);
      const known = made.get(piece);
      if (known === void 0) {
        made.set(piece, [[form, offset]]);
      } else {
        known.push([form, offset]);
      }
    }
  }
  return made;
}
function partsOf(secret) {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= MIN_LINE && !line.startsWith("-----"));
  const [, password = ""] = /^[a-z][\w+.-]*:\/\/[^/?#]*?:([^/?#]+)@/i.exec(secret) ?? [];
  return [secret, secret.trim(), ...lines, password, decode(password)[0]];
}
function formsOf(secret) {
  const bytes = utf8.encode(secret);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const hex = toHex(bytes);
  const inHost = secret.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const plain2 = [secret, inHost, secret.replaceAll(" ", "+"), hex, hex.toUpperCase()];
  const forms = new Map(plain2.map((text) => [text, { text }]));
  for (const lead of [0, 1, 2]) {
    const bits = 8 * (lead + bytes.length);
    const text = btoa("\0".repeat(lead) + binary).slice(Math.ceil(8 * lead / 6), Math.floor(bits / 6));
    for (const form of [text, text.replaceAll("+", "-").replaceAll("/", "_")]) {
      forms.set(form, { text: form, before: lead > 0, after: bits % 6 > 0 });
    }
  }
  return [...forms.values()];
}

// src/platform/outgoing.ts
var CONSOLE_DEPTH = 50;
var MAX_TEXT = 1e5;
var CUT_OFF = 4e4;
function outgoingText(text) {
  const redacted = redactText(cutNamed(cutSecrets(text.slice(0, MAX_TEXT))));
  return text.length > MAX_TEXT ? `${redacted.slice(0, -CUT_OFF)}...` : redacted;
}
function outgoingValue(value2, fields = []) {
  return new Outgoing({ fields }).value(value2, 0);
}
function shown2(value2) {
  const redaction = new Outgoing({ maxDepth: CONSOLE_DEPTH });
  const copy = redaction.value(value2, 0);
  return redaction.hasSecret ? copy : value2;
}
var Outgoing = class extends Redaction {
  hasSecret = false;
  value(value2, depth) {
    const isAtom = typeof value2 === "number" || typeof value2 === "bigint" || typeof value2 === "symbol";
    return isAtom && cutSecrets(String(value2)) !== String(value2) ? this.#redacted() : super.value(value2, depth);
  }
  text(text) {
    const redacted = outgoingText(text);
    this.hasSecret ||= redacted !== text;
    return redacted;
  }
  member(key, read) {
    let isRead = false;
    const value2 = super.member(key, () => {
      isRead = true;
      return read();
    });
    const isLiteral = value2 === null || value2 === void 0 || typeof value2 === "boolean";
    return !isRead || !isLiteral && isSecretName(key) ? this.#redacted() : value2;
  }
  copy(source, depth) {
    const read = readable(source);
    const copy = read instanceof Error ? this.#error(read, depth) : super.copy(read, depth);
    if (typeof source.toJSON === "function") {
      this.properties(source, {}, Object.keys(source), depth);
    }
    for (const symbol of Object.getOwnPropertySymbols(source)) {
      this.value(source[symbol], depth);
    }
    if (Array.isArray(copy)) {
      return copy.map((item, i) => i % 2 === 1 && isHeaderName(copy[i - 1]) ? this.#redacted() : item);
    }
    const { name, key = name, value: value2 } = copy;
    return value2 !== void 0 && typeof key === "string" && isSecretName(key) ? { ...copy, value: this.#redacted() } : copy;
  }
  #error(source, depth) {
    const copy = new Error();
    const hidden = ["name", "message", "stack", "cause", "errors"].filter((key) => key in source);
    this.properties(source, copy, /* @__PURE__ */ new Set([...hidden, ...Object.keys(source)]), depth);
    for (const key of hidden) {
      Object.defineProperty(copy, key, { enumerable: false });
    }
    return copy;
  }
  #redacted() {
    this.hasSecret = true;
    return REDACTED;
  }
};
var isHeaderName = (value2) => typeof value2 === "string" && isSecretHeader(value2);
function readable(source) {
  if (source instanceof Headers || source instanceof URLSearchParams || source instanceof FormData) {
    return new Map([...source]);
  }
  if (source instanceof Request || source instanceof Response) {
    const { headers, url } = source;
    return { url, headers, ...source instanceof Request && { method: source.method } };
  }
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
    const text = new TextDecoder("latin1").decode(source);
    return cutSecrets(text) === text ? source : Object(text);
  }
  return source;
}
var isGuarded = false;
function guardConsole() {
  if (isGuarded) {
    return;
  }
  isGuarded = true;
  for (const [name, write] of Object.entries(console)) {
    if (typeof write === "function") {
      Object.assign(console, { [name]: (...args) => write.apply(console, redactedArguments(args)) });
    }
  }
}
function redactedArguments(args) {
  const given = args.map(shown2);
  const text = given.filter((arg) => typeof arg === "string").join("");
  const cut = cutSecrets(text);
  return cut === text ? given : [cut];
}

// src/platform/thrown.ts
var shown3 = (text) => outgoingText(String(text));
function describeThrown(thrown) {
  let text = "a value that cannot be described";
  try {
    if (thrown instanceof Error) {
      const { name, message, stack = "" } = thrown;
      return { name: shown3(name), message: shown3(message), stack: shown3(stack) };
    }
    const json2 = typeof thrown === "object" ? JSON.stringify(outgoingValue(thrown)) : thrown;
    text = shown3(json2 ?? thrown);
  } catch {
  }
  return { name: "thrown value", message: text, stack: "" };
}
function fingerprint({ name, message }) {
  let hash = 2166136261;
  for (const character of `${name}:${message.slice(0, 500).replace(/\d+/g, "0")}`) {
    hash = Math.imul(hash ^ character.codePointAt(0), 16777619) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

// src/protocol/actor.ts
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

// src/protocol/answer-step.ts
async function answerStep(run2, onFault) {
  try {
    return JSON.stringify({ v: await run2() ?? null });
  } catch (error) {
    if (isActorError(error)) {
      return JSON.stringify({ e: { code: error.code, message: error.message } });
    }
    onFault(error);
    return JSON.stringify({ e: { code: "step_failed", message: "the worker failed; see its log" } });
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

// src/platform/hmac.ts
var keys = /* @__PURE__ */ new Map();
async function importKey(secret) {
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify"
  ]);
  keys.set(secret, key);
  return key;
}
var MAX_AHEAD_MS = 6e4;
async function verifyMac(secret, mac, data) {
  const key = keys.get(secret) ?? await importKey(secret);
  return crypto.subtle.verify("HMAC", key, mac, data);
}
async function makeMac(secret, data) {
  const key = keys.get(secret) ?? await importKey(secret);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
}
async function sha256(data) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}
function macFromBase64(text) {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? fromBase64(text) : void 0;
}
function macFromHex(text) {
  const isHex = /^[0-9a-f]{64}$/.test(text);
  return isHex ? Uint8Array.from({ length: 32 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16)) : void 0;
}

// src/worker/auth/grant.ts
var GRANT_HEADER = "X-Svc-Grant";
var GRANT = /^(v[12])\.([A-Za-z0-9_-]{1,64})\.(\d{1,15})\.([0-9a-f]{16,128})\.([0-9a-f]{64})$/;
async function grantText(request, environment, { version, timestamp, nonce }) {
  const { origin, pathname, search } = new URL(request.url);
  const audience = version === "v1" ? [] : [origin, environment];
  const digest = toHex(await sha256(request.body));
  return [version, ...audience, request.method, pathname + search, timestamp, nonce, digest].join("\n");
}
async function verifyGrant(request, env, host) {
  const header = request.headers.get(GRANT_HEADER);
  if (header === null) {
    throw new RouteError(
      "grant_missing",
      `the request has no ${GRANT_HEADER} header; this route is for operators of the app`
    );
  }
  const match = GRANT.exec(header);
  if (match === null) {
    throw new RouteError(
      "grant_invalid",
      `the ${GRANT_HEADER} header is malformed; it is v2.<key id>.<timestamp ms>.<nonce>.<mac>`
    );
  }
  const [, version = "", kid, timestamp = "", nonce = "", mac] = match;
  const text = await grantText(request, projectScope(env).environment, { version, timestamp, nonce });
  try {
    await host.actor("ProjectActor", projectName(env), "checkGrant", { kid, text, mac, use: crypto.randomUUID() });
  } catch (error) {
    if (isActorError(error) && GRANT_CODES.has(error.code)) {
      throw new RouteError(error.code, error.message);
    }
    throw error;
  }
}
var GRANT_CODES = /* @__PURE__ */ new Set(["grant_invalid", "grant_stale", "grant_replayed", "not_configured"]);

// src/worker/auth/signature-v3.ts
var MAX_AGE_MS = 3e5;
var DECODED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;
function signedUri(url) {
  const hash = url.indexOf("#");
  const uri = hash < 0 ? url : url.slice(0, hash);
  if (!uri.includes("%")) {
    return uri;
  }
  return uri.replace(DECODED, (escaped) => String.fromCharCode(parseInt(escaped.slice(1), 16)));
}
async function verifySignatureV3(request, prefix2, secret, now) {
  const signature = request.headers.get(`${prefix2}-Signature-v3`);
  const timestamp = request.headers.get(`${prefix2}-Request-Timestamp`);
  if (signature === null || timestamp === null) {
    const missing = signature === null ? "Signature-v3" : "Request-Timestamp";
    throw new RouteError(
      "signature_missing",
      `the request has no ${prefix2}-${missing} header; only the CRM platform may call this route`
    );
  }
  const mac = macFromBase64(signature);
  if (mac === void 0 || !/^\d{1,15}$/.test(timestamp)) {
    throw new RouteError("signature_invalid", "the signature or its timestamp is malformed, or is sent more than once");
  }
  const age = now - Number(timestamp);
  if (age > MAX_AGE_MS || age < -MAX_AHEAD_MS) {
    throw new RouteError(
      "signature_stale",
      age > 0 ? "the signature is older than 300 seconds" : "the signature is from the future"
    );
  }
  if (!await verifyMac(secret, mac, concat([request.method + signedUri(request.url), request.body, timestamp]))) {
    throw new RouteError(
      "signature_invalid",
      "the signature does not match the request; check the client secret, and that no proxy changes the URL or body"
    );
  }
}

// src/worker/auth/signature-v2.ts
async function verifySignatureV2(request, prefix2, secret) {
  const signature = request.headers.get(`${prefix2}-Signature`);
  if (signature === null) {
    const headers = `${prefix2}-Signature-v3 or ${prefix2}-Signature`;
    throw new RouteError(
      "signature_missing",
      `the request has no ${headers} header; only the CRM platform may call this route`
    );
  }
  const digest = macFromHex(signature);
  const version = request.headers.get(`${prefix2}-Signature-Version`) ?? "v2";
  if (digest === void 0 || version !== "v2") {
    throw new RouteError(
      "signature_invalid",
      `the signature is malformed or of version ${JSON.stringify(version)}; v3 and v2 are accepted`
    );
  }
  if (!equalBytes(digest, await sha256(concat([secret + request.method + request.url, request.body])))) {
    throw new RouteError(
      "signature_invalid",
      "the signature does not match the request; check the client secret, and that no proxy changes the URL or body"
    );
  }
}
async function verifyActionSignature(request, prefix2, secret, now) {
  return request.headers.has(`${prefix2}-Signature-v3`) ? verifySignatureV3(request, prefix2, secret, now) : verifySignatureV2(request, prefix2, secret);
}

// src/worker/auth/authenticate.ts
var CHECKS = {
  none: async () => {
  },
  own: async () => {
  },
  grant: (request, { env, host }) => verifyGrant(request, env, host),
  "card-signature": (request, { env, host, profile }) => verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now()),
  "delivery-signature": async (request, { env, host, profile }) => {
    await verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now());
    rejectCards(request);
  },
  "action-signature": async (request, { env, host, profile, requireV3 }) => {
    const verify = requireV3 ? verifySignatureV3 : verifyActionSignature;
    await verify(request, profile.headerPrefix, clientSecret(env), host.now());
    rejectCards(request);
  }
};
var CARD_PARAMETERS = ["portalId", "userId", "userEmail", "appId"];
function rejectCards({ url }) {
  if (url.includes("?") && CARD_PARAMETERS.some((name) => new URL(url).searchParams.has(name))) {
    throw new RouteError(
      "signature_invalid",
      "the platform signed this request for a card, and a card can call only card backends"
    );
  }
}
function authenticate(authentication, request, context) {
  return CHECKS[authentication](request, context);
}
function clientSecret(env) {
  const secret = binding(env, "CRM_CLIENT_SECRET");
  if (secret === void 0) {
    throw new RouteError("not_configured", "cannot verify the signature: bind the secret CRM_CLIENT_SECRET");
  }
  return secret;
}

// src/worker/router.ts
async function route(table, context, request, worker) {
  const failed3 = (error) => (error instanceof RouteError ? error : internalError(context, worker, error)).response();
  try {
    const { method, headers, url: target } = request;
    const url = new URL(target);
    const { route: route2, id } = findRoute(table, method, routePath(url, context));
    const raw = { method, url: target, headers, body: await readBody(request) };
    await authenticate(route2.authentication, raw, context);
    const given = route2.handle({ ...context, request: raw, url, id });
    if (!(given instanceof Promise)) {
      return given;
    }
    const answer2 = given.catch(failed3);
    context.waitUntil(answer2);
    return await answer2;
  } catch (error) {
    return failed3(error);
  }
}
function routePath({ pathname }, { basePath }) {
  return basePath !== void 0 && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
}
function findRoute(table, method, path) {
  for (const route2 of table) {
    const match = route2.method === method && route2.path.exec(path);
    if (match) {
      return { route: route2, id: decodeId(match[1] ?? "") };
    }
  }
  const allow = table.filter((route2) => route2.path.test(path)).map((route2) => route2.method).join(", ");
  if (allow !== "") {
    throw new RouteError("method_not_allowed", `${path} accepts only ${allow}`, {}, { allow });
  }
  throw new RouteError("not_found", "no such route");
}
function decodeId(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RouteError("not_found", "no such route");
  }
}
function internalError({ host }, worker, error) {
  host.observe(faultOf(error, worker));
  return new RouteError("internal_error", "the request failed; see the worker log");
}

// src/platform/deadline.ts
var TIME_LIMIT_MS = {
  tool: 2e4,
  cardBackend: 15e3,
  trigger: 5e3,
  sync: 6e5
};
var NOTICE_MS = 1e3;
var TURNS_WITHOUT_CLOCK = 6;
var TIMED_OUT = /* @__PURE__ */ Symbol("timed out");
var DeadlineSignal = class {
  /** The deadline, in milliseconds since the epoch. */
  endsAt;
  #controller;
  #reason;
  #isOver = false;
  constructor(endsAt2) {
    this.endsAt = endsAt2;
  }
  /** Fires when the time is nearly up. It is created on first use. */
  get signal() {
    if (this.#controller === void 0) {
      this.#controller = new AbortController();
      this.#abort();
    }
    return this.#controller.signal;
  }
  /** Fires the signal. */
  give(reason) {
    this.#reason = reason;
    this.#abort();
  }
  /** Marks the deadline as passed. */
  end() {
    this.#isOver = true;
  }
  /** Throws the reason if the deadline has passed. */
  refuseWhenOver() {
    if (this.#isOver) {
      throw this.#reason;
    }
  }
  #abort() {
    if (this.#reason !== void 0) {
      this.#controller?.abort(this.#reason);
    }
  }
};
var Deadline = class {
  ms;
  deadlineSignal;
  #timeout;
  #timer;
  /** @param now the start time, in milliseconds since the epoch */
  constructor(ms, now) {
    this.ms = ms;
    this.deadlineSignal = new DeadlineSignal(now + ms);
  }
  /** Returns the result of the work, or TIMED_OUT. A late result is ignored. */
  async within(work) {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (let turn = 0; turn < TURNS_WITHOUT_CLOCK && !isDone; turn++) {
      await void 0;
    }
    return isDone ? await work : Promise.race([work, this.#timeout ??= this.#start()]);
  }
  #start() {
    return new Promise((resolve2) => {
      this.#timer = setTimeout(
        () => {
          this.#timer = setTimeout(
            () => {
              this.deadlineSignal.end();
              resolve2(TIMED_OUT);
            },
            Math.min(NOTICE_MS, this.ms),
            TIMED_OUT
            // as OWN_TIMER
          );
          this.deadlineSignal.give(timeoutError(this.ms));
        },
        this.ms - NOTICE_MS,
        // a negative time is 0
        TIMED_OUT
        // as OWN_TIMER
      );
    });
  }
  /** Stops the timer. */
  end() {
    if (this.#timer !== void 0) {
      clearTimeout(this.#timer);
    }
  }
};
async function withinLimit(ms, now, work) {
  const deadline = new Deadline(ms, now);
  try {
    return await deadline.within(work(deadline.deadlineSignal));
  } finally {
    deadline.end();
  }
}
function timeoutError(limitMs) {
  return coded("handler_timeout", `the invocation reached its time limit of ${limitMs / 1e3} s`, {
    name: "TimeoutError"
  });
}

// src/crm/gate/metrics-extension.ts
var metricsExtension = /* @__PURE__ */ new Extension("rateLimits.metrics", "metrics");

// src/crm/origin.ts
function crmOrigin(of) {
  return binding(of.env, "SVC_CRM_API_URL") ?? of.profile.apiOrigin;
}

// src/protocol/install.ts
var STATIC_INSTALL = "static";
function readPortalId(value2) {
  const id = typeof value2 === "string" && /^\d{1,15}$/.test(value2) ? Number(value2) : value2;
  return Number.isSafeInteger(id) && id >= 0 ? id : null;
}
function unboundInstall(portalId) {
  return { id: null, portalId, state: "unbound" };
}
var STALE_MS = 6e5;
var MIN_LIFE_MS = 6e4;

// src/platform/remember.ts
function remember(cache3, max, key, value2) {
  const oldest = cache3.keys().next();
  if (cache3.size >= max && !cache3.has(key) && oldest.done !== true) {
    cache3.delete(oldest.value);
  }
  cache3.set(key, value2);
}

// src/protocol/call-again.ts
async function callAgain(call) {
  try {
    return await call();
  } catch (error) {
    if (isActorError(error)) {
      throw error;
    }
    return call();
  }
}

// src/worker/install/install.ts
var STATES = ["active", "needs_reauth", "suspended"];
function installOf(context, portalId) {
  if (context.worker.app.auth === "static") {
    return { id: STATIC_INSTALL, portalId, state: "active" };
  }
  if (portalId === null) {
    throw new RouteError("install_not_found", "cannot find an install: the request names no portal");
  }
  const cached = cache.get(portalId);
  const age = cached === void 0 ? STALE_MS : context.host.now() - cached.at;
  if (cached === void 0 || cached.install.state !== "active" || age < 0 || age >= STALE_MS) {
    return ask(context, portalId);
  }
  if (age >= FRESH_MS && context.host.now() >= cached.refreshAt) {
    cached.refreshAt = context.host.now() + REFRESH_INTERVAL_MS;
    context.waitUntil(ask(context, portalId).catch(() => {
    }));
  }
  return cached.install;
}
async function installFrom(context, named3) {
  if (named3 !== void 0 && !isObject(named3)) {
    throw invalidInput("install", 'install must be an object such as {"portalId": 1}');
  }
  const { id, portalId, state, config } = named3 ?? {};
  if (state !== void 0 && !STATES.includes(state)) {
    throw invalidInput("install", `install.state must be one of ${STATES.join(", ")}`);
  }
  if (config !== void 0 && !isObject(config)) {
    throw invalidInput("install", "install.config must be a JSON object");
  }
  const isNamed = typeof id === "string" && id !== "" && context.worker.app.auth === "static";
  const base = isNamed ? { id, portalId: readPortalId(portalId), state: "active" } : await installOf(context, readPortalId(portalId ?? id));
  return {
    ...base,
    ...state !== void 0 && { state },
    ...config !== void 0 && { config }
  };
}
function noteLostConsent(portalId) {
  const cached = cache.get(portalId);
  if (cached !== void 0) {
    cached.install = { ...cached.install, state: "needs_reauth" };
  }
}
var FRESH_MS = 6e4;
var REFRESH_INTERVAL_MS = 1e4;
var MAX_CACHED = 1e3;
var cache = /* @__PURE__ */ new Map();
async function ask({ host }, portalId) {
  const at = host.now();
  let described;
  try {
    described = await host.actor("InstallActor", String(portalId), "describe", null);
  } catch (error) {
    if (isActorError(error) && error.code === "install_not_found") {
      cache.delete(portalId);
      throw new RouteError("install_not_found", `the app is not installed in the portal ${portalId}`);
    }
    throw error;
  }
  const install = { id: String(portalId), portalId, state: described.state };
  remember(cache, MAX_CACHED, portalId, { install, at, refreshAt: 0 });
  return install;
}

// src/worker/install/token.ts
var InstallAccessError = class extends Error {
  code;
  constructor(code, message) {
    super(message);
    this.name = "InstallAccessError";
    this.code = code;
  }
};
async function accessToken(context, install, refused) {
  if (context.worker.app.auth === "static") {
    return staticToken(context);
  }
  const { id, portalId, state } = install;
  if (state === "suspended") {
    throw new InstallAccessError("install_suspended", `the install ${id} is suspended and cannot call the CRM`);
  }
  if (id === null || portalId === null) {
    throw new InstallAccessError("install_not_found", "cannot get an access token: the request names no install");
  }
  const cached = tokens2.get(portalId);
  if (cached !== void 0 && cached.token !== refused && context.host.now() < cached.until && context.host.now() >= cached.since) {
    return cached.token;
  }
  return ask2(context, portalId, refused);
}
var MAX_TOKENS2 = 1e3;
var tokens2 = /* @__PURE__ */ new Map();
async function ask2({ host }, portalId, refused) {
  const since = host.now();
  let answer2;
  try {
    const call = () => host.actor("InstallActor", String(portalId), "accessToken", { refused });
    answer2 = await callAgain(call);
  } catch (error) {
    tokens2.delete(portalId);
    const { name, message, code } = error;
    if (name === "TimeoutError") {
      throw error;
    }
    if (code === "needs_reauth") {
      noteLostConsent(portalId);
    }
    throw new InstallAccessError(isActorError(error) ? code : "token_unavailable", message);
  }
  learnToken(answer2.token);
  const until = since + answer2.livesMs - MIN_LIFE_MS;
  remember(tokens2, MAX_TOKENS2, portalId, { token: answer2.token, since, until });
  return answer2.token;
}
function staticToken({ env }) {
  const token = binding(env, "CRM_ACCESS_TOKEN");
  if (token === void 0) {
    throw new InstallAccessError("not_configured", "ctx.crm has no access token: bind the secret CRM_ACCESS_TOKEN");
  }
  return token;
}

// src/worker/install/crm-options.ts
var MARGIN_MS = 2e3;
function crmOptions(context, install, caller, deadlineSignal) {
  const { host, worker } = context;
  const portal = install.id ?? STATIC_INSTALL;
  const clock = {
    now: host.now,
    setTimeout: (wake, ms) => setTimeout(wake, ms, TIMED_OUT),
    clearTimeout: (timer) => clearTimeout(timer)
  };
  return {
    fetch: host.fetch,
    now: host.now,
    apiOrigin: crmOrigin(context),
    headerPrefix: worker.profile.headerPrefix,
    pacer: new Pacer({
      isolate: worker.isolate,
      portal,
      stride: strideOf(caller.surface),
      limits: worker.rateLimits,
      clock,
      random: Math.random,
      deadline: deadlineSignal.endsAt - MARGIN_MS,
      ...host.isShared && { coordinator: coordinatorOf(host, portal), background: context.waitUntil }
    }),
    ...worker.rateLimits.metrics && {
      metrics: metricsExtension.part(caller.logger, { portal, surface: caller.surface })
    },
    token: (refused) => accessToken(context, install, refused),
    onCall: (call) => caller.crmCall(call),
    deadlineSignal
  };
}
function coordinatorOf({ actor }, portal) {
  const calling = (method) => (args) => actor("PortalActor", portal, method, args);
  return {
    join: calling("paceJoin"),
    acquire: calling("paceAcquire"),
    settle: calling("paceSettle"),
    budget: calling("paceBudget")
  };
}

// src/platform/logger.ts
function makeLogger(origin, host, redacted) {
  function at(level) {
    return (message, fields) => {
      host.log({
        at: host.now(),
        level,
        message: outgoingText(textOf4(message)),
        ...origin,
        ...fields !== void 0 && { fields: outgoingValue(jsonCopy(fields), redacted) }
      });
    };
  }
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
function jsonCopy(fields) {
  try {
    const copy = jsonValue(fields);
    return isObject(copy) ? copy : { value: copy };
  } catch {
    return eachJsonField(fields);
  }
}
function eachJsonField(fields) {
  const read = (name) => readable2(() => jsonValue(fields[name]));
  return readable2(() => Object.fromEntries(Object.keys(fields).map((name) => [name, read(name)])));
}
function readable2(read) {
  try {
    return read();
  } catch (error) {
    return { unloggable: describeThrown(error).message };
  }
}
function jsonValue(value2) {
  return JSON.parse(JSON.stringify(value2, withoutCycles()) ?? "null");
}
function textOf4(message) {
  try {
    return String(message);
  } catch {
    return describeThrown(message).message;
  }
}
function withoutCycles() {
  const open = [];
  return function(_name, value2) {
    while (open.length > 0 && open.at(-1) !== this) {
      open.pop();
    }
    const plain2 = plainValue(value2);
    if (typeof plain2 === "object" && plain2 !== null) {
      if (open.includes(plain2)) {
        return "[circular]";
      }
      open.push(plain2);
    }
    return plain2;
  };
}
function plainValue(value2) {
  if (typeof value2 === "bigint" || typeof value2 === "number" && !Number.isFinite(value2)) {
    return String(value2);
  }
  return value2 instanceof Error ? describeThrown(value2) : value2;
}

// src/worker/invocation/checkpoint-buffer.ts
var FULL = 500;
var OLDEST_MS = 1e3;
var OVERDUE_MS = 2 * OLDEST_MS;
var ATTEMPTS = 3;
var MAX_UNSENT = 1e3;
var NO_PORTAL = "none";
var waiting = [];
var oldestSince = 0;
var unsent = [];
function keepRecord(context, record, crm429, failure) {
  const now = context.host.now();
  const isFirst = waiting.length === 0;
  waiting.push({ portal: String(record.portalId ?? NO_PORTAL), entry: entryOf(record, crm429, failure) });
  if (isFirst) {
    oldestSince = now;
    context.waitUntil(flushLater(context, waiting));
  } else if (waiting.length >= FULL || now - oldestSince > OVERDUE_MS) {
    context.waitUntil(flush(context));
  }
}
async function flushLater(context, buffer) {
  await aSecond();
  if (buffer === waiting) {
    await flush(context);
  }
}
async function flush(context) {
  await sendAll(context);
  for (let tries = 1; tries < ATTEMPTS && unsent.length > 0; tries++) {
    await aSecond();
    await sendAll(context);
  }
}
function aSecond() {
  return new Promise((resolve2) => setTimeout(resolve2, OLDEST_MS, TIMED_OUT));
}
async function sendAll(context) {
  const batches = [...unsent, ...batchesOf(waiting)];
  waiting = [];
  unsent = [];
  await Promise.all(batches.map((batch) => send(context, batch)));
}
function batchesOf(records2) {
  const portals = /* @__PURE__ */ new Map();
  for (const { portal, entry } of records2) {
    const batch = portals.get(portal) ?? { id: batchId(), portal, entries: [], tries: 0 };
    batch.entries.push(entry);
    portals.set(portal, batch);
  }
  return [...portals.values()];
}
var batchId = () => crypto.randomUUID().slice(0, 13);
async function send(context, batch) {
  try {
    await context.host.actor("PortalActor", batch.portal, "record", { batch: batch.id, entries: batch.entries });
  } catch {
    batch.tries += 1;
    unsent.push(batch);
    logDropped(
      context,
      unsent.filter(({ tries }) => tries >= ATTEMPTS)
    );
    unsent = unsent.filter(({ tries }) => tries < ATTEMPTS);
    while (unsent.reduce((sum, { entries }) => sum + entries.length, 0) > MAX_UNSENT) {
      logDropped(context, unsent.splice(0, 1));
    }
  }
}
function logDropped({ host }, batches) {
  const count = batches.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > 0) {
    const message = `dropped ${count} invocation records; the summary does not include them`;
    const origin = { worker: "runtime", capabilityId: null, kind: null, invocation: "" };
    host.log({ at: host.now(), level: "warn", message, ...origin });
  }
}
function entryOf(record, crm429, failure) {
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
    errorFingerprint,
    failure
  };
}

// src/worker/invocation/timers-extension.ts
var timersExtension = /* @__PURE__ */ new Extension("timers", "setTimeout");

// src/worker/invocation/invocation.ts
var MAX_KEPT = { message: 500, stack: 4e3, input: 16384 };
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
    const { context, capability } = subject;
    this.#subject = subject;
    this.#at = context.host.now();
    this.#origin = {
      worker: context.worker.worker.name,
      capabilityId: capability.id,
      kind: capability.kind,
      invocation: this.id
    };
    timersExtension.found?.begin(this, capability.kind);
    this.logger = makeLogger(this.#origin, context.host, context.worker.app.redaction?.fields ?? []);
  }
  get surface() {
    return this.#subject.surface;
  }
  /** Counts and reports a completed CRM call. */
  crmCall(call) {
    this.#crmCalls += 1;
    this.#crmWaitMs += call.waitMs;
    this.#crm429 += call.status === 429 ? 1 : 0;
    this.#subject.context.host.observe({ type: "crmCall", invocation: this.id, ...call, path: cutSecrets(call.path) });
  }
  /** Reports an uncaught error, redacted, to the app's author. The caller does not see it. */
  uncaught(thrown) {
    this.#thrown = describeThrown(thrown);
    const { host, env } = this.#subject.context;
    host.observe({ type: "error", ...this.#origin, deployId: projectScope(env).deployId, ...this.#thrown });
    const input = this.#input();
    if (input !== void 0) {
      host.observe({ type: "failedInput", invocation: this.id, input });
    }
  }
  /** Records the outcome. Called once. */
  end(outcome, httpStatus, backpressure2) {
    timersExtension.found?.end(this);
    const { context, surface, install } = this.#subject;
    const { worker, capabilityId, kind } = this.#origin;
    const { projectId, environment, deployId } = projectScope(context.env);
    const record = {
      type: "invocation",
      worker,
      capabilityId,
      kind,
      invocation: this.id,
      projectId,
      environment,
      deployId,
      surface,
      portalId: install.portalId,
      installId: install.id,
      at: this.#at,
      durationMs: context.host.now() - this.#at,
      outcome,
      httpStatus,
      backpressure: backpressure2,
      errorFingerprint: this.#thrown && fingerprint(this.#thrown),
      crmCalls: this.#crmCalls,
      crmWaitMs: this.#crmWaitMs
    };
    context.host.observe(record);
    keepRecord(context, record, this.#crm429, this.#failure());
  }
  /** Returns what the list of failures shows of the uncaught error. */
  #failure() {
    return this.#thrown && {
      invocation: this.id,
      name: this.#thrown.name,
      message: this.#thrown.message.slice(0, MAX_KEPT.message),
      stack: this.#thrown.stack.slice(0, MAX_KEPT.stack),
      input: this.#input()
    };
  }
  /** Returns the redacted input as JSON, or its start; undefined without an input. */
  #input() {
    const { input, context } = this.#subject;
    return JSON.stringify(outgoingValue(input, context.worker.app.redaction?.fields))?.slice(0, MAX_KEPT.input);
  }
};

// src/declare/field-value.ts
var READERS = {
  string: readString,
  number: readNumber,
  bool: readBool,
  boolean: readBool,
  enumeration: readChoice,
  datetime: readDatetime,
  json: readJson
};
function readField(field, value2) {
  const reader = READERS[String(field.type).toLowerCase()];
  return reader === void 0 ? { value: value2 } : reader(value2, field);
}
function isAbsent(field, value2) {
  return value2 === void 0 || value2 === null || value2 === "" && String(field.type).toLowerCase() !== "string";
}
function readDefault(field) {
  if (field.default === void 0) {
    return { value: void 0 };
  }
  const text = jsonOf(field.default);
  return text === void 0 ? { expected: "a value that JSON can represent" } : readField(field, JSON.parse(text));
}
function jsonOf(value2) {
  try {
    return JSON.stringify(value2);
  } catch {
    return void 0;
  }
}
function defaultsJson(fields) {
  return JSON.stringify(JSON.parse(fields).map(defaultReading));
}
function defaultReading(field) {
  try {
    const reading = readDefault(field);
    if ("expected" in reading) {
      return { expected: reading.expected };
    }
    const becomes = typeof reading.value;
    return becomes === typeof field.default ? {} : { becomes };
  } catch {
    return {};
  }
}
function readString(value2) {
  if (typeof value2 === "string") {
    return { value: value2 };
  }
  return typeof value2 === "number" || typeof value2 === "boolean" ? { value: String(value2) } : { expected: "a string" };
}
function readNumber(value2) {
  const text = typeof value2 === "string" ? value2.trim() : "";
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : value2;
  return typeof number === "number" && Number.isFinite(number) ? { value: number } : { expected: "a number" };
}
function readBool(value2) {
  const word = typeof value2 === "string" ? value2.trim().toLowerCase() : value2;
  if (word === true || word === "true") {
    return { value: true };
  }
  return word === false || word === "false" ? { value: false } : { expected: "true or false" };
}
function readChoice(value2, { options: options2 = [], fieldType }) {
  const text = readString(value2);
  if ("expected" in text || options2.length === 0) {
    return text;
  }
  const choices = options2.map((option) => typeof option === "string" ? option : option.value);
  const chosen = fieldType === "checkbox" ? String(text.value).split(";") : [String(text.value)];
  return chosen.every((one) => choices.includes(one)) ? text : { expected: `one of ${choices.join(", ")}` };
}
function readJson(value2) {
  if (typeof value2 !== "string") {
    return { value: value2 };
  }
  try {
    return { value: parseJson(value2) };
  } catch (error) {
    return { expected: error instanceof JsonDepthError ? `JSON of at most ${MAX_JSON_DEPTH} levels` : "JSON" };
  }
}
var ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
function readDatetime(value2) {
  const mismatch = { expected: "a date and time in ISO 8601, or milliseconds since the epoch" };
  if (typeof value2 === "number" || typeof value2 === "string" && /^-?\d{1,16}$/.test(value2)) {
    const date = new Date(Number(value2));
    return Number.isNaN(date.getTime()) ? mismatch : { value: date.toISOString() };
  }
  const match = typeof value2 === "string" ? ISO.exec(value2.trim()) : null;
  return match === null ? mismatch : fromParts(match, mismatch);
}
function fromParts([, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"], mismatch) {
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = [year, month, day, hour, minute, second].map(Number);
  const date = /* @__PURE__ */ new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  const isDay = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d;
  if (!isDay || h > 23 || mi > 59 || s > 59) {
    return mismatch;
  }
  const time = ((h * 60 + mi) * 60 + s) * 1e3 + Number(fraction.slice(0, 3).padEnd(3, "0"));
  const result2 = new Date(date.getTime() + time - zoneOffset(zone));
  return Number.isNaN(result2.getTime()) ? mismatch : { value: result2.toISOString() };
}
function zoneOffset(zone) {
  if (zone.toUpperCase() === "Z") {
    return 0;
  }
  const digits = zone.slice(1).replace(":", "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) {
    return NaN;
  }
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 6e4;
}

// src/worker/fields/output.ts
var MAX_OUTPUT_CHARS = 65e3;
var OutputSizeError = class extends OutputError {
  field;
  constructor(field, length) {
    super(
      `the output field ${JSON.stringify(field)} has ${length} characters: the CRM accepts at most ${MAX_OUTPUT_CHARS}`
    );
    this.field = field;
  }
};
function isTooLong(thrown) {
  try {
    return thrown instanceof OutputSizeError;
  } catch {
    return false;
  }
}
function readOutput(fields, output, onUnknown) {
  if (output === void 0 || output === null) {
    return {};
  }
  const kind = !isObject(output) || output instanceof Error ? Object(output).constructor.name : emptyKind(output);
  if (kind) {
    throw new OutputError(`the output must be an object of output fields, not of type ${kind}`);
  }
  const result2 = {};
  for (const [name, value2] of Object.entries(output)) {
    if (value2 === void 0 || value2 === null) {
      continue;
    }
    if (fields !== void 0 && !Object.hasOwn(fields, name)) {
      onUnknown(name);
      continue;
    }
    result2[name] = readValue(fields?.[name], name, value2);
  }
  return result2;
}
function readValue(field, name, value2) {
  const plain2 = value2 instanceof Date && !Number.isNaN(value2.getTime()) ? value2.toISOString() : value2;
  if (field === void 0 || field.type.toLowerCase() === "json") {
    return plain2;
  }
  const reading = readField(field, plain2);
  if ("expected" in reading) {
    throw new OutputError(
      `the output field ${JSON.stringify(name)} must be ${reading.expected} (type ${JSON.stringify(field.type)})`
    );
  }
  return reading.value;
}
function outputTexts(output) {
  const texts2 = {};
  for (const [name, value2] of Object.entries(output)) {
    texts2[name] = typeof value2 === "string" ? value2 : jsonText(value2, `the output field ${JSON.stringify(name)}`);
  }
  return texts2;
}
function checkOutputSize(texts2) {
  for (const [name, text] of Object.entries(texts2)) {
    if (text.length > MAX_OUTPUT_CHARS) {
      throw new OutputSizeError(name, text.length);
    }
  }
}

// src/worker/invocation/outcome.ts
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
var TRIGGER2 = {
  ok: { http: 200, members: ["ok"] },
  "fail-continue": { http: 200, members: ["ok", "status", "message"] },
  block: { http: 200, members: ["ok", "status", "message"] },
  "fail-stop": { http: 200, members: ["ok", "status", "message"] },
  "retry-later": { http: "retry", members: ["ok", "error", "capabilityId", "message", "retryAfterSeconds"] }
};
var SYNC2 = {
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
  trigger: TRIGGER2,
  sync: SYNC2
};
function answer(surface, outcome, facts) {
  if (outcome.status === "error") {
    return { httpStatus: ERROR_STATUS[outcome.code], headers: {}, body: errorBody(surface, outcome, facts) };
  }
  const shown4 = outcome.status === "backpressure" ? backpressure(surface, outcome.retryAfterSeconds) : outcome;
  const cell = TABLE[surface][shown4.status];
  const hint = "retryAfterSeconds" in shown4 ? retryHint(shown4.retryAfterSeconds) : void 0;
  const httpStatus = cell.http !== "retry" ? cell.http : hint === void 0 ? 503 : 429;
  const headers = {};
  if (httpStatus === 429 && hint !== void 0) {
    const inMilliseconds = TABLE[surface] === ACTION && facts.actionRetryAfterUnit === "milliseconds";
    headers["retry-after"] = String(Math.ceil(inMilliseconds ? hint * 1e3 : hint));
  }
  const body = cell.state === void 0 ? members(cell.members ?? [], shown4, hint, facts) : outputFields(cell, shown4, facts);
  return { httpStatus, headers, body };
}
function errorBody(surface, { code, message, fields }, { capabilityId, executionStateKey, run: run2 }) {
  return surface === "batched-action" ? { outputFields: { failureReason: message.slice(0, MAX_OUTPUT_CHARS), [executionStateKey]: "FAIL_CONTINUE" } } : { ok: false, error: code, capabilityId, message, ...fields, ...run2 !== void 0 && { run: run2 } };
}
function backpressure(surface, retryAfterSeconds) {
  const message = backpressureMessage(retryAfterSeconds);
  return TABLE[surface] === ACTION ? { status: "fail-continue", message, output: { retryAfterSeconds: String(retryAfterSeconds) } } : { status: "retry-later", message, retryAfterSeconds };
}
function retryHint(seconds) {
  return typeof seconds === "number" && seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER ? seconds : void 0;
}
function outputFields({ state, reason }, shown4, facts) {
  const output = "output" in shown4 ? shown4.output : void 0;
  const why = reason === true && "message" in shown4 ? { failureReason: shown4.message.slice(0, MAX_OUTPUT_CHARS) } : void 0;
  return { outputFields: { ...output, ...why, [facts.executionStateKey]: state } };
}
function members(names, shown4, hint, facts) {
  const output = "output" in shown4 ? shown4.output : void 0;
  const all = {
    ok: shown4.status === "ok",
    error: shown4.status === "fail-stop" ? "fail_stop" : "retry_later",
    capabilityId: facts.capabilityId,
    status: shown4.status,
    message: "message" in shown4 ? shown4.message : void 0,
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

// src/platform/time-limit.ts
function untilTimeIsUp(context, deadlineSignal) {
  const { host } = context;
  const begunAt = host.now();
  return {
    ...context,
    host: {
      ...host,
      async fetch(input, init) {
        deadlineSignal.refuseWhenOver();
        return host.fetch(input, init);
      },
      async actor(className, name, method, args) {
        deadlineSignal.refuseWhenOver();
        const isOfInstall = className === "InstallActor";
        return host.actor(
          className,
          name,
          method,
          isOfInstall ? { ...args, callerBegunAt: begunAt } : args
        );
      }
    }
  };
}

// src/worker/billing/billing-extension.ts
var billingExtension = /* @__PURE__ */ new Extension("billing", "billing");

// src/worker/context/declared-as.ts
function declaredAs(declared, ref, what, option) {
  const id = isObject(ref) ? ref["id"] : ref;
  const found = declared.find((one) => one.id === id);
  if (found === void 0) {
    const known = declared.length === 0 ? "it declares none" : `it declares ${declared.map((one) => one.id).join(", ")}`;
    throw invalid(`the app has no ${what} ${JSON.stringify(id)}: ${known}; add it to ${option} in svc.config`);
  }
  return found;
}

// src/worker/context/app-events.ts
var eventExtension = /* @__PURE__ */ new Extension("app events", "appEvent");
function makeAppEvents(context, installId, send2) {
  let sender;
  const act = async (method, ref, given) => {
    const event = declaredAs(context.worker.app.events ?? [], ref, "app event", "events");
    sender ??= eventExtension.part.makeSender(context, installId, send2);
    await sender[method](event, given);
  };
  return {
    send: (ref, given) => act("send", ref, given),
    sendBatch: (ref, given) => act("sendBatch", ref, given)
  };
}

// src/worker/context/later-extension.ts
var laterExtension = /* @__PURE__ */ new Extension("ctx.later", "later");

// src/worker/context/object-extension.ts
var objectExtension = /* @__PURE__ */ new Extension("ctx.appObjects", "appObject");

// src/worker/context/flags-extension.ts
var flagsExtension = /* @__PURE__ */ new Extension("ctx.flags", "flags");

// src/worker/context/http-extension.ts
var httpExtension = /* @__PURE__ */ new Extension("ctx.http", "http");

// src/worker/context/store-extension.ts
var storeExtension = /* @__PURE__ */ new Extension("ctx.store", "store");

// src/worker/context/unavailable.ts
function unbound(member) {
  return unavailable(
    member,
    (path) => coded(
      "no_install",
      `${path} needs an install, but a webhook delivery names none; use lookupInstall(ctx, portalId) or handOff(ctx, { install, capability, input }) from @svc/sdk`
    )
  );
}

// src/worker/context/context.ts
var NO_OBJECT = { id: "", objectType: "", properties: {} };
function makeContext(job, invocation, input, deadlineSignal) {
  const { install } = job;
  const requestContext = untilTimeIsUp(job.context, deadlineSignal);
  const shown4 = makeInstall(requestContext, install);
  const flags = flagsExtension.member((make) => make(requestContext, shown4, invocation));
  const billing = requestContext.worker.app.billing && billingExtension.part.makeBilling(requestContext, install);
  const context = {
    input,
    enrolledObject: job.enrolledObject,
    install: shown4,
    ...job.execution !== void 0 && { execution: job.execution },
    env: visibleEnv(requestContext.env),
    store: storeOf(requestContext, install),
    http: httpExtension.member(
      (make) => make({
        fetch: requestContext.host.fetch,
        deadlineSignal,
        crmOrigin: crmOrigin(requestContext),
        logger: invocation.logger
      })
    ),
    ...billing !== void 0 && { billing },
    ...flags !== void 0 && { flags },
    logger: invocation.logger
  };
  const owner = { context: requestContext, install, invocation, deadlineSignal, request: job.request, made: {} };
  const complete = withLazy(context, owner, CONTEXT_MEMBERS);
  return job.members === void 0 ? complete : Object.assign(complete, job.members(invocation, deadlineSignal));
}
function accessTo(context, install, invocation, deadlineSignal) {
  const access = { install: makeInstall(context, install), store: storeOf(context, install) };
  return withLazy(access, { context, install, invocation, deadlineSignal, made: {} }, ACCESS_MEMBERS);
}
function optionsOf({ context, install, invocation, deadlineSignal, made }) {
  return made.options ??= crmOptions(context, install, invocation, deadlineSignal);
}
function crmOf(owner) {
  return owner.made.crm ??= makeCrmClient(optionsOf(owner), owner.context.profile.paths);
}
var MAKERS = {
  crm: crmOf,
  appObjects: (owner) => objectExtension.member((make) => make(owner.context, owner.install.id, () => crmOf(owner).objects)),
  appEvents: (owner) => makeAppEvents(owner.context, owner.install.id, () => makeSend(optionsOf(owner))),
  later: ({ context, install }) => laterExtension.member((make) => make(context, install)),
  /** A copy of the incoming request with an unread body. */
  request({ request, deadlineSignal: { signal } }) {
    const { url, method, headers, body } = request;
    return new Request(url, { method, headers, signal, ...body.length > 0 && { body } });
  }
};
var OWNER = /* @__PURE__ */ Symbol("owner");
function withLazy(object, owner, names) {
  Object.defineProperty(object, OWNER, { value: owner });
  for (const name of names) {
    Object.defineProperty(object, name, GETTERS[name]);
  }
  return object;
}
function getterOf(name) {
  return {
    get() {
      const owner = this[OWNER];
      const made = owner.made;
      const isUnbound = owner.install.id === null && name !== "request";
      return made[name] ??= isUnbound ? unbound(`ctx.${name}`) : MAKERS[name](owner);
    },
    enumerable: true,
    configurable: true
  };
}
var GETTERS = {
  crm: getterOf("crm"),
  appObjects: getterOf("appObjects"),
  appEvents: getterOf("appEvents"),
  later: getterOf("later"),
  request: getterOf("request")
};
var ACCESS_MEMBERS = ["crm", "appObjects", "appEvents", "later"];
var CONTEXT_MEMBERS = [...ACCESS_MEMBERS, "request"];
function storeOf({ host }, { id }) {
  if (id === null) {
    return unbound("ctx.store");
  }
  return storeExtension.member((make) => make(host, id));
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

// src/worker/dispatch/action-payload.ts
var AGENT_SOURCES = ["AGENTS", "COPILOT"];
function readActionPayload(payload, callbackId) {
  const origin = part(payload, "origin");
  const context = part(payload, "context");
  return {
    input: readFields(payload),
    enrolledObject: readObject(payload["object"]),
    portalId: readPortalId(origin["portalId"]),
    deliveryKey: textOf5(payload["callbackId"]),
    byAgent: AGENT_SOURCES.includes(context["source"]),
    execution: readExecution(origin, context, callbackId)
  };
}
function part(payload, name) {
  const value2 = payload[name];
  return isObject(value2) ? value2 : {};
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
  const { objectId, objectType, properties: properties3 } = object;
  return {
    id: textOf5(objectId) ?? "",
    objectType: textOf5(objectType) ?? "",
    properties: isObject(properties3) ? properties3 : {}
  };
}
function readExecution(origin, context, callbackId) {
  const members2 = {
    workflowId: textOf5(context["workflowId"]),
    source: textOf5(context["source"]),
    callbackId,
    actionDefinitionId: textOf5(origin["actionDefinitionId"])
  };
  const given = Object.entries(members2).filter(([, value2]) => value2 !== void 0);
  return given.length === 0 ? void 0 : Object.fromEntries(given);
}
function textOf5(value2) {
  return typeof value2 === "string" || typeof value2 === "number" ? String(value2) : void 0;
}

// src/platform/and-then.ts
function andThen(value2, next) {
  return value2 instanceof Promise ? value2.then(next) : next(value2);
}

// src/worker/dispatch/card-extension.ts
var cardExtension = /* @__PURE__ */ new Extension("card backends", "cardBackend");

// src/worker/fields/input.ts
function readInput(contract, sent2) {
  const { capabilityId, fields } = contract;
  const given = sent2 ?? {};
  if (!isObject(given)) {
    throw new RouteError("invalid_input", "the input must be a JSON object", { capabilityId, field: "input" });
  }
  if (fields === void 0) {
    return contract.exposed === void 0 ? given : {};
  }
  const input = {};
  const missing = [];
  let mismatch;
  for (const [name, field] of Object.entries(fields)) {
    const isOpen = contract.exposed === void 0 || contract.exposed.includes(name);
    const value2 = isOpen && Object.hasOwn(given, name) ? given[name] : void 0;
    const isAsSent = contract.isText !== true && String(field.type).toLowerCase() === "json";
    const isSent = isAsSent ? (value2 ?? void 0) !== void 0 : !isAbsent(field, value2);
    if (!isSent && (field.required === true || field.isRequired === true)) {
      missing.push(name);
      continue;
    }
    const reading = !isSent ? readDefault(field) : isAsSent ? { value: value2 } : readField(field, value2);
    if ("expected" in reading) {
      mismatch ??= invalid2(contract, name, `${isSent ? "" : "default of the "}input field`, reading);
    } else if (isSent || field.default !== void 0) {
      input[name] = reading.value;
    }
  }
  if (missing.length > 0) {
    throw new RouteError("missing_required_input", `required input is missing: ${missing.join(", ")}`, {
      capabilityId,
      fields: missing
    });
  }
  if (mismatch !== void 0) {
    throw mismatch;
  }
  return input;
}
function invalid2({ capabilityId }, field, what, { expected: expected2 }) {
  const message = `the ${what} ${JSON.stringify(field)} must be ${expected2}`;
  return new RouteError("invalid_input", message, { capabilityId, field });
}

// src/declare/result.ts
var RESULT = /* @__PURE__ */ Symbol.for("svc.result");
function result(value2) {
  return Object.defineProperty(value2, RESULT, { value: true });
}
function ok(output) {
  return result({ status: "ok", ...output !== void 0 && { output } });
}
function retryLater(message, retryAfterSeconds) {
  return result({ status: "retry-later", message, ...retryAfterSeconds !== void 0 && { retryAfterSeconds } });
}
function isActionResult(value2) {
  return typeof value2 === "object" && value2 !== null && value2[RESULT] === true;
}

// src/worker/dispatch/returned.ts
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
function asOutcome(result2) {
  if (result2.status === "ok") {
    return { status: "ok", output: result2.output };
  }
  const message = String(result2.message ?? "");
  switch (result2.status) {
    case "fail-continue":
      return { status: "fail-continue", message, output: result2.output };
    case "retry-later":
      return { status: "retry-later", message, retryAfterSeconds: result2.retryAfterSeconds };
    default:
      return { status: result2.status, message };
  }
}

// src/worker/dispatch/run-handler.ts
function inputOf2({ capability, input, surface, byAgent }) {
  if (capability.kind === "trigger" || capability.kind === "sync") {
    return input;
  }
  const isAgent = (surface === "agent" || byAgent === true) && capability.kind === "tool";
  const exposed = isAgent ? capability.agent?.expose ?? [] : void 0;
  const isText = !isAgent && surface.endsWith("action");
  return readInput(
    { capabilityId: capability.id, fields: capability.input, isText, ...exposed && { exposed } },
    input
  );
}
function runHandler(job, invocation, input) {
  const deadline = new Deadline(job.timeoutMs ?? TIME_LIMIT_MS[job.capability.kind], job.context.host.now());
  const read = (returned) => readResult(job, invocation, returned, deadline);
  try {
    const given = job.capability.handler(makeContext(job, invocation, input, deadline.deadlineSignal));
    const result2 = isThenable(given) ? deadline.within(Promise.resolve(given)).then(read) : read(given);
    return result2 instanceof Promise ? ended(job, invocation, result2, deadline) : result2;
  } catch (thrown) {
    return { outcome: failed(job, invocation, thrown) };
  }
}
async function ended(job, invocation, pending, deadline) {
  let result2;
  try {
    result2 = await pending;
  } catch (thrown) {
    result2 = { outcome: failed(job, invocation, thrown) };
  }
  if (result2.stream === void 0) {
    deadline.end();
  }
  return result2;
}
function readResult(job, { logger }, returned, deadline) {
  if (returned === TIMED_OUT) {
    return { outcome: timedOut(job, deadline) };
  }
  const outcome = readReturned(
    job.capability,
    job.surface,
    returned,
    (field) => logger.warn(`the output field ${JSON.stringify(field)} is not declared; it was dropped`)
  );
  const isStream = job.capability.kind === "cardBackend" && outcome.status === "ok" && outcome.output instanceof ReadableStream;
  return isStream ? startStream(job, outcome.output, deadline) : { outcome };
}
function isThenable(value2) {
  return typeof value2?.then === "function";
}
async function startStream(job, stream, deadline) {
  const { openStream: openStream2, abandon: abandon2 } = cardExtension.part;
  const reader = stream.getReader();
  try {
    const opened = await deadline.within(openStream2(reader));
    if (opened !== TIMED_OUT) {
      return { outcome: { status: "ok" }, stream: { ...opened, deadline } };
    }
  } catch (error) {
    await abandon2(reader, error);
    throw error;
  }
  void abandon2(reader, "the time is up");
  return { outcome: timedOut(job, deadline) };
}
function timedOut({ capability }, { ms }) {
  const message = `the handler of ${JSON.stringify(capability.id)} did not end within ${Math.ceil(ms / 1e3)} seconds`;
  return { status: "error", code: "handler_timeout", message };
}
function failed({ capability }, invocation, thrown) {
  if (isBackpressure(thrown)) {
    return { status: "backpressure", retryAfterSeconds: Number(thrown.retryAfterSeconds) || 1 };
  }
  invocation.uncaught(thrown);
  if (isTooLong(thrown)) {
    const { message: message2, field } = thrown;
    return { status: "error", code: "output_too_large", message: message2, fields: { field, limit: MAX_OUTPUT_CHARS } };
  }
  const message = `the handler of ${JSON.stringify(capability.id)} failed; see its log`;
  return { status: "error", code: "handler_error", message };
}

// src/worker/dispatch/dispatch.ts
function dispatch(job) {
  const invocation = new Invocation(job);
  return andThen(perform2(job, invocation), (performed) => {
    const { stream, httpStatus, headers, text } = performed;
    if (stream !== void 0) {
      return cardExtension.part.streamResponse(job, invocation, stream);
    }
    const ofCard = job.surface === "card" ? cardExtension.part.headersOf(job, invocation, performed, text) : {};
    return andThen(ofCard, (more) => {
      endInvocation(invocation, performed);
      return new Response(text, {
        status: httpStatus,
        headers: { "content-type": "application/json; charset=utf-8", ...headers, ...more }
      });
    });
  });
}
function perform2(job, invocation) {
  let input;
  try {
    input = inputOf2(job);
  } catch (error) {
    invocation.end("rejected", error.status, false);
    throw error;
  }
  return job.capability.billing || job.begin || job.conclude ? performInSteps(job, invocation, input) : andThen(runHandler(job, invocation, input), (ran) => performedOf(job, invocation, ran));
}
async function performInSteps(job, invocation, input) {
  const gate = job.capability.billing && billingExtension.part.openGate(job, invocation);
  const settle2 = gate && await gate;
  if (typeof settle2 === "object") {
    return respond(job, invocation, settle2);
  }
  if (job.begin !== void 0) {
    await begin(job.begin, invocation, settle2);
  }
  let ran = await runHandler(job, invocation, input);
  let run2;
  try {
    run2 = job.conclude && await job.conclude(ran.outcome);
  } catch (error) {
    ran = { ...ran, outcome: unrecorded(job, invocation, error) };
  }
  const performed = performedOf(job, invocation, ran, run2);
  if (settle2 !== void 0) {
    await settle2(performed.outcome.status === "ok");
  }
  return performed;
}
function unrecorded({ capability }, invocation, error) {
  if (error instanceof RouteError) {
    invocation.logger.warn(error.message);
    return { status: "error", code: error.code, message: error.message };
  }
  invocation.uncaught(error);
  const message = `cannot record the outcome of ${JSON.stringify(capability.id)}; see the log`;
  return { status: "error", code: "internal_error", message };
}
function performedOf(job, invocation, { outcome, stream }, run2) {
  const performed = respond(job, invocation, outcome, run2);
  return stream === void 0 ? performed : { ...performed, stream };
}
async function begin(run2, invocation, settle2) {
  try {
    await run2();
  } catch (error) {
    await settle2?.(false);
    if (error instanceof RouteError) {
      invocation.end("rejected", error.status, false);
    } else {
      invocation.end("error", ERROR_STATUS.internal_error, false);
    }
    throw error;
  }
}
function endInvocation(invocation, { outcome, httpStatus }) {
  invocation.end(recordedOutcome(outcome), httpStatus, outcome.status === "backpressure");
}
function respond(job, invocation, outcome, run2) {
  const { context, capability, surface } = job;
  const { profile } = context.worker;
  const plain2 = answer(surface, outcome, {
    capabilityId: capability.id,
    executionStateKey: profile.executionStateKey,
    actionRetryAfterUnit: profile.retryAfterUnit,
    run: run2
  });
  let result2 = plain2;
  let text;
  try {
    if (surface === "card") {
      result2 = cardExtension.part.withFlags(job, invocation, plain2);
    }
    text = jsonText(result2.body, "body");
  } catch (thrown) {
    return respond(job, invocation, failed(job, invocation, unserializable(thrown)), run2);
  }
  if (result2.body["outputFields"] !== void 0 && "message" in outcome && outcome.status !== "error") {
    invocation.logger.warn(`${outcome.status}: ${outcome.message}`);
  }
  return { ...result2, outcome, text };
}
function unserializable(thrown) {
  if (!(thrown instanceof TypeError)) {
    return thrown;
  }
  return new TypeError(`the result is not JSON: ${thrown.message.split("\n")[0]}`);
}
function recordedOutcome(outcome) {
  switch (outcome.status) {
    case "error":
      return outcome.code === "handler_timeout" ? "timeout" : outcome.code === "billing_gated" ? "block" : "error";
    case "backpressure":
      return "ok";
    // backpressure is recorded as a success and counted separately
    default:
      return outcome.status;
  }
}

// src/worker/dispatch/batch-item.ts
var COMPLETION_TIMEOUT_MS = 1e4;
var MAX_CALLBACK_ID = 256;
async function runItem(context, tool, payload, request) {
  const callbackId = isObject(payload) ? callbackOf(payload["callbackId"]) : void 0;
  if (callbackId === void 0 || !isObject(payload)) {
    const message = "each item must be an object with a unique callbackId";
    return { ...rejected(null), error: "invalid_input", message };
  }
  const { portalId, ...read } = readActionPayload(payload, callbackId);
  let job;
  try {
    const install = await installOf(context, portalId);
    job = { context, capability: tool, surface: "batched-action", request, install, ...read };
  } catch (error) {
    return { ...rejected(callbackId), ...publicError(error) };
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
      status: textOf5(status) ?? performed.outcome.status,
      completed: failure === void 0 && status === void 0,
      ..."message" in performed.outcome && { message: performed.outcome.message },
      ...performed.outcome.status === "error" && { error: performed.outcome.code },
      ...message !== void 0 && { message: String(message) },
      ...typeof retryAfterSeconds === "number" && { retryAfterSeconds },
      ...failure
    };
  } catch (error) {
    return failItem(job, invocation, callbackId, error);
  }
}
async function failItem(job, invocation, callbackId, error) {
  const { error: code, message } = publicError(error);
  if (!(error instanceof RouteError)) {
    invocation.uncaught(error);
  }
  const { body } = answer(
    "batched-action",
    { status: "error", code, message },
    {
      capabilityId: job.capability.id,
      executionStateKey: job.context.profile.executionStateKey,
      actionRetryAfterUnit: "seconds"
    }
  );
  const failure = await completeWith(job, invocation, callbackId, body);
  return { ...rejected(callbackId), completed: failure === void 0, error: code, message, ...failure };
}
async function completeWith({ context, install }, invocation, callbackId, { outputFields: outputFields2 }) {
  if (outputFields2 === void 0) {
    return void 0;
  }
  const path = `${context.profile.paths.actionCallbacks}/${encodeURIComponent(callbackId)}/complete`;
  try {
    const sent2 = await withinLimit(COMPLETION_TIMEOUT_MS, context.host.now(), (deadlineSignal) => {
      const send2 = makeSend(crmOptions(context, install, invocation, deadlineSignal));
      return send2("POST", path, { body: { outputFields: outputFields2, typedOutputs: {} }, expects: "none" });
    });
    if (sent2 !== TIMED_OUT) {
      return void 0;
    }
    throw new Error(`the CRM did not answer within ${COMPLETION_TIMEOUT_MS / 1e3} seconds`);
  } catch (error) {
    invocation.logger.error("cannot complete the callback", { callbackId, error: describeThrown(error).message });
    const status = error instanceof CrmAnswerError ? ` (status ${error.status})` : "";
    return { error: "completion_failed", message: `the CRM did not accept the completion of the callback${status}` };
  }
}
function rejected(callbackId) {
  return { callbackId, ok: false, status: "rejected", completed: false };
}
function publicError(error) {
  return error instanceof RouteError ? { error: error.code, message: error.message } : { error: "internal_error", message: "the item failed; see the worker log" };
}
function callbackOf(value2) {
  const text = textOf5(value2);
  const isPart = text !== void 0 && text !== "" && text !== "." && text !== ".." && text.length <= MAX_CALLBACK_ID;
  return isPart && !hasLoneSurrogate(text) ? text : void 0;
}
function hasLoneSurrogate(text) {
  try {
    encodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}

// src/worker/request/find-capability.ts
var NAMES = { tools: "tool", cardBackends: "card backend", triggers: "trigger", syncs: "sync" };
function capabilityOf(worker, kind, id) {
  const found = worker[kind].get(id);
  if (found === void 0) {
    throw unknown(NAMES[kind], id);
  }
  return found;
}
function toolOrCard(worker, id, kind) {
  if (kind !== null && kind !== "tool" && kind !== "cardBackend") {
    throw new RouteError("invalid_input", "kind must be tool or cardBackend", { capabilityId: id, field: "kind" });
  }
  const tool = kind === "cardBackend" ? void 0 : worker.tools.get(id);
  const cardBackend = kind === "tool" ? void 0 : worker.cardBackends.get(id);
  if (tool !== void 0 && cardBackend !== void 0) {
    const message = `${JSON.stringify(id)} is both a tool and a card backend; add ?kind=tool or ?kind=cardBackend`;
    throw new RouteError("ambiguous_capability", message, { capabilityId: id, kinds: ["tool", "cardBackend"] });
  }
  const found = tool ?? cardBackend;
  if (found === void 0) {
    throw unknown(kind === null ? "tool or card backend" : kind === "tool" ? "tool" : "card backend", id);
  }
  return found;
}
function unknown(what, id) {
  return new RouteError("unknown_capability", `this worker has no ${what} ${JSON.stringify(id)}`, { capabilityId: id });
}

// src/worker/routes/batched-action.ts
var MAX_ITEMS = 100;
var ITEMS_AT_ONCE = 10;
async function batchedAction(call) {
  const { worker, request, id } = call;
  const tool = capabilityOf(worker, "tools", id);
  const { inputs } = parseObject(request.headers, request.body);
  if (!Array.isArray(inputs) || inputs.length > MAX_ITEMS) {
    const message = `inputs must be an array of at most ${MAX_ITEMS} payloads`;
    throw new RouteError("invalid_input", message, { capabilityId: id, field: "inputs" });
  }
  const results = [];
  await inLanes(ITEMS_AT_ONCE, distinct(inputs), async (payload, at) => {
    results[at] = await runItem(call, tool, payload, request);
  });
  return json(200, { ok: results.every(({ ok: ok2 }) => ok2), results });
}
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

// src/worker/routes/capability-routes.ts
var CAPABILITY_ROUTES = {
  cardBackends: /* @__PURE__ */ new Extension("card backends", "cardBackend"),
  syncs: /* @__PURE__ */ new Extension("syncs", "sync"),
  triggers: /* @__PURE__ */ new Extension("triggers", "trigger")
};
function routeTo(kind) {
  return (call) => {
    const capability = capabilityOf(call.worker, kind, call.id);
    return CAPABILITY_ROUTES[kind].part(call, capability);
  };
}

// src/worker/routes/health.ts
function health() {
  return json(200, { ok: true });
}

// src/worker/routes/invoke.ts
async function invoke(call) {
  const { worker, request, url, id } = call;
  const capability = toolOrCard(worker, id, url.searchParams.get("kind"));
  const { input, object, install } = parseObject(request.headers, request.body);
  return dispatch({
    context: call,
    capability,
    surface: "invoke",
    input,
    request,
    install: await installFrom(call, install),
    enrolledObject: readObject2(object)
  });
}
function readObject2(object) {
  if (object === void 0 || object === null) {
    return NO_OBJECT;
  }
  if (!isObject(object)) {
    throw invalidInput("object", 'object must be an object such as {"id": "1", "objectType": "company"}');
  }
  const { id = "", objectType = "", properties: properties3 = {} } = object;
  const [idText, typeText] = [textOf5(id), textOf5(objectType)];
  if (idText === void 0 || typeText === void 0 || !isObject(properties3)) {
    const message = "the id and objectType of object must be strings, and its properties an object";
    throw invalidInput("object", message);
  }
  return { id: idText, objectType: typeText, properties: properties3 };
}

// src/worker/routes/manifest.ts
async function manifest({ worker, env, host }) {
  return json(
    200,
    await host.actor("ProjectActor", projectName(env), "workerManifest", { worker: worker.worker.name })
  );
}

// src/sync/source-extension.ts
var sourceExtension = /* @__PURE__ */ new Extension("sources", "defineSource");

// src/worker/routes/push-source.ts
var CRM = "crm";
function pushSource(call) {
  const source = call.worker.pushSources.get(call.id);
  if (source === void 0 || call.id === CRM) {
    throw new RouteError("not_found", "no such route");
  }
  return sourceExtension.part.receive(call, source, {
    installOf: (portalId) => installOf(call, portalId),
    begin: (capability, input) => new Invocation({ context: call, capability, surface: "push", install: unboundInstall(null), input })
  });
}

// src/worker/routes/workflow-action.ts
function workflowAction(call) {
  const { worker, request, id } = call;
  const capability = capabilityOf(worker, "tools", id);
  const { portalId, ...read } = readActionPayload(parseObject(request.headers, request.body));
  const surface = read.byAgent ? "agent" : "workflow-action";
  return andThen(
    installOf(call, portalId),
    (install) => dispatch({ context: call, capability, surface, request, install, ...read })
  );
}

// src/worker/steps/step-extensions.ts
var STEPS = {
  events: /* @__PURE__ */ new Extension("app events", "appEvent"),
  later: /* @__PURE__ */ new Extension("scheduled calls", "later"),
  posted: /* @__PURE__ */ new Extension("sources", "defineSource"),
  syncStep: /* @__PURE__ */ new Extension("syncs", "sync"),
  trigger: /* @__PURE__ */ new Extension("triggers", "trigger")
};

// src/worker/steps/steps.ts
async function runStep(context, name, args) {
  const isKnown2 = Object.hasOwn(STEPS, name);
  const step = isKnown2 ? STEPS[name].found : void 0;
  if (step === void 0) {
    const message = `the worker has no step ${JSON.stringify(name)}; deploy it again`;
    throw new ActorError(isKnown2 ? "unknown_capability" : "unknown_step", message);
  }
  return step(context, args);
}

// src/worker/worker-definitions.ts
function workerDefinitions(parts) {
  const { capabilities } = parts.worker;
  function byId(kind) {
    const found = capabilities.filter((one) => one.kind === kind);
    return new Map(found.map((one) => [one.id, one]));
  }
  const syncs = byId("sync");
  const sources = Array.from(syncs.values(), ({ source }) => source);
  const pushSources = sources.filter((source) => source?.mode === "push");
  return {
    ...parts,
    tools: byId("tool"),
    cardBackends: byId("cardBackend"),
    triggers: byId("trigger"),
    syncs,
    pushSources: new Map(pushSources.map((source) => [source.name, source])),
    rateLimits: normalizeRateLimits(parts.app.rateLimits),
    isolate: new Isolate()
  };
}

// src/worker/worker.ts
var ROUTES = [
  { method: "GET", path: /^\/_svc\/health$/, authentication: "none", handle: health },
  { method: "GET", path: /^\/_svc\/manifest$/, authentication: "grant", handle: manifest },
  { method: "POST", path: /^\/capabilities\/([^/]+)\/invoke$/, authentication: "grant", handle: invoke },
  {
    method: "POST",
    path: /^\/workflow-actions\/([^/]+)\/invoke$/,
    authentication: "action-signature",
    handle: workflowAction
  },
  {
    method: "POST",
    path: /^\/workflow-actions\/([^/]+)\/batched\/invoke$/,
    authentication: "action-signature",
    handle: batchedAction
  },
  {
    method: "POST",
    path: /^\/_svc\/cards\/([^/]+)$/,
    authentication: "card-signature",
    handle: routeTo("cardBackends")
  },
  {
    method: "POST",
    path: /^\/webhooks\/crm\/([^/]+)$/,
    authentication: "delivery-signature",
    handle: routeTo("triggers")
  },
  { method: "POST", path: /^\/webhooks\/([^/]+)$/, authentication: "own", handle: pushSource },
  { method: "POST", path: /^\/sync\/([^/]+)\/run$/, authentication: "grant", handle: routeTo("syncs") }
];
var TICK_RETRY_MS = [1e3, 5e3, 2e4];
function createWorker(parts) {
  const worker = workerDefinitions(parts);
  const contextOf = (env, { host, waitUntil, basePath }) => {
    learnBindings(env);
    guardConsole();
    const requireV3 = Boolean(worker.app.requireV3);
    return { worker, profile: worker.profile, requireV3, env, host, waitUntil, basePath };
  };
  return {
    name: worker.worker.name,
    fetch: (request, env, eventContext) => route(ROUTES, contextOf(env, eventContext), request, worker.worker.name),
    async scheduled({ cron, scheduledTime }, env, { host }) {
      const args = { worker: worker.worker.name, cron, scheduledTime };
      const report = () => host.actor("ProjectActor", projectName(env), "tick", args);
      for (const pause of TICK_RETRY_MS) {
        try {
          await report();
          return;
        } catch {
          await new Promise((resolve2) => setTimeout(resolve2, pause));
        }
      }
      await report();
    },
    step: (name, args, env, eventContext) => answerStep(
      async () => runStep(contextOf(env, eventContext), name, JSON.parse(args)),
      (error) => eventContext.host.observe(faultOf(error, worker.worker.name))
    )
  };
}

// src/runtime/associations.ts
var associations_exports = {};
__export(associations_exports, {
  extend: () => extend
});
function extend() {
  associationsExtension.add(makeAssociations);
}

// src/runtime/batch.ts
var batch_exports = {};
__export(batch_exports, {
  extend: () => extend2
});
function extend2() {
  batchExtension.add(makeBatch);
}

// src/runtime/billing.ts
var billing_exports = {};
__export(billing_exports, {
  extend: () => extend3,
  normalizeCapabilityBilling: () => normalizeCapabilityBilling
});

// src/worker/billing/ask.ts
var WAIT_MS = 3e3;
function isBilled({ worker, env }) {
  return worker.app.billing !== void 0 && binding(env, "SVC_PROJECT_ID") !== void 0;
}
function billedInstall({ worker }, { id, portalId }) {
  return id ?? (worker.app.auth === "static" ? STATIC_INSTALL : portalId === null ? void 0 : String(portalId));
}
async function ask3({ host }, install, method, args) {
  const answer2 = await withinLimit(WAIT_MS, host.now(), () => host.actor("InstallActor", install, method, args));
  if (answer2 === TIMED_OUT) {
    throw new Error(`the install's billing did not respond within ${WAIT_MS / 1e3} seconds`);
  }
  return answer2;
}

// src/worker/billing/context.ts
function makeBilling(context, install) {
  if (!isBilled(context)) {
    return void 0;
  }
  async function call(method, args) {
    const name = billedInstall(context, install);
    if (name === void 0) {
      throw coded("no_install", "ctx.billing needs an install, but the webhook delivery names no portal");
    }
    return ask3(context, name, method, args);
  }
  const record = async (args) => void await call("billingRecord", args);
  return {
    recordUsage: (meter, quantity, options2) => record({ kind: "usage", meter, quantity, key: options2?.idempotencyKey }),
    recordCredit: (meter, quantity, options2) => record({ kind: "credit", meter, quantity, key: options2?.idempotencyKey, reason: options2?.reason }),
    current: async () => currentState(await call("billingView", null)),
    upgradeUrl: () => context.worker.app.billing?.upgradeUrl
  };
}
function currentState({ plan, status, features, meters }) {
  const meterOf = (id) => {
    const meter = Object.hasOwn(meters, id) ? meters[id] : void 0;
    if (meter === void 0) {
      throw coded(
        "invalid_input",
        `unknown meter ${JSON.stringify(id)}: expected one of ${Object.keys(meters).join(", ") || "none"}`
      );
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

// src/declare/billing.ts
function normalizeCapabilityBilling(billing) {
  const { requires, meter, onLimit, deniedMessage } = billing;
  return {
    requires: requires === void 0 ? [] : typeof requires === "string" ? [requires] : [...requires],
    ...meter !== void 0 && {
      meter: typeof meter === "string" ? { id: meter, quantity: 1 } : { id: meter.id, quantity: meter.quantity ?? 1 }
    },
    onLimit: onLimit ?? "block",
    ...deniedMessage !== void 0 && { deniedMessage }
  };
}

// src/worker/billing/gate.ts
var MAX_KEY = 128;
function openGate(job, invocation) {
  if (job.capability.billing === void 0 || !isBilled(job.context)) {
    return void 0;
  }
  const billing = normalizeCapabilityBilling(job.capability.billing);
  const isFree = billing.meter === void 0 && (billing.requires.length === 0 || billing.onLimit === "allow");
  return isFree ? void 0 : requestReservation(job, invocation, billing);
}
async function requestReservation(job, invocation, billing) {
  const { context, capability, deliveryKey: deliveryKey2 = "" } = job;
  const { requires, meter, onLimit } = billing;
  const install = billedInstall(context, job.install);
  if (install === void 0) {
    const message = "cannot bill an install: the delivery names no portal";
    return onLimit === "block" ? blocked(job, billing, { reason: "no_plan", message, features: requires, meter: null }) : settleNothing;
  }
  const isDelivery = deliveryKey2 !== "" && deliveryKey2.length <= MAX_KEY;
  const key = `${capability.kind}/${encodeURIComponent(capability.id)}/${isDelivery ? deliveryKey2 : invocation.id}`;
  const holder = invocation.id;
  const args = { requires, meter, key, holder, isDelivery, isBlocking: onLimit === "block" };
  let result2;
  try {
    result2 = await ask3(context, install, "billingOpen", args);
  } catch (error) {
    return unknown2(invocation, onLimit, error);
  }
  const { denied, reservation } = result2;
  if (denied !== void 0 && onLimit === "block") {
    return blocked(job, billing, denied);
  }
  if (denied !== void 0 && onLimit === "warn") {
    const { message, ...why } = denied;
    invocation.logger.warn(`not covered by billing: ${message}`, why);
  }
  return reservation === void 0 ? settleNothing : (isDone) => settle(job, invocation, install, { reservation, holder, isDone });
}
async function settleNothing() {
}
async function settle({ context }, { logger }, install, args) {
  const attempt = () => ask3(context, install, "billingSettle", args);
  try {
    await attempt().catch(attempt);
  } catch (error) {
    logger.error("cannot record the usage", { error: String(error) });
  }
}
function unknown2({ logger }, onLimit, error) {
  const message = "billing is unavailable";
  logger[onLimit === "block" ? "error" : "warn"](message, { error: String(error) });
  return onLimit === "block" ? { status: "retry-later", message: `${message}; try again` } : settleNothing;
}
function blocked({ surface, context }, { deniedMessage }, denied) {
  const { message: why, ...fields } = denied;
  const message = deniedMessage ?? why;
  if (surface !== "invoke" && surface !== "card" && surface !== "sync") {
    return { status: "block", message };
  }
  const upgradeUrl = context.worker.app.billing?.upgradeUrl;
  return { status: "error", code: "billing_gated", message, fields: { ...fields, upgradeUrl } };
}

// src/runtime/billing.ts
function extend3() {
  billingExtension.add({ makeBilling, openGate });
}

// src/runtime/budget.ts
var budget_exports = {};
__export(budget_exports, {
  extend: () => extend4
});
function extend4() {
  budgetExtension.add(makeBudget);
}

// src/runtime/card.ts
var card_exports = {};
__export(card_exports, {
  extend: () => extend5
});

// src/worker/dispatch/card-flags.ts
function showsFlags({ context, capability, surface }) {
  const cards = context.worker.app.cards ?? [];
  return surface === "card" && cards.some(({ flags, backend }) => flags === "server" && backend === capability.id);
}
function withFlags(job, invocation, answer2) {
  const kind = typeof answer2.body["result"];
  if (kind === "function" || kind === "symbol") {
    refuse("body.result", kind);
  }
  if (answer2.httpStatus !== 200 || !showsFlags(job)) {
    return answer2;
  }
  const values = Object.fromEntries([...invocation.flags].filter(([, { value: value2 }]) => isJson(value2)));
  return { ...answer2, body: { ...answer2.body, flags: { values } } };
}
function isJson(value2) {
  try {
    return JSON.stringify(value2) !== void 0;
  } catch {
    return false;
  }
}
async function signed({ context }, headers, text) {
  const secret = binding(context.env, "CRM_CLIENT_SECRET");
  if (secret === void 0) {
    throw new RouteError("not_configured", "cannot sign the response: bind the secret CRM_CLIENT_SECRET");
  }
  return { ...headers, "x-svc-response-signature": `v1=${toHex(await makeMac(secret, concat([text])))}` };
}
function warnOfStream(job, { logger }) {
  if (showsFlags(job)) {
    logger.warn("a stream cannot carry flags, but the card declares flags: 'server'; return a value instead");
  }
}

// src/worker/dispatch/card-size.ts
var MAX_CARD_BYTES = 1048576;
var BYTES_PER_UNIT2 = 3;
function warnOfSize({ logger }, text) {
  const bytes = text.length * BYTES_PER_UNIT2 > MAX_CARD_BYTES ? concat([text]).length : 0;
  if (bytes > MAX_CARD_BYTES) {
    logger.warn(
      `the response has ${bytes} bytes, and the CRM accepts at most ${MAX_CARD_BYTES} from a card backend: return a page`
    );
  }
}

// src/worker/dispatch/card-headers.ts
function invocationHeader({ id }) {
  return { "x-svc-invocation": id };
}
function headersOf(job, invocation, { body }, text) {
  warnOfSize(invocation, text);
  const headers = invocationHeader(invocation);
  return body["flags"] === void 0 ? headers : signed(job, headers, text);
}

// src/worker/dispatch/card-stream.ts
async function openStream(reader) {
  const { done, value: value2 } = await reader.read();
  const contentType = typeof value2 === "string" ? "text/plain; charset=utf-8" : "application/octet-stream";
  return { reader, first: done ? void 0 : bytesOf(value2), contentType };
}
function streamBody(running, onEnd) {
  const { reader, deadline } = running;
  let first = running.first;
  let isOver = first === void 0;
  let end = (how, error) => {
    end = void 0;
    deadline.end();
    onEnd(how, error);
  };
  async function next() {
    for (; ; ) {
      const read = first === void 0 ? await deadline.within(reader.read()) : { done: false, value: first };
      first = void 0;
      if (read === TIMED_OUT) {
        throw new StreamTimeout(deadline.ms);
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
          controller.error(new Error("the card backend aborted its stream"));
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
  constructor(timeoutMs) {
    super(`the stream did not end within ${timeoutMs / 1e3} seconds`);
    this.name = "TimeoutError";
  }
};
function bytesOf(chunk) {
  if (typeof chunk === "string") {
    return utf8.encode(chunk);
  }
  if (chunk instanceof Uint8Array) {
    return chunk;
  }
  if (chunk instanceof ArrayBuffer) {
    return new Uint8Array(chunk);
  }
  throw new TypeError(`a card backend's stream must contain strings or bytes (Uint8Array), not ${describe(chunk)}`);
}
function describe(chunk) {
  return chunk === null ? "null" : typeof chunk === "object" ? "other objects; JSON.stringify them" : `a ${typeof chunk}`;
}

// src/worker/dispatch/card-stream-response.ts
function streamResponse(job, invocation, stream) {
  warnOfStream(job, invocation);
  const body = streamBody(stream, (how, error) => {
    const isThrottled = isBackpressure(error);
    if (how === "error" && !isThrottled) {
      invocation.uncaught(error);
    }
    invocation.end(isThrottled ? "ok" : how, 200, isThrottled);
  });
  return new Response(body, { headers: { "content-type": stream.contentType, ...invocationHeader(invocation) } });
}

// src/worker/request/query-values.ts
function queryValues(url, name) {
  const values = [];
  for (const pair of url.search.slice(1).split("&")) {
    const [key, ...value2] = pair.split("=");
    if (/[%+]/.test(key === name ? pair : key)) {
      return url.searchParams.getAll(name);
    }
    if (key === name) {
      values.push(value2.join("="));
    }
  }
  return values;
}

// src/worker/routes/card.ts
function card(call, capability) {
  const { request, url } = call;
  const { input } = parseObject(request.headers, request.body);
  return andThen(
    installOf(call, readPortalId(portalOf(url))),
    (install) => dispatch({ context: call, capability, surface: "card", input, request, install, enrolledObject: NO_OBJECT })
  );
}
function portalOf(url) {
  const [portal, ...more] = queryValues(url, "portalId");
  if (more.length > 0) {
    throw invalidInput("portalId", "the query has several portalId parameters; a card must not set it");
  }
  return portal;
}

// src/runtime/card.ts
function extend5() {
  CAPABILITY_ROUTES.cardBackends.add(card);
  cardExtension.add({ withFlags, headersOf, openStream, streamResponse, abandon });
}

// src/runtime/conversations.ts
var conversations_exports = {};
__export(conversations_exports, {
  extend: () => extend6
});
function extend6() {
  conversationsExtension.add(makeConversations);
}

// src/runtime/declare.ts
var declare_exports = {};
__export(declare_exports, {
  CRM_FIELD_TYPE_MAP: () => CRM_FIELD_TYPE_MAP,
  defaultCrmFieldType: () => defaultCrmFieldType,
  extend: () => extend7,
  normalizeCrmFieldType: () => normalizeCrmFieldType,
  normalizeSyncSchedule: () => normalizeSyncSchedule,
  projectManifest: () => projectManifest
});

// src/declare/field-type.ts
var CRM_FIELD_TYPE_MAP = {
  string: "string",
  number: "number",
  bool: "bool",
  boolean: "bool",
  enumeration: "enumeration",
  datetime: "datetime",
  json: "string",
  STRING: "string",
  NUMBER: "number",
  BOOL: "bool",
  BOOLEAN: "bool",
  ENUMERATION: "enumeration",
  DATETIME: "datetime",
  JSON: "string"
};
var CONTROLS2 = {
  string: "text",
  number: "number",
  bool: "booleancheckbox",
  enumeration: "select",
  datetime: "date",
  json: "textarea"
};
function isKnown(type) {
  return Object.hasOwn(CRM_FIELD_TYPE_MAP, type);
}
function canonicalFieldType(type) {
  if (!isKnown(type)) {
    const hint = type === "enum" ? " (did you mean 'enumeration'?)" : "";
    throw new TypeError(
      `unknown field type ${JSON.stringify(type)}${hint}: use string, number, bool, boolean, enumeration, datetime or json`
    );
  }
  const lower = type.toLowerCase();
  return lower === "boolean" ? "bool" : lower;
}
function normalizeCrmFieldType(type) {
  canonicalFieldType(type);
  return CRM_FIELD_TYPE_MAP[type];
}
function defaultCrmFieldType(type) {
  return CONTROLS2[canonicalFieldType(type)];
}

// src/manifest/field-manifest.ts
function defined(value2) {
  const copy = {};
  Object.keys(value2).forEach((name) => {
    if (value2[name] !== void 0) {
      copy[name] = value2[name];
    }
  });
  return copy;
}
function propertyName(map, key) {
  return (Object.hasOwn(map, key) ? map[key]?.name : void 0) ?? key;
}
function anyField(name, field) {
  return {
    name,
    type: typeOf(name, field),
    crmType: normalizeCrmFieldType(field.type),
    label: field.label,
    description: field.description,
    fieldType: field.fieldType ?? defaultCrmFieldType(field.type)
  };
}
function typeOf(name, field) {
  try {
    return canonicalFieldType(field.type);
  } catch (error) {
    throw new TypeError(`invalid field ${JSON.stringify(name)}: ${error.message}`);
  }
}
function options(declared) {
  return declared?.map(
    (one) => typeof one === "string" ? { value: one, label: one } : defined({
      value: one.value,
      label: one.label,
      description: one.description,
      displayOrder: one.displayOrder,
      hidden: one.hidden
    })
  );
}
function isRequired(field) {
  return field.required === true || field.isRequired === true;
}
function property(key, declared) {
  return defined({
    ...anyField(declared.name ?? key, declared),
    required: isRequired(declared),
    default: declared.default,
    options: options(declared.options),
    groupName: declared.groupName,
    hasUniqueValue: declared.hasUniqueValue ?? false,
    readOnlyValue: declared.readOnlyValue ?? false,
    formField: declared.formField,
    calculationFormula: declared.calculationFormula
  });
}
function properties2(map) {
  return Object.entries(map ?? {}).map(([key, declared]) => property(key, declared));
}

// src/manifest/app-manifest.ts
var EVENT_BATCH_SIZE = 500;
var EVENT_BATCH_DELAY_MS = 5e3;
function appManifest(app) {
  const { name, description, distribution, auth, platformVersion, scopes, billing, permittedUrls } = app;
  const batching = app.appEvents?.batching;
  return defined({
    name,
    description,
    distribution,
    auth,
    platformVersion,
    scopes: [...scopes],
    optionalScopes: [...app.optionalScopes ?? []],
    objects: (app.objects ?? []).map(objectManifest),
    objectAssociations: (app.objectAssociations ?? []).map(associationManifest),
    events: (app.events ?? []).map(eventManifest),
    appEvents: {
      batching: batching === false ? false : {
        maxSize: batching?.maxSize ?? EVENT_BATCH_SIZE,
        maxDelayMs: batching?.maxDelayMs ?? EVENT_BATCH_DELAY_MS
      }
    },
    rateLimits: normalizeRateLimits(app.rateLimits),
    alerts: alerts(app.alerts),
    redaction: { fields: [...app.redaction?.fields ?? []] },
    install: defined({ successUrl: app.install?.successUrl }),
    cards: (app.cards ?? []).map(cardManifest),
    mcpServers: (app.mcpServers ?? []).map(mcpServerManifest),
    billing,
    permittedUrls: {
      fetch: [...permittedUrls?.fetch ?? []],
      iframe: [...permittedUrls?.iframe ?? []],
      img: [...permittedUrls?.img ?? []]
    },
    ...pick(app, "uid", "crmProject"),
    support: app.support && pick(app.support, "supportEmail", "documentationUrl", "supportUrl", "supportPhone"),
    webhooks: app.webhooks && pick(app.webhooks, "uid", "maxConcurrentRequests")
  });
}
function list(value2) {
  return value2 === void 0 ? void 0 : typeof value2 === "string" ? [value2] : [...value2];
}
function alerts(declared) {
  return (declared?.rules ?? []).map(({ name, expr, window, severity, notify }) => ({
    name,
    expr,
    window,
    severity: severity ?? "warning",
    notify: list(notify) ?? list(declared?.notify) ?? []
  }));
}
function pick(from, ...names) {
  return defined(Object.fromEntries(names.map((name) => [name, from[name]])));
}
function cardManifest(card2) {
  return pick(card2, "id", "name", "description", "location", "objectTypes", "entrypoint", "backend", "flags", "uid");
}
function mcpServerManifest(server) {
  const own2 = pick(server, "id", "uid", "name", "description", "mcpUrl", "mcpClientId", "version", "requiredScopes");
  return { ...own2, ...pick(server, "logoUrl", "websiteUrl", "privacyPolicyUrl", "enabled") };
}
function objectManifest(object) {
  const named3 = (property2) => propertyName(object.properties, property2);
  const allNamed = (list2) => (list2 ?? []).map(named3);
  return {
    ...pick(object, "id", "uid", "name", "label", "description", "singularForm", "pluralForm", "appPrefix"),
    primaryDisplayLabelPropertyName: named3(object.primaryDisplayLabelPropertyName),
    secondaryDisplayLabelPropertyNames: allNamed(object.secondaryDisplayLabelPropertyNames),
    requiredProperties: allNamed(object.requiredProperties),
    searchableProperties: allNamed(object.searchableProperties),
    properties: properties2(object.properties),
    propertyGroups: (object.propertyGroups ?? []).map((group) => ({ name: group.name, label: group.label })),
    defaultCreateFormFields: (object.defaultCreateFormFields ?? []).map((field) => ({
      propertyName: named3(field.propertyName),
      ...pick(field, "isRequired", "isRemovable")
    })),
    settings: { ...object.settings }
  };
}
function associationManifest(association) {
  const ends2 = pick(association, "id", "uid", "fromObjectType", "toObjectType");
  return { ...ends2, ...pick(association, "name", "label", "inverseLabel", "cardinality") };
}
function eventManifest(event) {
  return {
    ...pick(event, "id", "uid", "name", "label", "description", "objectType"),
    supportsCustomObject: event.supportsCustomObject ?? false,
    ...pick(event, "headerTemplate", "detailTemplate"),
    properties: properties2(event.properties)
  };
}

// src/manifest/environment.ts
function inEnvironment(app, environment) {
  const all = app.environments ?? {};
  if (!Object.hasOwn(all, environment)) {
    return app;
  }
  const { mcpServers, ...own2 } = all[environment] ?? {};
  const servers = new Map(Object.entries(mcpServers ?? {}));
  return {
    ...app,
    ...defined(own2),
    mcpServers: app.mcpServers?.map((server) => ({ ...server, ...defined(servers.get(server.id) ?? {}) }))
  };
}

// src/manifest/version.ts
var SDK_VERSION = "0.1.0";

// src/capability/project-manifest.ts
function projectManifest(app, workers, environment = "") {
  return {
    schemaVersion: 1,
    sdkVersion: SDK_VERSION,
    app: appManifest(inEnvironment(app, environment)),
    workers: workers.map((worker) => worker.manifest())
  };
}

// src/declare/error.ts
var DECLARATION = /* @__PURE__ */ Symbol.for("svc.declaration");
var SCHEDULE = /* @__PURE__ */ Symbol.for("svc.schedule");
var DeclarationError = class _DeclarationError extends Error {
  /** The id of the `svc check` rule that reports the same mistake. */
  rule;
  /** The path of keys from the options object to the invalid value. Empty if the call itself is invalid. */
  path;
  constructor(message, rule, path = []) {
    super(message);
    this.name = "DeclarationError";
    this.rule = rule;
    this.path = path;
    markError(this, DECLARATION);
  }
  static {
    recognizeMark(_DeclarationError, DECLARATION);
  }
};
var ScheduleValidationError = class _ScheduleValidationError extends DeclarationError {
  /** The schedule as it was declared. */
  schedule;
  constructor(message, schedule, rule = "schedule-syntax") {
    super(message, rule, ["schedule"]);
    this.name = "ScheduleValidationError";
    this.schedule = schedule;
    markError(this, SCHEDULE);
  }
  static {
    recognizeMark(_ScheduleValidationError, SCHEDULE);
  }
};

// src/declare/cron.ts
var MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
var WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
var FIELDS = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12, names: MONTHS },
  { name: "weekday", min: 0, max: 7, names: WEEKDAYS }
];
var PART = /^(?:(\*)|([a-z]+|\d+)(?:-([a-z]+|\d+))?)(?:\/(\d+))?$/i;
function parseCron(expression) {
  const known = parsed.get(expression);
  if (known !== void 0) {
    return known;
  }
  const cron = writeCron(expression);
  parsed.set(expression, cron);
  return cron;
}
var parsed = /* @__PURE__ */ new Map();
function writeCron(expression) {
  const fields = expression.split(/[ \t]+/);
  if (fields.length !== FIELDS.length) {
    const fix = fields.length === 6 ? "; remove the field for seconds" : "";
    throw invalid3(expression, `expected 5 fields (minute hour day month weekday), got ${fields.length}${fix}`);
  }
  const parts = FIELDS.map(
    (field, i) => (fields[i] ?? "").split(",").map((text) => parsePart(expression, field, text))
  );
  refuseNever(expression, parts);
  return FIELDS.map((field, i) => writeField(field, parts[i] ?? [])).join(" ");
}
var DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function refuseNever(expression, [, , days = [], months = [], weekdays = []]) {
  const first = Math.min(...days.map((part2) => part2.from));
  let longest = 0;
  for (const { from, to, step } of months) {
    for (let month = from; month <= to; month += step) {
      longest = Math.max(longest, DAYS[month - 1] ?? 0);
    }
  }
  if (first > longest && isAny(weekdays)) {
    throw invalid3(
      expression,
      `it never fires, because the month has no day ${first}; write a day from 1 to ${longest}`
    );
  }
}
var isAny = (parts) => parts.some((part2) => part2.star && part2.step === 1);
function invalid3(expression, why) {
  return new ScheduleValidationError(`invalid cron expression '${expression}': ${why}`, expression);
}
function writeField(field, parts) {
  return field.names === WEEKDAYS ? writeWeekdays(parts) : parts.map((part2) => writePart(field, part2)).join(",");
}
function parsePart(expression, field, text) {
  if (text === "*") {
    return { from: field.min, to: field.max, step: 1, star: true };
  }
  const found = PART.exec(text);
  if (found === null) {
    throw invalid3(
      expression,
      `${field.name} '${text}' must be *, */n, a number${field.names ? ", a name" : ""}, a range or a list of these`
    );
  }
  const [, star, first, last, stepText] = found;
  const from = star === void 0 ? value(expression, field, first ?? "") : field.min;
  const single = star === void 0 && last === void 0;
  const to = single ? from : star === void 0 ? value(expression, field, last ?? "") : field.max;
  if (from > to) {
    throw invalid3(
      expression,
      `range '${text}' in the ${field.name} runs backwards; write a list such as '${last},${first}'`
    );
  }
  const step = stepText === void 0 ? 1 : Number(stepText);
  if (stepText !== void 0 && single) {
    throw invalid3(
      expression,
      `step '${text}' in the ${field.name} needs a range; write '${from}-${field.max}/${step}'`
    );
  }
  if (step < 1 || step > field.max) {
    throw invalid3(expression, `step '${text}' in the ${field.name} must be from 1 to ${field.max}`);
  }
  return { from, to, step, star: star !== void 0 };
}
function value(expression, field, text) {
  const named3 = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named3 >= 0) {
    return field.min + named3;
  }
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= field.min && number <= field.max)) {
    const names = field.names ? ` or one of ${field.names.join(" ")}` : "";
    throw invalid3(expression, `${field.name} '${text}' must be a number from ${field.min} to ${field.max}${names}`);
  }
  return number;
}
function writePart(field, { from, to, step, star }) {
  const span = star ? "*" : from === to ? `${from}` : `${from}-${to}`;
  return step === 1 ? span : field.min === from && field.max === to ? `*/${step}` : `${span}/${step}`;
}
function writeWeekdays(parts) {
  if (isAny(parts)) {
    return "*";
  }
  const days = /* @__PURE__ */ new Set();
  for (const { from, to, step, star } of parts) {
    for (let day = from; day <= (star ? 6 : to); day += step) {
      days.add(day % 7);
    }
  }
  const runs = [];
  for (const day of [...days].sort()) {
    const run2 = runs.at(-1);
    if (run2?.at(-1) === day - 1) {
      run2.push(day);
    } else {
      runs.push([day]);
    }
  }
  const name = (day) => WEEKDAYS[day ?? 0] ?? "";
  return runs.map((run2) => run2.length > 2 ? `${name(run2[0])}-${name(run2.at(-1))}` : run2.map(name).join(",")).join(",");
}

// src/declare/schedule.ts
var MINUTES = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];
var HOURS = [1, 2, 3, 4, 6, 8, 12, 24];
var ACCEPTED = "use an interval such as '5m', '6h' or '1d', a five-field cron expression, 'event' or 'manual'";
var INTERVAL = /^(\d+)(ms|s|m|h|d|w)$/;
function normalizeSyncSchedule(schedule) {
  if (typeof schedule !== "string") {
    const got = schedule === null ? "null" : typeof schedule;
    throw new ScheduleValidationError(
      schedule === void 0 ? `missing schedule: ${ACCEPTED}` : `invalid schedule: expected a string, got ${got}; ${ACCEPTED}`,
      schedule
    );
  }
  if (schedule === "event" || schedule === "manual") {
    return { kind: schedule, expression: schedule, crons: [] };
  }
  if (schedule.trim() !== schedule) {
    throw invalid4(schedule, "remove the spaces around it");
  }
  const interval = INTERVAL.exec(schedule);
  if (interval !== null) {
    return {
      kind: "interval",
      expression: schedule,
      crons: [intervalCron(schedule, interval[1] ?? "", interval[2] ?? "")]
    };
  }
  if (looksLikeCron(schedule)) {
    return { kind: "cron", expression: schedule, crons: [parseCron(schedule)] };
  }
  throw invalid4(schedule, reasonFor(schedule));
}
function invalid4(schedule, why, rule) {
  return new ScheduleValidationError(`${prefix(schedule)}${why}`, schedule, rule);
}
function prefix(schedule) {
  return `invalid schedule '${schedule}': `;
}
function looksLikeCron(schedule) {
  return schedule.includes("*") || schedule.split(/\s+/).length > 2;
}
var WORDY = /^(\d+)\s*(m|h|d)(?:ins?|inutes?|rs?|ours?|ays?)?$/i;
function reasonFor(schedule) {
  const lower = schedule.toLowerCase();
  if (lower === "event" || lower === "manual") {
    return `must be lower case; use '${lower}'`;
  }
  const [, count, unit] = WORDY.exec(schedule) ?? [];
  if (unit !== void 0) {
    return wordyReason(`${count}${unit.toLowerCase()}`);
  }
  return schedule.startsWith("@") ? `the edge does not support cron nicknames; ${ACCEPTED}` : ACCEPTED;
}
function wordyReason(plain2) {
  try {
    normalizeSyncSchedule(plain2);
    return `write a number followed by m, h or d; use '${plain2}'`;
  } catch (error) {
    return `it means '${plain2}', but ${error.message.slice(prefix(plain2).length)}`;
  }
}
function intervalCron(schedule, digits, unit) {
  const count = Number(digits);
  const refuse3 = (why, fix) => invalid4(schedule, `${why}; ${fix}`, "schedule-interval");
  if (count === 0) {
    throw refuse3("the shortest interval is one minute", "use '1m' or 'manual'");
  }
  if (digits.startsWith("0")) {
    throw invalid4(schedule, `leading zeros are not allowed; use '${digits.replace(/^0+/, "")}${unit}'`);
  }
  switch (unit) {
    case "m":
      if (!isOneOf(MINUTES, count)) {
        throw refuse3(
          `${digits} minutes do not divide an hour`,
          nearest(count, MINUTES, "m", count > 60 ? hoursFor(count / 60) : [])
        );
      }
      return count === 60 ? "0 * * * *" : `${every(count)} * * * *`;
    case "h":
      if (!isOneOf(HOURS, count)) {
        throw refuse3(`${digits} hours do not divide a day`, nearest(count, HOURS, "h", []));
      }
      return count === 24 ? "0 0 * * *" : `0 ${every(count)} * * *`;
    case "d":
      if (count !== 1) {
        throw refuse3(
          "cron triggers cannot count days",
          "use '1d', or days of the month as cron, such as '0 0 1,15 * *'"
        );
      }
      return "0 0 * * *";
    case "w":
      throw refuse3("weeks are not supported", "use cron with a weekday, such as '0 0 * * mon'");
    default:
      throw refuse3(
        "cron triggers fire on full minutes",
        `use '${unit === "s" && isOneOf(MINUTES, count / 60) ? count / 60 : 1}m'`
      );
  }
}
function isOneOf(numbers, count) {
  return numbers.includes(count);
}
function every(count) {
  return count === 1 ? "*" : `*/${count}`;
}
function hoursFor(hours) {
  const above = HOURS.find((one) => one >= hours);
  return above === void 0 ? [] : [`${above}h`];
}
function nearest(count, accepted, unit, more) {
  const below = accepted.filter((one) => one < count).slice(-1);
  const above = accepted.filter((one) => one > count).slice(0, 1);
  const values = [...[...below, ...above].map((one) => `${one}${unit}`), ...more];
  return `use ${values.map((one) => `'${one}'`).join(" or ")}`;
}

// src/runtime/declare.ts
function extend7() {
}

// src/runtime/errors.ts
var errors_exports = {};
__export(errors_exports, {
  crmErrorCode: () => crmErrorCode,
  extend: () => extend8
});

// src/context/crm-errors.ts
var CODES = [
  "aborted",
  "backpressure",
  "extension_missing",
  "handler_timeout",
  "http_error",
  "install_not_found",
  "install_suspended",
  "invalid_argument",
  "missing_scopes",
  "needs_reauth",
  "no_answer",
  "no_install",
  "not_configured",
  "protocol_unsupported",
  "response_too_large",
  "sealed_wrong",
  "state_too_new",
  "timeout",
  "token_refused",
  "token_unavailable",
  "unknown_method"
];
function crmErrorCode(error) {
  try {
    const { code } = error;
    return CODES.find((one) => one === code);
  } catch {
    return void 0;
  }
}

// src/runtime/errors.ts
function extend8() {
}

// src/runtime/event.ts
var event_exports = {};
__export(event_exports, {
  appEvent: () => appEvent,
  extend: () => extend9
});

// src/worker/context/app-event-occurrence.ts
var TARGETS = ["objectId", "email", "utk"];
var MAX_ID = 200;
function readOccurrence(event, given, now) {
  const fail = (what) => {
    throw invalid(`an occurrence of ${JSON.stringify(event.id)} ${what}`);
  };
  if (!isObject(given)) {
    return fail('must be an object such as { objectId: "1", properties: { \u2026 } }');
  }
  const { id = crypto.randomUUID(), timestamp } = given;
  if (typeof id !== "string" || id === "" || id.length > MAX_ID) {
    return fail(`must have an id of 1 to ${MAX_ID} characters, or none`);
  }
  const targets = TARGETS.filter((name) => given[name] !== void 0);
  const [target] = targets;
  const value2 = target === void 0 ? void 0 : given[target];
  if (targets.length !== 1 || target === void 0 || typeof value2 !== "string" || value2 === "") {
    return fail("must have exactly one of objectId, email and utk, as a string");
  }
  const contacts = /^contacts?$/i.test(event.objectType);
  if (target !== "objectId" && !contacts) {
    return fail(`must have an objectId of ${event.objectType}; email and utk identify contacts`);
  }
  const at = timestamp === void 0 ? now : Date.parse(String(timestamp));
  if (Number.isNaN(at)) {
    return fail('must have a timestamp in ISO 8601, such as "2026-01-31T09:00:00Z", or none');
  }
  return {
    id,
    [target]: value2,
    properties: readProperties(event, given["properties"], fail),
    timestamp: new Date(at).toISOString()
  };
}
function readProperties(event, given, fail) {
  if (given !== void 0 && (!isObject(given) || emptyKind(given))) {
    return fail("must have an object as properties");
  }
  const properties3 = {};
  for (const [key, value2] of Object.entries(given ?? {})) {
    const field = Object.hasOwn(event.properties, key) ? event.properties[key] : void 0;
    if (field === void 0) {
      return fail(`has the property ${JSON.stringify(key)}, which the event does not declare`);
    }
    if (value2 === void 0 || value2 === null) {
      continue;
    }
    const reading = readField(field, value2 instanceof Date ? value2.toISOString() : value2);
    if ("expected" in reading) {
      return fail(`has an invalid ${JSON.stringify(key)}: expected ${reading.expected}`);
    }
    properties3[field.name ?? key] = typeof reading.value === "string" ? reading.value : JSON.stringify(reading.value);
  }
  const isMissing = ([key, field]) => (field.required === true || field.isRequired === true) && !Object.hasOwn(properties3, field.name ?? key);
  const missing = Object.entries(event.properties).filter(isMissing);
  if (missing.length > 0) {
    return fail(`lacks required properties: ${missing.map(([key]) => JSON.stringify(key)).join(", ")}`);
  }
  return properties3;
}

// src/worker/context/event-name.ts
var MAX_NAMES = 1e3;
var ASK_INTERVAL_MS = 3e5;
var askedAt = /* @__PURE__ */ new Map();
var fullNames = /* @__PURE__ */ new Map();
var EventName = class {
  #context;
  #installId;
  #uid;
  /** The name that was last sent. */
  #sent;
  constructor(context, installId, event) {
    this.#context = context;
    this.#installId = installId;
    this.#uid = event.uid;
    this.#sent = event.uid;
  }
  /** Returns the name to send. Asks the install's actor once per isolate. */
  async current() {
    let name = fullNames.get(this.#key);
    if (name === void 0) {
      const kept = await this.#atActor();
      name = typeof kept === "string" ? kept : null;
      remember(fullNames, MAX_NAMES, this.#key, name);
    }
    this.#sent = name ?? this.#uid;
    return this.#sent;
  }
  /**
   * Learns the full name after the CRM has refused the uid, or a full name: it contains the app's id, which changes if
   * the app is created again. Returns whether the event has another name now.
   */
  async learn(send2) {
    const key = this.#key;
    const sent2 = this.#sent;
    if ((fullNames.get(key) ?? this.#uid) !== sent2) {
      return true;
    }
    const now = this.#context.host.now();
    if (now - (askedAt.get(key) ?? -Infinity) < ASK_INTERVAL_MS) {
      return false;
    }
    const name = await this.#resolved(send2) ?? sent2;
    if (name !== sent2) {
      await this.#atActor(name);
      remember(fullNames, MAX_NAMES, key, name);
    }
    remember(askedAt, MAX_NAMES, key, now);
    return name !== sent2;
  }
  /** Asks the actor for the kept full name, or makes it keep one. */
  #atActor(name) {
    return this.#context.host.actor("InstallActor", this.#installId, "eventName", { uid: this.#uid, name });
  }
  get #key() {
    return JSON.stringify([this.#installId, this.#uid]);
  }
  /** Asks the CRM. Returns undefined if it does not know the event, or if the name of the CRM project is unknown. */
  async #resolved(send2) {
    const { env, worker } = this.#context;
    const projectName2 = binding(env, "SVC_CRM_PROJECT");
    if (projectName2 === void 0) {
      return void 0;
    }
    try {
      const body = { developerSymbol: this.#uid, projectName: projectName2 };
      const answer2 = await send2("POST", worker.profile.paths.appEventTypes, {
        body,
        expects: "object",
        retry: "idempotent"
      });
      const name = isObject(answer2) ? answer2["fullyQualifiedName"] : void 0;
      return typeof name === "string" && name !== "" ? name : void 0;
    } catch (error) {
      if (error instanceof CrmAnswerError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        return void 0;
      }
      throw error;
    }
  }
};

// src/worker/context/post-app-events.ts
var MAX_OCCURRENCES = 500;
async function postAppEvents(send2, path, event, occurrences2) {
  const eventTypeName = await event.current();
  const inputs = occurrences2.map((occurrence) => ({ eventTypeName, ...occurrence }));
  try {
    if (inputs.length === 1) {
      await send2("POST", path, { body: inputs[0], expects: "none" });
      return [];
    }
    const answer2 = await send2("POST", `${path}/batch`, { body: { inputs }, expects: "none" });
    const refused = refusedIn(answer2, occurrences2);
    if (refused.length > 0 && await event.learn(send2)) {
      const again = new Set(refused.map(({ id }) => id));
      return await postAppEvents(
        send2,
        path,
        event,
        occurrences2.filter(({ id }) => again.has(id))
      );
    }
    return refused;
  } catch (error) {
    if (isUnknown(error) && await event.learn(send2)) {
      return postAppEvents(send2, path, event, occurrences2);
    }
    if (!isFinal2(error)) {
      throw error;
    }
    const [first] = occurrences2;
    if (first !== void 0 && occurrences2.length === 1) {
      return error.status === 409 ? [] : [{ id: first.id, message: error.message }];
    }
    const middle = Math.ceil(occurrences2.length / 2);
    const left = await postAppEvents(send2, path, event, occurrences2.slice(0, middle));
    return [...left, ...await postAppEvents(send2, path, event, occurrences2.slice(middle))];
  }
}
function isUnknown(error) {
  return error instanceof CrmAnswerError && [400, 404, 422].includes(error.status);
}
function isFinal2(error) {
  return error instanceof CrmAnswerError && [400, 409, 413, 422].includes(error.status);
}
function refusedIn(answer2, occurrences2) {
  const errors = isObject(answer2) && Array.isArray(answer2["errors"]) ? answer2["errors"] : [];
  const sent2 = new Set(occurrences2.map(({ id }) => id));
  return errors.filter(isObject).flatMap(({ id, context, category, message }) => {
    if (category === "CONFLICT" || category === "DUPLICATE") {
      return [];
    }
    const ids = [id, ...isObject(context) ? Object.values(context).flat() : []];
    return ids.filter((one) => typeof one === "string" && sent2.has(one)).map((one) => ({ id: one, message: typeof message === "string" ? message : "the CRM refused it" }));
  });
}

// src/worker/context/event-sender.ts
var DEFAULT_BATCHING = { maxSize: MAX_OCCURRENCES, maxDelayMs: 5e3 };
function makeEventSender(context, installId, send2) {
  const { app, profile, worker } = context.worker;
  const batching = app.appEvents?.batching === false ? false : { ...DEFAULT_BATCHING, ...app.appEvents?.batching };
  const pending = /* @__PURE__ */ new Map();
  function keep(event, occurrence) {
    let batch = pending.get(event.id);
    if (batch === void 0) {
      const occurrences2 = [];
      const kept = Promise.resolve().then(async () => {
        pending.delete(event.id);
        await context.host.actor("InstallActor", installId, "eventsPut", {
          worker: worker.name,
          event: event.id,
          occurrences: occurrences2,
          ...batching || {}
        });
      });
      context.waitUntil(kept.catch(() => {
      }));
      batch = { occurrences: occurrences2, kept };
      pending.set(event.id, batch);
    }
    batch.occurrences.push(occurrence);
    return batch.kept;
  }
  async function post(event, occurrences2) {
    const name = new EventName(context, installId, event);
    for (let at = 0; at < occurrences2.length; at += MAX_OCCURRENCES) {
      const chunk = occurrences2.slice(at, at + MAX_OCCURRENCES);
      const refused = await postAppEvents(send2(), profile.paths.appEvents, name, chunk);
      const [first] = refused;
      if (first !== void 0) {
        const count = `${refused.length} of ${chunk.length} occurrences`;
        const reason = `${JSON.stringify(first.id)}: ${first.message}`;
        throw new Error(`the CRM refused ${count} of ${JSON.stringify(event.id)}; ${reason}`);
      }
    }
  }
  return {
    async send(event, given) {
      const occurrence = readOccurrence(event, given, context.host.now());
      await (batching === false ? post(event, [occurrence]) : keep(event, occurrence));
    },
    async sendBatch(event, given) {
      if (!Array.isArray(given)) {
        throw invalid("sendBatch expects an event and an array of occurrences");
      }
      const now = context.host.now();
      await post(
        event,
        given.map((one) => readOccurrence(event, one, now))
      );
    }
  };
}

// src/worker/context/stored-events.ts
var SENDING_MS = 2e4;
async function sendStored(context, event, { occurrences: occurrences2, install: named3 }) {
  const deadline = new Deadline(SENDING_MS, context.host.now());
  try {
    const install = await installFrom(context, named3);
    const send2 = makeSend(crmOptions(context, install, callerOf(context), deadline.deadlineSignal));
    const name = new EventName(context, install.id, event);
    const refused = await deadline.within(postAppEvents(send2, context.profile.paths.appEvents, name, occurrences2));
    if (refused === TIMED_OUT) {
      throw new Error(`the CRM did not answer within ${SENDING_MS / 1e3} seconds`);
    }
    return { refused };
  } catch (error) {
    if (isBackpressure(error)) {
      return { waitMs: error.retryAfterSeconds * 1e3 };
    }
    if (error instanceof RouteError) {
      throw new ActorError(error.code, error.message);
    }
    throw error;
  } finally {
    deadline.end();
  }
}
function callerOf({ host, worker }) {
  const origin = { worker: worker.worker.name, capabilityId: null, kind: null, invocation: "" };
  return {
    surface: "app-events",
    logger: makeLogger(origin, host, worker.app.redaction?.fields ?? []),
    crmCall: (call) => host.observe({ type: "crmCall", invocation: "", ...call, path: cutSecrets(call.path) })
  };
}

// src/worker/steps/events-step.ts
var eventsStep = async (context, args) => {
  const { event: id } = args;
  const event = context.worker.app.events?.find((one) => one.id === id);
  if (event === void 0) {
    throw new ActorError("unknown_capability", `the app has no event ${JSON.stringify(id)}; deploy it again`);
  }
  return eventExtension.part.sendStored(context, event, args);
};

// src/declare/field-reader.ts
var fieldReader = () => typeof __SVC_WORKER__ === "undefined" ? { defaultsJson } : void 0;

// src/declare/recorder.ts
var DECLARATION2 = /* @__PURE__ */ Symbol.for("svc.declaration");
var RECORDER = /* @__PURE__ */ Symbol.for("svc.recorder");
function recorder() {
  return globalThis[RECORDER];
}
function declare(call, args, definition, extra) {
  Object.defineProperty(definition, DECLARATION2, { value: definition.kind });
  recorder()?.declared(definition.kind, call, args, definition, extra);
  return definition;
}
function isDeclaration(value2, kind) {
  return typeof value2 === "object" && value2 !== null && value2[DECLARATION2] === kind;
}

// src/declare/uid.ts
function deriveUid(id) {
  return id.replace(/([a-z])([A-Z])/g, "$1_$2").replace(/([A-Z0-9])([A-Z][a-z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "").toUpperCase();
}

// src/declare/app-event.ts
function appEvent(id, options2) {
  const uid = options2?.uid ?? deriveUid(String(id));
  const definition = { ...options2, kind: "appEvent", id, uid };
  return declare("appEvent", [id, options2], definition, fieldReader());
}

// src/runtime/event.ts
function extend9() {
  eventExtension.add({ makeSender: makeEventSender, sendStored });
  STEPS.events.add(eventsStep);
}

// src/runtime/flags.ts
var flags_exports = {};
__export(flags_exports, {
  createSvcOpenFeatureProvider: () => createSvcOpenFeatureProvider,
  evaluateBooleanFlag: () => evaluateBooleanFlag,
  evaluateFlag: () => evaluateFlag,
  evaluateFlags: () => evaluateFlags,
  evaluateJsonFlag: () => evaluateJsonFlag,
  evaluateNumberFlag: () => evaluateNumberFlag,
  evaluateStringFlag: () => evaluateStringFlag,
  extend: () => extend10
});

// src/flags/flag-error.ts
var FlagError = class extends Error {
  code;
  constructor(code, message) {
    super(message);
    this.code = code;
  }
};
function malformed(message) {
  return new FlagError("GENERAL", message);
}

// src/flags/shape.ts
function isData(value2) {
  return typeof value2 === "object" && value2 !== null && !Array.isArray(value2);
}
function own(data, name) {
  return Object.hasOwn(data, name) ? data[name] : void 0;
}
var FLAG_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

// src/flags/rules.ts
var same = (attribute, value2) => attribute === value2;
function ordered(compare) {
  return (a, b) => (typeof a === "number" && typeof b === "number" || typeof a === "string" && typeof b === "string") && compare(a, b);
}
function texts(compare) {
  return (a, b) => typeof a === "string" && typeof b === "string" && compare(a, b);
}
var contains = /* @__PURE__ */ texts((a, b) => a.includes(b));
var TESTS = {
  eq: same,
  neq: same,
  in: same,
  notIn: same,
  contains: (a, b) => Array.isArray(a) ? a.includes(b) : contains(a, b),
  startsWith: /* @__PURE__ */ texts((a, b) => a.startsWith(b)),
  endsWith: /* @__PURE__ */ texts((a, b) => a.endsWith(b)),
  gt: /* @__PURE__ */ ordered((a, b) => a > b),
  gte: /* @__PURE__ */ ordered((a, b) => a >= b),
  lt: /* @__PURE__ */ ordered((a, b) => a < b),
  lte: /* @__PURE__ */ ordered((a, b) => a <= b)
};
function holds(condition, context) {
  if (!isData(condition)) {
    throw malformed("a condition must be an object");
  }
  const { attr, op, values } = condition;
  if (typeof attr !== "string" || typeof op !== "string" || !Array.isArray(values)) {
    throw malformed("a condition must have attr, op and values");
  }
  const attribute = own(context, attr) ?? void 0;
  if (op === "exists") {
    return attribute !== void 0 === (values[0] !== false);
  }
  const test = own(TESTS, op);
  if (test === void 0) {
    throw malformed(`unknown operator "${op}"`);
  }
  const negated = op === "neq" || op === "notIn";
  return attribute !== void 0 && values.some((value2) => test(attribute, value2)) !== negated;
}
function firstRule(rules, context, serves) {
  if (!Array.isArray(rules)) {
    throw malformed("rules must be an array");
  }
  for (const rule of rules) {
    if (!isData(rule) || !Array.isArray(rule.when)) {
      throw malformed("a rule must have when and serve");
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
function subjectOf(context, by) {
  if (by !== void 0 && typeof by !== "string") {
    throw malformed("by must be an attribute name");
  }
  const value2 = own(context, by ?? "targetingKey");
  return value2 === "" || !["string", "number", "boolean"].includes(typeof value2) ? void 0 : String(value2);
}
function checked(split) {
  let total = 0;
  const parts = Array.isArray(split) ? split : [];
  for (const part2 of parts) {
    if (!isData(part2) || typeof part2.variation !== "string" || !Number.isInteger(part2.weight) || part2.weight < 0) {
      throw malformed("a part of a split must have a variation and a weight, a whole number of at least 0");
    }
    total += part2.weight;
  }
  if (total !== BUCKETS) {
    throw malformed(`the weights of a split must have the sum ${BUCKETS}, got ${total}`);
  }
  return parts;
}
function splitVariation(flag, serve, context) {
  const parts = checked(serve.split);
  if (typeof flag.salt !== "string" || typeof flag.key !== "string") {
    throw malformed("a flag with a split must have a key and a salt");
  }
  const subject = subjectOf(context, serve.by);
  if (subject === void 0) {
    return void 0;
  }
  let left = bucket(flag.salt, flag.key, subject);
  return parts.find(({ weight }) => (left -= weight) < 0)?.variation;
}

// src/flags/evaluate.ts
var IS_TYPE = {
  boolean: (value2) => typeof value2 === "boolean",
  string: (value2) => typeof value2 === "string",
  number: (value2) => typeof value2 === "number" && Number.isFinite(value2),
  json: (value2) => value2 === null || ["boolean", "string", "number", "object"].includes(typeof value2)
};
function served(flag, serve, context) {
  if (!isData(serve)) {
    throw malformed("serve of a rule must be an object");
  }
  if (serve.split === void 0) {
    return { variation: serve.variation, reason: "TARGETING_MATCH" };
  }
  const variation = splitVariation(flag, serve, context);
  return variation === void 0 ? void 0 : { variation, reason: "SPLIT" };
}
function choose(flag, context) {
  if (flag.status === "disabled" || flag.status === "archived") {
    return { variation: flag.off, reason: "DISABLED" };
  }
  if (flag.status !== "active") {
    throw malformed("status must be active, disabled or archived");
  }
  const byRule = firstRule(flag.rules, context, (serve) => served(flag, serve, context));
  if (byRule !== void 0) {
    return byRule;
  }
  const rollout = flag.rollout ?? void 0;
  if (rollout !== void 0 && (!isData(rollout) || rollout.split === void 0)) {
    throw malformed("rollout must be a split");
  }
  const byRollout = rollout === void 0 ? void 0 : served(flag, rollout, context);
  return byRollout ?? { variation: flag.default, reason: "DEFAULT" };
}
function resolve(flag, context, type) {
  if (flag === void 0 || flag === null) {
    throw new FlagError("FLAG_NOT_FOUND", "flag not found");
  }
  if (!isData(flag) || !isData(flag.variations) || typeof flag.type !== "string" || !Object.hasOwn(IS_TYPE, flag.type)) {
    throw malformed("the flag must have a type and variations");
  }
  if (type !== void 0 && flag.type !== type) {
    throw new FlagError("TYPE_MISMATCH", `the flag has the type ${flag.type}, expected ${type}`);
  }
  const { variation, reason } = choose(flag, isData(context) ? context : {});
  if (typeof variation !== "string" || !Object.hasOwn(flag.variations, variation)) {
    throw malformed(`unknown variation "${String(variation)}"`);
  }
  const value2 = flag.variations[variation];
  if (!IS_TYPE[flag.type](value2)) {
    throw new FlagError("TYPE_MISMATCH", `the variation "${variation}" does not have the flag's type ${flag.type}`);
  }
  return { value: value2, variation, reason };
}
function evaluate(flag, context, defaultValue, type) {
  try {
    return resolve(flag, context, type);
  } catch (error) {
    return failed2(defaultValue, error);
  }
}
function failed2(value2, error) {
  if (error instanceof FlagError) {
    return { value: value2, reason: "ERROR", errorCode: error.code, errorMessage: error.message };
  }
  const errorMessage = error instanceof Error ? error.message : "cannot read the flag";
  return { value: value2, reason: "ERROR", errorCode: "GENERAL", errorMessage };
}
function evaluateFlag(snapshot2, context, defaultValue) {
  return evaluate(snapshot2, context, defaultValue);
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

// src/worker/context/flags.ts
function makeFlags(context, install, invocation) {
  if (binding(context.env, "SVC_PROJECT_ID") === void 0) {
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
        found.set(key, snapshot(context, key));
      }
      const flag = await found.get(key);
      const isEnough = !needsConfig(flag, base);
      return evaluate2(
        flag,
        isEnough ? base : { ...await (config ??= install.config()), ...base },
        defaultValue
      );
    } catch (error) {
      return failed2(defaultValue, error);
    }
  }
  function getter(evaluate2) {
    return async (key, defaultValue) => {
      if (typeof key !== "string") {
        return defaultValue;
      }
      const { value: value2, variation, reason, errorCode, errorMessage } = await evaluated(evaluate2, key, defaultValue);
      invocation.flags.set(key, { value: value2, variation, reason });
      if (errorCode === void 0) {
        return typeof value2 === "object" ? structuredClone(value2) : value2;
      }
      const level = errorCode === "FLAG_NOT_FOUND" ? "debug" : "warn";
      invocation.logger[level](`the flag ${JSON.stringify(key)} returned its default: ${errorMessage}`, { errorCode });
      return value2;
    };
  }
  return {
    getBoolean: getter(evaluateBooleanFlag),
    getString: getter(evaluateStringFlag),
    getNumber: getter(evaluateNumberFlag),
    getJson: getter(evaluateJsonFlag)
  };
}
function needsConfig(flag, base) {
  try {
    const { status, rules, rollout } = flag;
    const attributes = rules.flatMap(({ when, serve }) => [
      ...when.map(({ attr }) => attr),
      serve.by
    ]);
    return status === "active" && [...attributes, rollout?.by].some((name) => name !== void 0 && !Object.hasOwn(base, name));
  } catch {
    return false;
  }
}
var FRESH_MS2 = 1e4;
var STALE_MS2 = 6e5;
var RETRY_MS = 1e3;
var WAIT_MS2 = 2e3;
var MAX_CACHED2 = 200;
var cache2 = /* @__PURE__ */ new Map();
async function snapshot(context, key) {
  if (!FLAG_KEY.test(key)) {
    return null;
  }
  const now = context.host.now();
  let cached = cache2.get(key);
  if (cached === void 0 || now < cached.since || now >= cached.until) {
    cached = newerOf(
      await ask4(context, key, now) ?? fallback(cache2.get(key), now),
      cache2.get(key),
      context.host.now()
    );
    cache2.delete(key);
    remember(cache2, MAX_CACHED2, key, cached);
  }
  if (cached.flag === void 0) {
    throw new Error("cannot load flags");
  }
  return cached.flag;
}
function newerOf(own2, other, now) {
  return other !== void 0 && other.since > own2.since && other.since <= now ? other : own2;
}
function fallback(last, now) {
  const until = now + WAIT_MS2 + RETRY_MS;
  const isUsable = last !== void 0 && Math.abs(now - last.since) < STALE_MS2;
  return isUsable ? { ...last, until: Math.max(until, last.until) } : { flag: void 0, since: now, until };
}
async function ask4({ host, env }, key, since) {
  const call = () => host.actor("ProjectActor", projectName(env), "flag", { key });
  try {
    const flag = await withinLimit(WAIT_MS2, host.now(), call);
    return flag === TIMED_OUT ? void 0 : { flag, since, until: since + FRESH_MS2 };
  } catch {
    return void 0;
  }
}

// src/flags/evaluate-all.ts
function evaluateLike(flag, context, defaultValue) {
  switch (typeof defaultValue) {
    case "boolean":
      return evaluateBooleanFlag(flag, context, defaultValue);
    case "string":
      return evaluateStringFlag(flag, context, defaultValue);
    case "number":
      return evaluateNumberFlag(flag, context, defaultValue);
    case "object":
      return defaultValue === null ? evaluateFlag(flag, context, null) : evaluateJsonFlag(flag, context, defaultValue);
    default:
      return evaluateFlag(flag, context, defaultValue);
  }
}
function evaluateFlags(snapshots, context, defaults) {
  const flags = snapshots;
  const result2 = (key, value2) => evaluateLike(isData(flags) ? own(flags, key) : void 0, context, value2);
  return Object.fromEntries(Object.entries(defaults ?? {}).map(([key, value2]) => [key, result2(key, value2)]));
}

// src/flags/provider.ts
function details({
  value: value2,
  variation,
  reason,
  errorCode,
  errorMessage
}) {
  return errorCode === void 0 ? { value: value2, variant: variation, reason } : { value: value2, reason, errorCode, errorMessage };
}
function isPromise(found) {
  return typeof found === "object" && found !== null && typeof found.then === "function";
}
function merged(below, above) {
  return { ...below, ...Object.fromEntries(Object.entries(above ?? {}).filter(([, value2]) => value2 !== void 0)) };
}
function createSvcOpenFeatureProvider(options2) {
  const { resolveSnapshot, staticContext, name = "svc" } = options2;
  function resolver(evaluate2) {
    return (flagKey, defaultValue, context) => {
      const finish3 = (flag) => details(evaluate2(flag, merged(staticContext, context), defaultValue));
      const fail = (error) => details(failed2(defaultValue, error));
      try {
        const found = resolveSnapshot(flagKey);
        const result2 = isPromise(found) ? Promise.resolve(found).then(finish3).catch(fail) : finish3(found);
        return result2;
      } catch (error) {
        return fail(error);
      }
    };
  }
  return {
    metadata: { name },
    resolveBooleanEvaluation: resolver(evaluateBooleanFlag),
    resolveStringEvaluation: resolver(evaluateStringFlag),
    resolveNumberEvaluation: resolver(evaluateNumberFlag),
    resolveObjectEvaluation: resolver(evaluateJsonFlag)
  };
}

// src/runtime/flags.ts
function extend10() {
  flagsExtension.add(makeFlags);
}

// src/runtime/http.ts
var http_exports = {};
__export(http_exports, {
  extend: () => extend11
});

// src/platform/http-client.ts
var ResponseError = class extends Error {
  name = "HttpError";
  status;
  body;
  constructor(method, url, status, body) {
    super(`${method} ${url.origin}${url.pathname} answered ${status}`);
    this.status = status;
    this.body = body;
  }
};
function makeHttpClient({ fetch: hostFetch, deadlineSignal, crmOrigin: crmOrigin2, logger }) {
  const fetch = async (input, init) => {
    const request = input instanceof Request ? input : void 0;
    warnOfBypass(crmOrigin2, init?.method ?? request?.method ?? "GET", urlOf(request?.url ?? input), logger);
    return hostFetch(input, init);
  };
  async function send2(method, target, body, options2 = {}) {
    const url = urlOf(target);
    for (const [name, value2] of Object.entries(inputOf(options2, "{ query: { page: 1 } }").query ?? {})) {
      if (value2 !== void 0) {
        url.searchParams.append(name, String(value2));
      }
    }
    const headers = new Headers(options2.headers);
    const init = { method, headers, signal: options2.signal ?? deadlineSignal.signal };
    if (body !== void 0) {
      init.body = jsonText(body, "the body");
      if (!headers.has("content-type")) {
        headers.set("content-type", "application/json");
      }
    }
    if (!headers.has("accept")) {
      headers.set("accept", "application/json");
    }
    const response = await fetch(url, init);
    const answer2 = await parsedBody(response, `${method} ${url.origin}${url.pathname} answered`);
    if (!response.ok) {
      throw new ResponseError(method, url, response.status, answer2);
    }
    return answer2;
  }
  return {
    // A Request keeps its own signal.
    fetch: (input, init) => fetch(input, input instanceof Request || init?.signal ? init : { ...init, signal: deadlineSignal.signal }),
    get: (url, options2) => send2("GET", url, void 0, options2),
    post: (url, body, options2) => send2("POST", url, body, options2),
    put: (url, body, options2) => send2("PUT", url, body, options2),
    patch: (url, body, options2) => send2("PATCH", url, body, options2),
    delete: (url, options2) => send2("DELETE", url, void 0, options2)
  };
}
function urlOf(target) {
  const text = String(target);
  if (!URL.canParse(text)) {
    const [shown4] = text.split(/[?#]/, 1);
    throw invalid(`invalid URL ${JSON.stringify(shown4)}: expected an absolute one, such as https://api.example/orders`);
  }
  return new URL(text);
}
function warnOfBypass(crmOrigin2, method, url, logger) {
  const { origin, pathname } = url;
  if (origin === crmOrigin2) {
    logger.warn("a call to the CRM through ctx.http bypasses the rate budget: send it through ctx.crm.request", {
      method: method.toUpperCase(),
      path: pathname
    });
  }
}

// src/runtime/http.ts
function extend11() {
  httpExtension.add(makeHttpClient);
}

// src/runtime/later.ts
var later_exports = {};
__export(later_exports, {
  extend: () => extend12
});

// src/protocol/without-json.ts
function refuseWithoutJson(args) {
  for (const [name, value2] of Object.entries(args)) {
    try {
      if (typeof value2 === "object" || typeof value2 === "bigint") {
        jsonText(value2, "it");
      }
    } catch (error) {
      const { key, id } = args;
      const owner = name === "key" ? void 0 : key ?? id;
      const what = typeof owner === "string" ? `the ${name} of ${JSON.stringify(owner)}` : `the argument ${name}`;
      const [why] = String(error?.message ?? error).split("\n");
      throw Object.assign(new ActorError("invalid_value", `${what} cannot be stored as JSON: ${why}`), {
        cause: error
      });
    }
  }
}

// src/worker/context/actor-call.ts
function installCall(host, install) {
  return async (method, args) => {
    refuseWithoutJson(args);
    return host.actor("InstallActor", install, method, args);
  };
}
function sent(value2) {
  return typeof value2 === "number" && !Number.isFinite(value2) ? String(value2) : value2;
}

// src/worker/context/later.ts
function makeLater({ host, worker }, { id: install, portalId }) {
  const call = installCall(host, install);
  async function later(capability, input = {}, options2 = {}) {
    const { id, after, at } = inputOf(options2, '{ after: "10m" }');
    const { kind = null, id: named3 } = typeof capability === "string" ? { id: capability } : capability ?? {};
    const found = toolOrCard(worker, named3, kind);
    readInput({ capabilityId: found.id, fields: found.input }, input);
    const target = { worker: worker.worker.name, kind: found.kind, capability: found.id, input, portalId };
    const time = { after: sent(after), at: at?.valueOf() };
    return await call("laterPut", { ...target, ...time, id, token: crypto.randomUUID() });
  }
  return Object.assign(later, {
    cancel: (id) => call("laterCancel", { id, call: crypto.randomUUID() }),
    async list(options2 = {}) {
      const { limit, after } = inputOf(options2, "{ limit: 10 }");
      return await call("laterList", { limit: sent(limit), after });
    }
  });
}

// src/worker/dispatch/run-alone.ts
async function runAlone(job) {
  const invocation = new Invocation(job);
  const performed = await perform2(job, invocation);
  endInvocation(invocation, performed);
  if (performed.stream === void 0) {
    return performed.outcome;
  }
  performed.stream.deadline.end();
  await cardExtension.part.abandon(performed.stream.reader, "not called by a card");
  return void 0;
}

// src/worker/dispatch/later-run.ts
async function runLater(context, { capability, kind, input, install, token }, request) {
  try {
    const outcome = await runAlone({
      context,
      capability: toolOrCard(context.worker, capability, kind),
      surface: "invoke",
      input,
      request,
      install: await installFrom(context, install),
      enrolledObject: NO_OBJECT,
      deliveryKey: token
    });
    return outcome === void 0 ? { status: "failed", message: "it returned a stream" } : resultOf(outcome);
  } catch (error) {
    if (error instanceof RouteError && error.code === "unknown_capability") {
      throw new ActorError(error.code, error.message);
    }
    if (error instanceof RouteError) {
      return { status: "failed", message: error.message };
    }
    throw error;
  }
}
function resultOf(outcome) {
  switch (outcome.status) {
    case "error":
      return { status: "repeat", message: outcome.message };
    case "retry-later":
      return { status: "wait", message: outcome.message, waitSeconds: outcome.retryAfterSeconds };
    case "backpressure": {
      const { retryAfterSeconds } = outcome;
      return { status: "wait", message: backpressureMessage(retryAfterSeconds), waitSeconds: retryAfterSeconds };
    }
    default:
      return { status: "done" };
  }
}

// src/worker/steps/step.ts
function stepRequest(url, body) {
  const headers = new Headers({ "content-type": "application/json" });
  return { method: "POST", url, headers, body: utf8.encode(JSON.stringify(body)) };
}

// src/worker/steps/later-step.ts
var laterStep = (context, args) => {
  const { capability, input } = args;
  const request = stepRequest(`https://step.invalid/later/${encodeURIComponent(capability)}`, { input });
  return runLater(context, args, request);
};

// src/runtime/later.ts
function extend12() {
  laterExtension.add(makeLater);
  STEPS.later.add(laterStep);
}

// src/runtime/metrics.ts
var metrics_exports = {};
__export(metrics_exports, {
  extend: () => extend13
});
function extend13() {
  metricsExtension.add(rateMetrics);
}

// src/runtime/object.ts
var object_exports = {};
__export(object_exports, {
  appObject: () => appObject,
  appObjectAssociation: () => appObjectAssociation,
  extend: () => extend14
});

// src/protocol/app-object-names.ts
var MAX_INSTALLS = 1e3;
var KEPT_MS = 6e4;
var appIds = /* @__PURE__ */ new Map();
async function appIdOf({ actor, now }, installId) {
  const known = appIds.get(installId);
  if (known !== void 0 && now() - known.at < KEPT_MS) {
    return known.id;
  }
  const id = await callAgain(() => actor("InstallActor", installId, "appId", null));
  remember(appIds, MAX_INSTALLS, installId, { id, at: now() });
  return id;
}
var AppObjectNames = class {
  /** The object type. */
  type;
  #prefix;
  #object;
  /** The names of the declared properties. */
  #names;
  constructor(object, appId) {
    this.#object = object;
    this.#prefix = `a${appId}_`;
    this.type = this.#prefix + object.name;
    this.#names = new Set(Object.keys(object.properties).map((key) => propertyName(object.properties, key)));
  }
  /** Returns the CRM's name of a property, from its key or its declared name. Other names are the CRM's own. */
  property(key) {
    const name = propertyName(this.#object.properties, key);
    return this.#names.has(name) ? this.#prefix + name : name;
  }
  /** Returns the key of a property, from the CRM's name. Other names are the CRM's own. */
  key(name) {
    if (!name.startsWith(this.#prefix)) {
      return name;
    }
    const declared = name.slice(this.#prefix.length);
    const { properties: properties3 } = this.#object;
    return Object.keys(properties3).find((key) => propertyName(properties3, key) === declared) ?? name;
  }
};

// src/worker/context/app-objects.ts
function makeAppObjects({ host, worker }, installId, objects2) {
  const find = async (ref) => {
    const object = declaredAs(worker.app.objects ?? [], ref, "app object", "objects");
    return new AppObjectNames(object, await appIdOf(host, installId));
  };
  return {
    async get(ref, recordId, options2 = {}) {
      const { properties: properties3, propertiesWithHistory, idProperty } = inputOf(options2, '{ properties: ["name"] }');
      const names = await find(ref);
      const all = (keys2, name) => keys2 && listOf(keys2, name).map((key) => names.property(key));
      const record = await objects2().get(names.type, recordId, {
        ...options2,
        properties: all(properties3, "properties"),
        propertiesWithHistory: all(propertiesWithHistory, "propertiesWithHistory"),
        idProperty: idProperty && names.property(idProperty)
      });
      return ownKeys(names, record);
    },
    async create(ref, input) {
      const names = await find(ref);
      return ownKeys(names, await objects2().create(names.type, { properties: named2(names, input) }));
    },
    async update(ref, recordId, input) {
      const names = await find(ref);
      return ownKeys(names, await objects2().update(names.type, recordId, { properties: named2(names, input) }));
    },
    async archive(ref, recordId) {
      await objects2().archive((await find(ref)).type, recordId);
    }
  };
}
function named2(names, input) {
  if (!isObject(input) || !isObject(input.properties) || emptyKind(input.properties)) {
    throw invalid("expected { properties: { \u2026 } } to write an app object");
  }
  return Object.fromEntries(Object.entries(input.properties).map(([key, value2]) => [names.property(key), value2]));
}
function ownKeys(names, record) {
  const renamed = (properties3) => Object.fromEntries(Object.entries(properties3).map(([name, value2]) => [names.key(name), value2]));
  const { propertiesWithHistory: history } = record;
  return {
    ...record,
    properties: renamed(record.properties ?? {}),
    ...history && { propertiesWithHistory: renamed(history) }
  };
}

// src/declare/app-object.ts
function appObject(id, options2) {
  const uid = options2?.uid ?? deriveUid(String(id));
  return declare("appObject", [id, options2], { ...options2, kind: "appObject", id, uid }, fieldReader());
}

// src/declare/app-object-association.ts
function appObjectAssociation(id, options2) {
  const uid = options2?.uid ?? deriveUid(String(id));
  return declare("appObjectAssociation", [id, options2], { ...options2, kind: "appObjectAssociation", id, uid });
}

// src/runtime/object.ts
function extend14() {
  objectExtension.add(makeAppObjects);
}

// src/runtime/properties.ts
var properties_exports = {};
__export(properties_exports, {
  extend: () => extend15
});
function extend15() {
  propertiesExtension.add(makeProperties);
}

// src/runtime/source.ts
var source_exports = {};
__export(source_exports, {
  defineSource: () => defineSource,
  extend: () => extend16
});

// src/platform/edge-plan.ts
var FREE = { stepMs: 2e4, stepChunks: 8, stepCalls: 40, mostCalls: 45, installsPerAlarm: 40 };
var PAID = { stepMs: 6e4, stepChunks: 200, stepCalls: 800, mostCalls: 950, installsPerAlarm: 500 };
function edgePlan(env) {
  return binding(env, "SVC_EDGE_PLAN") === "paid" ? PAID : FREE;
}

// src/protocol/held.ts
var STEP_END_MS = 1e4;
var GRACE_MS2 = 5e3;
var HANDLER_HELD_MS = TIME_LIMIT_MS.sync + 6e4;
function heldMsOf(phase, plan) {
  return phase === "handler" ? HANDLER_HELD_MS : plan.stepMs + STEP_END_MS + GRACE_MS2;
}

// src/sync/into.ts
function objectTypeOf({ objects: objects2 = [] }, { into, schema, idProperty = "" }, appId) {
  const mapped = schema && Object.entries(schema).filter(([, key]) => key !== void 0);
  const object = appObjectOf(objects2, into);
  if (object === void 0) {
    return { name: String(into), nameOf: (key) => key, idProperty, schema: mapped && Object.fromEntries(mapped) };
  }
  const names = appId === void 0 ? void 0 : new AppObjectNames(object, appId);
  const nameOf = (key) => names?.property(key) ?? propertyName(object.properties, key);
  const named3 = mapped && Object.fromEntries(mapped.map(([field, key]) => [field, nameOf(key)]));
  return { name: names?.type ?? object.name, object, nameOf, idProperty: nameOf(idProperty), schema: named3 };
}
function appObjectOf(objects2, into) {
  const id = typeof into === "object" ? into.id : String(into);
  return objects2.find((one) => one.id === id) ?? (typeof into === "object" ? into : void 0);
}

// src/sync/source/sync-errors.ts
var PermanentSyncError = class extends Error {
  name = "PermanentSyncError";
};
var TransientSyncError = class extends Error {
  name = "TransientSyncError";
};

// src/sync/manage-schema.ts
var SCHEMAS = "/crm/v3/schemas";
var TEXT = { type: "string", fieldType: "text" };
async function manageSchema(crm, into, managed = false) {
  const { idProperty } = into;
  if (managed === false || into.schema === void 0) {
    return;
  }
  const wanted = [.../* @__PURE__ */ new Set([idProperty, ...Object.values(into.schema)])];
  const read = (mayCreate) => permanentIfRefused(`cannot read the properties of ${into.name}`, () => knownProperties(crm, into, mayCreate));
  let known = await read(managed === "full");
  if (known === void 0) {
    const isCreated = await permanentIfRefused(
      `cannot create the object type ${into.name}`,
      () => createObject(crm, into, wanted, idProperty)
    );
    if (isCreated) {
      return;
    }
    known = await read(false) ?? [];
  }
  const missing = wanted.filter((name) => !known.some((one) => one.name === name));
  if (missing.length === 0) {
    return;
  }
  const groupName = mostUsedGroup(known) ?? `${into.name}_information`;
  const inputs = missing.map((name) => ({ ...propertyOf(name, into, idProperty), groupName }));
  const { failed: failed3 } = await crm.batch.properties.create(into.name, inputs);
  const first = failed3.find(({ error }) => error.status !== 409);
  if (first !== void 0) {
    throw errorOf(
      first.error,
      `cannot create the property ${first.input.name} of ${into.name}: ${first.error.message}`
    );
  }
}
function errorOf({ category, status, retryable, ambiguous, retryAfterSeconds = 1 }, message) {
  if (category === "BACKPRESSURE") {
    return new CrmBackpressure(retryAfterSeconds);
  }
  const isRefused = !retryable && ambiguous !== true && (status === void 0 || status < 500 && status !== 408 && status !== 429);
  return isRefused ? new PermanentSyncError(message) : new TransientSyncError(message);
}
async function knownProperties(crm, into, mayCreate) {
  try {
    return await crm.properties.list(into.name);
  } catch (error) {
    if (mayCreate && into.object === void 0 && error instanceof CrmAnswerError && error.status === 404) {
      return void 0;
    }
    throw error;
  }
}
async function createObject(crm, into, wanted, idProperty) {
  try {
    await crm.request("POST", SCHEMAS, {
      body: {
        name: into.name,
        labels: { singular: into.name, plural: into.name },
        primaryDisplayProperty: idProperty,
        requiredProperties: [idProperty],
        properties: wanted.map((name) => propertyOf(name, into, idProperty))
      }
    });
    return true;
  } catch (error) {
    if (error instanceof CrmAnswerError && error.status === 409) {
      return false;
    }
    throw error;
  }
}
function propertyOf(name, { object, nameOf }, idProperty) {
  const [, declared] = Object.entries(object?.properties ?? {}).find(([key]) => nameOf(key) === name) ?? [];
  const kind = declared && {
    type: normalizeCrmFieldType(declared.type),
    fieldType: declared.fieldType ?? defaultCrmFieldType(declared.type),
    ...declared.options !== void 0 && {
      options: declared.options.map((one, displayOrder) => ({
        hidden: false,
        displayOrder,
        ...typeof one === "string" ? { label: one, value: one } : one
      }))
    }
  };
  return {
    name,
    label: declared?.label ?? name,
    ...kind ?? TEXT,
    ...name === idProperty && { hasUniqueValue: true }
  };
}
function mostUsedGroup(known) {
  const counts = /* @__PURE__ */ new Map();
  for (const { groupName } of known) {
    if (groupName !== void 0) {
      counts.set(groupName, (counts.get(groupName) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
async function permanentIfRefused(what, call) {
  try {
    return await call();
  } catch (error) {
    const isRefused = error instanceof CrmAnswerError && error.status < 500 && error.status !== 408 && error.status !== 429;
    throw isRefused ? new PermanentSyncError(`${what}: ${error.message}`) : error;
  }
}

// src/sync/port.ts
function syncPort({ actor }, install, { worker, sync, run: run2, fence }) {
  const holder = { worker, sync, run: run2, fence };
  function ask5(method, args) {
    const call = crypto.randomUUID();
    return callAgain(() => actor("InstallActor", install, method, { ...args, ...holder, call }));
  }
  return {
    take: (isAll) => ask5("syncTake", { isAll }),
    stage: (part2) => ask5("syncStage", part2),
    chunk: (chunk) => ask5("syncChunk", { chunk }),
    chunksDone: (chunks) => ask5("syncChunksDone", chunks),
    hold: (heldMs) => ask5("syncHold", { heldMs }),
    end: (end) => ask5("syncEnd", { end }),
    cursor: () => ask5("syncCursor", {}),
    setCursor: (cursor) => ask5("syncSetCursor", { cursor }),
    checkpoint: (chunkId, state) => ask5("syncCheckpoint", { chunkId, state }),
    checkpoints: () => ask5("syncCheckpoints", {})
  };
}

// src/sync/source/source-hmac.ts
var DEFAULT_SIGNATURE_HEADER = "X-Signature";
var DEFAULT_TOLERANCE_SECONDS = 300;
var DIGITS_OF_MILLISECONDS = 12;
async function verifySourceHmac(request, source, env, now) {
  const auth = hmacOf(source);
  const secret = sharedKey(source.name, auth, env);
  const mac = readMac(auth, headerValue(request, source.name, auth.header ?? DEFAULT_SIGNATURE_HEADER));
  const time = auth.timestampHeader === void 0 ? "" : headerValue(request, source.name, auth.timestampHeader);
  if (mac === void 0 || auth.timestampHeader !== void 0 && !/^\d{1,15}$/.test(time)) {
    throw new RouteError("signature_invalid", "the signature or its time is malformed or repeated");
  }
  if (auth.timestampHeader !== void 0) {
    checkTime(Number(time) * (time.length >= DIGITS_OF_MILLISECONDS ? 1 : 1e3), now, auth.toleranceSeconds);
  }
  const install = new URL(request.url).searchParams.get("install");
  const signed2 = concat([time === "" ? "" : `${time}.`, install === null ? "" : `install=${install}.`, request.body]);
  if (!await verifyMac(secret, mac, signed2)) {
    throw new RouteError(
      "signature_invalid",
      "the signature does not match the request; check the shared key, that no proxy alters the body, and that ?install= is signed"
    );
  }
}
function hmacOf({ name, auth }) {
  if (auth?.type !== "hmac") {
    throw new RouteError(
      "not_configured",
      `the push source ${JSON.stringify(name)} declares no hmac auth, so it accepts no posts`
    );
  }
  return auth;
}
function sharedKey(name, { secret }, env) {
  const key = secret === void 0 ? void 0 : binding(env, secret);
  if (key === void 0) {
    const missing = secret === void 0 ? "names no secret binding" : `needs the secret ${secret}, which is not bound`;
    throw new RouteError("not_configured", `the hmac auth of the source ${JSON.stringify(name)} ${missing}`);
  }
  return key;
}
function headerValue(request, source, header) {
  const value2 = request.headers.get(header);
  if (value2 === null) {
    throw new RouteError(
      "signature_missing",
      `the request has no ${header} header; the source ${JSON.stringify(source)} signs what it posts`
    );
  }
  return value2;
}
function readMac({ prefix: prefix2 = "", encoding = "hex" }, value2) {
  if (!value2.startsWith(prefix2)) {
    return void 0;
  }
  const text = value2.slice(prefix2.length);
  return encoding === "base64" ? macFromBase64(text) : macFromHex(text.toLowerCase());
}
function checkTime(at, now, toleranceSeconds) {
  const tolerance = usable(toleranceSeconds) ? toleranceSeconds : DEFAULT_TOLERANCE_SECONDS;
  if (now - at > tolerance * 1e3) {
    throw new RouteError("signature_stale", `the signature is older than ${tolerance} seconds`);
  }
  if (at - now > MAX_AHEAD_MS) {
    throw new RouteError("signature_stale", "the signature is from the future");
  }
}
function usable(seconds) {
  return typeof seconds === "number" && seconds > 0 && Number.isFinite(seconds);
}

// src/protocol/keep-failed.ts
var DEFAULT_DAYS = 7;
var MAX_DAYS = 30;
var MAX_KEPT2 = 131072;
var KEPT_START = 2e3;
var MAX_MESSAGE = 500;
var ACTOR_TIMEOUT_MS = 2e3;
function keptMs({ deliveries }) {
  return Math.min(Math.max(0, deliveries?.keepDays ?? DEFAULT_DAYS), MAX_DAYS) * 864e5;
}
async function deliveryKey({ worker }, { kind, target, identity: identity2 }) {
  const text = JSON.stringify([worker.worker.name, kind, target, identity2]);
  return toHex(await sha256(utf8.encode(text))).slice(0, 24);
}
async function keepFailed(context, install, arrived, failure) {
  const { app, worker } = context.worker;
  const { kind, target, portalId, content } = arrived;
  const text = JSON.stringify(content);
  const shown4 = outgoingValue(content, app.redaction?.fields);
  const isCut = text.length > MAX_KEPT2;
  const attempt = {
    id: await deliveryKey(context, arrived),
    worker: worker.name,
    kind,
    target,
    portalId,
    ...failure,
    message: outgoingText(failure.message).slice(0, MAX_MESSAGE),
    size: text.length,
    content: isCut ? JSON.stringify(shown4).slice(0, KEPT_START) : shown4,
    original: isCut || JSON.stringify(shown4) === text ? void 0 : text,
    isCut,
    keptMs: keptMs(app)
  };
  await tell(context, install, "deliveryFailed", attempt);
}
async function forgetFailed(context, install, arrived) {
  await tell(context, install, "deliveryAccepted", { id: await deliveryKey(context, arrived) });
}
async function tell({ host }, install, method, args) {
  const call = () => host.actor("InstallActor", install, method, args);
  const answer2 = await withinLimit(ACTOR_TIMEOUT_MS, host.now(), call).catch((error) => error);
  if (answer2 === TIMED_OUT || answer2 instanceof Error) {
    const origin = { worker: "runtime", capabilityId: null, kind: null, invocation: "" };
    const message = "cannot update the copy of a failed delivery; the list of failed deliveries may be incomplete";
    host.log({ at: host.now(), level: "warn", message, ...origin });
  }
}

// src/sync/push/push-intake.ts
var RECEIVE_TIME_LIMIT_MS = 5e3;
var RETRY_AFTER_SECONDS = 60;
var INSTALLS_AT_ONCE = 20;
async function takePosted(context, source, { event, installs }, worker) {
  const syncs = [...context.worker.syncs.values()].filter((sync) => sync.source === source);
  const begunAt = context.host.now();
  const keptCopies = copiesOf(context, source.name, { event, installs });
  const invocation = worker.begin(syncs[0], event);
  try {
    const rows = await receivedRows(source, event, invocation, context.host.now());
    if (rows.length > 0) {
      const ofSyncs = await rowsOfSyncs(worker, syncs, rows);
      const delivery = await keptCopies.key();
      await storeRows(context, source.name, { syncs: ofSyncs, installs, delivery, begunAt });
    }
    invocation.end("ok", 200, false);
    return rows.length;
  } catch (error) {
    const code = error instanceof RouteError ? error.code : "internal_error";
    invocation.end(RECORDED[code] ?? "error", ERROR_STATUS[code], false);
    await keptCopies.keep({ status: ERROR_STATUS[code], error: code, message: messageOf(error), begunAt });
    throw error;
  }
}
var messageOf = (error) => error instanceof Error ? error.message : String(error);
var RECORDED = { handler_timeout: "timeout", inbox_full: "retry-later" };
async function receivedRows(source, event, invocation, now) {
  const name = JSON.stringify(source.name);
  let received;
  try {
    received = await withinLimit(RECEIVE_TIME_LIMIT_MS, now, async () => source.receive({ event }));
    if (received !== TIMED_OUT) {
      return readRows(received);
    }
  } catch (thrown) {
    invocation.uncaught(thrown);
    throw new RouteError("handler_error", `receive of the source ${name} failed; see its log`);
  }
  throw new RouteError(
    "handler_timeout",
    `receive of the source ${name} did not end within ${RECEIVE_TIME_LIMIT_MS / 1e3} seconds`
  );
}
function readRows(received) {
  const rows = isObject(received) ? received["rows"] : void 0;
  if (!Array.isArray(rows)) {
    throw new TypeError("receive must return { rows: [{ key, data }, \u2026] }");
  }
  return rows;
}
function rowsOfSyncs({ rowOf }, syncs, rows) {
  return Promise.all(
    syncs.map(async (sync) => ({ sync: sync.id, rows: await Promise.all(rows.map((row) => rowOf(sync, row))) }))
  );
}
function copiesOf(context, source, { event, installs }) {
  const isKept = keptMs(context.worker.app) > 0;
  const arrived = () => {
    return { kind: "source", target: source, identity: JSON.stringify(event), portalId: null, content: event };
  };
  return {
    async key() {
      return isKept ? deliveryKey(context, arrived()) : void 0;
    },
    async keep(failure) {
      if (isKept) {
        await inLanes(INSTALLS_AT_ONCE, installs, (install) => keepFailed(context, install, arrived(), failure));
      }
    }
  };
}
async function storeRows({ host, worker }, source, { syncs, installs, delivery, begunAt }) {
  const inboxes = installs.flatMap((install) => syncs.map((of) => ({ install, ...of })));
  const post = crypto.randomUUID();
  let isFull = false;
  await inLanes(INSTALLS_AT_ONCE, inboxes, async ({ install, sync, rows }) => {
    try {
      const args = { worker: worker.worker.name, sync, rows, post, delivery, callerBegunAt: begunAt };
      await callAgain(() => host.actor("InstallActor", install, "inboxPut", args));
    } catch (error) {
      if (isActorError(error) && error.code === "rows_too_many") {
        throw new RouteError(
          "payload_too_large",
          `the post has too many rows; post them in smaller parts: ${error.message}`
        );
      }
      const code = isActorError(error) ? error.code : void 0;
      if (code !== "inbox_full" && code !== "install_replaced") {
        throw error;
      }
      isFull ||= code === "inbox_full";
    }
  });
  if (isFull) {
    const message = `the inbox of the source ${JSON.stringify(source)} is full; post again later`;
    const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
    throw new RouteError("inbox_full", message, { retryAfterSeconds: RETRY_AFTER_SECONDS }, headers);
  }
}

// src/sync/push/target-installs.ts
var MAX_INSTALLS2 = 500;
async function targetInstalls(context, named3, installOf2) {
  const isStatic = context.worker.app.auth === "static";
  const portalId = readPortalId(named3);
  if (named3 !== null && !(isStatic && named3 === STATIC_INSTALL)) {
    if (portalId === null) {
      throw new RouteError(
        "install_not_found",
        "invalid ?install=: expected the id of a portal where the app is installed"
      );
    }
    return [String((await installOf2(portalId)).id)];
  }
  return isStatic ? [STATIC_INSTALL] : activeInstalls(context);
}
async function activeInstalls({ host, env }) {
  const ids = [];
  let after;
  do {
    const page = await host.actor("ProjectActor", projectName(env), "listInstalls", {
      after,
      limit: MAX_INSTALLS2
    });
    ids.push(...page.installs.filter(({ state }) => state === "active").map(({ id }) => id));
    if (ids.length > MAX_INSTALLS2) {
      const message = `the app has more than ${MAX_INSTALLS2} active installs; post to each with ?install=<portal id>`;
      throw invalidInput("install", message);
    }
    after = page.next;
  } while (after !== void 0);
  if (ids.length === 0) {
    throw new RouteError("install_not_found", "the app has no active install");
  }
  return ids;
}

// src/sync/push/posted.ts
async function postedRows(call, source, worker) {
  const { env, host, request, url } = call;
  await verifySourceHmac(request, source, env, host.now());
  const event = parseBody(request.headers, request.body);
  const installs = await targetInstalls(call, url.searchParams.get("install"), worker.installOf);
  return json(200, { ok: true, rows: await takePosted(call, source, { event, installs }, worker) });
}

// src/sync/rows.ts
var MAX_KEY2 = 1e3;
var MAX_ROW = 15e4;
var KEPT_TEXT = 1e3;
async function sortRows(rules, rows, known = []) {
  const byKey = /* @__PURE__ */ new Map();
  const invalid5 = new Map(known.map((one) => [one.id, one]));
  for (const row of rows) {
    const read = readRow(rules, row);
    if (typeof read === "string") {
      const one = await invalidRow(rules, row, read);
      invalid5.set(one.id, one);
    } else {
      byKey.delete(read.key);
      byKey.set(read.key, read);
    }
  }
  return {
    rows: [...byKey.values()],
    invalid: [...invalid5.values()],
    duplicates: rows.length + known.length - invalid5.size - byKey.size
  };
}
async function postedRow(rules, row) {
  const read = readRow(rules, row);
  if (typeof read !== "string") {
    return { key: read.key, data: read.data };
  }
  const { id, key, data, reason } = await invalidRow(rules, row, read);
  return readRow(rules, { key, data }) === read ? { key, data } : { key, data, invalid: { id, reason } };
}
function splitPosted(inbox) {
  const known = inbox.flatMap(({ key, data, invalid: invalid5 }) => invalid5 === void 0 ? [] : [{ key, data, ...invalid5 }]);
  return { rows: inbox.filter(({ invalid: invalid5 }) => invalid5 === void 0), known };
}
async function invalidRow(rules, row, reason) {
  const kept = await rowToQuarantine(rules, row, reason);
  const isStillInvalid = typeof readRow(rules, kept) === "string";
  return isStillInvalid ? kept : { ...kept, data: JSON.stringify(kept.data).slice(0, KEPT_TEXT) };
}
function readRow({ idProperty, schema, nameOf = (key) => key }, row) {
  const { key, data } = isObject(row) ? row : {};
  if (typeof key !== "string" || key === "") {
    return "the key is not a string, or is empty";
  }
  if (key.length > MAX_KEY2) {
    return `the key has more than ${MAX_KEY2} characters`;
  }
  if (!isObject(data)) {
    return "the data is not an object";
  }
  const kind = schema === void 0 ? emptyKind(data) : void 0;
  if (kind !== void 0) {
    return `the data is of type ${kind}, not a plain object`;
  }
  const properties3 = {};
  const fields = schema === void 0 ? Object.keys(data).map((name) => [name, nameOf(name)]) : Object.entries(schema);
  for (const [field, property2] of fields) {
    const value2 = plain(Object.hasOwn(data, field) ? data[field] : void 0);
    if (value2 === void 0) {
      return Object.hasOwn(data, field) ? `the field ${JSON.stringify(field)} is not a string, number, boolean or null` : `the field ${JSON.stringify(field)} of the schema is missing`;
    }
    if (property2 !== idProperty) {
      properties3[property2] = value2;
    }
  }
  const kept = jsonOf2(data);
  if (kept === void 0) {
    return "the data cannot be stored as JSON";
  }
  return kept.length > MAX_ROW ? `the row has more than ${MAX_ROW} characters of JSON` : { key, properties: properties3, data };
}
function plain(value2) {
  const found = value2 instanceof Date && !Number.isNaN(value2.getTime()) ? value2.toISOString() : value2;
  const isPlain = found === null || typeof found === "string" || typeof found === "boolean" || typeof found === "number" && Number.isFinite(found);
  return isPlain ? found : void 0;
}
async function rowToQuarantine({ worker, sync }, row, reason) {
  const { key = null, data = null } = isObject(row) ? row : { data: row };
  const [keyText, text] = [jsonOf2(key) ?? "null", jsonOf2(data)];
  const id = toHex(await sha256(utf8.encode(JSON.stringify([worker, sync, keyText, text ?? String(data)])))).slice(
    0,
    24
  );
  const keptKey = keyText.length > MAX_KEY2 * 2 ? { truncated: keyText.slice(0, MAX_KEY2) } : JSON.parse(keyText);
  const isKept = text !== void 0 && text.length <= MAX_ROW;
  return {
    id,
    key: keptKey,
    data: isKept ? JSON.parse(text) : (text ?? String(data)).slice(0, KEPT_TEXT),
    reason: outgoingText(reason)
  };
}
function jsonOf2(value2) {
  try {
    return JSON.stringify(value2);
  } catch {
    return void 0;
  }
}
var ROWS_PER_CHUNK = 100;
function chunksOf(rows) {
  const byRecord = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const key = recordKey(row.key);
    byRecord.set(key, [...byRecord.get(key) ?? [], row]);
  }
  const chunks = [];
  for (const same2 of byRecord.values()) {
    const last = chunks.at(-1);
    if (last === void 0 || last.length + same2.length > ROWS_PER_CHUNK) {
      chunks.push(same2);
    } else {
      last.push(...same2);
    }
  }
  return chunks;
}

// src/sync/rows-step.ts
function spending({ plan, now, calls }) {
  const until = now() + plan.stepMs;
  let chunks = 0;
  return {
    isOver: () => chunks >= plan.stepChunks || now() >= until || calls() >= plan.stepCalls,
    chunk: () => void (chunks += 1)
  };
}

// src/sync/source/pull-page.ts
var MAX_CURSOR = 8e3;
async function pullPage(source, cursor, http) {
  const page = await source.fetch({ ...cursor !== void 0 && { cursor }, http });
  const { rows, cursor: next } = isObject(page) ? page : {};
  if (!Array.isArray(rows)) {
    throw new TypeError("fetch must return { rows: [{ key, data }, \u2026], cursor? }");
  }
  if (next !== void 0 && next !== null && typeof next !== "string") {
    throw new TypeError("the cursor that fetch returns must be a string; omit it on the last page");
  }
  if (typeof next === "string" && next.length > MAX_CURSOR) {
    throw new PermanentSyncError(
      `the source returned a cursor of ${next.length} characters: the limit is ${MAX_CURSOR}`
    );
  }
  return { rows, ...typeof next === "string" && next !== "" && { next } };
}

// src/sync/staged.ts
var REFUSALS = ["cursor_repeats", "empty_pages", "poison_full"];
async function staged(answer2) {
  try {
    return await answer2;
  } catch (error) {
    throw isActorError(error) && REFUSALS.includes(error.code) ? new PermanentSyncError(error.message) : error;
  }
}

// src/protocol/open-chunks.ts
function openChunks({ chunks, done, ahead = [] }) {
  return Array.from({ length: chunks - done }, (_, i) => done + i).filter((chunk) => !ahead.includes(chunk));
}

// src/sync/unwritten.ts
async function unwritten(read, idProperty, rows) {
  let found;
  try {
    found = await readRecords(read, idProperty, rows);
  } catch (error) {
    if (isTransient(error)) {
      throw new TransientSyncError(`cannot read the records of the rows: ${error.message}`);
    }
    if (isBackpressure(error) || error.name === "TimeoutError") {
      throw error;
    }
    return rows;
  }
  const times = /* @__PURE__ */ new Map();
  rows.forEach(({ key }) => times.set(recordKey(key), (times.get(recordKey(key)) ?? 0) + 1));
  return rows.filter(
    ({ key, properties: properties3 }) => times.get(recordKey(key)) !== 1 || !matches(properties3, found.get(recordKey(key)))
  );
}
async function readRecords(read, idProperty, rows) {
  const properties3 = [.../* @__PURE__ */ new Set([idProperty, ...rows.flatMap((row) => Object.keys(row.properties))])];
  const answers = await Promise.all(
    chunksOf(rows).map((chunk) => read({ idProperty, properties: properties3, inputs: chunk.map(({ key }) => ({ id: key })) }))
  );
  const records2 = answers.flatMap(
    (answer2) => objectsIn(answer2, "results").map((record) => record["properties"]).filter(isObject)
  );
  return new Map(records2.map((record) => [recordKey(record[idProperty]), record]));
}
function matches(wanted, actual) {
  return actual !== void 0 && Object.entries(wanted).every(([name, value2]) => Object.hasOwn(actual, name) && isSame(value2, actual[name]));
}
var TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;
function isSame(wanted, actual) {
  const [a, b] = [String(wanted ?? ""), String(actual ?? "")];
  return a === b || typeof wanted === "number" && b !== "" && Number(b) === wanted || TIME.test(a) && TIME.test(b) && Date.parse(a) === Date.parse(b);
}

// src/sync/upsert.ts
var OF_ONE_ROW = [400, 409, 413, 207];
var NO_PROPERTY = /PROPERTY_DOESNT_EXIST/;
var NOT_UNIQUE = /\bnon-unique\b/;
async function upsertChunk(upsert, objectType, rules, rows, isLastTry) {
  if (rows.length === 0) {
    return { upserted: 0, refused: [], left: [], isUnsent: false, needsReconcile: false };
  }
  const { idProperty } = rules;
  const inputs = rows.map(({ key, properties: properties3 }) => ({ id: key, idProperty, properties: properties3 }));
  const { succeeded, failed: failed3 } = await upsert(objectType, inputs);
  const isTransient2 = ({ error }) => error.retryable && !(isLastTry && isOfRow(error));
  const transient = failed3.filter(isTransient2);
  const refused = failed3.filter((one) => !isTransient2(one));
  const common = refused.find(({ error }) => isOfAllRows(error, rules));
  if (common !== void 0) {
    throw new PermanentSyncError(`the CRM refuses the rows: ${describe2(common)}`);
  }
  const rowOf = ({ index: index2 }) => rows[index2];
  const toRetry = new Set(transient.map((one) => recordKey(rowOf(one).key)));
  const isSettled = (one) => !toRetry.has(recordKey(rowOf(one).key));
  return {
    upserted: succeeded.filter(isSettled).length,
    refused: await Promise.all(
      refused.filter(isSettled).map((one) => rowToQuarantine(rules, rowOf(one), `the CRM refused the row: ${describe2(one)}`))
    ),
    left: rows.filter(({ key }) => toRetry.has(recordKey(key))),
    because: reasonOf(transient),
    isUnsent: transient.some(({ error }) => error.category === "NOT_SENT"),
    needsReconcile: transient.some(({ error }) => error.category === "NO_ANSWER" || error.category === "UNCONFIRMED")
  };
}
var isOfRow = ({ category, status }) => category === "UNCONFIRMED" || status === 207;
function isOfAllRows({ category, status, message }, { schema }) {
  if (category === "UNCONFIRMED" || category === "INVALID_ROW") {
    return false;
  }
  return !OF_ONE_ROW.includes(status) || NOT_UNIQUE.test(message) || schema !== void 0 && NO_PROPERTY.test(message);
}
function reasonOf(transient) {
  const [first] = transient;
  if (first === void 0) {
    return void 0;
  }
  const held = transient.map(({ error }) => error).filter(({ category }) => category === "BACKPRESSURE");
  if (held.length > 0) {
    return new CrmBackpressure(Math.max(1, ...held.map(({ retryAfterSeconds = 1 }) => retryAfterSeconds)));
  }
  return new TransientSyncError(`the CRM did not accept the rows: ${describe2(first)}`);
}
function describe2({ error: { category, message, status } }) {
  return `${message} (${category}${status === void 0 ? "" : `, ${status}`})`;
}

// src/sync/write-chunks.ts
var CHUNKS_AT_ONCE = 2;
var MAX_FEW_REFUSED = 10;
function writeChunks(step, page, chunks, spent) {
  return new PageWriter(step, page, chunks, spent).write();
}
var PageWriter = class {
  #step;
  #page;
  #chunks;
  #spent;
  /** Chunks that are not started. */
  #open;
  #refused;
  #isSpent = false;
  #errors = [];
  constructor(step, page, chunks, spent) {
    this.#step = step;
    this.#page = page;
    this.#chunks = chunks;
    this.#spent = spent;
    this.#open = openChunks(page);
    this.#refused = page.refused;
  }
  async write() {
    const { isUnsure: needsReconcile = false } = this.#page;
    if (needsReconcile) {
      await this.#collectError(() => this.#reconcile());
    }
    const lanes = needsReconcile ? 1 : CHUNKS_AT_ONCE;
    await Promise.all(Array.from({ length: lanes }, () => this.#collectError(() => this.#lane())));
    if (this.#errors.length > 0) {
      throw this.#errors.find(endsRun) ?? this.#errors.find((error) => !isBackpressure(error)) ?? this.#errors[0];
    }
    return !this.#isSpent;
  }
  async #collectError(work) {
    try {
      await work();
    } catch (error) {
      this.#errors.push(error);
    }
  }
  async #lane() {
    for (let chunk = this.#next(); chunk !== void 0; chunk = this.#next()) {
      const one = await this.#read(chunk);
      await this.#put([one], one.rows);
    }
  }
  /** Reconciles the chunks that a lost step may have been writing, and writes the missing rows in one call. */
  async #reconcile() {
    const numbers = [];
    for (let chunk = this.#next(); chunk !== void 0; chunk = numbers.length < CHUNKS_AT_ONCE ? this.#next() : void 0) {
      numbers.push(chunk);
    }
    const chunks = await Promise.all(numbers.map((chunk) => this.#read(chunk)));
    const { readBatch, rules } = this.#step;
    await this.#put(
      chunks,
      await unwritten(
        readBatch,
        rules.idProperty,
        chunks.flatMap(({ rows }) => rows)
      ),
      true
    );
  }
  /** Returns the next chunk to write, or undefined after the last one, after an error, or at the step's limits. */
  #next() {
    if (this.#open.length === 0 || this.#errors.length > 0) {
      return void 0;
    }
    this.#isSpent ||= this.#spent.isOver();
    if (this.#isSpent) {
      return void 0;
    }
    this.#spent.chunk();
    return this.#open.shift();
  }
  /** Returns the rows of a chunk. Stored rows may be older than the schema and are validated again. */
  async #read(chunk) {
    const inMemory = this.#chunks[chunk];
    if (inMemory !== void 0) {
      return { chunk, rows: inMemory, invalid: [] };
    }
    const { port, rules } = this.#step;
    const { rows, invalid: invalid5 } = await sortRows(rules, await port.chunk(chunk));
    return { chunk, rows, invalid: invalid5 };
  }
  /**
   * Writes rows of the chunks and reports the chunks.
   * @param missing the rows of the chunks that are not in the CRM
   * @param isReconciled whether the chunks were reconciled, so that the page no longer needs it
   */
  async #put(chunks, missing, isReconciled = false) {
    const { port, into, rules, upsert, grant } = this.#step;
    const written = await upsertChunk(upsert, into, rules, missing, grant.isLastTry === true);
    const { upserted, left, because, isUnsent, needsReconcile } = written;
    const toQuarantine = [...chunks.flatMap((one) => one.invalid), ...written.refused];
    this.#refused += toQuarantine.length;
    if (this.#page.isPosted !== true && this.#refused > MAX_FEW_REFUSED && this.#refused * 2 > this.#page.rows) {
      const why = toQuarantine[0]?.reason ?? "see the poison rows";
      throw new PermanentSyncError(
        `the CRM refused ${this.#refused} of the ${this.#page.rows} rows of a page, so the cursor did not move; for example: ${why}`
      );
    }
    const present = chunks.reduce((sum, { rows }) => sum + rows.length, 0) - missing.length;
    await staged(
      port.chunksDone({
        chunks: chunks.map(({ chunk, rows }) => ({ chunk, left: rows.filter((row) => left.includes(row)) })),
        upserted: upserted + present,
        spoilt: toQuarantine,
        isUnsure: needsReconcile || (isReconciled ? false : void 0)
      })
    );
    if (isUnsent && this.#step.isCutOff() && !isBackpressure(because)) {
      this.#isSpent = true;
    } else if (left.length > 0) {
      throw because;
    }
  }
};
var endsRun = (error) => error instanceof PermanentSyncError;

// src/sync/run-rows.ts
var PART_CHARS = 4 * 1048576;
async function runRows(step) {
  const { grant } = step;
  const spent = spending(step);
  let { page, cursor } = grant;
  let mayHavePosted = true;
  for (; ; ) {
    let chunks = [];
    if (page === void 0) {
      if (spent.isOver()) {
        return "more";
      }
      const stored = (mayHavePosted ? await postedPage(step) : void 0) ?? await pulledPage(step, cursor);
      mayHavePosted &&= stored?.isPosted === true;
      if (stored === void 0) {
        return "in";
      }
      ({ page, chunks } = stored);
    }
    const isWritten = await writeChunks(step, page, chunks, spent);
    if (!isWritten) {
      return "more";
    }
    if (page.isPosted !== true) {
      if (page.next === void 0) {
        return "in";
      }
      cursor = page.next;
    }
    page = void 0;
  }
}
async function postedPage({ source, port, rules }) {
  const taken = await port.take(source.mode === "push");
  if (taken.rows.length === 0) {
    return void 0;
  }
  const { rows, known } = splitPosted(taken.rows);
  return storePage(port, await sortRows(rules, rows, known), { rows: taken.rows.length, upTo: taken.upTo });
}
async function pulledPage({ source, port, rules, http, onThrow }, cursor) {
  if (source.mode === "push") {
    return void 0;
  }
  let pulled;
  try {
    pulled = await pullPage(source, cursor, http);
  } catch (thrown) {
    if (isBackpressure(thrown) || thrown instanceof PermanentSyncError) {
      throw thrown;
    }
    onThrow(thrown);
    throw new TransientSyncError(`the source ${JSON.stringify(source.name)} failed; see the log of the worker`);
  }
  const { rows, next } = pulled;
  return storePage(port, await sortRows(rules, rows), { rows: rows.length, next });
}
async function storePage(port, { rows, invalid: invalid5, duplicates }, given) {
  const chunks = chunksOf(rows);
  const parts = partsOf2(chunks);
  const { next, upTo } = given;
  let page = null;
  for (const [i, part2] of parts.entries()) {
    const isLast = i === parts.length - 1;
    page = await staged(
      port.stage({
        isFirst: i === 0,
        isLast,
        chunks: part2,
        spoilt: i === 0 ? invalid5 : [],
        page: isLast ? { rows: given.rows, duplicates, next } : void 0,
        upTo
      })
    );
  }
  if (page === null) {
    throw new TransientSyncError("cannot store the page");
  }
  return { page, chunks, isPosted: upTo !== void 0 };
}
function partsOf2(chunks) {
  const parts = [[]];
  let chars = 0;
  for (const chunk of chunks) {
    const size = JSON.stringify(chunk).length;
    if (chars > 0 && chars + size > PART_CHARS) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(chunk);
    chars += size;
  }
  return parts;
}

// src/platform/to-base64.ts
function toBase64(bytes) {
  return bytes.toBase64();
}

// src/sync/source/client-token.ts
var tokens3 = /* @__PURE__ */ new Map();
var MAX_TOKENS3 = 100;
var MARGIN_MS2 = 6e4;
var DEFAULT_LIFETIME_MS = 3e5;
async function clientToken(auth, client, transport, refused) {
  const { tokenUrl, scope, audience } = auth;
  if (tokenUrl === void 0 || !URL.canParse(tokenUrl)) {
    throw new PermanentSyncError("oauth2 auth needs a tokenUrl: the URL that issues access tokens");
  }
  const key = JSON.stringify([tokenUrl, client.id, scope, audience]);
  const known = tokens3.get(key);
  const now = transport.now();
  if (known !== void 0 && `Bearer ${known.token}` !== refused && now < known.until && now >= known.since) {
    return known.token;
  }
  tokens3.delete(key);
  const { token, livesMs } = await requestToken(auth, tokenUrl, client, transport);
  remember(tokens3, MAX_TOKENS3, key, { token, since: now, until: now + Math.max(0, livesMs - MARGIN_MS2) });
  return token;
}
async function requestToken({ scope, audience, credentialsIn = "header" }, tokenUrl, client, { fetch, signal }) {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    ...scope !== void 0 && { scope },
    ...audience !== void 0 && { audience }
  });
  const headers = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded"
  };
  if (credentialsIn === "body") {
    form.set("client_id", client.id);
    form.set("client_secret", client.secret);
  } else {
    const pair = `${formEncoded(client.id)}:${formEncoded(client.secret)}`;
    headers["authorization"] = `Basic ${toBase64(utf8.encode(pair))}`;
  }
  const response = await fetch(tokenUrl, {
    method: "POST",
    headers,
    body: form.toString(),
    redirect: "manual",
    signal: signal()
  });
  const { origin, pathname } = new URL(tokenUrl);
  const answer2 = await parsedBody(response, `POST ${origin}${pathname} answered`);
  const token = isObject(answer2) ? answer2["access_token"] : void 0;
  if (!response.ok || !isObject(answer2) || typeof token !== "string" || token === "") {
    throw new Error(`POST ${origin}${pathname} answered ${response.status} without an access token`);
  }
  learnToken(token);
  const seconds = Number(answer2["expires_in"]);
  return { token, livesMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1e3 : DEFAULT_LIFETIME_MS };
}
function formEncoded(text) {
  return new URLSearchParams({ t: text }).toString().slice(2);
}

// src/sync/source/credentials.ts
function credentialsOf(source, env, transport) {
  const { auth } = source;
  if (auth === void 0) {
    return void 0;
  }
  const secret = (member, name) => {
    const value2 = name === void 0 ? void 0 : binding(env, name);
    if (value2 === void 0) {
      const missing = name === void 0 ? `names no binding for ${member}` : `needs the secret ${name}, which is not bound`;
      throw new PermanentSyncError(`the ${auth.type} auth of the source ${JSON.stringify(source.name)} ${missing}`);
    }
    return value2;
  };
  return KINDS[auth.type](auth, secret, transport);
}
var KINDS = {
  bearer: (auth, secret) => async () => ({ authorization: `Bearer ${secret("token", auth.token)}` }),
  basic: (auth, secret) => async () => {
    const user = secret("username", auth.username);
    if (user.includes(":")) {
      throw new PermanentSyncError("the user name of basic auth must not contain a colon");
    }
    return { authorization: `Basic ${toBase64(utf8.encode(`${user}:${secret("password", auth.password)}`))}` };
  },
  oauth2: (auth, secret, transport) => async ({ refused }) => {
    const client = { id: secret("clientId", auth.clientId), secret: secret("clientSecret", auth.clientSecret) };
    return { authorization: `Bearer ${await clientToken(auth, client, transport, refused)}` };
  },
  hmac: (auth, secret, { now }) => async ({ body }) => {
    const { header = DEFAULT_SIGNATURE_HEADER, prefix: prefix2 = "", encoding = "hex", timestampHeader } = auth;
    const time = String(Math.floor(now() / 1e3));
    const signed2 = concat([timestampHeader === void 0 ? "" : `${time}.`, body]);
    const mac = await makeMac(secret("secret", auth.secret), signed2);
    const text = encoding === "base64" ? toBase64(mac) : toHex(mac);
    return { [header]: prefix2 + text, ...timestampHeader !== void 0 && { [timestampHeader]: time } };
  }
};

// src/sync/source/source-fetch.ts
var MAX_REDIRECTS = 20;
var REDIRECTS = [301, 302, 303, 307, 308];
var PRIVATE = ["authorization", "cookie", "proxy-authorization"];
function sourceFetch(fetch, credentials) {
  return async (input, init = {}) => {
    const request = new Request(input, init);
    const mode = input instanceof Request && init.redirect === void 0 ? input.redirect : init.redirect ?? "follow";
    const body = new Uint8Array(await request.arrayBuffer());
    const first = await authorized2(fetch, request, body, credentials);
    return mode === "follow" ? followed(fetch, request, body, first) : first.response;
  };
}
async function authorized2(fetch, request, body, credentials) {
  const send2 = async (refused) => {
    const own2 = await credentials({ body, ...refused !== void 0 && { refused } });
    const headers = new Headers(request.headers);
    for (const [name, value2] of Object.entries(own2)) {
      headers.set(name, value2);
    }
    const response = await fetch(request.url, initOf(request.method, headers, body, request.signal));
    return { response, headers, secret: [...PRIVATE, ...Object.keys(own2)] };
  };
  const first = await send2();
  const sent2 = first.headers.get("authorization");
  if (first.response.status !== 401 || sent2 === null || !sent2.startsWith("Bearer ")) {
    return first;
  }
  const again = await credentials({ body, refused: sent2 });
  return again["authorization"] === sent2 ? first : send2();
}
async function followed(fetch, request, given, { response: first, headers, secret }) {
  let response = first;
  let url = new URL(request.url);
  let { method } = request;
  let body = given;
  for (let hops = 0; REDIRECTS.includes(response.status); hops++) {
    const location = response.headers.get("location");
    if (location === null) {
      return response;
    }
    if (hops === MAX_REDIRECTS) {
      throw new TypeError(
        `${request.method} ${url.origin}${url.pathname} was redirected more than ${MAX_REDIRECTS} times`
      );
    }
    const next = new URL(location, url);
    if (next.protocol !== "https:" && next.protocol !== "http:") {
      throw new TypeError(
        `${request.method} ${url.origin}${url.pathname} was redirected to a URL that is not http or https`
      );
    }
    if (next.origin !== url.origin) {
      secret.forEach((name) => headers.delete(name));
    }
    const { status } = response;
    if (status === 303 && method !== "HEAD" || (status === 301 || status === 302) && method === "POST") {
      [method, body] = ["GET", new Uint8Array()];
      ["content-type", "content-length", "content-encoding"].forEach((name) => headers.delete(name));
    }
    await response.body?.cancel();
    url = next;
    response = await fetch(url, initOf(method, headers, body, request.signal));
  }
  return response;
}
function initOf(method, headers, body, signal) {
  return { method, headers, redirect: "manual", signal, ...body.length > 0 && { body } };
}

// src/sync/engine.ts
var sourceEngine = {
  receive: (call, source, worker) => postedRows(call, source, { ...worker, rowOf: (sync, row) => postedRow(postedRules(call, sync), row) }),
  replay: (context, source, posted, begin2) => takePosted(context, source, posted, { begin: begin2, rowOf: (sync, row) => postedRow(postedRules(context, sync), row) }),
  check({ id, idProperty, into }) {
    const refuse3 = (code, why) => new RouteError(code, `the sync ${JSON.stringify(id)} has a source and ${why}; nothing was written`, {
      capabilityId: id
    });
    if (typeof idProperty !== "string" || idProperty === "") {
      throw refuse3("missing_id_property", "no idProperty to identify its rows");
    }
    if (into === void 0) {
      throw refuse3("invalid_input", "no into to name the object type of its rows");
    }
  },
  async rows(step) {
    const plan = edgePlan(step.context.env);
    const limitMs = plan.stepMs + STEP_END_MS;
    try {
      const end = await withinLimit(
        limitMs,
        step.context.host.now(),
        (deadlineSignal) => stepRows(step, deadlineSignal)
      );
      return end === TIMED_OUT ? { kind: "stumbled", message: `a step did not end within ${limitMs / 1e3} seconds` } : { kind: end };
    } catch (error) {
      if (error instanceof PermanentSyncError || error instanceof TransientSyncError) {
        return { kind: error instanceof PermanentSyncError ? "failed" : "stumbled", message: error.message };
      }
      if (isBackpressure(error)) {
        throw error;
      }
      step.invocation.uncaught(error);
      return { kind: "stumbled", message: "a step failed; see the log of the worker" };
    }
  }
};
function rulesOf({ worker }, sync, { idProperty, schema, nameOf }) {
  return { worker: worker.worker.name, sync: sync.id, idProperty, schema, nameOf };
}
function postedRules(context, sync) {
  return rulesOf(context, sync, objectTypeOf(context.worker.app, sync));
}
async function stepRows({ context: whole, sync, install, grant, invocation, crmOptions: crmOptions2 }, deadlineSignal) {
  const { source } = sync;
  if (source === void 0) {
    return "in";
  }
  const plan = edgePlan(whole.env);
  const { context, calls } = counted(untilTimeIsUp(whole, deadlineSignal), plan.mostCalls, deadlineSignal);
  const { host, worker } = context;
  const options2 = crmOptions2(context, deadlineSignal);
  const crm = makeCrmClient(options2, worker.profile.paths);
  const isAppObject = appObjectOf(worker.app.objects ?? [], sync.into) !== void 0;
  const into = objectTypeOf(worker.app, sync, isAppObject ? await appIdOf(host, install.id) : void 0);
  const step = {
    source,
    grant,
    port: syncPort(host, install.id, grant),
    rules: rulesOf(whole, sync, into),
    into: into.name,
    upsert: crm.batch.objects.upsert,
    readBatch: (body) => crm.request("POST", `${pathOf(worker.profile.paths.objects, { "object type": into.name })}/batch/read`, { body }),
    http: sourceHttp(context, source, invocation, deadlineSignal),
    plan,
    now: host.now,
    calls,
    isCutOff: () => deadlineSignal.signal.aborted,
    onThrow: (thrown) => invocation.uncaught(thrown)
  };
  if (grant.isFirst) {
    await manageSchema(crm, into, sync.manageSchema);
  }
  return runRows(step);
}
function counted(context, most, deadlineSignal) {
  const { host } = context;
  let calls = 0;
  const count = () => {
    calls += 1;
    if (calls === most) {
      deadlineSignal.give(
        Object.assign(new Error("the step has reached its limit of calls"), { name: "TimeoutError" })
      );
    }
  };
  return {
    calls: () => calls,
    context: {
      ...context,
      host: {
        ...host,
        fetch(input, init) {
          count();
          return host.fetch(input, init);
        },
        actor(className, name, method, args) {
          count();
          return host.actor(className, name, method, args);
        }
      }
    }
  };
}
function sourceHttp(context, source, { logger }, deadlineSignal) {
  const { host, env } = context;
  const transport = { fetch: host.fetch, now: host.now, signal: () => deadlineSignal.signal };
  const credentials = source.mode === "pull" ? credentialsOf(source, env, transport) : void 0;
  const fetch = credentials === void 0 ? host.fetch : sourceFetch(host.fetch, credentials);
  return makeHttpClient({ fetch, deadlineSignal, crmOrigin: crmOrigin(context), logger });
}

// src/worker/steps/posted-step.ts
var postedStep = async (context, args) => {
  const { source: name, install, event } = args;
  const source = context.worker.pushSources.get(name);
  if (source === void 0) {
    throw new ActorError("unknown_capability", `the worker has no push source ${JSON.stringify(name)}`);
  }
  try {
    await sourceExtension.part.replay(context, source, { event, installs: [install] }, (capability, input) => {
      return new Invocation({ context, capability, surface: "push", install: unboundInstall(null), input });
    });
    return { status: 200 };
  } catch (error) {
    if (error instanceof RouteError) {
      return { status: error.status };
    }
    throw error;
  }
};

// src/capability/source.ts
function pull(options2) {
  const definition = { ...options2, kind: "source", mode: "pull" };
  return declare("defineSource", [options2], definition, { push: false });
}
function push(options2) {
  const webhookPath = `/webhooks/${options2?.name}`;
  const definition = { ...options2, kind: "source", mode: "push", webhookPath };
  return declare("defineSource.push", [options2], definition, { push: true });
}
var defineSource = /* @__PURE__ */ Object.assign(pull, { push });

// src/runtime/source.ts
function extend16() {
  extend2();
  extend15();
  sourceExtension.add(sourceEngine);
  STEPS.posted.add(postedStep);
}

// src/runtime/store.ts
var store_exports = {};
__export(store_exports, {
  extend: () => extend17
});

// src/worker/context/store.ts
var MAX_ATTEMPTS = 100;
var LONGEST_PAUSE_MS = 256;
var TTL = '{ ttl: "1h" }';
function makeStore(host, installId) {
  const call = installCall(host, installId);
  const get = (key, versioned) => call("storeGet", { key, versioned });
  const swap = (args) => call("storeSwap", { ...args, newVersion: crypto.randomUUID() });
  const store = {
    async get(key, options2 = {}) {
      const { withVersion } = inputOf(options2, "{ withVersion: true }");
      const { value: value2, version = null } = await get(key, withVersion);
      return withVersion ? { value: value2, version } : value2;
    },
    async put(key, value2, options2 = {}) {
      const { ttl, ifVersion } = inputOf(options2, TTL);
      if (ttl === void 0 && ifVersion === void 0) {
        await call("storePut", { key, value: value2, newVersion: crypto.randomUUID() });
      } else if (!(await swap({ key, value: value2, ttl: sent(ttl), ifVersion })).swapped) {
        throw conflict(key, "it does not have the version of ifVersion");
      }
    },
    async update(key, fn, options2 = {}) {
      const { ttl } = inputOf(options2, TTL);
      if (typeof fn !== "function") {
        const expected2 = "expected one of the old value that returns the new one, as in (count = 0) => count + 1";
        throw new ActorError("invalid_function", `invalid function to update ${JSON.stringify(key)}: ${expected2}`);
      }
      let found = await get(key, true);
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const value2 = await fn(found.value);
        const { version = null } = found;
        const swapped = await swap({
          key,
          value: value2,
          ttl: sent(ttl),
          keepsExpiry: true,
          ifVersion: version
        });
        if (swapped.swapped) {
          return value2;
        }
        found = swapped;
        const longest = Math.min(2 ** attempt, LONGEST_PAUSE_MS);
        await new Promise((resolve2) => setTimeout(resolve2, Math.random() * longest));
      }
      throw conflict(key, `other writes came first in ${MAX_ATTEMPTS} attempts`);
    },
    async delete(key) {
      return await call("storeDelete", { key, call: crypto.randomUUID() });
    },
    async list(prefix2, options2 = {}) {
      const { limit, after } = inputOf(options2, "{ limit: 10 }");
      return await call("storeList", { prefix: prefix2, limit: sent(limit), after });
    }
  };
  return store;
}
function conflict(key, why) {
  return new ActorError("store_conflict", `cannot store ${JSON.stringify(key)}: ${why}`);
}

// src/runtime/store.ts
function extend17() {
  storeExtension.add(makeStore);
}

// src/runtime/sync.ts
var sync_exports = {};
__export(sync_exports, {
  extend: () => extend18
});

// src/capability/sync.ts
var DEFAULT_HANDLER = /* @__PURE__ */ Symbol.for("svc.defaultSyncHandler");
function isDefaultSyncHandler(value2) {
  const handler = isDeclaration(value2, "sync") ? value2.handler : value2;
  return typeof handler === "function" && handler[DEFAULT_HANDLER] === true;
}

// src/sync/memory.ts
function makeSyncMemory(port) {
  return {
    cursor: async () => await port().cursor() ?? void 0,
    async setCursor(cursor) {
      if (cursor !== void 0 && (typeof cursor !== "string" || cursor === "")) {
        throw invalid(
          "invalid cursor of ctx.sync.setCursor: expected a string that is not empty, or undefined to reset it"
        );
      }
      await port().setCursor(cursor ?? null);
    },
    async checkpoint(chunkId, state) {
      if (typeof chunkId !== "string" || chunkId === "") {
        throw invalid("invalid chunk id of ctx.sync.checkpoint: expected a string that is not empty");
      }
      refuseWithoutJson({ id: chunkId, state });
      await port().checkpoint(chunkId, state);
    },
    checkpoints: () => port().checkpoints()
  };
}

// src/worker/dispatch/sync-run.ts
function syncRunOf(context, sync, install, request, granted) {
  const step = new SyncStep(context, sync, install, granted);
  return {
    context,
    capability: { ...sync, handler: (ctx) => step.run(ctx) },
    surface: "sync",
    input: {},
    request,
    install,
    enrolledObject: NO_OBJECT,
    timeoutMs: step.timeoutMs,
    deliveryKey: step.id,
    // billing counts a run once
    members(invocation) {
      step.invocation = invocation;
      return { sync: makeSyncMemory(() => step.port) };
    },
    begin: () => step.begin(),
    conclude: (outcome) => step.conclude(outcome)
  };
}
var SyncStep = class {
  invocation;
  timeoutMs;
  /** Id of the run, unless a manual run resumes a waiting one. */
  id;
  #place;
  #sync;
  #install;
  #isManual;
  #grant;
  /** How the rows ended, if that differs from the outcome. */
  #end;
  constructor(context, sync, install, granted) {
    this.#place = context;
    this.#sync = sync;
    this.#install = install;
    this.#isManual = granted === void 0;
    this.#grant = granted;
    this.id = granted?.run ?? crypto.randomUUID();
    this.timeoutMs = this.#hasHandler ? TIME_LIMIT_MS.sync : edgePlan(context.env).stepMs + 2 * STEP_END_MS;
  }
  get #hasHandler() {
    return this.#sync.source === void 0 || !isDefaultSyncHandler(this.#sync.handler);
  }
  get port() {
    return syncPort(this.#place.host, this.#install.id ?? "", this.#grant);
  }
  /** Checks that the sync can run, and requests the step of a manual run. @throws RouteError */
  async begin() {
    const { source, id: sync } = this.#sync;
    const { host, worker, env } = this.#place;
    const { id: install } = this.#install;
    if (install === null) {
      throw new RouteError("install_not_found", "a sync needs an install, but the request names none");
    }
    if (source !== void 0) {
      sourceExtension.part.check(this.#sync);
    }
    if (!this.#isManual) {
      return;
    }
    const phase = source === void 0 ? "handler" : "rows";
    const args = { worker: worker.worker.name, sync, id: this.id, phase, heldMs: heldMsOf(phase, edgePlan(env)) };
    try {
      this.#grant = await callAgain(() => host.actor("InstallActor", install, "syncBegin", args));
    } catch (error) {
      const isRunning = isActorError(error) && error.code === "sync_already_running";
      throw isRunning ? new RouteError("sync_already_running", error.message, { capabilityId: sync }) : error;
    }
  }
  async run(ctx) {
    const grant = this.#grant;
    const { source } = this.#sync;
    if (source !== void 0 && grant.phase === "rows") {
      const install = this.#install;
      const invocation = this.invocation;
      const end = await sourceExtension.part.rows({
        context: this.#place,
        sync: this.#sync,
        install,
        grant,
        invocation,
        crmOptions: (context, deadlineSignal) => crmOptions(context, install, invocation, deadlineSignal)
      });
      if (end.kind === "more") {
        this.#end = { kind: "more" };
        return ok();
      }
      if (end.kind === "stumbled") {
        this.#end = { kind: "stumbled", message: end.message };
        return retryLater(end.message);
      }
      if (end.kind === "failed") {
        this.#end = { kind: "ended", status: "failed", message: end.message };
        throw new Error(end.message);
      }
    }
    if (source !== void 0 && this.#hasHandler) {
      await this.port.hold(HANDLER_HELD_MS);
    }
    return this.#hasHandler ? this.#sync.handler(ctx) : ok();
  }
  async conclude(outcome) {
    const { id, status, counts, waitsUntil } = await this.#ended(this.#end ?? this.#endOf(outcome));
    return { id, status, ...counts !== void 0 && { counts, ...waitsUntil !== void 0 && { waitsUntil } } };
  }
  /** Ends the step. @throws RouteError if the run has gone on or ended without it */
  async #ended(end) {
    try {
      return await this.port.end(end);
    } catch (error) {
      const isStale = isActorError(error) && error.code === "stale_run";
      throw isStale ? new RouteError("stale_run", error.message) : error;
    }
  }
  #endOf(outcome) {
    const now = this.#place.host.now();
    const comesAgain = this.#isManual && this.#sync.source === void 0 ? { comesAgain: false } : {};
    switch (outcome.status) {
      case "ok":
        return { kind: "ended", status: "succeeded" };
      case "backpressure": {
        const { message } = new CrmBackpressure(outcome.retryAfterSeconds);
        return { kind: "waiting", until: now + outcome.retryAfterSeconds * 1e3, message, ...comesAgain };
      }
      case "retry-later": {
        const { message, retryAfterSeconds: wait } = outcome;
        const isTime = typeof wait === "number" && Number.isFinite(wait) && wait >= 0;
        return { kind: "waiting", message, ...isTime && { until: now + wait * 1e3 }, ...comesAgain };
      }
      case "block":
        return { kind: "ended", status: "cancelled", message: outcome.message };
      case "error":
        return this.#sync.source !== void 0 && outcome.code === "handler_timeout" ? { kind: "stumbled", message: outcome.message } : { kind: "ended", status: "failed", message: outcome.message };
      default:
        return { kind: "ended", status: "failed", message: outcome.message };
    }
  }
};

// src/worker/routes/sync-run.ts
async function syncRun(call, sync) {
  const { request } = call;
  const { install } = request.body.length === 0 ? {} : parseObject(request.headers, request.body);
  return dispatch(syncRunOf(call, sync, await installFrom(call, install), request));
}

// src/worker/steps/sync-step.ts
var syncStep = async (context, args) => {
  const { sync, install, grant } = args;
  const capability = context.worker.syncs.get(sync);
  if (capability === void 0) {
    throw new ActorError("unknown_capability", `the worker has no sync ${JSON.stringify(sync)}; deploy it again`);
  }
  try {
    const url = `https://step.invalid/sync/${encodeURIComponent(sync)}/run`;
    const request = stepRequest(url, { install });
    const job = syncRunOf(context, capability, await installFrom(context, install), request, grant);
    const invocation = new Invocation(job);
    const performed = await perform2(job, invocation);
    endInvocation(invocation, performed);
    const { outcome } = performed;
    const isGated = outcome.status === "error" && outcome.code === "billing_gated";
    if (isGated) {
      return { refused: { kind: "ended", status: "cancelled", message: outcome.message } };
    }
    const isUnavailable = outcome.status === "retry-later" && performed.body["run"] === void 0;
    return isUnavailable ? { refused: { kind: "stumbled", message: outcome.message } } : {};
  } catch (error) {
    if (error instanceof RouteError) {
      return { refused: { kind: "ended", status: "failed", message: error.message } };
    }
    throw error;
  }
};

// src/runtime/sync.ts
function extend18() {
  CAPABILITY_ROUTES.syncs.add(syncRun);
  STEPS.syncStep.add(syncStep);
}

// src/runtime/timers.ts
var timers_exports = {};
__export(timers_exports, {
  extend: () => extend19
});

// src/worker/invocation/left-timers.ts
var LIMITS_UNTIL_CANCELLED = 2;
function withProperties(wrapped, original) {
  return Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
}
function watchTimers(globals = globalThis) {
  const active = /* @__PURE__ */ new Map();
  const owners = /* @__PURE__ */ new Map();
  function onlyActive() {
    const now = Date.now();
    for (const [owner, cancelledAt] of active) {
      if (cancelledAt <= now) {
        active.delete(owner);
      }
    }
    return active.size === 1 ? active.keys().next().value : void 0;
  }
  function watch(set, clear, isRepeated) {
    const setTimer = globals[set];
    const clearTimer = globals[clear];
    const watched = (run2, ms, ...args) => {
      const owner = typeof run2 === "function" && args[0] !== TIMED_OUT ? onlyActive() : void 0;
      if (owner === void 0) {
        return setTimer(run2, ms, ...args);
      }
      const id = setTimer(
        (...passed) => {
          if (!isRepeated) {
            owners.delete(id);
          }
          run2(...passed);
        },
        ms,
        ...args
      );
      owners.set(id, owner);
      return id;
    };
    globals[set] = withProperties(watched, setTimer);
    globals[clear] = withProperties((id) => {
      owners.delete(id);
      clearTimer(id);
    }, clearTimer);
  }
  watch("setTimeout", "clearTimeout", false);
  watch("setInterval", "clearInterval", true);
  return {
    begin: (owner, kind) => void active.set(owner, Date.now() + LIMITS_UNTIL_CANCELLED * TIME_LIMIT_MS[kind]),
    end(owner) {
      active.delete(owner);
      let left = 0;
      for (const [id, of] of owners) {
        if (of === owner) {
          owners.delete(id);
          left += 1;
        }
      }
      if (left > 0) {
        owner.logger.warn(
          `the handler ended with ${left === 1 ? "a timer" : `${left} timers`} still set: the edge platform cancels them with the response; await their work, clear them, or schedule a call with ctx.later`
        );
      }
    }
  };
}

// src/runtime/timers.ts
function extend19() {
  if (timersExtension.found === void 0) {
    timersExtension.add(watchTimers());
  }
}

// src/runtime/trigger.ts
var trigger_exports = {};
__export(trigger_exports, {
  extend: () => extend20,
  handOff: () => handOff,
  lookupInstall: () => lookupInstall
});

// src/worker/deliveries/delivery.ts
var MAX_EVENTS = 100;
function readEvents(body) {
  const events = Array.isArray(body) ? body : [body];
  if (events.length > MAX_EVENTS) {
    throw new RouteError("invalid_input", `the delivery has ${events.length} events: expected at most ${MAX_EVENTS}`);
  }
  if (!events.every(isObject)) {
    throw new RouteError(
      "invalid_json",
      "the body must be an array of events, or one event; an event is a JSON object"
    );
  }
  return events;
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

// src/worker/deliveries/delivery-id.ts
async function deliveryIdOf(events) {
  const identities = events.map(identity).sort();
  return toHex(await sha256(utf8.encode(identities.join("\n"))));
}
function identity({ attemptNumber: _, ...event }) {
  return JSON.stringify(event, (_name, value2) => isObject(value2) ? sorted2(value2) : value2);
}
function sorted2(value2) {
  return Object.fromEntries(Object.entries(value2).sort(([a], [b]) => a < b ? -1 : 1));
}

// src/worker/deliveries/failed-trigger.ts
async function keptIfFailed(context, { trigger: trigger2, portalId, deliveryId, events }, run2) {
  const isStatic = context.worker.app.auth === "static";
  const install = isStatic ? STATIC_INSTALL : portalId === null ? void 0 : String(portalId);
  if (install === void 0 || keptMs(context.worker.app) === 0) {
    return run2();
  }
  const arrived = { kind: "trigger", target: trigger2, identity: deliveryId, portalId, content: events };
  const begunAt = context.host.now();
  let response;
  try {
    response = await run2();
  } catch (thrown) {
    const failure = { status: 500, error: "internal_error", message: String(thrown), begunAt };
    await keepFailed(context, install, arrived, failure);
    throw thrown;
  }
  const { status } = response;
  if (status >= 400) {
    const { error, message } = await response.clone().json();
    await keepFailed(context, install, arrived, { status, error, message, begunAt });
  } else if (events.some(({ attemptNumber }) => Number(attemptNumber) > 0)) {
    await forgetFailed(context, install, arrived);
  }
  return response;
}

// src/context/hand-off.ts
var HAND_OFF_API = /* @__PURE__ */ Symbol.for("svc.handOff");
async function lookupInstall(ctx, portalId) {
  const api = apiOf(ctx, "lookupInstall");
  return portalId === void 0 ? void 0 : api.lookupInstall(portalId);
}
async function handOff(ctx, request) {
  return apiOf(ctx, "handOff").handOff(request);
}
function apiOf(ctx, name) {
  const api = ctx?.[HAND_OFF_API];
  if (api === void 0) {
    const wanted = "expected the context of a trigger's handler; in other handlers use ctx.install";
    const error = new TypeError(`invalid context for ${name}: ${wanted}`);
    throw Object.assign(error, { code: "invalid_argument" });
  }
  return api;
}

// src/worker/dispatch/hand-off-api.ts
function makeHandOffApi(context, request, endsAt2) {
  return (invocation, deadlineSignal) => ({
    [HAND_OFF_API]: {
      async lookupInstall(portalId) {
        const within = untilTimeIsUp(context, deadlineSignal);
        const install = await installOfPortal(within, portalId);
        return install === void 0 ? void 0 : accessTo(within, install, invocation, deadlineSignal);
      },
      async handOff(handOffRequest) {
        deadlineSignal.refuseWhenOver();
        const { install, capability, input = {} } = handOffRequest ?? {};
        const portalId = typeof install === "object" ? install?.portalId : install;
        const bound2 = await installOfPortal(context, portalId);
        if (bound2 === void 0) {
          throw new HandOffError("install_not_found", `the app is not installed in the portal ${String(portalId)}`);
        }
        const isId = typeof capability === "string";
        const found = toolOrCard(context.worker, isId ? capability : capability?.id, isId ? null : capability?.kind);
        return runHandOff({
          context,
          capability: found,
          surface: "invoke",
          input,
          request,
          install: bound2,
          enrolledObject: NO_OBJECT,
          timeoutMs: Math.max(1, endsAt2 - context.host.now())
        });
      }
    }
  });
}
async function installOfPortal(context, portalId) {
  try {
    return await installOf(context, readPortalId(portalId));
  } catch (error) {
    if (error instanceof RouteError && error.code === "install_not_found") {
      return void 0;
    }
    throw error;
  }
}
async function runHandOff(job) {
  const outcome = await runAlone(job);
  if (outcome === void 0) {
    throw new HandOffError(
      "handler_error",
      `${JSON.stringify(job.capability.id)} returned a stream, which only a card can read`
    );
  }
  return resultOf2(outcome);
}
function resultOf2(outcome) {
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

// src/worker/dispatch/trigger-dedup.ts
var GRACE_MS3 = 3e4;
var ACTOR_TIMEOUT_MS2 = 2e3;
var RETRY_SECONDS = 10;
async function once(context, trigger2, portalId, delivery, run2) {
  const { host, worker } = context;
  const began = host.now();
  const remainingMs = () => Math.max(1e3, TIME_LIMIT_MS.trigger - (host.now() - began));
  const name = { worker: worker.worker.name, trigger: trigger2.id, delivery };
  const ask5 = async (method, more = {}) => {
    const call = () => host.actor("PortalActor", String(portalId ?? "none"), method, { ...name, ...more });
    const answer2 = await withinLimit(ACTOR_TIMEOUT_MS2, host.now(), call);
    if (answer2 === TIMED_OUT) {
      throw new Error("no answer in time");
    }
    return answer2;
  };
  if (trigger2.dedup !== "strict") {
    const isSeen = await ask5("deliverySeen").catch(() => false);
    return isSeen === true ? duplicate() : finish2(run2(remainingMs()), () => ask5("deliveryDone", { since: began }));
  }
  const claim = crypto.randomUUID();
  const claimed = await claimOf(ask5("deliveryClaim", { claim, forMs: TIME_LIMIT_MS.trigger + GRACE_MS3 }));
  if (claimed.state === "done") {
    return duplicate();
  }
  if (claimed.state === "running") {
    const seconds = Math.max(1, Math.ceil(claimed.forMs / 1e3));
    throw retryError("delivery_running", "another copy of the delivery is running; deliver it again", seconds);
  }
  return finish2(
    run2(remainingMs()),
    () => ask5("deliveryDone", { since: began }),
    () => ask5("deliveryRelease", { claim })
  );
}
async function claimOf(asked) {
  try {
    return await asked;
  } catch {
    throw retryError("dedup_unavailable", "cannot check whether the delivery has run; deliver it again", RETRY_SECONDS);
  }
}
async function finish2(answer2, done, release = async () => void 0) {
  try {
    const response = await answer2;
    await (response.status < 400 ? done().catch(done) : release()).catch(() => void 0);
    return response;
  } catch (error) {
    await release().catch(() => void 0);
    throw error;
  }
}
var duplicate = () => json(200, { ok: true, duplicate: true });
function retryError(code, message, seconds) {
  return new RouteError(code, message, { retryAfterSeconds: seconds }, { "retry-after": String(seconds) });
}

// src/worker/dispatch/trigger-run.ts
async function deliver(context, trigger2, portalId, events, request) {
  const deliveryId = await deliveryIdOf(events);
  return once(
    context,
    trigger2,
    portalId,
    deliveryId,
    (timeoutMs) => keptIfFailed(
      context,
      { trigger: trigger2.id, portalId, deliveryId, events },
      async () => dispatch({
        context,
        capability: trigger2,
        surface: "trigger",
        input: { triggerId: trigger2.id, deliveryId, events },
        deliveryKey: deliveryId,
        request,
        install: unboundInstall(portalId),
        enrolledObject: NO_OBJECT,
        members: makeHandOffApi(context, request, context.host.now() + timeoutMs),
        timeoutMs
      })
    )
  );
}

// src/worker/routes/trigger.ts
async function trigger(call, capability) {
  const { request } = call;
  const events = readEvents(parseBody(request.headers, request.body));
  if (events.length === 0) {
    return json(200, { ok: true });
  }
  const portals = [...byPortal(events).keys()];
  const portalId = portals.length === 1 ? portals[0] ?? null : null;
  return deliver(call, capability, portalId, events, request);
}

// src/worker/steps/trigger-step.ts
var DELIVERIES_AT_ONCE = 10;
var triggerStep = async (context, args) => {
  const { deliveries, url } = args;
  const work = deliveries.map((delivery) => ({ delivery, trigger: triggerOf(context, delivery) }));
  let failed3 = 0;
  await inLanes(DELIVERIES_AT_ONCE, work, async ({ delivery, trigger: trigger2 }) => {
    if (await hasFailed(context, trigger2, delivery, url)) {
      failed3 += 1;
    }
  });
  return { failed: failed3 };
};
function triggerOf({ worker }, { trigger: trigger2 }) {
  const found = worker.triggers.get(trigger2);
  if (found === void 0) {
    const message = `the worker has no trigger ${JSON.stringify(trigger2)}; deploy it and the app worker again`;
    throw new ActorError("unknown_capability", message);
  }
  return found;
}
async function hasFailed(context, trigger2, { portalId, events }, url) {
  try {
    const { status } = await deliver(context, trigger2, portalId, events, stepRequest(url, events));
    return status >= 400;
  } catch (error) {
    if (error instanceof RouteError) {
      return true;
    }
    throw error;
  }
}

// src/runtime/trigger.ts
function extend20() {
  CAPABILITY_ROUTES.triggers.add(trigger);
  STEPS.trigger.add(triggerStep);
}

// src/runtime/extensions.ts
var EXTENSIONS = {
  associations: associations_exports,
  batch: batch_exports,
  billing: billing_exports,
  budget: budget_exports,
  card: card_exports,
  conversations: conversations_exports,
  declare: declare_exports,
  errors: errors_exports,
  event: event_exports,
  flags: flags_exports,
  http: http_exports,
  later: later_exports,
  metrics: metrics_exports,
  object: object_exports,
  properties: properties_exports,
  source: source_exports,
  store: store_exports,
  sync: sync_exports,
  timers: timers_exports,
  trigger: trigger_exports
};
function extendAll() {
  for (const extension of Object.values(EXTENSIONS)) {
    extension.extend();
  }
}
export {
  createCrmClient,
  createCrmCoordinator,
  createCrmIsolate,
  createWorker,
  extendAll
};
