// node:stream/consumers.
(function (require) {
  const { Buffer } = require('buffer');
  const buffer = async (stream) => {
    const chunks = [];
    const iterator = stream[Symbol.asyncIterator]();
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      chunks.push(Buffer.from(next.value));
    }
    return Buffer.concat(chunks);
  };
  const text = async (stream) => (await buffer(stream)).toString();
  return {
    buffer,
    text,
    json: async (stream) => JSON.parse(await text(stream)),
    arrayBuffer: async (stream) => new Uint8Array(await buffer(stream)).buffer,
    blob: async (stream) => new Blob([await buffer(stream)]),
  };
});
