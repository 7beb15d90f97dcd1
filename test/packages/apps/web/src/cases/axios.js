import axios from 'axios';
import { answering } from '../answering.js';

export default async () => {
  const { fetch, requests } = answering({ a: 1 });
  const client = axios.create({
    baseURL: 'https://api.example/v1',
    adapter: 'fetch',
    env: { fetch },
    headers: { 'X-A': '1' },
  });
  client.interceptors.request.use((config) => {
    config.headers.set('X-B', '2');
    return config;
  });
  const got = await client.post('/x', { b: 'ü' }, { params: { q: ['1', '2'] } });
  const failed = await axios
    .get('https://api.example/', { adapter: 'fetch', env: { fetch: answering({ no: 1 }, 503).fetch } })
    .catch((e) => [e.name, e.code, e.response.status, e.response.data]);
  return { data: got.data, status: got.status, requests: requests(['content-type', 'x-a', 'x-b']), failed };
};
