// The streams of bodies: of bytes in memory and of bytes from the network.
(function (host) {
  const { ReadableStream, ReadableStreamDefaultReader } = host.part('streams');

  // ofBytes is a stream of bytes in memory. The reader receives a copy.
  const ofBytes = (bytes) =>
    new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (bytes.byteLength > 0) controller.enqueue(bytes.slice());
        controller.close();
        if (controller.byobRequest !== null) controller.byobRequest.respond(0);
      },
    });
  // ofIncoming is a stream of a body from the network.
  const ofIncoming = (incoming) =>
    new ReadableStream({
      type: 'bytes',
      async pull(controller) {
        const data = await incoming.next();
        if (data !== null) {
          controller.enqueue(new Uint8Array(data));
          return;
        }
        controller.close();
        if (controller.byobRequest !== null) controller.byobRequest.respond(0);
      },
      cancel() {
        incoming.cancel();
      },
    });
  // collect reads a stream of bytes to its end.
  const collect = async (stream) => {
    const reader = new ReadableStreamDefaultReader(stream);
    const pieces = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!(value instanceof Uint8Array)) {
        const error = new TypeError('A stream that is a body must give Uint8Array chunks.');
        reader.cancel(error).catch(() => {}); // the caller receives the first error
        throw error;
      }
      pieces.push(value);
    }
    return pieces.length === 1 ? pieces[0] : host.part('blob').join(pieces);
  };
  return { ofBytes, ofIncoming, collect };
});
