/** Hooks that return what the host gives to the card. */

import { useEffect, useState } from 'react';
import { cardApi } from '../frame/api.ts';

export const useExtensionApi = () => cardApi();
export const useExtensionContext = () => cardApi().context;
export const useExtensionActions = () => cardApi().actions;

/** Returns the value once it has not changed for a while. */
export function useDebounce<Value>(value: Value, delayMs = 300): Value {
  const [debounced, setDebounced] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are compared as JSON
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [key, delayMs]);
  return debounced;
}
