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

// src/ui/call-backend.ts
async function callBackend(fetch, id, input) {
  const response = await fetch(backendUrl(id), { method: "POST", body: { input } });
  const answer = await response.json();
  if (!response.ok || answer.ok !== true) {
    throw new Error(answer.message ?? `card backend "${id}" responded with ${response.status}`);
  }
  return answer.result;
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
      keys.map((key) => [key, find(key)]).filter((entry) => entry[1] !== void 0)
    ),
    getBoolean: get,
    getString: get,
    getNumber: get,
    getJson: get
  };
}

// src/ui/logger.ts
var DEFAULT_SVC_DEV_LOG_URL = "http://127.0.0.1:9099/__svc/log";
function platformLogger() {
  return globalThis.logger;
}
function write(level, message) {
  try {
    const target = platformLogger();
    if (typeof target?.[level] === "function") {
      target[level](message);
    } else {
      console[level](message);
    }
  } catch {
  }
}
var logger = {
  debug: (message) => write("debug", message),
  info: (message) => write("info", message),
  warn: (message) => write("warn", message),
  error: (message) => write("error", message)
};
export {
  DEFAULT_SVC_DEV_LOG_URL,
  backendUrl,
  callBackend,
  createFlagsSnapshotProvider,
  logger
};
