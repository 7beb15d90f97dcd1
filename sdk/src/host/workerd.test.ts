// What cases of the conformance suite cannot bring about in the engine: broken bindings, restarts, state of a later
// release. The engine itself runs everything else of this host there.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActorTable, AppParts } from '../actors/core/actor-part.ts';
import type { Host } from '../platform/host.ts';
import { ActorError } from '../protocol/actor.ts';
import { answerStep, faultOf } from '../protocol/answer-step.ts';
import { openActor } from '../actors/core/open.ts';
import { describeThrown } from '../platform/thrown.ts';
import type { ServedApp } from '../worker/app.ts';
import type { ServedWorker } from '../worker/worker.ts';

/** The platform's classes, which keep what they are given. */
vi.mock('cloudflare:workers', () => {
  class Base {
    constructor(
      readonly ctx: unknown,
      readonly env: unknown,
    ) {}
  }
  return { DurableObject: Base, WorkerEntrypoint: Base };
});

let lines: [level: string, line: Record<string, unknown>][];

beforeEach(() => {
  lines = [];
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((text: string) => void lines.push([level, JSON.parse(text)]));
  }
});
afterEach(() => vi.restoreAllMocks());

const ctx = { waitUntil: () => {} } as never;

/** Runs inside of a request to a user worker with these bindings. */
async function within(env: Record<string, unknown>, run: (host: Host) => Promise<unknown>): Promise<unknown> {
  const { serveWorker } = await import('./workerd.ts');
  const worker: ServedWorker = {
    name: 'main',
    fetch: () => Promise.reject(new Error('unexpected request')),
    scheduled: () => Promise.resolve(),
    step: (_name, _args, _env, { host }) =>
      answerStep(
        () => run(host),
        (error) => host.observe(faultOf(error, 'main')),
      ),
  };
  const { SvcEntrypoint } = serveWorker(worker);
  const entry = new (
    SvcEntrypoint as unknown as new (
      ctx: never,
      env: object,
    ) => { step(name: string, args: string): Promise<string> }
  )(ctx, env);
  return JSON.parse(await entry.step('any', '{}'));
}

/** A namespace whose stubs answer in turn; it counts the stubs. */
function namespaceOf(answers: (string | object)[]): { stubs: number; idFromName(name: string): string; get(): object } {
  const namespace = {
    stubs: 0,
    idFromName: (name: string) => `id of ${name}`,
    get() {
      namespace.stubs += 1;
      const answer = answers.shift();
      return { call: () => (typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer)) };
    },
  };
  return namespace;
}

const call = (host: Host) => host.actor('InstallActor', '7', 'describe', null);

describe('a call to an actor', () => {
  test('is retried once with a new stub after a retryable error', async () => {
    const passing = Object.assign(new Error('reset'), { retryable: true });
    const namespace = namespaceOf([passing, '{"v":5}']);
    expect(await within({ SVC_INSTALL: namespace }, call)).toEqual({ v: 5 });
    expect(namespace.stubs).toBe(2);
    const twice = namespaceOf([passing, passing, '{"v":5}']);
    expect(await within({ SVC_INSTALL: twice }, call)).toMatchObject({ e: { code: 'step_failed' } });
    expect(twice.stubs).toBe(2);
  });

  test.each([
    ['that has failed otherwise', new Error('broken')],
    ['of an actor that is overloaded', Object.assign(new Error('busy'), { retryable: true, overloaded: true })],
  ])('%s is not repeated', async (_, error) => {
    const namespace = namespaceOf([error, '{"v":5}']);
    expect(await within({ SVC_INSTALL: namespace }, call)).toMatchObject({ e: { code: 'step_failed' } });
    expect(namespace.stubs).toBe(1);
    expect(lines).toMatchObject([['error', { type: 'error', worker: 'main', message: error.message }]]);
  });

  test('keeps the code of an error', async () => {
    const answer = '{"e":{"code":"install_not_found","message":"no"}}';
    expect(await within({ SVC_INSTALL: namespaceOf([answer]) }, call)).toEqual({
      e: { code: 'install_not_found', message: 'no' },
    });
  });
});

test('a missing binding is named in the log only', async () => {
  expect(await within({}, call)).toMatchObject({ e: { code: 'step_failed' } });
  expect(await within({}, (host) => host.worker('price-feeds', 'trigger', {}))).toMatchObject({
    e: { code: 'step_failed' },
  });
  expect(lines.map(([, { message }]) => message)).toEqual([
    expect.stringContaining('SVC_INSTALL is missing'),
    expect.stringContaining('WORKER_PRICE_FEEDS is missing'),
  ]);
});

test('log lines and records are one line of JSON each, without records of calls to the CRM', async () => {
  await within({}, async ({ log, observe }) => {
    const line = { at: 1, message: 'm', worker: 'main', capabilityId: 'c', kind: 'tool', invocation: 'i' } as const;
    (['debug', 'info', 'warn', 'error'] as const).forEach((level) => log({ ...line, level }));
    observe({ type: 'crmCall' } as never);
    observe({ type: 'invocation' } as never);
    observe({ type: 'error' } as never);
  });
  expect(lines.map(([level, { type, message }]) => [level, type ?? message])).toEqual([
    ['debug', 'm'],
    ['info', 'm'],
    ['warn', 'm'],
    ['error', 'm'],
    ['log', 'invocation'],
    ['error', 'error'],
  ]);
});

/** A Durable Object's storage in memory. */
function storageOf(entries: Record<string, string>): { alarm: number | null } {
  const kv = new Map(Object.entries(entries));
  const names: string[] = ['7'];
  const storage = {
    alarm: null as number | null,
    kv: { get: (key: string) => kv.get(key), put: kv.set.bind(kv), delete: kv.delete.bind(kv), list: () => [...kv] },
    sql: {
      exec: (query: string) => ({ toArray: () => (query.startsWith('SELECT') ? names.map((name) => ({ name })) : []) }),
    },
    transactionSync: <T>(fn: () => T) => fn(),
    setAlarm: async (at: number) => void (storage.alarm = at),
    deleteAlarm: async () => void (storage.alarm = null),
  };
  return storage;
}

async function objectOf(storage: object, table: ActorTable): Promise<{ alarm(): Promise<void> }> {
  const { durableObject } = await import('./workerd-app.ts');
  const parts = { manifest: { app: { redaction: { fields: [] } } } } as unknown as AppParts;
  const Actor = durableObject('InstallActor', table, { parts, openActor, describeThrown });
  return new (Actor as unknown as new (ctx: object, env: object) => { alarm(): Promise<void> })({ storage }, {});
}

test('an alarm that finds state of a later release is retried until a release supports it', async () => {
  const storage = storageOf({ schema: '99' });
  const before = Date.now();
  await (await objectOf(storage, [])).alarm();
  expect(storage.alarm).toBeGreaterThanOrEqual(before + 600_000);
  expect(lines).toMatchObject([
    ['error', { worker: 'InstallActor 7', message: expect.stringContaining('newer than') }],
  ]);
});

test('the app worker exports the classes of its actors', async () => {
  const { serveApp } = await import('./workerd-app.ts');
  const app = { parts: {}, actors: {}, fetch: () => Promise.reject(new ActorError('x', 'y')) } as unknown as ServedApp;
  expect(Object.keys(serveApp(app)).sort()).toEqual(['InstallActor', 'PortalActor', 'ProjectActor', 'handler']);
});
