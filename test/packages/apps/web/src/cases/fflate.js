import { deflateSync, gunzipSync, gzipSync, inflateSync, strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

export default () => {
  const data = strToU8('text '.repeat(200));
  const zipped = zipSync({ 'a.txt': strToU8('a'), 'b/c.txt': strToU8('ü') }, { mtime: '2026-01-01T00:00:00Z' });
  return {
    sizes: [gzipSync(data, { mtime: 0 }).length, deflateSync(data, { level: 9 }).length],
    back: [strFromU8(gunzipSync(gzipSync(data))).length, strFromU8(inflateSync(deflateSync(data))).slice(0, 9)],
    zip: Object.entries(unzipSync(zipped)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  };
};
