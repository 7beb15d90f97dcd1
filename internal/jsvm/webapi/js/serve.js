// serve: passes a received request to the handler, and its response to the host.
(function (host) {
  const { incoming } = host.part('request');
  const { flat } = host.part('headers');
  const { is, bodyOf } = host.part('response');

  const pass = async (stream, reply) => {
    const reader = stream.getReader();
    host.watch(reply, () => {
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
        await host.chunk(reply, value);
      } catch (error) {
        reader.cancel(error).catch(() => {}); // as above
        throw error;
      }
    }
  };

  // contentOf returns the body of a response, which then counts as read, or null.
  const contentOf = (response) => {
    if (!is(response))
      throw new TypeError(
        `The fetch handler must return a Response; it returned ${response === null ? 'null' : typeof response}.`,
      );
    if (response.type === 'error') throw new TypeError('The fetch handler returned Response.error().');
    if (response.bodyUsed) throw new TypeError('The fetch handler returned a Response whose body has been read.');
    const body = bodyOf(response);
    return body === null ? null : body.take();
  };

  const serve = async (handler, method, url, headers, bytes, reply) => {
    try {
      const response = await handler(incoming(method, url, headers, bytes, reply));
      const content = contentOf(response);
      const { status, statusText } = response;
      if (content === null || content.atHand !== null) {
        host.whole(reply, status, statusText, flat(response.headers), content === null ? null : content.atHand);
        return;
      }
      host.head(reply, status, statusText, flat(response.headers));
      await pass(content.stream, reply);
      host.end(reply);
    } catch (error) {
      host.fail(reply, error);
    }
  };
  return { serve };
});
