import { vi } from 'vitest';
import type { SyncDefinition } from '../src/capability/sync.ts';
import { defineWorker } from '../src/capability/worker.ts';
import { recordKey } from '../src/crm/record-key.ts';
import type { Host } from '../src/platform/host.ts';
import crm from '../src/profiles/crm.json' with { type: 'json' };
import type { WorkerParts } from '../src/protocol/request-context.ts';
import type { PoisonRow, SyncRun } from '../src/protocol/sync.ts';
import { extendAll } from '../src/runtime/extensions.ts';
import { createWorker } from '../src/worker/worker.ts';
import { ServedApp } from './served-app.ts';
import { CONTROL_KEY, grant, ORIGIN } from './served-worker.ts';

/** The state after a sync. */
export interface Left {
  readonly records: Record<string, unknown>;
  readonly poison: readonly string[];
  readonly cursor: unknown;
  readonly run: SyncRun | null;
}

/** When the process dies: before or after its n-th input or output. */
export interface Death {
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** An app whose worker runs syncs, with actors and a CRM in memory. The process can die at any input or output. */
export class SyncedApp {
  readonly app: ServedApp;
  /** Records of the CRM by the value of the id property, without case. */
  readonly records = new Map<string, Record<string, unknown>>();
  /** The keys of each upsert, in order. */
  readonly upserts: string[][] = [];
  /** Inputs and outputs, such as `crm` or `syncChunksDone`. */
  readonly traffic: string[] = [];
  /** Overrides the response of the CRM to an upsert, if it returns one. */
  crm: ((keys: readonly string[]) => Response | undefined) | undefined;
  /** Whether the n-th input or output is lost, before or after it takes effect. */
  loses: ((n: number) => 'before' | 'after' | undefined) | undefined;
  /** Responds to all other requests. */
  outside: (url: URL, init: RequestInit) => Response | Promise<Response> = () => Response.error();
  #death: Death | undefined;
  #died: (() => void) | undefined;
  #life = 0;

