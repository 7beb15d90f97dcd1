/** Flags of a project, in the response of a card backend, evaluated in the card. */

import { type FunctionComponent, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { serveWorker } from '../../../test/served-worker.ts';
import { cardBackend } from '../../capability/card-backend.ts';
import type { FlagSnapshot, FlagsClientSnapshot } from '../../context/flags.ts';
import { card } from '../../declare/card.ts';
import { createFlagsSnapshotProvider } from '../../ui/flags.ts';
import { FlagsProvider, type FlagsProviderProps, useFlags } from '../../ui/react/index.ts';

const BASE = {
  status: 'active',
  version: 1,
  updatedAt: '2026-09-01T00:00:00Z',
  salt: 's',
  default: 'a',
  off: 'a',
  rules: [],
} as const;
const FLAGS: FlagSnapshot[] = [
  { ...BASE, key: 'layout', type: 'boolean', variations: { a: true } },
  { ...BASE, key: 'title', type: 'string', variations: { a: 'Größe' } },
  { ...BASE, key: 'limit', type: 'number', variations: { a: 5 } },
  { ...BASE, key: 'theme', type: 'json', variations: { a: { deep: [1] } } },
];

const panel = cardBackend('panel', {
  async handler({ flags }) {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    await Promise.all([
      flags?.getBoolean('layout', false),
      flags?.getString('title', 'd'),
      flags?.getNumber('limit', 0),
      flags?.getJson('theme', {}),
      flags?.getJson('gone', { of: 'the default' }),
      flags?.getJson('cycle', cycle),
      flags?.getJson('big', 1n),
      flags?.getJson('undefined', undefined),
    ]);
    return 'shown';
  },
});

const CARD = card({
  id: 'panel',
  name: 'Panel',
  location: 'crm.record.tab',
  objectTypes: ['contacts'],
  entrypoint: 'p.tsx',
  backend: 'panel',
  flags: 'server',
});

async function answered() {
  const worker = await serveWorker([panel], { cards: [CARD], env: { SVC_PROJECT_ID: 'p', SVC_ENVIRONMENT: 'test' } });
  for (const flag of FLAGS) {
    worker.host.texts.set(['ProjectActor', 'p/test', `flag/${flag.key}`].join('\u0000'), JSON.stringify(flag));
  }
  return worker.card('panel', {});
}

test('the response contains a flag snapshot for the card', async () => {
  const { status, body, headers } = await answered();
  expect([status, body['ok'], body['result']]).toEqual([200, true, 'shown']);
  expect(headers.get('x-svc-response-signature')).toMatch(/^v1=[0-9a-f]{64}$/);
  const snapshot = body['flags'] as FlagsClientSnapshot;
  const flags = createFlagsSnapshotProvider(snapshot);
  expect(flags.getBoolean('layout', false)).toBe(true);
  expect(flags.getString('title', 'd')).toBe('Größe');
  expect(flags.getNumber('limit', 0)).toBe(5);
  expect(flags.getJson('theme', {})).toEqual({ deep: [1] });
  expect(flags.evaluate(['layout', 'gone'])).toEqual({
    layout: { value: true, variation: 'a', reason: 'DEFAULT' },
    gone: { value: { of: 'the default' }, reason: 'ERROR' },
  });
  let seen: unknown;
  const Reader: FunctionComponent = () => {
    seen = useFlags(['layout', 'other'], { layout: false, other: 'd' });
    return null;
  };
  renderToStaticMarkup(
    h(FlagsProvider as FunctionComponent<FlagsProviderProps>, { initialSnapshot: snapshot }, h(Reader)),
  );
  expect(seen).toEqual({
    flags: { layout: true, other: 'd' },
    details: { layout: { value: true, variation: 'a', reason: 'DEFAULT' }, other: { value: 'd', reason: 'ERROR' } },
    isLoading: false,
  });
});

test('omits a default that JSON cannot represent', async () => {
  const { values } = (await answered()).body['flags'] as FlagsClientSnapshot;
  expect(Object.keys(values).sort()).toEqual(['gone', 'layout', 'limit', 'theme', 'title']);
});
