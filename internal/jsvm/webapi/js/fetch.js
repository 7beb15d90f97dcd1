// fetch: makes the request, hands it to the host's transport, and lets a signal end it.
(function (host) {
  const { Request, bodyOf, signalOf } = host.part('request');
  const { flat } = host.part('headers');

  // upload passes a stream on, one piece after another.
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
      reader.cancel(error).catch(() => {}); // the transfer has failed already; that is what the caller hears
    }
  };

  // watched is an incoming body whose reading ends with the signal, and with its reason.
  const watched = (body, signal) => {
    if (body === null || signal === null) return body;
    const { follow } = host.part('abort');
    const until = (start) => new Promise((resolve, reject) => {
      if (signal.aborted) { reject(signal.reason); return; }
      const unfollow = follow(signal, () => reject(signal.reason));
      start().then((value) => { unfollow(); resolve(value); }, (error) => { unfollow(); reject(error); });
    });
    return { next: () => until(body.next), all: () => until(body.all), cancel: body.cancel };
  };

  const send = (request, signal) => new Promise((resolve, reject) => {
    const body = bodyOf(request);
    const content = body === null ? null : body.take();
    const bytes = content === null ? null : content.atHand;
    const streamed = content !== null && bytes === null;
    const operation = host.send(request.method, request.url, flat(request.headers), bytes, streamed, request.redirect);
    if (streamed) upload(content.stream, operation);
    let unfollow = () => {};
    if (signal !== null) {
      const { follow } = host.part('abort');
      unfollow = follow(signal, () => { operation.abort(signal.reason); reject(signal.reason); });
    }
    operation.response.then((answer) => {
      answer.body = watched(answer.body, signal);
      resolve(host.part('response').incoming(answer));
    }).catch((error) => { unfollow(); reject(error); });
  });

  async function fetch(input, init) {
    if (arguments.length === 0) throw new TypeError("Failed to execute 'fetch': 1 argument required, but only 0 present.");
    const request = new Request(input, init);
    const signal = signalOf(request);
    if (signal !== null && signal.aborted) throw signal.reason;
    return send(request, signal);
  }
  return { fetch };
})
