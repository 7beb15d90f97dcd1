import { createFetch } from 'ofetch';
import { answering } from '../answering.js';

export default async () => {
  const { fetch, requests } = answering({ a: 1 });
  const client = createFetch({ fetch, Headers, AbortController });
  const data = await client('https://api.example/x', { method: 'POST', body: { b: 2 }, query: { q: 'y z' } });
  const failed = await createFetch({ fetch: answering({ no: 1 }, 500).fetch, Headers, AbortController })(
    'https://api.example/',
    { retry: 0 },
  ).catch((e) => [e.name, e.status, e.data]);
  return { data, requests: requests(['content-type']), failed };
};
