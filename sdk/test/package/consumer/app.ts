// A small app, as a user would write it.
import { card, defineApp, defineSource, defineWorker, type InferInput, ok, type WorkerManifest } from '@svc/sdk';
import { type ExperimentalOptions, featureFlagAppObject } from '@svc/sdk/experimental';
import { createWorker } from '@svc/sdk/runtime';
import { backendUrl, logger } from '@svc/sdk/ui';
import type { FlagsProviderProps } from '@svc/sdk/ui/react';

declare module '@svc/sdk' {
  interface WorkerEnv {
    LEDGER_TOKEN: string;
  }
}

const app = defineApp({
  name: 'Stranger',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read'],
  cards: [card({ id: 'c', name: 'C', location: 'crm.record.tab', objectTypes: ['contacts'], entrypoint: 'src/C.tsx' })],
});

const worker = defineWorker('main');

worker.tool('greet', {
  label: 'Greet',
  objectType: 'contact',
  input: {
    tone: { type: 'enumeration', options: ['warm', 'cold'], required: true },
    times: { type: 'number', default: 1 },
  },
  output: { text: { type: 'string' } },
  async handler(ctx) {
    const tone: 'warm' | 'cold' = ctx.input.tone;
    const token: string = ctx.env.LEDGER_TOKEN;
    // @ts-expect-error there is no third tone
    if (ctx.input.tone === 'hot') {
      return {};
    }
    return ok({ text: tone.repeat(ctx.input.times) + token });
  },
});

const source = defineSource({
  name: 's',
  fetch: ({ cursor }) => ({ rows: [{ key: cursor ?? '1', data: 1 }], cursor: undefined }),
});
worker.sync(source, { schedule: '5m', idProperty: 'id' });

const manifest: WorkerManifest = worker.manifest();
type Input = InferInput<{ a: { type: 'bool'; required: true } }>;
const input: Input = { a: true };
const props: FlagsProviderProps = {};
const gate: ExperimentalOptions = { experimental: true };
const flags = featureFlagAppObject(gate);
logger.info(backendUrl('x'));

export default { app, manifest, input, props, gate, flags, createWorker };
