import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import querystring from 'node:querystring';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import url from 'node:url';
import util, { promisify } from 'node:util';

// Modules of Node, as packages use them.
export default async () => {
  const emitter = new EventEmitter();
  const event = once(emitter, 'done');
  emitter.emit('done', 1);
  const chunks = [];
  await pipeline(
    Readable.from(['a', 'b']),
    new Transform({ transform: (chunk, _, done) => done(null, String(chunk).toUpperCase()) }),
    async (source) => {
      for await (const chunk of source) chunks.push(String(chunk));
    },
  );
  const storage = new AsyncLocalStorage();
  const stored = await storage.run('value', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return storage.getStore();
  });
  const tried = (run) => {
    try {
      return run();
    } catch (error) {
      return [error.name, error.code];
    }
  };
  return {
    hash: createHash('sha256').update('text').digest('hex'),
    hmac: createHmac('sha1', 'key').update(Buffer.from('text')).digest('base64'),
    equal: timingSafeEqual(Buffer.from('ab'), Buffer.from('ab')),
    uuid: randomUUID().length,
    buffer: [
      Buffer.from('é€').toString('hex'),
      Buffer.concat([Buffer.from('a'), Buffer.from('YmM=', 'base64')]).toString(),
      Buffer.from('ü').toString('base64url'),
    ],
    event: await event,
    path: path.join('/a', '../b', 'c.txt'),
    query: querystring.stringify({ a: [1, 2], b: 'x y' }),
    url: url.parse('https://a.example:8080/x?y=1').port,
    text: util.format('%s %d %j', 'a', 1, { b: 2 }),
    inspected: util.inspect({ a: [1, { b: new Map([['c', 1]]) }] }),
    promised: await promisify((value, callback) => callback(null, value))('later'),
    decoded: new StringDecoder('utf8').write(Buffer.from([0xe2, 0x82])),
    chunks,
    stored,
    failed: tried(() => assert.equal(1, 2)),
    globals: [
      typeof Buffer,
      typeof process.nextTick,
      typeof setImmediate,
      typeof global,
      process.env.NOT_SET === undefined,
    ],
  };
};
