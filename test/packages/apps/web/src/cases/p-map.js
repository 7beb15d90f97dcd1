import pMap, { pMapSkip } from 'p-map';

export default async () => ({
  mapped: await pMap([1, 2, 3], async (n) => (n === 2 ? pMapSkip : n * 2), { concurrency: 2 }),
  failed: await pMap([1], () => Promise.reject(new Error('bad')), { stopOnError: false }).catch((error) => [
    error.name,
    error.errors.map((e) => e.message),
  ]),
});
