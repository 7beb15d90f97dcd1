import ky from 'ky';
import { answering } from '../answering.js';

export default async () => {
  const { fetch, requests } = answering({ a: 1 });
  const client = ky.create({ prefixUrl: 'https://api.example', fetch, retry: 0 });
  const data = await client.post('x', { json: { b: 2 }, searchParams: { q: 'ü' } }).json();
  const failed = await ky('https://api.example/', { fetch: answering({}, 404).fetch, retry: 0 }).catch((e) => [
    e.name,
    e.response.status,
  ]);
  return { data, requests: requests(['content-type', 'accept']), failed };
};
