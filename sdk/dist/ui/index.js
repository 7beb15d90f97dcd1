// src/ui/backend-url.ts
function backendUrl(id) {
  const urls = typeof __SVC_BACKEND_URLS__ === "undefined" ? void 0 : __SVC_BACKEND_URLS__;
  if (urls === void 0) {
    throw new Error(`cannot resolve card backend "${id}": backendUrl works only in a card that svc has built`);
  }
  const url = Object.hasOwn(urls, id) ? urls[id] : void 0;
  if (url === void 0) {
    const known = Object.keys(urls);
    throw new Error(
      `unknown card backend "${id}": ${known.length === 0 ? "the project has none" : `use ${known.join(" or ")}`}`
    );
  }
  return url;
}

// src/ui/invocation.ts
var HEADER = "x-svc-invocation";
var last;
function lastInvocation() {
  return last;
}
function noteInvocation(headers) {
  try {
    last = /^[\w-]{1,64}$/.exec(headers?.get?.(HEADER) ?? "")?.[0];
  } catch {
    last = void 0;
  }
}

// src/ui/call-backend.ts
async function answerOf(response) {
  try {
    return await response.json();
  } finally {
    noteInvocation(response.headers);
  }
}
async function callBackend(fetch2, id, input) {
  const response = await fetch2(backendUrl(id), { method: "POST", body: { input } });
  const answer = await answerOf(response);
  if (!response.ok || answer.ok !== true) {
    throw new Error(answer.message ?? `card backend "${id}" responded with ${response.status}`);
  }
  return answer.result;
}

// src/ui/dev-log-url.ts
var DEFAULT_SVC_DEV_LOG_URL = "http://127.0.0.1:9099/__svc/log";
var LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
function isLoopbackUrl(url) {
  try {
    const { protocol, hostname, username, password } = new URL(url);
    return /^https?:$/.test(protocol) && LOOPBACK_HOSTS.includes(hostname) && `${username}${password}` === "";
  } catch {
    return false;
  }
}

// src/ui/flags.ts
function kind(value) {
  return Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
}
function fits(value, defaultValue) {
  return value !== void 0 && (defaultValue === void 0 || defaultValue === null || kind(value) === kind(defaultValue));
}
function createFlagsSnapshotProvider(snapshot) {
  const values = snapshot?.values;
  function find(key) {
    const known = typeof values === "object" && values !== null && Object.hasOwn(values, key);
    const result = known ? values[key] : void 0;
    return typeof result === "object" && result !== null && Object.hasOwn(result, "value") ? result : void 0;
  }
  function get(key, defaultValue) {
    const value = find(key)?.value;
    return fits(value, defaultValue) ? value : defaultValue;
  }
  return {
    evaluate: (keys) => Object.fromEntries(
      keys.map((key) => [key, find(key)]).filter((entry2) => entry2[1] !== void 0)
    ),
    getBoolean: get,
    getString: get,
    getNumber: get,
    getJson: get
  };
}

// src/ui/bundle-url.ts
function bundleUrl() {
  try {
    const frame = /[\w+.-]+:\/\/[^\s()]+/.exec(String(new Error().stack))?.[0];
    return frame?.startsWith("http") ? frame.replace(/(?::\d+){1,2}$/, "") : originOf(globalThis.location?.href);
  } catch {
    return void 0;
  }
}
function originOf(url) {
  return url && new URL(url).origin;
}
var MAX_NAME = 100;
function bundleName(url) {
  return /\/([^/?#]+?)(?:\.\w+)?(?:[?#].*)?$/.exec(url?.replace(/^\w+:\/\/[^/]*/, "") ?? "")?.[1]?.slice(0, MAX_NAME) ?? "";
}

// src/ui/log-entry.ts
var MAX_MESSAGE = 8192;
function cutMessage(message) {
  if (message.length <= MAX_MESSAGE) {
    return message;
  }
  const note = `\u2026 [cut: ${message.length} characters]`;
  return message.slice(0, MAX_MESSAGE - note.length) + note;
}

// src/ui/log-forwarder.ts
var MAX_BATCH = 100;
var CADENCE_MS = 5e3;
var CAPACITY = 1e4;
var MAX_BYTES = 6e4;
var MAX_TRIES = 2;
var LogForwarder = class {
  #ports;
  #waiting = [];
  #dropped = 0;
  #isScheduled = false;
  constructor(ports) {
    this.#ports = ports;
  }
  /** Adds an entry, as JSON. */
  add(text) {
    this.#waiting.push(waiting(text));
    this.#drop();
    this.#schedule();
  }
  /** Forgets all entries that wait. */
  clear() {
    this.#waiting = [];
    this.#dropped = 0;
  }
  /** Sends as many entries as browsers accept at once. The others follow in the next flush. */
  flush() {
    const url = this.#ports.target();
    if (url === void 0) {
      this.clear();
      return;
    }
    if (this.#dropped > 0) {
      this.#waiting.unshift(waiting(this.#ports.describeDropped(this.#dropped)));
      this.#dropped = 0;
    }
    for (const batch of this.#takeBatches()) {
      const body = `[${batch.map(({ text }) => text).join(",")}]`;
      this.#ports.send(url, body, () => this.#retry(batch));
    }
    if (this.#waiting.length > 0) {
      this.#schedule();
    }
  }
  #takeBatches() {
    const batches = [];
    let bytes = 0;
    let count = 0;
    for (const entry2 of this.#waiting) {
      bytes += entry2.bytes;
      if (bytes > MAX_BYTES && count > 0) {
        break;
      }
      if (count % MAX_BATCH === 0) {
        batches.push([]);
      }
      batches.at(-1)?.push(entry2);
      count++;
    }
    this.#waiting.splice(0, count);
    return batches;
  }
  #retry(batch) {
    const again = batch.filter(({ tries }) => tries < MAX_TRIES);
    if (again.length > 0 && this.#ports.target() !== void 0) {
      this.#waiting.unshift(...again.map((entry2) => ({ ...entry2, tries: entry2.tries + 1 })));
      this.#drop();
      this.#schedule();
    }
  }
  #drop() {
    const excess = this.#waiting.length - CAPACITY;
    if (excess > 0) {
      this.#waiting.splice(0, excess);
      this.#dropped += excess;
    }
  }
  #schedule() {
    if (!this.#isScheduled) {
      this.#ports.later(() => {
        this.#isScheduled = false;
        this.flush();
      }, CADENCE_MS);
      this.#isScheduled = true;
    }
  }
};
function waiting(text) {
  let bytes = 2;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 128 ? 1 : unit < 2048 ? 2 : 3;
  }
  return { text, bytes, tries: 1 };
}

