/** Brands every declaration and reports it to the evaluator of `svc check`. */

import type { DeclarationError } from './error.ts';

/** The kind of a declaration: the value of `definition.kind` and of the brand. */
export type DeclarationKind =
  | 'app'
  | 'card'
  | 'mcpServer'
  | 'worker'
  | 'tool'
  | 'cardBackend'
  | 'trigger'
  | 'sync'
  | 'source'
  | 'appObject'
  | 'appObjectAssociation'
  | 'appEvent';

/** The key of the brand, whose value is the kind. `Symbol.for` makes two copies of the SDK agree. */
export const DECLARATION: symbol = Symbol.for('svc.declaration');

/** The global under which the evaluator puts its recorder before it runs the project. Absent in production. */
export const RECORDER: symbol = Symbol.for('svc.recorder');

/** Receives the declarations of a project. */
export interface Recorder {
  /**
   * Records a declaration.
   * @param call the name of the called function, such as `action` or `defineSource.push`
   * @param args the arguments, by identity
   * @param extra facts that the arguments do not show: a sync's source and normalized schedule, whether a source
   *   pushes, the parser of the app's alert expressions
   */
  declared(kind: DeclarationKind, call: string, args: unknown[], definition: object, extra?: object): void;
  /** Records that the SDK refuses a declaration it has just reported. Evaluation continues with a placeholder. */
  failed(definition: object, error: { rule: string; message: string; path: string[]; argument?: number }): void;
  /** Records what the running call registers with a worker, by argument. */
  used(worker: object, capabilities: readonly unknown[]): void;
}

function recorder(): Recorder | undefined {
  return (globalThis as Record<symbol, Recorder | undefined>)[RECORDER];
}

/** Brands a definition, reports it to the recorder and returns it. */
export function declare<D extends { readonly kind: DeclarationKind }>(
  call: string,
  args: unknown[],
  definition: D,
  extra?: object,
): D {
  Object.defineProperty(definition, DECLARATION, { value: definition.kind });
  recorder()?.declared(definition.kind, call, args, definition, extra);
  return definition;
}

/** Reports whether a recorder is present. The SDK then leaves to the rules of `svc check` what they find. */
export function isRecording(): boolean {
  return recorder() !== undefined;
}

/**
 * Throws the error, or only reports it to a recorder, so that one evaluation finds every mistake.
 *
 * @param argument the index of the argument that is invalid, when the running call is not the one that declared
 */
export function refuse(definition: object, error: DeclarationError, argument?: number): void {
  const present = recorder();
  if (present === undefined) {
    throw error;
  }
  present.failed(definition, { rule: error.rule, message: error.message, path: [...error.path], argument });
}

/** Reports to a recorder what the running call registers with a worker. */
export function noteUse(worker: object, capabilities: readonly unknown[]): void {
  recorder()?.used?.(worker, capabilities); // an older svc has no such method
}

/** Reports whether this or another copy of the SDK made the value as a declaration of this kind. */
export function isDeclaration(value: unknown, kind: DeclarationKind): boolean {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[DECLARATION] === kind;
}