  constructor(syncs: readonly SyncDefinition[], env: Record<string, string> = {}) {
    const declared = defineWorker('main', { use: syncs });
    this.app = new ServedApp({
      app: { auth: 'static', distribution: 'private', rateLimits: { retry: { max: 0 } } },
      env: { CRM_ACCESS_TOKEN: 'token', ...env },
      workers: [declared],
      step: (name, step, args) => this.#pass(this.#life, 'step', () => this.#step(name, step, args)),
    });
    const { host } = this.app;
    const app = { kind: 'app', name: 'Test', auth: 'static', rateLimits: { retry: { max: 0 } } } as WorkerParts['app'];
    extendAll();
    const worker = createWorker({ app, worker: declared, profile: crm as WorkerParts['profile'] });
    /** The context of a process. */
    const own = (life: number): { host: Host; waitUntil: () => void } => ({
      host: {
        ...host,
        fetch: (input, init = {}) => this.#fetch(life, new URL(input instanceof Request ? input.url : input), init),
        actor: (className, actor, method, args) =>
          this.#pass(life, method, () => host.actor(className, actor, method, args)),
      },
      waitUntil: () => {},
    });
    this.#step = async (_name, step, args) =>
      (JSON.parse(await worker.step(step, JSON.stringify(args), this.app.env, own(this.#life))) as { v: unknown }).v;
    this.runByHand = async (sync) => {
      const path = `/sync/${sync}/run`;
      const headers = await grant('POST', path, '', CONTROL_KEY, undefined, this.app.clock);
      return worker.fetch(new Request(ORIGIN + path, { method: 'POST', headers }), this.app.env, own(this.#life));
    };
  }

  readonly #step: (name: string, step: string, args: unknown) => Promise<unknown>;
  /** Requests a manual run of a sync. */
  readonly runByHand: (sync: string) => Promise<Response>;

  /** Advances the time and runs what is due. */
  async pass(ms: number): Promise<void> {
    await this.app.pass(ms);
  }

  /** Runs the sync for an hour of virtual time. The process dies once, if `death` is set. */
  async run(sync: string, death?: Death): Promise<void> {
    await this.app.actor('InstallActor', 'static', 'syncDue', { worker: 'main', sync });
    if (death !== undefined) {
      const died = new Promise<void>((resolve) => (this.#died = resolve));
      this.#death = death;
      await Promise.race([this.app.pass(3_600_000), died]);
      this.#death = undefined;
      this.app.restart();
      vi.clearAllTimers();
    }
    await this.pass(3_600_000);
  }

  async left(sync: string): Promise<Left> {
    const { rows } = await this.app.actor<{ rows: PoisonRow[] }>('InstallActor', 'static', 'poisonList', {
      limit: 500,
    });
    const states = await this.app.actor<{ sync: string; cursor: unknown }[]>('InstallActor', 'static', 'syncList');
    const runs = await this.app.actor<SyncRun[]>('InstallActor', 'static', 'runList', { worker: 'main', sync });
    return {
      records: Object.fromEntries([...this.records].sort(([a], [b]) => (a < b ? -1 : 1))),
      poison: rows.map(({ key, reason }) => `${String(key)}: ${reason}`).sort(),
      cursor: states.find((one) => one.sync === sync)?.cursor,
      run: runs[0] ?? null,
    };
  }

  /** Counts an input or output. A process that has died receives and sends nothing. */
  async #pass<T>(life: number, what: string, act: () => Promise<T>): Promise<T> {
    if (life !== this.#life) {
      return new Promise(() => {});
    }
    this.traffic.push(what);
    const isHere = this.#death?.at === this.traffic.length;
    if (isHere && this.#death?.when === 'before') {
      return this.#die();
    }
    const lost = this.loses?.(this.traffic.length);
    if (lost === 'before') {
      throw new Error(`${what} was lost`);
    }
    const result = await act();
    if (lost === 'after') {
      throw new Error(`the answer to ${what} was lost`);
    }
    if (isHere || life !== this.#life) {
      return life === this.#life ? this.#die() : new Promise(() => {});
    }
    return result;
  }

  #die(): Promise<never> {
    this.#life += 1;
    this.#death = undefined;
    this.#died?.();
    return new Promise(() => {});
  }

  #fetch(life: number, url: URL, init: RequestInit): Promise<Response> {
    if (url.pathname.endsWith('/batch/read')) {
      return this.#pass(life, 'look', async () => this.#read(JSON.parse(String(init.body)) as ReadBody));
    }
    if (!url.pathname.endsWith('/batch/upsert')) {
      return this.#pass(life, 'source', async () => this.outside(url, init));
    }
    return this.#pass(life, 'crm', async () => this.#upsert(JSON.parse(String(init.body)) as UpsertBody));
  }

  #read({ inputs, idProperty }: ReadBody): Response {
    const found = inputs.filter(({ id }) => this.records.has(recordKey(id)));
    const results = found.map(({ id }) => ({
      id: `r-${id}`,
      properties: { ...this.records.get(recordKey(id)), [idProperty]: recordKey(id) },
    }));
    return Response.json({ status: 'COMPLETE', results }, { status: found.length < inputs.length ? 207 : 200 });
  }

  #upsert({ inputs }: UpsertBody): Response {
    const keys = inputs.map(({ id }) => id);
    const answer = this.crm?.(keys);
    if (answer !== undefined) {
      return answer;
    }
    this.upserts.push(keys);
    const good = inputs.filter(({ properties }) => properties['firstname'] !== 'bad');
    good.forEach(({ id, properties }) =>
      this.records.set(recordKey(id), { ...this.records.get(recordKey(id)), ...properties }),
    );
    const results = good.map(({ id, objectWriteTraceId }) => ({ id: `r-${id}`, properties: {}, objectWriteTraceId }));
    const errors = inputs
      .filter((one) => !good.includes(one))
      .map(({ objectWriteTraceId }) => ({
        status: 'error',
        category: 'VALIDATION_ERROR',
        message: 'bad is no name',
        context: { objectWriteTraceId: [objectWriteTraceId] },
      }));
    return Response.json(
      { status: 'COMPLETE', results, ...(errors.length > 0 && { errors, numErrors: errors.length }) },
      { status: errors.length > 0 ? 207 : 200 },
    );
  }
}

interface ReadBody {
  readonly inputs: readonly { readonly id: string }[];
  readonly idProperty: string;
}

interface UpsertBody {
  readonly inputs: readonly {
    readonly id: string;
    readonly objectWriteTraceId: string;
    readonly properties: Record<string, unknown>;
  }[];
}
