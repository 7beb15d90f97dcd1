/**
 * The actor port: what an actor may use, and how it is called. The same classes run over bbolt in the local host
 * and in SQLite-backed Durable Objects in production.
 *
 * An actor is one (class, name) pair with a key space and an alarm of its own. Between two awaits nothing else runs;
 * after any await everything may have changed and must be read again. A throw does not undo earlier puts: only
 * `transaction` does. Arguments, results and stored values are JSON.
 */

/** The version of the calls between workers and actors; an actor serves this one and the one before. */
export const ACTOR_PROTOCOL = 1;

/** Which keys `list` gives. */
export interface ListOptions {
  /** Only keys that begin with this. */
  readonly prefix?: string;
  /** Only this key and those after it. */
  readonly start?: string;
  /** At most so many. */
  readonly limit?: number;
}

/** A synchronous, ordered key/value store. Keys are in the order of their UTF-8 bytes. */
export interface ActorStore {
  get<T>(key: string): T | undefined;
  put(key: string, value: unknown): void;
  /** Gives whether there was one. */
  delete(key: string): boolean;
  list<T>(options?: ListOptions): [key: string, value: T][];
  /** Runs `fn` and keeps what it wrote; when it throws, nothing of it. `fn` must be synchronous. */
  transaction<T>(fn: () => T): T;
}

/** What an actor is given. */
export interface ActorState {
  readonly name: string;
  readonly store: ActorStore;
  /** Wakes the actor at that time (milliseconds since the epoch), at least once; null takes the alarm away. */
  setAlarm(at: number | null): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A method of an actor: JSON in, JSON out. */
export type ActorMethod = (args: unknown) => unknown;

/** An actor: a table of methods. Only what is in the table can be called. */
export interface Actor {
  readonly methods: Readonly<Record<string, ActorMethod>>;
  /** What to do when the alarm is due. It may come twice. */
  alarm?(): void | Promise<void>;
}

/** Makes an actor. `env`: the bindings of the process that runs it. */
export type ActorConstructor = new (state: ActorState, env: Readonly<Record<string, unknown>>) => Actor;

/** An answer that an actor means to give; every other error is a fault of ours and says nothing to the caller. */
export class ActorError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ActorError';
    this.code = code;
  }
}

/** Whether it is an ActorError, of this or another copy of this module: a host script and a worker's bundle each have one. */
export function isActorError(error: unknown): error is ActorError {
  return error instanceof Error && error.name === 'ActorError';
}

/** Who is told about an error that an actor did not mean to answer with. */
export type FaultListener = (method: string, error: unknown) => void;

/** Runs a call and gives the answer as JSON text: `{"v": value}` or `{"e": {"code", "message"}}`. Never rejects. */
export async function answerCall(
  actor: Actor,
  protocol: number,
  method: string,
  args: unknown,
  onFault: FaultListener,
): Promise<string> {
  try {
    if (protocol !== ACTOR_PROTOCOL) {
      throw new ActorError(
        'protocol_unsupported',
        `the actor speaks protocol ${ACTOR_PROTOCOL}, the caller ${protocol}; deploy both again`,
      );
    }
    if (!Object.hasOwn(actor.methods, method)) {
      throw new ActorError('unknown_method', `the actor has no method ${JSON.stringify(method)}`);
    }
    const value = await actor.methods[method]?.(args);
    return JSON.stringify({ v: value ?? null });
  } catch (error) {
    if (isActorError(error)) {
      return JSON.stringify({ e: { code: error.code, message: error.message } });
    }
    onFault(method, error);
    return JSON.stringify({
      e: { code: 'actor_error', message: `the actor failed in ${method}; its log has the error` },
    });
  }
}

/** The value of an answer, or its error thrown. */
export function readAnswer(answer: string): unknown {
  const { v, e } = JSON.parse(answer) as { v?: unknown; e?: { code: string; message: string } };
  if (e !== undefined) {
    throw new ActorError(e.code, e.message);
  }
  return v;
}
