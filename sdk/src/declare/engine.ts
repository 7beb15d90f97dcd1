/**
 * Engines of declarations. A bundle contains an engine only if it contains the function that declares what the engine
 * runs: that function refers to a global, which the build of a worker defines by an import.
 */

/** The key of the engine on a definition. */
const ENGINE: symbol = /* @__PURE__ */ Symbol.for('svc.engine');

/** Attaches an engine to a definition. `get` returns undefined during builds. */
export function runnable<Definition extends object>(definition: Definition, get: () => unknown): Definition {
  return Object.defineProperty(definition, ENGINE, { get });
}

/** Returns the engine of a definition. Undefined during builds. Declarations do not import its type. */
export function engineOf(definition: object): unknown {
  return (definition as Record<symbol, unknown>)[ENGINE];
}
