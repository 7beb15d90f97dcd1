import { coded } from './coded.ts';
import { unavailable } from './unavailable.ts';

/**
 * A part of the runtime that the script of a worker contains only if the worker's code names it. A module of its own
 * adds it before the worker serves requests (`runtime/extensions.ts`).
 */
export class Extension<Part> {
  #part: Part | undefined;
  #absent: object | undefined;
  readonly #what: string;
  readonly #word: string;

  /**
   * @param what for errors, such as `ctx.flags`
   * @param word the word in the code of a worker that adds the part
   */
  constructor(what: string, word: string) {
    this.#what = what;
    this.#word = word;
  }

  /** Adds the part to this script. */
  add(part: Part): void {
    this.#part = part;
  }

  /** The part, undefined if this script does not contain it. */
  get found(): Part | undefined {
    return this.#part;
  }

  /** The part. @throws if this script does not contain it */
  get part(): Part {
    if (this.#part === undefined) {
      throw this.#missing(this.#what);
    }
    return this.#part;
  }

  /**
   * Returns the member of the context that `make` returns for the part. If this script does not contain the part, calls
   * of the member reject.
   */
  member<T>(make: (part: Part) => T): T {
    return this.#part === undefined
      ? ((this.#absent ??= unavailable(this.#what, (path) => this.#missing(path))) as T)
      : make(this.#part);
  }

  #missing(what: string): Error {
    return coded(
      'extension_missing',
      `cannot use ${what}: svc left it out of this script, since the worker's code does not contain the word ` +
        `${JSON.stringify(this.#word)}; write the name in full`,
    );
  }
}
