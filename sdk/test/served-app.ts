import { ACTORS } from '../src/actors/actors.ts';
import type { ActorTable } from '../src/actors/core/actor-part.ts';
import { type OpenActor, openActor } from '../src/actors/core/open.ts';
import { actorStore } from '../src/actors/core/store.ts';
import { projectManifest } from '../src/capability/project-manifest.ts';
import type { WorkerDefinition } from '../src/capability/worker.ts';
import { type AppOptions, defineApp } from '../src/declare/app.ts';
import { boundTexts } from '../src/host/bound-texts.ts';
import type { ProjectManifest } from '../src/manifest/manifest.ts';
import type { ActorClass, Host } from '../src/platform/host.ts';
import crm from '../src/profiles/crm.json' with { type: 'json' };
import { ACTOR_PROTOCOL, readAnswer } from '../src/protocol/actor.ts';
import type { AppProfile } from '../src/protocol/request-context.ts';
import { createAppWorker } from '../src/worker/app.ts';
import { type GoHost, installGoHost } from './go-host.ts';
import { CONTROL_KEY, grant, ORIGIN, SECRET } from './served-worker.ts';

/** The options of a served app. */
export interface ServeAppOptions {
  readonly app?: Partial<AppOptions>;
  readonly env?: Record<string, string>;
  readonly profile?: Partial<AppProfile>;
  readonly workers?: readonly WorkerDefinition[];
  /** Runs a step of a worker. */
  readonly step?: Host['worker'];
  /** Responds to outbound requests. */
  readonly fetch?: (url: URL, init: RequestInit) => Promise<Response> | Response;
}

/** The app worker and its actors in memory, with a virtual clock. */
export class ServedApp {
  readonly go: GoHost;
  readonly host: Host;
  readonly env: Record<string, string>;
  readonly logs: Record<string, unknown>[] = [];
  #parts: { readonly manifest: ProjectManifest; readonly profile: AppProfile };
  readonly #worker: ReturnType<typeof createAppWorker>;
  readonly #actors = new Map<string, OpenActor>();
  clock = 1_767_225_600_000;
  /** The name of the process that the actors share with workers, as in the local host. */
  process: string | undefined;

  constructor(options: ServeAppOptions) {
    this.go = installGoHost();
    this.env = {
      CRM_CLIENT_ID: 'client-id',
      CRM_CLIENT_SECRET: SECRET,
      SVC_CONTROL_KEY_k1: CONTROL_KEY,
      SVC_SEAL_KEY_k1: 'the sealing key of the tests',
      ...options.env,
    };
    this.#parts = partsOf(options);
    this.#worker = createAppWorker(this.#parts);
    this.host = {
      isShared: false,
      now: () => this.clock,
      fetch: async (input, init) => (options.fetch ?? nothing)(new URL(String(input)), init ?? {}),
      log: (line) => void this.logs.push({ ...line }),
      observe: (observation) => void this.go.observations.push({ ...observation }),
      actor: async (className, name, method, args) =>
        readAnswer(await this.#actor(className, name).call(ACTOR_PROTOCOL, method, JSON.stringify(args ?? null))),
      worker: options.step ?? (() => Promise.reject(new Error('no workers'))),
    };
  }

  /** Sends a request without a signature. */
  send(path: string, init: RequestInit = {}, origin = ORIGIN): Promise<Response> {
    return this.#worker.fetch(new Request(origin + path, init), this.env, { host: this.host, waitUntil: () => {} });
  }

  /** Sends a request with a grant. */
  async control(
    method: string,
    path: string,
    body?: unknown,
    text: string = body === undefined ? '' : JSON.stringify(body),
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await this.send(path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(await grant(method, path, text, CONTROL_KEY, undefined, this.clock)),
      },
      ...(body !== undefined && { body: text }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Calls an actor. */
  actor<T>(className: ActorClass, name: string, method: string, args: unknown = null): Promise<T> {
    return this.host.actor(className, name, method, args) as Promise<T>;
  }

  /** Advances the time, and fires alarms on the way. */
  async pass(ms: number): Promise<void> {
    const end = this.clock + ms;
    for (;;) {
      const next = Math.min(...this.go.alarms.values());
      if (!(next <= end)) {
        break;
      }
      this.clock = Math.max(this.clock, next);
      await this.alarms();
    }
    this.clock = end;
  }

  /** Fires alarms until none is due. */
  async alarms(): Promise<void> {
    for (;;) {
      const due = [...this.go.alarms].filter(([, at]) => at <= this.clock).map(([key]) => key.split('\u0000'));
      if (due.length === 0) {
        return;
      }
      for (const [className, name] of due) {
        this.go.alarms.delete(`${className}\u0000${name}\u0000`);
        await this.#actor(className as ActorClass, name as string).alarm();
      }
    }
  }

  /** Forgets what actors have in memory, as when the process ends. */
  restart(): void {
    this.#actors.clear();
    this.process &&= crypto.randomUUID();
  }

  /** Another declaration of the app is deployed: its actors start anew. */
  redeclare(app: Partial<AppOptions>): void {
    this.#parts = partsOf({ app });
    this.restart();
  }

  /** The keys that an actor holds. */
  keys(className: ActorClass, name: string): string[] {
    const prefix = `${className}\u0000${name}\u0000`;
    return [...this.go.texts.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  }

  #actor(className: ActorClass, name: string): OpenActor {
    const id = `${className}/${name}`;
    let actor = this.#actors.get(id);
    if (actor === undefined) {
      actor = openActor(ACTORS[className] satisfies ActorTable, this.#platform(className, name), this.env, this.#parts);
      this.#actors.set(id, actor);
    }
    return actor;
  }

  #platform(className: ActorClass, name: string): Parameters<typeof openActor>[1] {
    const setAlarm = (at: number | null) =>
      void (globalThis as unknown as { __svc_store_alarm(json: string): string }).__svc_store_alarm(
        JSON.stringify({ class: className, name, at }),
      );
    const { now, fetch, worker } = this.host;
    const actor: Host['actor'] = (...call) => this.host.actor(...call); // tests replace it
    const log = (level: string, message: string, fields?: object) => void this.logs.push({ level, message, ...fields });
    return {
      className,
      name,
      ...(this.process !== undefined && { process: this.process }),
      store: actorStore(boundTexts(className, name)),
      setAlarm,
      now,
      fetch,
      actor,
      worker,
      log,
    };
  }
}

function nothing(url: URL): Promise<Response> {
  return Promise.reject(new Error(`no response from ${url.origin}`));
}

function partsOf({ app, workers = [], profile }: ServeAppOptions): { manifest: ProjectManifest; profile: AppProfile } {
  const declared = defineApp({
    name: 'Test',
    distribution: 'marketplace',
    auth: 'oauth',
    platformVersion: '2026.03',
    scopes: ['oauth', 'contacts read'],
    ...app,
  });
  return { manifest: projectManifest(declared, workers), profile: { ...(crm as AppProfile), ...profile } };
}
