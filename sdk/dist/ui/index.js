// src/ui/backend-url.ts
function backendUrl(id) {
  const urls = typeof __SVC_BACKEND_URLS__ === "undefined" ? void 0 : __SVC_BACKEND_URLS__;
  if (urls === void 0) {
    throw new Error(`backendUrl("${id}") works only in a card that svc has built: the build fills in the URLs`);
  }
  const url = Object.hasOwn(urls, id) ? urls[id] : void 0;
  if (url === void 0) {
    const known = Object.keys(urls);
    throw new Error(`no card backend has the id "${id}"; ${known.length === 0 ? "the project has none" : `there are ${known.join(", ")}`}`);
  }
  return url;
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
  logger
};
