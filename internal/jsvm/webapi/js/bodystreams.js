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
  // MAX_BUFFERED is the size of the longest body that can be read as a whole, in bytes: maxBuffered of
  // fetch_response.go.
  const MAX_BUFFERED = 128 * 2 ** 20;
  // collect reads a stream of bytes to its end.
  const collect = async (stream) => {
    const reader = new ReadableStreamDefaultReader(stream);
    const failed = (message) => {
      const error = new TypeError(message);
      reader.cancel(error).catch(() => {}); // the caller receives the first error
      return error;
    };
    const pieces = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!(value instanceof Uint8Array)) throw failed('A stream that is a body must give Uint8Array chunks.');
      size += value.byteLength;
      if (size > MAX_BUFFERED) throw failed('Memory limit would be exceeded before EOF.');
      pieces.push(value);
    }
    return pieces.length === 1 ? pieces[0] : host.part('blob').join(pieces);
  };
  return { ofBytes, ofIncoming, collect };
});
