// Values that JSON cannot hold, passed to the store and to scheduled calls.
import { cardBackend } from '@svc/sdk';

export const unstorable = cardBackend('unstorable', {
  input: { key: { type: 'string', required: true } },
  async handler({ input: { key }, store, later, http }) {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const toJSON = () => {
      throw new Error('not now');
    };
    const calls: (() => Promise<unknown>)[] = [
      () => store.put(key, { count: 1n }),
      () => store.update(key, () => cycle),
      () => store.put(key, { toJSON }, { ttl: '1h' }),
      () => later('script', { steps: [1n] }, { after: '1h', id: key }),
      () => store.put(key, 1, { ttl: Number.NaN }),
      () => later('script', { steps: [] }, { after: Number.POSITIVE_INFINITY }),
      () => store.list(key, { limit: Number.NaN }),
      () => later('script', { steps: [] }, { after: '1h', id: '\ud800' }),
      () => store.list(key, { limit: 1e300 }),
      () => store.put(key, Promise.resolve(1)),
      () => store.put(key, { rows: [{}, new Map()] }, { ttl: '1h' }),
      () => store.update(key, () => ({ response: new Response('a') })),
      () => later('script', { steps: [new Set()] }, { after: '1h' }),
      () => http.post('https://never.example/', { rows: Promise.resolve([]) }),
      () => store.put(key, { at: new Date(0), empty: {} }),
      () => store.get(key),
    ];
    const results: unknown[] = [];
    for (const call of calls) {
      results.push(await call().catch(({ code, message }) => ({ code, message })));
    }
    return results;
  },
});
