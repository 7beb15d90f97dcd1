// Operations that connect streams: tee, pipeTo, from and iteration.
(function (host) {
  const { ReadableStream, stateOf, deferred, attempt, cancel, read, lock, release } = host.part('streams');

  // tee: both branches receive all chunks. The source is canceled when both branches are.
  const tee = (stream) => {
    const s = stateOf(stream);
    const reader = lock(s, false);
    const { bytes } = s.controller;
    const canceled = [false, false];
    const reasons = [undefined, undefined];
    const ended = deferred();
    const controllers = [];
    let busy = false;
    let again = false;
    const each = (f) =>
      controllers.forEach((controller, i) => {
        if (!canceled[i]) f(controller, i);
      });
    const pull = () => {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      read(s, {
        chunk: (value) =>
          queueMicrotaskOf(() => {
            again = false;
            each((controller) => controller.enqueue(bytes ? value.slice() : value));
            busy = false;
            if (again) pull();
          }),
        close: () => {
          busy = false;
          each((controller) => {
            controller.close();
            if (bytes && controller.byobRequest !== null) controller.byobRequest.respond(0);
          });
          ended.resolve(undefined);
        },
        error: () => {
          busy = false;
        },
      });
    };
    const branch = (i) =>
      new ReadableStream({
        ...(bytes ? { type: 'bytes' } : {}),
        start(controller) {
          controllers[i] = controller;
        },
        pull,
        cancel(reason) {
          canceled[i] = true;
          reasons[i] = reason;
          if (canceled[0] && canceled[1]) cancel(s, reasons).then(ended.resolve, ended.reject);
          return ended.promise;
        },
      });
    reader.closed.promise.catch((error) => {
      controllers.forEach((controller) => controller.error(error));
      if (!canceled[0] || !canceled[1]) ended.resolve(undefined);
    });
    return [branch(0), branch(1)];
  };
  const queueMicrotaskOf = (f) => {
    Promise.resolve().then(f);
  };

  const pipeTo = (source, destination, options) => {
    const { preventClose, preventAbort, preventCancel, signal } = options === null ? {} : options;
    const { stateOf: writableState, abort: abortWritable, closeIfOpen } = host.part('writable');
    const from = stateOf(source);
    const to = writableState(destination);
    if (signal !== undefined && !(signal instanceof host.part('abort').AbortSignal))
      throw new TypeError('signal is not an AbortSignal');
    if (from.reader !== null) throw new TypeError('The stream to pipe from is locked.');
    if (to.writer !== null) throw new TypeError('The stream to pipe to is locked.');
    const reader = lock(from, false);
    const writer = destination.getWriter();
    from.disturbed = true;

    return new Promise((resolve, reject) => {
      let ending = false;
      let written = Promise.resolve(); // the last write
      let unfollow = () => {};
      const finish = (failed, error) => {
        writer.releaseLock();
        release(reader, 'The pipe has ended.');
        unfollow();
        if (failed) reject(error);
        else resolve(undefined);
      };
      // shutdown waits until all chunks that were read are written, runs action and ends the pipe.
      const shutdown = (action, failed, error) => {
        if (ending) return;
        ending = true;
        const end = () => {
          // A failed last write must not count as success.
          if (!failed && to.state !== 'writable' && to.state !== 'closed') finish(true, to.error);
          else finish(failed, error);
        };
        const settle = () => (action === null ? Promise.resolve() : attempt(action)).then(end, (e) => finish(true, e));
        if (to.state === 'writable' && !to.closing) written.then(settle, settle);
        else settle();
      };
      const sourceFailed = (error) => shutdown(preventAbort ? null : () => abortWritable(to, error), true, error);
      const targetFailed = (error) => shutdown(preventCancel ? null : () => cancel(from, error), true, error);

      const step = () => {
        if (ending) return;
        writer.ready.then(
          () => {
            if (ending) return;
            read(from, {
              chunk(value) {
                written = writer.write(value);
                written.catch(() => {}); // the writer's closed reports it
                step();
              },
              close() {
                shutdown(preventClose ? null : () => closeIfOpen(to, writer), false);
              },
              error: () => {}, // the reader's closed reports it
            });
          },
          () => {},
        );
      };
      reader.closed.promise.catch((error) => {
        if (from.state === 'errored') sourceFailed(error);
      });
      writer.closed.then(
        () => {
          if (!ending) targetFailed(new TypeError('The stream to pipe to is closed.'));
        },
        (error) => {
          if (to.state === 'errored' || to.state === 'erroring') targetFailed(error);
        },
      );
      if (signal !== undefined) {
        unfollow = host.part('abort').follow(signal, () => {
          const actions = [];
          if (!preventAbort)
            actions.push(() => (to.state === 'writable' ? abortWritable(to, signal.reason) : Promise.resolve()));
          if (!preventCancel)
            actions.push(() => (from.state === 'readable' ? cancel(from, signal.reason) : Promise.resolve()));
          shutdown(() => Promise.all(actions.map((action) => action())), true, signal.reason);
        });
      }
      if (from.state === 'errored') sourceFailed(from.error);
      else step();
    });
  };

  // iterate is the async iterator of a stream.
  const prototype = Object.create(Object.prototype, {
    [Symbol.asyncIterator]: {
      value() {
        return this;
      },
      configurable: true,
      writable: true,
    },
  });
  const iterate = (stream, options) => {
    const preventCancel = options !== null && options !== undefined && !!options.preventCancel;
    const reader = stream.getReader();
    let finished = false;
    let last = Promise.resolve(); // calls wait for each other
    const queue = (f) => {
      last = last.then(f, f);
      return last;
    };
    const next = async () => {
      if (finished) return { value: undefined, done: true };
      try {
        const result = await reader.read();
        if (result.done) {
          finished = true;
          reader.releaseLock();
        }
        return result;
      } catch (error) {
        finished = true;
        reader.releaseLock();
        throw error;
      }
    };
    const end = async (value) => {
      if (!finished) {
        finished = true;
        const canceled = preventCancel ? undefined : reader.cancel(value);
        reader.releaseLock();
        await canceled;
      }
      return { value, done: true };
    };
    const iterator = Object.create(prototype);
    iterator.next = () => queue(next);
    iterator.return = (value) => queue(() => end(value));
    return iterator;
  };

  const from = (iterable) => {
    if (iterable === null || iterable === undefined) throw new TypeError('ReadableStream.from needs an iterable');
    const make = iterable[Symbol.asyncIterator] || iterable[Symbol.iterator];
    if (typeof make !== 'function') throw new TypeError('ReadableStream.from needs an iterable');
    const iterator = make.call(iterable);
    return new ReadableStream(
      {
        async pull(controller) {
          const result = await iterator.next();
          if (result === null || typeof result !== 'object') throw new TypeError('The iterator must return an object');
          if (result.done) controller.close();
          else controller.enqueue(await result.value);
        },
        async cancel(reason) {
          if (typeof iterator.return === 'function') await iterator.return(reason);
        },
      },
      { highWaterMark: 0 },
    );
  };
  return { tee, pipeTo, iterate, from };
});