// src/ui/log-transport.ts
function sendBody(url, body, failed) {
  if (sendBeacon(url, body)) {
    return;
  }
  try {
    fetch(url, { method: "POST", body, keepalive: true, mode: "no-cors", credentials: "omit" }).then(void 0, failed);
  } catch {
    failed();
  }
}
function sendBeacon(url, body) {
  try {
    return navigator.sendBeacon(url, body) === true;
  } catch {
    return false;
  }
}
function later(run, ms) {
  const timer = setTimeout(run, ms);
  timer.unref?.();
}
function onHide(run) {
  const scope = globalThis;
  scope.addEventListener?.("pagehide", run);
  scope.addEventListener?.("visibilitychange", () => {
    if (globalThis.document?.visibilityState === "hidden") {
      run();
    }
  });
}

// src/ui/logger.ts
var current;
function forwarding() {
  if (current === void 0) {
    const bundle = bundleUrl();
    const made = {
      forwarder: new LogForwarder({
        target,
        send: sendBody,
        later: (run, ms) => later(() => silently(run), ms),
        describeDropped
      }),
      card: typeof __SVC_CARD__ === "string" ? __SVC_CARD__ : bundleName(bundle),
      session: Math.random().toString(36).slice(2, 10),
      url: listenerOf(bundle)
    };
    current = made;
    silently(() => onHide(() => silently(() => made.forwarder.flush())));
  }
  return current;
}
function listenerOf(bundle) {
  if (typeof __SVC_DEV_LOG__ === "string") {
    return __SVC_DEV_LOG__;
  }
  return bundle !== void 0 && isLoopbackUrl(bundle) ? DEFAULT_SVC_DEV_LOG_URL : void 0;
}
function target() {
  const url = current?.url;
  return url !== void 0 && isLoopbackUrl(url) ? url : void 0;
}
function entry(level, message) {
  const { card, session } = forwarding();
  const made = {
    at: Date.now(),
    level,
    message: cutMessage(message),
    card,
    session,
    invocation: lastInvocation()
  };
  return JSON.stringify(made);
}
function describeDropped(count) {
  return entry("warn", `${count} older entries were dropped: more than 10,000 waited for svc dev`);
}
function silently(step) {
  try {
    step();
  } catch {
  }
}
function write(level, message) {
  silently(() => {
    const platform = globalThis.logger;
    if (typeof platform?.[level] === "function") {
      platform[level](message);
    } else {
      console[level](message);
    }
  });
  silently(() => {
    const { forwarder } = forwarding();
    if (target() !== void 0) {
      forwarder.add(entry(level, String(message)));
    }
  });
}
var logger = {
  debug: (message) => write("debug", message),
  info: (message) => write("info", message),
  warn: (message) => write("warn", message),
  error: (message) => write("error", message)
};
function enableSvcDev(url = DEFAULT_SVC_DEV_LOG_URL) {
  if (!isLoopbackUrl(url)) {
    throw new Error(
      `cannot forward log entries to "${url}": use an http URL whose host is localhost, 127.0.0.1 or ::1`
    );
  }
  const text = String(url);
  silently(() => {
    forwarding().url = text;
  });
}
function disableSvcDev() {
  silently(() => {
    const now = forwarding();
    now.url = void 0;
    now.forwarder.clear();
  });
}
export {
  DEFAULT_SVC_DEV_LOG_URL,
  backendUrl,
  callBackend,
  createFlagsSnapshotProvider,
  disableSvcDev,
  enableSvcDev,
  logger
};
