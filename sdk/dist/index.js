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

// src/declare/field-reader.ts
var fieldReader = () => typeof __SVC_WORKER__ === "undefined" ? { defaultsJson } : void 0;

// src/declare/recorder.ts
var DECLARATION = /* @__PURE__ */ Symbol.for("svc.declaration");
var RECORDER = /* @__PURE__ */ Symbol.for("svc.recorder");
function recorder() {
  return globalThis[RECORDER];
}
function declare(call, args, definition, extra) {
  Object.defineProperty(definition, DECLARATION, { value: definition.kind });
  recorder()?.declared(definition.kind, call, args, definition, extra);
  return definition;
}
function isRecording() {
  return recorder() !== void 0;
}
function refuse(definition, error, argument) {
  const present = recorder();
  if (present === void 0) {
    throw error;
  }
  present.failed(definition, { rule: error.rule, message: error.message, path: [...error.path], argument });
}
function noteUse(worker, capabilities) {
  recorder()?.used?.(worker, capabilities);
}
function isDeclaration(value2, kind) {
  return typeof value2 === "object" && value2 !== null && value2[DECLARATION] === kind;
}

// src/capability/card-backend.ts
function cardBackend(id, options2) {
  return declare("cardBackend", [id, options2], { ...options2, kind: "cardBackend", id }, fieldReader());
}

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
var CONTROLS = {
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
  return CONTROLS[canonicalFieldType(type)];
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
var VALUE_TYPES = {
  static: ["STATIC_VALUE"],
  property: ["OBJECT_PROPERTY"],
  both: ["STATIC_VALUE", "OBJECT_PROPERTY"]
};
function inputField(name, field) {
  return defined({
    ...anyField(name, field),
    required: isRequired(field),
    default: field.default,
    options: options(field.options),
    supportedValueTypes: field.supportedValueTypes ?? VALUE_TYPES[field.valueSource ?? "static"]
  });
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
function inputFields(map) {
  return Object.entries(map ?? {}).map(([name, field]) => inputField(name, field));
}
function outputFields(map) {
  return Object.entries(map ?? {}).map(([name, field]) => defined(anyField(name, field)));
}
function properties(map) {
  return Object.entries(map ?? {}).map(([key, declared]) => property(key, declared));
}

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

// src/manifest/app-manifest.ts
var EVENT_BATCH_SIZE = 500;
var EVENT_BATCH_DELAY_MS = 5e3;
function appManifest(app) {
  const { name, description, distribution, auth, platformVersion, scopes, billing: billing2, permittedUrls } = app;
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
    billing: billing2,
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
  const named = (property2) => propertyName(object.properties, property2);
  const allNamed = (list2) => (list2 ?? []).map(named);
  return {
    ...pick(object, "id", "uid", "name", "label", "description", "singularForm", "pluralForm", "appPrefix"),
    primaryDisplayLabelPropertyName: named(object.primaryDisplayLabelPropertyName),
    secondaryDisplayLabelPropertyNames: allNamed(object.secondaryDisplayLabelPropertyNames),
    requiredProperties: allNamed(object.requiredProperties),
    searchableProperties: allNamed(object.searchableProperties),
    properties: properties(object.properties),
    propertyGroups: (object.propertyGroups ?? []).map((group) => ({ name: group.name, label: group.label })),
    defaultCreateFormFields: (object.defaultCreateFormFields ?? []).map((field) => ({
      propertyName: named(field.propertyName),
      ...pick(field, "isRequired", "isRemovable")
    })),
    settings: { ...object.settings }
  };
}
function associationManifest(association) {
  const ends = pick(association, "id", "uid", "fromObjectType", "toObjectType");
  return { ...ends, ...pick(association, "name", "label", "inverseLabel", "cardinality") };
}
function eventManifest(event) {
  return {
    ...pick(event, "id", "uid", "name", "label", "description", "objectType"),
    supportsCustomObject: event.supportsCustomObject ?? false,
    ...pick(event, "headerTemplate", "detailTemplate"),
    properties: properties(event.properties)
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

// src/declare/error.ts
var DECLARATION2 = /* @__PURE__ */ Symbol.for("svc.declaration");
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
    markError(this, DECLARATION2);
  }
  static {
    recognizeMark(_DeclarationError, DECLARATION2);
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

// src/declare/result.ts
var RESULT = /* @__PURE__ */ Symbol.for("svc.result");
function result(value2) {
  return Object.defineProperty(value2, RESULT, { value: true });
}
function ok(output) {
  return result({ status: "ok", ...output !== void 0 && { output } });
}
function failContinue(message, output) {
  return result({ status: "fail-continue", message, ...output !== void 0 && { output } });
}
function failStop(message) {
  return result({ status: "fail-stop", message });
}
function retryLater(message, retryAfterSeconds) {
  return result({ status: "retry-later", message, ...retryAfterSeconds !== void 0 && { retryAfterSeconds } });
}
function block(message) {
  return result({ status: "block", message });
}

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
    throw invalid(expression, `expected 5 fields (minute hour day month weekday), got ${fields.length}${fix}`);
  }
  const parts = FIELDS.map(
    (field, i) => (fields[i] ?? "").split(",").map((text) => parsePart(expression, field, text))
  );
  refuseNever(expression, parts);
  return FIELDS.map((field, i) => writeField(field, parts[i] ?? [])).join(" ");
}
var DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function refuseNever(expression, [, , days = [], months = [], weekdays = []]) {
  const first = Math.min(...days.map((part) => part.from));
  let longest = 0;
  for (const { from, to, step } of months) {
    for (let month = from; month <= to; month += step) {
      longest = Math.max(longest, DAYS[month - 1] ?? 0);
    }
  }
  if (first > longest && isAny(weekdays)) {
    throw invalid(
      expression,
      `it never fires, because the month has no day ${first}; write a day from 1 to ${longest}`
    );
  }
}
var isAny = (parts) => parts.some((part) => part.star && part.step === 1);
function invalid(expression, why) {
  return new ScheduleValidationError(`invalid cron expression '${expression}': ${why}`, expression);
}
function writeField(field, parts) {
  return field.names === WEEKDAYS ? writeWeekdays(parts) : parts.map((part) => writePart(field, part)).join(",");
}
function parsePart(expression, field, text) {
  if (text === "*") {
    return { from: field.min, to: field.max, step: 1, star: true };
  }
  const found = PART.exec(text);
  if (found === null) {
    throw invalid(
      expression,
      `${field.name} '${text}' must be *, */n, a number${field.names ? ", a name" : ""}, a range or a list of these`
    );
  }
  const [, star, first, last, stepText] = found;
  const from = star === void 0 ? value(expression, field, first ?? "") : field.min;
  const single = star === void 0 && last === void 0;
  const to = single ? from : star === void 0 ? value(expression, field, last ?? "") : field.max;
  if (from > to) {
    throw invalid(
      expression,
      `range '${text}' in the ${field.name} runs backwards; write a list such as '${last},${first}'`
    );
  }
  const step = stepText === void 0 ? 1 : Number(stepText);
  if (stepText !== void 0 && single) {
    throw invalid(
      expression,
      `step '${text}' in the ${field.name} needs a range; write '${from}-${field.max}/${step}'`
    );
  }
  if (step < 1 || step > field.max) {
    throw invalid(expression, `step '${text}' in the ${field.name} must be from 1 to ${field.max}`);
  }
  return { from, to, step, star: star !== void 0 };
}
function value(expression, field, text) {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) {
    return field.min + named;
  }
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= field.min && number <= field.max)) {
    const names = field.names ? ` or one of ${field.names.join(" ")}` : "";
    throw invalid(expression, `${field.name} '${text}' must be a number from ${field.min} to ${field.max}${names}`);
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
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) {
      run.push(day);
    } else {
      runs.push([day]);
    }
  }
  const name = (day) => WEEKDAYS[day ?? 0] ?? "";
  return runs.map((run) => run.length > 2 ? `${name(run[0])}-${name(run.at(-1))}` : run.map(name).join(",")).join(",");
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
    throw invalid2(schedule, "remove the spaces around it");
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
  throw invalid2(schedule, reasonFor(schedule));
}
function invalid2(schedule, why, rule) {
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
function wordyReason(plain) {
  try {
    normalizeSyncSchedule(plain);
    return `write a number followed by m, h or d; use '${plain}'`;
  } catch (error) {
    return `it means '${plain}', but ${error.message.slice(prefix(plain).length)}`;
  }
}
function intervalCron(schedule, digits, unit) {
  const count = Number(digits);
  const refuse2 = (why, fix) => invalid2(schedule, `${why}; ${fix}`, "schedule-interval");
  if (count === 0) {
    throw refuse2("the shortest interval is one minute", "use '1m' or 'manual'");
  }
  if (digits.startsWith("0")) {
    throw invalid2(schedule, `leading zeros are not allowed; use '${digits.replace(/^0+/, "")}${unit}'`);
  }
  switch (unit) {
    case "m":
      if (!isOneOf(MINUTES, count)) {
        throw refuse2(
          `${digits} minutes do not divide an hour`,
          nearest(count, MINUTES, "m", count > 60 ? hoursFor(count / 60) : [])
        );
      }
      return count === 60 ? "0 * * * *" : `${every(count)} * * * *`;
    case "h":
      if (!isOneOf(HOURS, count)) {
        throw refuse2(`${digits} hours do not divide a day`, nearest(count, HOURS, "h", []));
      }
      return count === 24 ? "0 0 * * *" : `0 ${every(count)} * * *`;
    case "d":
      if (count !== 1) {
        throw refuse2(
          "cron triggers cannot count days",
          "use '1d', or days of the month as cron, such as '0 0 1,15 * *'"
        );
      }
      return "0 0 * * *";
    case "w":
      throw refuse2("weeks are not supported", "use cron with a weekday, such as '0 0 * * mon'");
    default:
      throw refuse2(
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

// src/capability/sync.ts
var DEFAULT_HANDLER = /* @__PURE__ */ Symbol.for("svc.defaultSyncHandler");
function isDefaultSyncHandler(value2) {
  const handler = isDeclaration(value2, "sync") ? value2.handler : value2;
  return typeof handler === "function" && handler[DEFAULT_HANDLER] === true;
}
function defaultHandler() {
  return Object.defineProperty(() => ok(), DEFAULT_HANDLER, { value: true });
}
var SCHEDULE_OF_SYNC = "schedule-event";
function scheduleOf(schedule, source) {
  if (isRecording() && (typeof schedule !== "string" || schedule === "")) {
    return {};
  }
  try {
    const normalized = normalizeSyncSchedule(schedule);
    const pushes = source?.mode === "push";
    if (pushes !== (normalized.kind === "event") && !isRecording()) {
      const message = pushes ? `invalid schedule '${schedule}': the webhook of push source "${source.name}" starts the sync; use 'event'` : "invalid schedule 'event': the sync has no push source; declare the source with defineSource.push, or use an interval such as '15m', a cron expression or 'manual'";
      return { normalized, error: new ScheduleValidationError(message, schedule, SCHEDULE_OF_SYNC) };
    }
    return { normalized };
  } catch (error) {
    if (error instanceof ScheduleValidationError) {
      return { error };
    }
    throw error;
  }
}
function sync(idOrSource, options2) {
  const source = isDeclaration(idOrSource, "source") ? idOrSource : void 0;
  const { normalized, error } = typeof __SVC_WORKER__ === "undefined" ? scheduleOf(options2?.schedule, source) : {};
  const definition = {
    ...options2,
    kind: "sync",
    id: source === void 0 ? idOrSource : options2?.id ?? source.name,
    ...source === void 0 ? {} : { source },
    normalizedSchedule: normalized ?? { kind: "manual", expression: "manual", crons: [] },
    handler: options2?.handler ?? defaultHandler()
  };
  declare("sync", [idOrSource, options2], definition, { source, schedule: normalized });
  if (error !== void 0) {
    refuse(definition, error);
  }
  return definition;
}

// src/capability/tool.ts
function makeTool(call, id, options2) {
  return declare(call, [id, options2], { ...options2, kind: "tool", id }, fieldReader());
}
function tool(id, options2) {
  return makeTool("tool", id, options2);
}
function action(id, options2) {
  return makeTool("action", id, options2);
}

// src/capability/trigger.ts
function trigger(id, options2) {
  return declare("trigger", [id, options2], { ...options2, kind: "trigger", id });
}

// src/declare/billing.ts
function normalizeCapabilityBilling(billing2) {
  const { requires, meter, onLimit, deniedMessage } = billing2;
  return {
    requires: requires === void 0 ? [] : typeof requires === "string" ? [requires] : [...requires],
    ...meter !== void 0 && {
      meter: typeof meter === "string" ? { id: meter, quantity: 1 } : { id: meter.id, quantity: meter.quantity ?? 1 }
    },
    onLimit: onLimit ?? "block",
    ...deniedMessage !== void 0 && { deniedMessage }
  };
}

// src/capability/worker-manifest.ts
var WORDS = { tool: "tool or action", cardBackend: "card backend", trigger: "trigger", sync: "sync" };
function workerManifest(worker) {
  const seen = /* @__PURE__ */ new Set();
  for (const { kind, id } of worker.capabilities) {
    const key = `${kind} ${id}`;
    if (seen.has(key)) {
      throw new Error(
        `duplicate ${WORDS[kind]} "${id}" in worker "${worker.name}": ids must be unique per kind, and tools and actions are one kind; rename one`
      );
    }
    seen.add(key);
  }
  return {
    name: worker.name,
    capabilities: worker.capabilities.map((one) => MANIFESTS[one.kind](one)),
    sources: sources(worker.capabilities)
  };
}
var MANIFESTS = {
  tool: toolManifest,
  cardBackend: cardBackendManifest,
  trigger: triggerManifest,
  sync: syncManifest
};
function billing(declared) {
  return declared === void 0 ? void 0 : normalizeCapabilityBilling(declared);
}
function objectTypeName(type) {
  return typeof type === "string" ? type : type.id;
}
function toolManifest(tool2) {
  const { kind, id, label, description, objectType, objectTypes, uid, cardContent, published, agent } = tool2;
  return defined({
    kind,
    id,
    label,
    description,
    objectType,
    objectTypes: objectTypes && [...objectTypes],
    uid,
    cardContent,
    published,
    input: inputFields(tool2.input),
    output: outputFields(tool2.output),
    agent: agent && agentManifest(agent),
    billing: billing(tool2.billing)
  });
}
function agentManifest({ description, expose, toolType, component, uid }) {
  return defined({ description, expose: [...expose], toolType, component, uid });
}
function cardBackendManifest(backend) {
  const { kind, id, label } = backend;
  return defined({
    kind,
    id,
    label,
    objectTypes: (backend.objectTypes ?? []).map(objectTypeName),
    input: inputFields(backend.input),
    output: outputFields(backend.output),
    billing: billing(backend.billing)
  });
}
function triggerManifest(trigger2) {
  const { kind, id, label, eventType, dedup } = trigger2;
  return defined({ kind, id, label, eventType, dedup: dedup ?? "best-effort", billing: billing(trigger2.billing) });
}
function syncManifest(sync2) {
  const { kind, id, label, into, idProperty, schema, manageSchema } = sync2;
  return defined({
    kind,
    id,
    label,
    schedule: sync2.normalizedSchedule,
    source: sync2.source?.name,
    into: into === void 0 ? void 0 : objectTypeName(into),
    idProperty,
    schema: schema && { ...schema },
    manageSchema: manageSchema ?? false,
    defaultHandler: isDefaultSyncHandler(sync2.handler),
    billing: billing(sync2.billing)
  });
}
function sources(capabilities) {
  const byName = /* @__PURE__ */ new Map();
  for (const one of capabilities) {
    if (one.kind === "sync" && one.source !== void 0 && !byName.has(one.source.name)) {
      byName.set(one.source.name, one.source);
    }
  }
  return [...byName.values()].map(
    (source) => defined({
      name: source.name,
      mode: source.mode,
      auth: source.auth && { type: source.auth.type },
      webhookPath: source.mode === "push" ? source.webhookPath : void 0
    })
  );
}

// src/capability/worker.ts
function noManifest() {
  throw new Error("cannot create the manifest in a running worker: request GET /_svc/manifest, or run svc build");
}
var FORM_RULE = "define-worker-form";
var CAPABILITY_KINDS = ["tool", "cardBackend", "trigger", "sync"];
function isCapability(value2) {
  return CAPABILITY_KINDS.some((kind) => isDeclaration(value2, kind));
}
function formError(name, options2) {
  if (typeof name === "function" || typeof options2 === "function") {
    return new DeclarationError(
      "defineWorker no longer takes a callback: write const worker = defineWorker('name'), call worker.tool(\u2026) for each capability, and export default worker",
      FORM_RULE
    );
  }
  if (typeof name === "string") {
    return void 0;
  }
  return new DeclarationError(
    `invalid worker name: expected a string, as in defineWorker('main'), got ${name === null ? "null" : typeof name}`,
    FORM_RULE
  );
}
function defineWorker(name, options2) {
  const capabilities = [];
  function register(capability) {
    capabilities.push(capability);
    return capability;
  }
  const worker = {
    kind: "worker",
    name,
    capabilities,
    tool: (id, o) => register(makeTool("tool", id, o)),
    action: (id, o) => register(makeTool("action", id, o)),
    cardBackend: (id, o) => register(cardBackend(id, o)),
    trigger: (id, o) => register(trigger(id, o)),
    sync: ((id, o) => register(sync(id, o))),
    use(...more) {
      noteUse(worker, more);
      more.filter((one, index) => isCapability(one) || refuseUse(worker, one, index)).forEach(register);
      return worker;
    },
    manifest: () => typeof __SVC_WORKER__ === "undefined" ? workerManifest(worker) : noManifest()
  };
  declare("defineWorker", options2 === void 0 ? [name] : [name, options2], worker);
  const error = formError(name, options2);
  if (error !== void 0) {
    refuse(worker, error);
  }
  if (Array.isArray(options2?.use)) {
    if (isRecording()) {
      options2.use.filter(isCapability).forEach(register);
    } else {
      worker.use(...options2.use);
    }
  }
  return worker;
}
function refuseUse(worker, value2, argument) {
  const got = isDeclaration(value2, "source") ? "a source" : value2 === null ? "null" : typeof value2;
  const expected = "expected a result of tool, action, cardBackend, trigger or sync";
  const message = `invalid capability for worker "${worker.name}": ${expected}, got ${got}`;
  refuse(worker, new DeclarationError(message, FORM_RULE), argument);
  return false;
}

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

// src/declare/alert-expr.ts
var METRICS = [
  "count",
  "errors",
  "error_rate",
  "p50",
  "p90",
  "p95",
  "p99",
  "backpressure",
  "crm_429",
  "poison_rows",
  "sync_lag_minutes"
];
var LABELS = ["capability", "kind", "portal"];
var OPERATORS = [">=", "<=", "==", "!=", ">", "<"];
var MAX_LENGTH = 4096;
var MAX_DEPTH = 32;
var AlertExprError = class extends Error {
  /** The position of the mistake, in UTF-16 units from 0. */
  offset;
  /** The words that are valid in this position, if there is a list. */
  known;
  constructor(message, offset, known = []) {
    super(message);
    this.offset = offset;
    this.known = known;
  }
};
var TOKEN = /\s*("(?:[^"\\]|\\[^])*"|[><=!]=|[-+.\d][-+.\w%]*|\w+|[^\s])/y;
var NUMBER = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)((?![eE]$)[A-Za-z_%]\w*)?$/;
function readAlertExpr(text) {
  if (text.length > MAX_LENGTH) {
    throw new AlertExprError(`the expression is longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  }
  const reader = new Reader(text);
  const expr = reader.any(0);
  reader.end();
  return expr;
}
var Reader = class {
  #text;
  /** The next token, "" at the end, and its position. */
  #token = "";
  #at = 0;
  constructor(text) {
    this.#text = text;
    this.#next();
  }
  any(depth) {
    const terms = this.#joined("or", () => {
      const parts = this.#joined("and", () => this.#term(depth));
      return parts.length === 1 ? parts[0] : { all: parts };
    });
    return terms.length === 1 ? terms[0] : { any: terms };
  }
  end() {
    if (this.#token !== "") {
      throw this.#expected('"and", "or" or the end');
    }
  }
  #next() {
    TOKEN.lastIndex = this.#at + this.#token.length;
    const token = TOKEN.exec(this.#text)?.[1] ?? "";
    this.#at = (token === "" ? this.#text.length : TOKEN.lastIndex) - token.length;
    this.#token = token;
  }
  #joined(word, read) {
    const terms = [read()];
    while (this.#take(word)) {
      terms.push(read());
    }
    return terms;
  }
  #term(depth) {
    if (!this.#take("(")) {
      return this.#comparison();
    }
    if (depth >= MAX_DEPTH) {
      throw this.#error(`more than ${MAX_DEPTH} nested parentheses`);
    }
    const inner = this.any(depth + 1);
    this.#expect(")", '"and", "or" or ")"');
    return inner;
  }
  #comparison() {
    const metric = this.#word("metric", METRICS);
    const labels = this.#take("{") ? this.#labels() : {};
    const operator = OPERATORS.find((known) => this.#take(known));
    if (operator === void 0) {
      throw this.#expected(`one of ${OPERATORS.join(" ")}`);
    }
    return { metric, labels, operator, number: this.#number() };
  }
  #labels() {
    const labels = {};
    do {
      const at = this.#at;
      const name = this.#word("label", LABELS);
      if (labels[name] !== void 0) {
        throw new AlertExprError(`duplicate label "${name}"`, at);
      }
      this.#expect("=", "=");
      if (this.#token === '"') {
        throw new AlertExprError("the value has no closing quote", this.#text.length);
      }
      if (!this.#token.startsWith('"')) {
        throw this.#expected("a value in double quotes");
      }
      labels[name] = this.#token.slice(1, -1).replace(/\\([^])/g, "$1");
      this.#next();
    } while (this.#take(","));
    this.#expect("}", '"," or "}"');
    return labels;
  }
  #number() {
    const token = this.#token;
    const [, digits, unit] = NUMBER.exec(token) ?? [];
    if (digits === void 0 && !/^[-+.\d]/.test(token)) {
      throw this.#expected("a number");
    }
    if (digits === void 0 || !Number.isFinite(Number(digits))) {
      throw this.#error(`invalid number ${JSON.stringify(token)}`);
    }
    if (unit !== void 0) {
      const hint = unit === "%" ? ": error_rate goes from 0 to 1" : /^m?s$/.test(unit) ? ": latencies are in ms" : "";
      throw new AlertExprError(`a number takes no unit, found "${unit}"${hint}`, this.#at + digits.length);
    }
    this.#next();
    return Number(digits);
  }
  #word(what, known) {
    const word = this.#token;
    if (!/^\w/.test(word)) {
      throw this.#expected(`a ${what}`);
    }
    if (!known.includes(word)) {
      throw this.#error(`unknown ${what} "${word}"`, known);
    }
    this.#next();
    return word;
  }
  #take(token) {
    const isNext = this.#token === token;
    if (isNext) {
      this.#next();
    }
    return isNext;
  }
  #expect(token, wanted) {
    if (!this.#take(token)) {
      throw this.#expected(wanted);
    }
  }
  #expected(wanted) {
    return this.#error(`expected ${wanted}, found ${this.#token === "" ? "the end" : JSON.stringify(this.#token)}`);
  }
  #error(message, known) {
    return new AlertExprError(message, this.#at, known);
  }
};
function alertExprJson(text) {
  try {
    const pairs = (key, value2) => key === "labels" ? Object.entries(value2) : value2;
    return JSON.stringify({ expr: readAlertExpr(text) }, pairs);
  } catch (error) {
    if (!(error instanceof AlertExprError)) {
      throw error;
    }
    const { message, offset, known } = error;
    return JSON.stringify({ error: { message, offset, known } });
  }
}

// src/declare/app.ts
function defineApp(options2) {
  const extra = typeof __SVC_WORKER__ === "undefined" ? { alertExprJson } : void 0;
  return declare("defineApp", [options2], { ...options2, kind: "app" }, extra);
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

// src/declare/card.ts
function card(options2) {
  return declare("card", [options2], { ...options2, kind: "card" });
}

// src/declare/mcp-server.ts
function mcpServer(id, options2) {
  return declare("mcpServer", [id, options2], {
    ...options2,
    kind: "mcpServer",
    id,
    uid: options2?.uid ?? id,
    version: options2?.version ?? "1.0.0",
    requiredScopes: options2?.requiredScopes ?? [],
    enabled: options2?.enabled ?? true
  });
}

// src/declare/scopes.ts
function usesScopes(scopes, run) {
  void scopes;
  return run();
}

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
  for (const part of parts) {
    if (!isData(part) || typeof part.variation !== "string" || !Number.isInteger(part.weight) || part.weight < 0) {
      throw malformed("a part of a split must have a variation and a weight, a whole number of at least 0");
    }
    total += part.weight;
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
    return failed(defaultValue, error);
  }
}
function failed(value2, error) {
  if (error instanceof FlagError) {
    return { value: value2, reason: "ERROR", errorCode: error.code, errorMessage: error.message };
  }
  const errorMessage = error instanceof Error ? error.message : "cannot read the flag";
  return { value: value2, reason: "ERROR", errorCode: "GENERAL", errorMessage };
}
function evaluateFlag(snapshot, context, defaultValue) {
  return evaluate(snapshot, context, defaultValue);
}
function evaluateBooleanFlag(snapshot, context, defaultValue) {
  return evaluate(snapshot, context, defaultValue, "boolean");
}
function evaluateStringFlag(snapshot, context, defaultValue) {
  return evaluate(snapshot, context, defaultValue, "string");
}
function evaluateNumberFlag(snapshot, context, defaultValue) {
  return evaluate(snapshot, context, defaultValue, "number");
}
function evaluateJsonFlag(snapshot, context, defaultValue) {
  return evaluate(snapshot, context, defaultValue, "json");
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
      const finish2 = (flag) => details(evaluate2(flag, merged(staticContext, context), defaultValue));
      const fail = (error) => details(failed(defaultValue, error));
      try {
        const found = resolveSnapshot(flagKey);
        const result2 = isPromise(found) ? Promise.resolve(found).then(finish2).catch(fail) : finish2(found);
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

// src/platform/redact-text.ts
var REDACTED = "[redacted]";
var TOKEN2 = /\b(?:bearer(?:[\s:=]|%20)+){1,2}[^\s"',;]+|\b(?:pat|glpat|github_pat|gh[oprsu]|xox[abeprs]|sk|rk|svc)[-_][\w-]+|\beyJ[\w.-]+/gi;
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
  const kept = text.replace(TOKEN2, redactToken);
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
    const host = run.slice(at + ESCAPED_AT.length, at + ESCAPED_AT.length + LONGEST_HOST);
    if (HOST.test(host) && !VERSION.test(host)) {
      return true;
    }
  }
  return false;
}
function redactPhone(run, at, text) {
  return isAttached(text, at) || NO_PHONE.test(run) || !endsAt(run, at + run.length, text) ? run : REDACTED;
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
function endsAt(run, end, text) {
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

// src/platform/redact.ts
var DEFAULT_MAX_DEPTH = 8;
var DEPTH_LIMIT = 100;
var MAX_OBJECTS = 1e5;
var TOKEN_KEY = /(?:token|secret|password|passwd|passphrase|pwd|apikey|secretkey|privatekey|accesskey|signingkey|authorization|credentials?|cookie|jwt|bearer)$|^(?:tokens|secrets|passwords|cookies)$/;
function redact(value2, options2 = {}) {
  try {
    return new Redaction(options2).value(value2, 0);
  } catch {
    return REDACTED;
  }
}
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
      const shown = ["name", "message", "stack", "cause", "errors"].filter((key) => key in source);
      return this.properties(source, {}, /* @__PURE__ */ new Set([...shown, ...Object.keys(source)]), depth);
    }
    const { toJSON } = source;
    if (typeof toJSON === "function") {
      return this.value(toJSON.call(source, ""), depth);
    }
    return this.properties(source, {}, Object.keys(source), depth);
  }
  properties(source, copy, keys, depth) {
    const items = Array.isArray(source);
    for (const key of keys) {
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
    const plain = plainKey(key);
    return this.#fields.has(plain) || TOKEN_KEY.test(plain.replace(/[0-9]{1,3}$/, "")) ? REDACTED : read();
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
export {
  CRM_FIELD_TYPE_MAP,
  CrmBackpressure,
  DeclarationError,
  REDACTED,
  SDK_VERSION,
  ScheduleValidationError,
  action,
  appEvent,
  appObject,
  appObjectAssociation,
  block,
  card,
  cardBackend,
  createSvcOpenFeatureProvider,
  crmErrorCode,
  defaultCrmFieldType,
  defineApp,
  defineSource,
  defineWorker,
  evaluateBooleanFlag,
  evaluateFlag,
  evaluateFlags,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
  failContinue,
  failStop,
  handOff,
  isBackpressure,
  isDefaultSyncHandler,
  lookupInstall,
  mcpServer,
  normalizeCapabilityBilling,
  normalizeCrmFieldType,
  normalizeSyncSchedule,
  ok,
  projectManifest,
  redact,
  retryLater,
  sync,
  tool,
  trigger,
  usesScopes
};
