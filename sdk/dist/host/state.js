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
    value(value, depth) {
      if (typeof value === "string") {
        return this.text(value);
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
        const value = orRedacted(() => items ? read() : this.member(key, read));
        const name = items ? key : this.#keyName(this.text(key), key);
        Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
      }
      return copy;
    }
    #map(source, depth) {
      const copy = /* @__PURE__ */ new Map();
      Map.prototype.forEach.call(source, (value, key) => {
        const read = () => this.value(value, depth);
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

  // src/platform/secret-names.ts
  var MORE_NAMES = /(?:^|[-.])(?:auth|(?:proxy-?)?authorization|dsn|connection-?strings?|conn-?str|api-?keys|access-?keys|private-?keys|session(?:-?(?:id|key))?|sid|sig|signatures?|pass|passwords|passphrases|passcode|otp|totp|mfa|pem|jwts|csrf|xsrf)-?\d{0,3}$/;
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
    const back = (end, most, matches) => {
      let start = end;
      while (start > from && end - start < most && matches(text.charAt(start - 1))) {
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
    const value = run(BARE_VALUE, text, start);
    return LITERAL.test(value) ? start : start + value.length;
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
  var MAX_LAYERS = 4;
  var MAX_ESCAPES = 16;
  var PUBLIC = "CRM_CLIENT_ID";
  var SECRET_PREFIX = /^SVC_(?:CONTROL|SEAL)_KEY/;
  var ESCAPE = /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f])+|\\(?:u[\da-f]{4}|x[\da-f]{2}|[^ux])/gi;
  var CONTROLS = { n: "\n", r: "\r", t: "	", b: "\b", f: "\f", v: "\v" };
  var BASE64 = /[\w+/-]/;
  var bound = /* @__PURE__ */ new Set();
  var tokens = /* @__PURE__ */ new Set();
  var learnt = /* @__PURE__ */ new WeakSet();
  var index;
  function learnBindings(env) {
    if (learnt.has(env)) {
      return;
    }
    learnt.add(env);
    for (const [name, value] of Object.entries(env)) {
      if (typeof value === "string" && name !== PUBLIC && (!name.startsWith("SVC_") || SECRET_PREFIX.test(name))) {
        bound.add(value);
      }
    }
    index = void 0;
  }
  function cutSecrets(text) {
    if (text.length < MIN_SECRET || bound.size + tokens.size === 0) {
      return text;
    }
    index ??= makeIndex();
    if (index.size === 0) {
      return text;
    }
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
    const ends = [0];
    const shifts = [0];
    let shift = 0;
    const decoded = text.replace(ESCAPE, (sequence, at) => {
      const character = decodedCharacter(sequence);
      ends.push(at - shift + character.length);
      shift += sequence.length - character.length;
      shifts.push(shift);
      return character;
    });
    const origin = (at) => {
      let [low, high] = [0, ends.length];
      while (high - low > 1) {
        const middle = low + high >> 1;
        [low, high] = ends[middle] <= at ? [middle, high] : [low, middle];
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
    const bytes = new TextEncoder().encode(secret);
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const plain = [secret, secret.replaceAll(" ", "+"), hex, hex.toUpperCase()];
    const forms = new Map(plain.map((text) => [text, { text }]));
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
  function outgoingText(text) {
    return redactText(cutNamed(cutSecrets(text)));
  }
  function outgoingValue(value, fields = []) {
    return new Outgoing({ fields }).value(value, 0);
  }
  var Outgoing = class extends Redaction {
    hasSecret = false;
    value(value, depth) {
      const isAtom = typeof value === "number" || typeof value === "bigint" || typeof value === "symbol";
      return isAtom && cutSecrets(String(value)) !== String(value) ? this.#redacted() : super.value(value, depth);
    }
    text(text) {
      const redacted = outgoingText(text);
      this.hasSecret ||= redacted !== text;
      return redacted;
    }
    member(key, read) {
      let isRead = false;
      const value = super.member(key, () => {
        isRead = true;
        return read();
      });
      const isLiteral = value === null || value === void 0 || typeof value === "boolean";
      return !isRead || !isLiteral && isSecretName(key) ? this.#redacted() : value;
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
      const { name, key = name, value } = copy;
      return value !== void 0 && typeof key === "string" && isSecretName(key) ? { ...copy, value: this.#redacted() } : copy;
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
  var isHeaderName = (value) => typeof value === "string" && isSecretHeader(value);
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

  // src/platform/thrown.ts
  function describeThrown(thrown) {
    try {
      if (thrown instanceof Error) {
        const [name, message, stack] = [thrown.name, thrown.message, thrown.stack ?? ""].map(
          (text2) => outgoingText(String(text2))
        );
        return { name: name ?? "", message: message ?? "", stack: stack ?? "" };
      }
      const text = typeof thrown === "object" ? JSON.stringify(outgoingValue(thrown)) : String(thrown);
      return { name: "thrown value", message: outgoingText(text ?? String(thrown)), stack: "" };
    } catch {
      return { name: "thrown value", message: "a value that cannot be described", stack: "" };
    }
  }

  // src/protocol/actor.ts
  var ACTOR_PROTOCOL = 1;
  var OLDEST_PROTOCOL = 1;
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
  function readAnswer(answer2) {
    const { v, e } = JSON.parse(answer2);
    if (e !== void 0) {
      throw new ActorError(e.code, e.message);
    }
    return v;
  }

  // src/actors/core/due.ts
  var ORDER = "due/";
  var ENTRY = "due-at/";
  var FIRST_PAUSE_MS = 2e3;
  var LONGEST_PAUSE_MS = 6e5;
  var PER_ALARM = 40;
  var POLL_MS = 1e3;
  var START_WINDOW_MS = 24e4;
  var LATEST_MS = 9e12;
  var Due = class {
    #platform;
    /** The alarm's time; undefined if unknown. Kept since setting the alarm costs a write. */
    #armed;
    constructor(platform) {
      this.#platform = platform;
    }
    get(purpose, detail) {
      return this.#platform.store.get(entryKey(purpose, detail))?.at;
    }
    set(purpose, detail, at) {
      this.#write(purpose, detail, at === null ? void 0 : { at: Math.min(at, LATEST_MS), tries: 0 });
      this.#arm();
    }
    /** Runs a transaction of the store. A rollback may also revert the alarm, so it is set again. */
    transaction(run2) {
      const before = this.#armed;
      try {
        return run2();
      } catch (error) {
        if (this.#armed !== before) {
          this.#armed = void 0;
          this.#arm();
        }
        throw error;
      }
    }
    /**
     * Runs due entries concurrently, including those that become due meanwhile: the actor has only one alarm. A failed or
     * slow entry does not delay the others. Failures go to `onFailure`.
     */
    async run(work, onFailure) {
      this.#armed = void 0;
      const startedAt = this.#platform.now();
      const running = /* @__PURE__ */ new Map();
      let left = PER_ALARM;
      for (; ; ) {
        for (const [purpose, detail] of this.#due(running, left)) {
          left -= 1;
          const key = entryKey(purpose, detail);
          running.set(
            key,
            this.#attempt(purpose, detail, work, onFailure).finally(() => running.delete(key))
          );
        }
        if (await allEndWithin(running, POLL_MS)) {
          break;
        }
        if (this.#platform.now() - startedAt > START_WINDOW_MS) {
          left = 0;
        }
      }
      this.#arm();
    }
    /** Returns the first `limit` entries that are due and not running. */
    #due(running, limit) {
      const { store, now } = this.#platform;
      const end = ORDER + digits(now() + 1);
      return store.list({ prefix: ORDER, limit: limit === 0 ? 0 : limit + running.size }).filter(([key]) => key < end).map(([key]) => partsOf2(key)).filter(([purpose, detail]) => !running.has(entryKey(purpose, detail))).slice(0, limit);
    }
    async #attempt(purpose, detail, work, onFailure) {
      const { store, now } = this.#platform;
      const found = store.get(entryKey(purpose, detail));
      if (found === void 0 || found.at > now()) {
        return;
      }
      const tries = found.tries + 1;
      const retry = { at: now() + Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS), tries };
      this.#write(purpose, detail, retry);
      this.#arm();
      try {
        await work(purpose, detail);
      } catch (error) {
        onFailure(purpose, error);
        return;
      }
      const current = store.get(entryKey(purpose, detail));
      if (current?.at === retry.at && current.tries === tries) {
        this.#write(purpose, detail, void 0);
      }
    }
    #write(purpose, detail, entry) {
      const { store } = this.#platform;
      const key = entryKey(purpose, detail);
      const before = store.get(key);
      if (before !== void 0) {
        store.delete(orderKey(purpose, detail, before.at));
      }
      if (entry === void 0) {
        store.delete(key);
      } else {
        store.put(key, entry);
        store.put(orderKey(purpose, detail, entry.at), true);
      }
    }
    #arm() {
      const [first] = this.#platform.store.list({ prefix: ORDER, limit: 1 });
      const next = first === void 0 ? null : Number(first[0].slice(ORDER.length, ORDER.length + 15));
      if (next !== this.#armed) {
        this.#platform.setAlarm(next);
        this.#armed = next;
      }
    }
  };
  var entryKey = (purpose, detail) => `${ENTRY}${purpose}/${detail}`;
  var orderKey = (purpose, detail, at) => `${ORDER}${digits(at)}/${purpose}/${detail}`;
  function digits(at) {
    return String(Math.max(0, Math.ceil(at))).padStart(15, "0");
  }
  function partsOf2(key) {
    const rest = key.slice(ORDER.length + 16);
    const slash = rest.indexOf("/");
    return [rest.slice(0, slash), rest.slice(slash + 1)];
  }
  async function allEndWithin(running, ms) {
    let timer;
    const waited = new Promise((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.all(running.values()), waited]);
    clearTimeout(timer);
    return running.size === 0;
  }

  // src/actors/core/schema.ts
  var SCHEMA = 1;
  var UPGRADES = /* @__PURE__ */ new Map();
  var VERSION2 = "schema";
  function upgrade(store, version = SCHEMA, upgrades = UPGRADES) {
    const found = store.get(VERSION2);
    if (found === void 0 || found === version) {
      return;
    }
    if (!(found < version)) {
      const message = `the stored state has version ${found}, newer than ${version}: deploy the release that wrote it, or a later one`;
      throw new ActorError("state_too_new", message);
    }
    store.transaction(() => {
      for (let next = found + 1; next <= version; next++) {
        upgrades.get(next)?.(store);
      }
      store.put(VERSION2, version);
    });
  }
  function stamped(store, version = SCHEMA) {
    let isStamped;
    return {
      get: store.get,
      put(key, value) {
        store.put(key, value);
        isStamped ??= store.get(VERSION2) !== void 0;
        if (!isStamped) {
          store.put(VERSION2, version);
          isStamped = true;
        }
      },
      delete: store.delete,
      list: store.list,
      transaction(fn) {
        const was = isStamped;
        try {
          return store.transaction(fn);
        } catch (error) {
          isStamped = was;
          throw error;
        }
      }
    };
  }

  // src/actors/core/open.ts
  function openActor(table, platform, env, app) {
    learnBindings(env);
    const store = stamped(platform.store);
    const due = new Due({ store, now: platform.now, setAlarm: platform.setAlarm });
    const { name, process, now, fetch: fetch2, actor, worker } = platform;
    const log = (level, message, fields) => {
      const shown = fields && outgoingValue(fields, app.manifest.app.redaction.fields);
      platform.log(level, outgoingText(message), shown);
    };
    const transacting = { ...store, transaction: (fn) => due.transaction(() => store.transaction(fn)) };
    const state = { name, process, store: transacting, due, now, fetch: fetch2, log, actor, worker };
    let parts;
    const open = () => {
      if (parts === void 0) {
        upgrade(store);
        parts = merge(table.map((make) => make(state, env, app)));
      }
      return parts;
    };
    const report = (operation, error) => {
      const { name: name2, message, stack } = describeThrown(error);
      log("error", `${platform.className}.${operation} failed: ${message}`, { name: name2, stack });
    };
    return {
      call: (protocol, method, args) => answer(open, protocol, method, args, (error) => report(method, error)),
      async alarm() {
        const { purposes } = open();
        const work = (purpose, detail) => workFor(purposes, purpose)(detail);
        await due.run(work, (purpose, error) => report(`due ${purpose}`, error));
      }
    };
  }
  function merge(parts) {
    return {
      methods: new Map(parts.flatMap(({ methods = {} }) => Object.entries(methods))),
      purposes: new Map(parts.flatMap(({ due = {} }) => Object.entries(due)))
    };
  }
  function workFor(purposes, purpose) {
    const work = purposes.get(purpose);
    if (work === void 0) {
      throw new Error(`unknown due entry ${JSON.stringify(purpose)}`);
    }
    return work;
  }
  async function answer(open, protocol, method, args, onFault) {
    try {
      if (!(protocol >= OLDEST_PROTOCOL && protocol <= ACTOR_PROTOCOL)) {
        const message = `unsupported actor protocol ${protocol}: expected ${OLDEST_PROTOCOL} to ${ACTOR_PROTOCOL}; deploy all workers again`;
        throw new ActorError("protocol_unsupported", message);
      }
      const run2 = open().methods.get(method);
      if (run2 === void 0) {
        throw new ActorError("unknown_method", `the actor has no method ${JSON.stringify(method)}`);
      }
      const value = await run2(JSON.parse(args));
      return JSON.stringify({ v: value ?? null });
    } catch (error) {
      if (isActorError(error)) {
        return JSON.stringify({ e: { code: error.code, message: error.message } });
      }
      onFault(error);
      const message = `the actor failed in ${method}; see its log`;
      return JSON.stringify({ e: { code: "actor_error", message } });
    }
  }

  // src/actors/core/store.ts
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
      throw new ActorError("invalid_limit", `invalid list limit ${limit}: expected a whole number, 0 or greater`);
    }
    if (hasLoneSurrogate(prefix) || hasLoneSurrogate(start)) {
      throw new ActorError("invalid_prefix", "invalid prefix or start of a list: it contains a lone surrogate");
    }
    if (limit === 0) {
      return [];
    }
    return texts.list(prefix, start, limit ?? 0).map(([key, text]) => [key, JSON.parse(text)]);
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
  function checkKey(key) {
    if (typeof key !== "string" || key === "") {
      throw new ActorError("invalid_key", "invalid store key: expected a string that is not empty");
    }
    if (hasLoneSurrogate(key)) {
      throw new ActorError("invalid_key", "invalid store key: it contains a lone surrogate");
    }
    const size = utf8Size(key, MAX_KEY_BYTES);
    if (size > MAX_KEY_BYTES) {
      throw new ActorError("invalid_key", `invalid store key of ${size} bytes: the limit is ${MAX_KEY_BYTES} bytes`);
    }
    return key;
  }
  function valueText(key, value) {
    const text = JSON.stringify(value);
    if (text === void 0) {
      throw new ActorError(
        "invalid_value",
        `the value of ${JSON.stringify(key)} cannot be stored as JSON; to remove a key, use delete`
      );
    }
    const size = utf8Size(text, MAX_VALUE_BYTES);
    if (size > MAX_VALUE_BYTES) {
      throw new ActorError(
        "value_too_large",
        `the value of ${JSON.stringify(key)} is too large: it has ${size} bytes of JSON, and the limit is ${MAX_VALUE_BYTES} bytes`
      );
    }
    return text;
  }
  var encoder = new TextEncoder();
  var decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  function hasLoneSurrogate(text) {
    return /[\ud800-\udfff]/.test(text) && text !== decoder.decode(encoder.encode(text));
  }
  function utf8Size(text, limit) {
    return text.length * 3 <= limit ? text.length * 3 : encoder.encode(text).length;
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
      const opened = openActor(table, platformOf(className, name), env, app.parts);
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
        return fault(call, error);
      }
    };
    globalThis.__svc_alarm = async (json) => {
      const address = JSON.parse(json);
      try {
        await actorAt(address).alarm();
        return JSON.stringify({ v: null });
      } catch (error) {
        return fault(address, error);
      }
    };
  }
  function fault({ class: className, name }, error) {
    const { message, stack } = describeThrown(error);
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
