/**
 * The actor port: what an actor may use, and how it is called. The same actors run over bbolt in the local host and
 * in SQLite-backed Durable Objects in production. How one is made: actor-part.ts; how a host opens one: open.ts.
 *
 * An actor is one (class, name) pair with a key space and an alarm of its own. Between two awaits nothing else runs;
 * after any await everything may have changed and must be read again. A throw does not undo earlier puts: only
 * `transaction` does. Arguments, results and stored values are JSON.
 */
/** The version of the calls between workers and actors that this code speaks. */
export declare const ACTOR_PROTOCOL = 1;
/** The oldest that an actor serves: always the one before, once there is one. */
export declare const OLDEST_PROTOCOL = 1;
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
/** A method of an actor: JSON in, JSON out. */
export type ActorMethod = (args: unknown) => unknown;
/** An answer that an actor means to give; every other error is a fault of ours and says nothing to the caller. */
export declare class ActorError extends Error {
    readonly code: string;
    constructor(code: string, message: string);
}
/** Whether it is an ActorError, of this or another copy of this module: a host script and a worker's bundle each have one. */
export declare function isActorError(error: unknown): error is ActorError;
/** The value of an answer, or its error thrown. */
export declare function readAnswer(answer: string): unknown;
