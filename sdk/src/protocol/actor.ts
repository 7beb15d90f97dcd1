/**
 * How actors are called, and what they store. The same actors run over bbolt in the local host and in Durable Objects
 * in production. `actors/core/actor-part.ts` defines them, and `actors/core/open.ts` opens one.
 *
 * An actor is identified by its class and name. It has its own key space and one alarm. No other call runs between two
 * awaits. After an await, state may have changed and must be read again. An error does not undo earlier writes, except
 * in `transaction`. Arguments, results and stored values are JSON.
 */

/** The version of the protocol between workers and actors. */
export const ACTOR_PROTOCOL = 1;

/** The oldest version that an actor accepts: the previous one, once there is one. */
export const OLDEST_PROTOCOL = 1;

/** Which keys `list` returns. */
export interface ListOptions {
  /** Only keys with this prefix. */
  readonly prefix?: string;
  /** The first key. */
  readonly start?: string;
  /** The maximum number of keys. */
  readonly limit?: number;
}

/** A synchronous key/value store. Keys are ordered by their UTF-8 bytes. */
export interface ActorStore {
  get<T>(key: string): T | undefined;
  /** @param what what errors call the value, such as `the input of "a"`; default: the value of the key */
  put(key: string, value: unknown, what?: string): void;
  /** Returns whether the key existed. */
  delete(key: string): boolean;
  list<T>(options?: ListOptions): [key: string, value: T][];
  /** Runs `fn`, which must be synchronous. Discards its writes if it throws. */
  transaction<T>(fn: () => T): T;
}

/** A method of an actor: JSON in, JSON out. */
export type ActorMethod = (args: unknown) => unknown;

/** An error that an actor returns on purpose. The caller sees its code and message; other errors are only logged. */
export class ActorError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ActorError';
    this.code = code;
  }
}

/**
 * Reports whether an error is an ActorError. Compares by name, since a host script and a worker's bundle each have the
 * class.
 */
export function isActorError(error: unknown): error is ActorError {
  return error instanceof Error && error.name === 'ActorError';
}

/** Returns the value of a response of an actor or a step, or throws its error. */
export function readAnswer(answer: string): unknown {
  const { v, e } = JSON.parse(answer) as { v?: unknown; e?: { code: string; message: string } };
  if (e !== undefined) {
    throw new ActorError(e.code, e.message);
  }
  return v;
}
