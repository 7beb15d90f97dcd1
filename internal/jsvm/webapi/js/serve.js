// serve: passes a received request to the handler, and its response to the host.
(function (host) {
  const { incoming } = host.part('request');
  const { flat } = host.part('headers');
  const { is, bodyOf } = host.part('response');

  const pass = async (stream, reply) => {
    const reader = stream.getReader();
    reply.watch(() => {
      reader.cancel(new Error('the client disconnected')).catch(() => {}); // the source's error changes nothing
    });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!(value instanceof Uint8Array)) {
        const error = new TypeError('A stream that is a body must give Uint8Array chunks.');
        reader.cancel(error).catch(() => {}); // the caller receives the first error
        throw error;
      }
      try {
        await reply.chunk(value);
      } catch (error) {
        reader.cancel(error).catch(() => {}); // as above
        throw error;
      }
    }
  };

  const respond = async (response, reply) => {
    if (!is(response))
      throw new TypeError(
        `The fetch handler must return a Response; it returned ${response === null ? 'null' : typeof response}.`,
      );
    if (response.type === 'error') throw new TypeError('The fetch handler returned Response.error().');
    if (response.bodyUsed) throw new TypeError('The fetch handler returned a Response whose body has been read.');
    const body = bodyOf(response);
    const content = body === null ? null : body.take();
    const length = content === null ? 0 : content.atHand === null ? -1 : content.atHand.byteLength;
    reply.head(response.status, response.statusText, flat(response.headers), length);
    if (content === null) return;
    if (content.atHand === null) await pass(content.stream, reply);
    else if (content.atHand.byteLength > 0) await reply.chunk(content.atHand);
  };

  const serve = async (handler, method, url, headers, bytes, reply) => {
    try {
      await respond(await handler(incoming(method, url, headers, bytes, reply.watch)), reply);
    } finally {
      reply.end();
    }
  };
  return { serve };
});
