// fetch: builds the request, sends it with the host's transport and aborts it with the signal.
(function (host) {
  const { Request, bodyOf, signalOf } = host.part('request');
  const { flat } = host.part('headers');

  // upload sends a stream chunk by chunk.
  const upload = async (stream, sink) => {
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (!(value instanceof Uint8Array)) throw new TypeError('A stream that is a body must give Uint8Array chunks.');
        await sink.write(value);
      }
      sink.end();
    } catch (error) {
      sink.fail(`${error}`);
      reader.cancel(error).catch(() => {}); // the caller receives the error of the transfer
    }
  };

  // watched is a response body that the signal aborts. It calls over when nothing is left to abort: a signal outlives
  // its fetches and must not keep them in memory.
  const watched = (body, signal, over) => {
    if (signal === null) return body;
    if (body === null) {
      over();
      return body;
    }
    const { follow } = host.part('abort');
    const until = (start) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const unfollow = follow(signal, () => reject(signal.reason));
        start().then(
          (value) => {
            unfollow();
            resolve(value);
          },
          (error) => {
            unfollow();
            over();
            reject(error);
          },
        );
      });
    return {
      next: () =>
        until(body.next).then((chunk) => {
          if (chunk === null) over();
          return chunk;
        }),
      all: () =>
        until(body.all).then((bytes) => {
          over();
          return bytes;
        }),
      cancel: () => {
        over();
        return body.cancel();
      },
    };
  };

  const send = (request, signal) =>
    new Promise((resolve, reject) => {
      const body = bodyOf(request);
      const content = body === null ? null : body.take();
      const bytes = content === null ? null : content.atHand;
      const streamed = content !== null && bytes === null;
      const operation = host.send(
        request.method,
        request.url,
        flat(request.headers),
        bytes,
        streamed,
        request.redirect,
      );
      if (streamed) upload(content.stream, operation);
      let unfollow = () => {};
      if (signal !== null) {
        const { follow } = host.part('abort');
        unfollow = follow(signal, () => {
          operation.abort(signal.reason);
          reject(signal.reason);
        });
      }
      operation.response
        .then((answer) => {
          answer.body = watched(answer.body, signal, unfollow);
          resolve(host.part('response').incoming(answer));
        })
        .catch((error) => {
          unfollow();
          reject(error);
        });
    });

  async function fetch(input, init) {
    if (arguments.length === 0)
      throw new TypeError("Failed to execute 'fetch': 1 argument required, but only 0 present.");
    const request = new Request(input, init);
    const signal = signalOf(request);
    if (signal !== null && signal.aborted) throw signal.reason;
    return send(request, signal);
  }
  return { fetch };
});
