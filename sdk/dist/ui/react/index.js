// src/ui/react/index.ts
import { createContext, createElement, useContext, useMemo } from "react";

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

// src/ui/react/index.ts
var Flags = /* @__PURE__ */ createContext(void 0);
function FlagsProvider({ provider, initialSnapshot, children }) {
  const value = useMemo(
    () => ({ provider: provider ?? (initialSnapshot ? createFlagsSnapshotProvider(initialSnapshot) : void 0) }),
    [provider, initialSnapshot]
  );
  return createElement(Flags.Provider, { value }, children);
}
function detail(found, defaultValue) {
  return found !== void 0 && fits(found.value, defaultValue) ? found : { value: defaultValue, reason: "ERROR" };
}
function useFlags(keys, defaults) {
  const context = useContext(Flags);
  if (context === void 0) {
    throw new Error("cannot read flags: put the component inside <FlagsProvider>");
  }
  const found = context.provider?.evaluate(keys) ?? {};
  const entries = keys.map(
    (key) => [key, detail(Object.hasOwn(found, key) ? found[key] : void 0, defaults[key])]
  );
  return {
    flags: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    details: Object.fromEntries(entries),
    isLoading: context.provider === void 0
  };
}
export {
  FlagsProvider,
  useFlags
};
