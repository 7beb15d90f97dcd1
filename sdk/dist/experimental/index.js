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

// src/declare/uid.ts
function deriveUid(id) {
  return id.replace(/([a-z])([A-Z])/g, "$1_$2").replace(/([A-Z0-9])([A-Z][a-z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "").toUpperCase();
}

// src/declare/app-object-association.ts
function appObjectAssociation(id, options) {
  const uid = options?.uid ?? deriveUid(String(id));
  return declare("appObjectAssociation", [id, options], { ...options, kind: "appObjectAssociation", id, uid });
}

// src/experimental/gate.ts
function assertExperimental(name, options) {
  if (options?.experimental !== true) {
    throw new Error(
      `${name} is experimental and may change in any version of @svc/sdk: pass { experimental: true } as its last argument`
    );
  }
}

// src/declare/json.ts
var mayNamePrototype = (text3) => text3.includes("__proto__") || text3.includes("\\u00");
var MAX_JSON_DEPTH = 1e3;
var JsonDepthError = class extends SyntaxError {
  constructor() {
    super(`the JSON nests deeper than ${MAX_JSON_DEPTH} levels`);
  }
};
function parseJson(text3) {
  if (isTooDeep(text3)) {
    throw new JsonDepthError();
  }
  return mayNamePrototype(text3) ? JSON.parse(text3, (name, value) => name === "__proto__" ? void 0 : value) : JSON.parse(text3);
}
var ESCAPE = 92;
function isTooDeep(text3) {
  if (text3.length <= MAX_JSON_DEPTH) {
    return false;
  }
  let opened = 0;
  for (const bracket of ["{", "["]) {
    for (let at = text3.indexOf(bracket); at >= 0 && opened <= MAX_JSON_DEPTH; at = text3.indexOf(bracket, at + 1)) {
      opened += 1;
    }
  }
  return opened > MAX_JSON_DEPTH && depthOf(text3) > MAX_JSON_DEPTH;
}
function depthOf(text3) {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text3.length && depth <= MAX_JSON_DEPTH; i++) {
    const character = text3[i];
    if (character === '"') {
      i = endOfText(text3, i);
    } else if (character === "[" || character === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return deepest;
}
function endOfText(text3, start) {
  let end = start;
  let escapes = 0;
  do {
    end = text3.indexOf('"', end + 1);
    for (escapes = 0; end >= 0 && text3.charCodeAt(end - 1 - escapes) === ESCAPE; ) {
      escapes += 1;
    }
  } while (escapes % 2 === 1);
  return end < 0 ? text3.length : end;
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
function readField(field, value) {
  const reader = READERS[String(field.type).toLowerCase()];
  return reader === void 0 ? { value } : reader(value, field);
}
function readDefault(field) {
  if (field.default === void 0) {
    return { value: void 0 };
  }
  const text3 = jsonOf(field.default);
  return text3 === void 0 ? { expected: "a value that JSON can represent" } : readField(field, JSON.parse(text3));
}
function jsonOf(value) {
  try {
    return JSON.stringify(value);
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
function readString(value) {
  if (typeof value === "string") {
    return { value };
  }
  return typeof value === "number" || typeof value === "boolean" ? { value: String(value) } : { expected: "a string" };
}
function readNumber(value) {
  const text3 = typeof value === "string" ? value.trim() : "";
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text3) ? Number(text3) : value;
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
  const text3 = readString(value);
  if ("expected" in text3 || options.length === 0) {
    return text3;
  }
  const choices = options.map((option) => typeof option === "string" ? option : option.value);
  const chosen = fieldType === "checkbox" ? String(text3.value).split(";") : [String(text3.value)];
  return chosen.every((one) => choices.includes(one)) ? text3 : { expected: `one of ${choices.join(", ")}` };
}
function readJson(value) {
  if (typeof value !== "string") {
    return { value };
  }
  try {
    return { value: parseJson(value) };
  } catch (error) {
    return { expected: error instanceof JsonDepthError ? `JSON of at most ${MAX_JSON_DEPTH} levels` : "JSON" };
  }
}
var ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
function readDatetime(value) {
  const mismatch = { expected: "a date and time in ISO 8601, or milliseconds since the epoch" };
  if (typeof value === "number" || typeof value === "string" && /^-?\d{1,16}$/.test(value)) {
    const date = new Date(Number(value));
    return Number.isNaN(date.getTime()) ? mismatch : { value: date.toISOString() };
  }
  const match = typeof value === "string" ? ISO.exec(value.trim()) : null;
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
  const result = new Date(date.getTime() + time - zoneOffset(zone));
  return Number.isNaN(result.getTime()) ? mismatch : { value: result.toISOString() };
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

// src/declare/app-object.ts
function appObject(id, options) {
  const uid = options?.uid ?? deriveUid(String(id));
  return declare("appObject", [id, options], { ...options, kind: "appObject", id, uid }, fieldReader());
}

// src/experimental/object.ts
var FEATURE_FLAG_APP_OBJECT_TYPE = "feature-flag";
var FEATURE_FLAG_APP_OBJECT_SCOPES = [
  "crm.objects.custom.read",
  "crm.objects.custom.write"
];
function text(label, more = {}) {
  return { type: "string", label, readOnlyValue: true, ...more };
}
function choice(label, options) {
  return { type: "enumeration", label, options, readOnlyValue: true };
}
function json(label, description) {
  return { type: "json", label, description, fieldType: "textarea", readOnlyValue: true };
}
function properties() {
  return {
    match_key: text("Match key", { hasUniqueValue: true, description: "Identifies the record of a flag." }),
    source_id: text("Source", { description: "The project and environment of the flag." }),
    flag_key: text("Key"),
    flag_name: text("Name"),
    flag_description: text("Description", { fieldType: "textarea" }),
    flag_type: choice("Type", ["boolean", "string", "number", "json"]),
    flag_status: choice("Status", ["active", "disabled", "archived"]),
    variations: json("Variations", "Values by name."),
    default_variation: text("Default variation"),
    off_variation: text("Variation when off"),
    rules: json("Rules", "Which subjects get which variation."),
    rollout: json("Rollout", "The split of subjects that no rule covers.")
  };
}
function featureFlagAppObject(options) {
  assertExperimental("featureFlagAppObject", options);
  return appObject(FEATURE_FLAG_APP_OBJECT_TYPE, {
    name: "FEATURE_FLAG",
    label: "Feature flag",
    singularForm: "Feature flag",
    pluralForm: "Feature flags",
    description: "A feature flag of the app, as the app evaluates it.",
    primaryDisplayLabelPropertyName: "flag_name",
    secondaryDisplayLabelPropertyNames: ["flag_key", "flag_status"],
    searchableProperties: ["flag_key", "flag_name"],
    settings: { hasRecordPage: true, allowsUserCreatedRecords: false, hasEngagements: false },
    properties: properties()
  });
}

// src/experimental/associations.ts
function association(toObjectType) {
  return appObjectAssociation(`feature-flag-to-${toObjectType}`, {
    fromObjectType: FEATURE_FLAG_APP_OBJECT_TYPE,
    toObjectType,
    label: "On for",
    inverseLabel: "Feature flags",
    cardinality: "MANY_TO_MANY"
  });
}
function flagToCompanyAssociation(options) {
  assertExperimental("flagToCompanyAssociation", options);
  return association("company");
}
function flagToContactAssociation(options) {
  assertExperimental("flagToContactAssociation", options);
  return association("contact");
}

// src/flags/shape.ts
function isData(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var FLAG_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

// src/experimental/destination.ts
function flagDestinationSourceId({ projectId, environment }, options) {
  assertExperimental("flagDestinationSourceId", options);
  for (const [name, value] of Object.entries({ projectId, environment })) {
    if (typeof value !== "string" || value === "") {
      throw new TypeError(`invalid ${name} of a flag source: expected a non-empty string`);
    }
  }
  return `svc:${encodeURIComponent(projectId)}/${encodeURIComponent(environment)}`;
}
function flagDestinationMatchKey(flag, options) {
  assertExperimental("flagDestinationMatchKey", options);
  const { key } = flag;
  if (typeof key !== "string" || !FLAG_KEY.test(key)) {
    throw new TypeError(
      `invalid flag key ${JSON.stringify(key)}: expected a letter or digit, then letters, digits, dots, hyphens and underscores`
    );
  }
  return options.sourceId === void 0 ? key : `${options.sourceId}/${key}`;
}

// src/flags/split.ts
var BUCKETS = 1e5;

// src/flags/validate.ts
var SnapshotError = class extends Error {
  /** The path of the member, such as `rules[0].serve.variation`. */
  field;
  constructor(field, message) {
    super(`${field} ${message}`);
    this.name = "SnapshotError";
    this.field = field;
  }
};
var MAX_RULES = 200;
var MAX_CONDITIONS = 50;
var MAX_VALUES = 1e3;
var MAX_VARIATIONS = 100;
var MAX_TEXT = 256;
var MEMBERS = [
  "key",
  "type",
  "status",
  "version",
  "updatedAt",
  "salt",
  "variations",
  "default",
  "off",
  "rules",
  "rollout"
];
var VALUES = {
  eq: ["string", "number", "boolean"],
  neq: ["string", "number", "boolean"],
  in: ["string", "number", "boolean"],
  notIn: ["string", "number", "boolean"],
  contains: ["string", "number", "boolean"],
  startsWith: ["string"],
  endsWith: ["string"],
  gt: ["string", "number"],
  gte: ["string", "number"],
  lt: ["string", "number"],
  lte: ["string", "number"]
};
function readSnapshot(value) {
  const flag = record("the flag", value, MEMBERS);
  matching(
    "key",
    flag.key,
    FLAG_KEY,
    "must start with a letter or digit and contain at most 128 letters, digits, dots, hyphens and underscores"
  );
  oneOf("type", flag.type, ["boolean", "string", "number", "json"]);
  oneOf("status", flag.status, ["active", "disabled", "archived"]);
  if (!Number.isSafeInteger(flag.version) || flag.version < 0) {
    throw new SnapshotError("version", "must be a whole number of at least 0");
  }
  matching(
    "updatedAt",
    flag.updatedAt,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
    "must be a time such as 2026-01-01T00:00:00Z"
  );
  if (Number.isNaN(Date.parse(flag.updatedAt))) {
    throw new SnapshotError("updatedAt", "must be a valid date");
  }
  text2("salt", flag.salt);
  const names = variations(flag);
  oneOf("default", flag.default, names);
  oneOf("off", flag.off, names);
  const ids = /* @__PURE__ */ new Set();
  list("rules", flag.rules, 0, MAX_RULES).forEach((one, i) => {
    const id = rule(`rules[${i}]`, one, names);
    if (ids.has(id)) {
      throw new SnapshotError(`rules[${i}].id`, "must be unique: an earlier rule has it");
    }
    ids.add(id);
  });
  if (flag.rollout !== void 0) {
    split("rollout", record("rollout", flag.rollout, ["split", "by"]), names);
  }
  return value;
}
function variations({ type, variations: all }) {
  if (!isData(all)) {
    throw new SnapshotError("variations", "must be an object with values by name");
  }
  const names = Object.keys(all);
  if (names.length < 1 || names.length > MAX_VARIATIONS) {
    throw new SnapshotError("variations", `must have 1 to ${MAX_VARIATIONS} members`);
  }
  for (const name of names) {
    text2("variations", name);
    if (type !== "json" && typeof all[name] !== type) {
      throw new SnapshotError(`variations.${name}`, `must be a ${String(type)}, the type of the flag`);
    }
  }
  return names;
}
function rule(path, value, names) {
  const { id, when, serve } = record(path, value, ["id", "when", "serve"]);
  text2(`${path}.id`, id);
  list(`${path}.when`, when, 0, MAX_CONDITIONS).forEach((one, i) => condition(`${path}.when[${i}]`, one));
  const served = record(`${path}.serve`, serve, ["variation", "split", "by"]);
  if (served.variation === void 0 === (served.split === void 0)) {
    throw new SnapshotError(`${path}.serve`, "must have a variation or a split, but not both");
  }
  if (served.split !== void 0) {
    split(`${path}.serve`, served, names);
  } else {
    oneOf(`${path}.serve.variation`, served.variation, names);
    if (served.by !== void 0) {
      throw new SnapshotError(`${path}.serve.by`, "is allowed only with a split");
    }
  }
  return id;
}
function condition(path, value) {
  const { attr, op, values } = record(path, value, ["attr", "op", "values"]);
  text2(`${path}.attr`, attr);
  oneOf(`${path}.op`, op, [...Object.keys(VALUES), "exists"]);
  if (op === "exists") {
    if (list(`${path}.values`, values, 0, 1).some((one) => typeof one !== "boolean")) {
      throw new SnapshotError(`${path}.values`, "must be [], [true] or [false] for exists");
    }
    return;
  }
  const kinds = VALUES[op];
  if (list(`${path}.values`, values, 1, MAX_VALUES).some((one) => !kinds.includes(typeof one))) {
    throw new SnapshotError(
      `${path}.values`,
      `must be an array for ${String(op)}, each value a ${kinds.join(" or a ")}`
    );
  }
}
function split(path, { split: parts, by }, names) {
  let total = 0;
  list(`${path}.split`, parts, 1, MAX_VARIATIONS).forEach((one, i) => {
    const { variation, weight } = record(`${path}.split[${i}]`, one, ["variation", "weight"]);
    oneOf(`${path}.split[${i}].variation`, variation, names);
    if (!Number.isInteger(weight) || weight < 0) {
      throw new SnapshotError(`${path}.split[${i}].weight`, "must be a whole number of at least 0");
    }
    total += weight;
  });
  if (total !== BUCKETS) {
    throw new SnapshotError(`${path}.split`, `must have weights with the sum ${BUCKETS}, got ${total}`);
  }
  if (by !== void 0) {
    text2(`${path}.by`, by);
  }
}
function record(path, value, members) {
  if (!isData(value)) {
    throw new SnapshotError(path, "must be an object");
  }
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other !== void 0) {
    throw new SnapshotError(
      members === MEMBERS ? other : `${path}.${other}`,
      `is not a known member: use ${members.join(", ")}`
    );
  }
  return value;
}
function list(path, value, min, max) {
  if (!Array.isArray(value) || value.length < min || value.length > max) {
    throw new SnapshotError(path, `must be an array of ${min} to ${max} items`);
  }
  return value;
}
function text2(path, value) {
  if (typeof value !== "string" || value === "" || value.length > MAX_TEXT) {
    throw new SnapshotError(path, `must be a string of 1 to ${MAX_TEXT} characters`);
  }
}
function matching(path, value, pattern, otherwise) {
  if (typeof value !== "string" || !pattern.test(value)) {
    throw new SnapshotError(path, otherwise);
  }
}
function oneOf(path, value, known) {
  if (typeof value !== "string" || !known.includes(value)) {
    throw new SnapshotError(path, `must be one of ${known.join(", ")}`);
  }
}

// src/experimental/record.ts
var MAX_PROPERTY = 65536;
function flagDefinitionToAppObjectRecord(definition, options) {
  assertExperimental("flagDefinitionToAppObjectRecord", options);
  const { name, description, ...flag } = definition;
  const {
    key,
    type,
    status,
    variations: variations2,
    default: fallback,
    off,
    rules,
    rollout
  } = readSnapshot({
    version: 0,
    updatedAt: "1970-01-01T00:00:00Z",
    salt: flag.key,
    ...flag,
    rules: flag.rules ?? []
  });
  const properties2 = {
    match_key: flagDestinationMatchKey({ key }, options),
    source_id: options.sourceId ?? "",
    flag_key: key,
    flag_name: name ?? key,
    flag_description: description ?? "",
    flag_type: type,
    flag_status: status,
    variations: JSON.stringify(variations2),
    default_variation: fallback,
    off_variation: off,
    rules: JSON.stringify(rules),
    rollout: rollout === void 0 ? "" : JSON.stringify(rollout)
  };
  for (const [property, value] of Object.entries(properties2)) {
    if (value.length > MAX_PROPERTY) {
      throw new RangeError(
        `flag ${JSON.stringify(key)} is too large: property ${property} has ${value.length} characters, the CRM allows ${MAX_PROPERTY}`
      );
    }
  }
  return { properties: properties2 };
}
export {
  FEATURE_FLAG_APP_OBJECT_SCOPES,
  FEATURE_FLAG_APP_OBJECT_TYPE,
  featureFlagAppObject,
  flagDefinitionToAppObjectRecord,
  flagDestinationMatchKey,
  flagDestinationSourceId,
  flagToCompanyAssociation,
  flagToContactAssociation
};
