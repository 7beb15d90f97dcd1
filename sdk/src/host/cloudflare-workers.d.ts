/** The part of the API of the edge platform that this folder uses. */

declare module 'cloudflare:workers' {
  /** A synchronous key/value store in the SQLite database of the object. Keys are ordered by their UTF-8 bytes. */
  interface SyncKv {
    get(key: string): unknown;
    put(key: string, value: unknown): void;
    delete(key: string): boolean;
    list(options?: { start?: string; prefix?: string; limit?: number }): Iterable<[string, unknown]>;
  }

  interface DurableObjectStorage {
    readonly kv: SyncKv;
    readonly sql: { exec(query: string, ...bindings: unknown[]): { toArray(): Record<string, unknown>[] } };
    transactionSync<T>(fn: () => T): T;
    setAlarm(at: number): Promise<void>;
    deleteAlarm(): Promise<void>;
  }

  interface ExecutionContext {
    waitUntil(promise: Promise<unknown>): void;
  }

  interface DurableObjectState extends ExecutionContext {
    readonly storage: DurableObjectStorage;
  }

  type Environment = Readonly<Record<string, unknown>>;

  export class DurableObject {
    protected readonly ctx: DurableObjectState;
    protected readonly env: Environment;
    constructor(ctx: DurableObjectState, env: Environment);
  }

  export class WorkerEntrypoint {
    protected readonly ctx: ExecutionContext;
    protected readonly env: Environment;
  }
}
