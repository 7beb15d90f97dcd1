import { beforeEach, describe, expect, test } from 'vitest';
import { installGoHost } from '../../../test/go-host.ts';
import { boundTexts } from '../../host/bound-texts.ts';
import type { ProjectManifest } from '../../manifest/manifest.ts';
import { ACTOR_PROTOCOL, type ActorStore } from '../../protocol/actor.ts';
import type { AppParts } from './actor-part.ts';
import { type OpenActor, openActor } from './open.ts';
import { SCHEMA, stamped, upgrade } from './schema.ts';
import { actorStore } from './store.ts';

let store: ActorStore;

beforeEach(() => {
  installGoHost();
  store = actorStore(boundTexts('InstallActor', '1'));
});

function open(logs: string[] = []): OpenActor {
  const platform = {
    className: 'InstallActor',
    name: '1',
    store,
    setAlarm: () => {},
    now: () => 0,
    log: (_level: string, message: string) => void logs.push(message),
  };
  const app = { manifest: { app: { redaction: { fields: [] } } } as unknown as ProjectManifest } as AppParts;
  const table = [
    ({ store }: { store: ActorStore }) => ({
      methods: {
        put: () => store.put('k', 1),
        boom() {
          throw new Error('for a@b.example');
        },
      },
    }),
  ];
  return openActor(table as never, platform as never, {}, app);
}

const call = async (actor: OpenActor, method = 'put') =>
  JSON.parse(await actor.call(ACTOR_PROTOCOL, method, 'null')) as Record<string, { code: string }>;

describe('the version of the stored state', () => {
  test('is written with the first entry', async () => {
    const actor = open();
    expect(store.list()).toEqual([]);
    await call(actor);
    expect(store.list()).toEqual([
      ['k', 1],
      ['schema', SCHEMA],
    ]);
  });

  test('that is newer fails every call and leaves the state unchanged', async () => {
    store.put('schema', SCHEMA + 1);
    const actor = open();
    expect((await call(actor))['e']?.code).toBe('state_too_new');
    await expect(actor.alarm()).rejects.toThrow('deploy the release that wrote it');
    expect(store.list()).toEqual([['schema', SCHEMA + 1]]);
  });

  test('that is older is upgraded step by step in one transaction', () => {
    store.put('schema', 1);
    store.put('a', 'x');
    const steps = new Map([
      [2, (s: ActorStore) => s.put('a', 'xy')],
      [3, (s: ActorStore) => s.put('b', s.get('a'))],
    ]);
    upgrade(store, 3, steps);
    expect(store.list()).toEqual([
      ['a', 'xy'],
      ['b', 'xy'],
      ['schema', 3],
    ]);
    steps.set(4, () => {
      throw new Error('half way');
    });
    steps.set(5, (s) => s.delete('a'));
    expect(() => upgrade(store, 5, steps)).toThrow('half way');
    expect(store.get('schema')).toBe(3);
  });

  test('is written again after its transaction was rolled back', () => {
    const own = stamped(store);
    expect(() =>
      own.transaction(() => {
        own.put('k', 1);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(store.list()).toEqual([]);
    own.put('k', 2);
    expect(store.get('schema')).toBe(SCHEMA);
  });
});

describe('a call of an actor', () => {
  test('that fails logs the redacted error and returns a general one', async () => {
    const logs: string[] = [];
    expect(await call(open(logs), 'boom')).toEqual({
      e: { code: 'actor_error', message: 'the actor failed in boom; see its log' },
    });
    expect(logs).toEqual(['InstallActor.boom failed: for [redacted]']);
  });

  test.each([ACTOR_PROTOCOL + 1, 0, -1, NaN])('of protocol %s is refused', async (protocol) => {
    expect(JSON.parse(await open().call(protocol, 'put', 'null'))).toMatchObject({
      e: { code: 'protocol_unsupported' },
    });
  });
});
