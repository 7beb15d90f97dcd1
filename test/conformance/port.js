// The actor part that cases of the actor port call. Each method uses one feature of an actor's state.
(state) => {
  const { store, due } = state;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const add = (key) => {
    store.put(key, (store.get(key) ?? 0) + 1);
    return store.get(key);
  };
  const undone = () => {
    store.put('inside', 1);
    store.delete('kept');
    throw new Error('undo');
  };
  const list = (options) => store.list(options).filter(([key]) => key !== 'schema'); // written by every actor
  // Cases of overlapping calls wait for a number of arrivals, so they do not depend on time.
  const arrived = {};
  const arrive = (where) => {
    arrived[where] = (arrived[where] ?? 0) + 1;
  };
  const arrivals = async (where, many) => {
    while ((arrived[where] ?? 0) < many) {
      await pause(5);
    }
  };
  let calls = 0;
  let shared;
  return {
    methods: {
      name: () => state.name,
      nothing: () => undefined,
      echo: (args) => args,
      calls: () => (calls += 1),
      put: ({ key, value }) => store.put(key, value),
      putUndefined: ({ key }) => store.put(key, undefined),
      get: ({ key }) => ({ value: store.get(key) }),
      delete: ({ key }) => store.delete(key),
      list: (options) => list(options ?? undefined),
      putThenThrow: ({ key, value }) => {
        store.put(key, value);
        throw new Error('the secret of the actor');
      },
      putThenReject: async ({ key, value }) => {
        store.put(key, value);
        await pause(1);
        throw new TypeError('the secret of the actor');
      },
      rolledBack: () => {
        store.put('kept', 1);
        try {
          store.transaction(undone);
        } catch (error) {
          return { threw: error.message, entries: list() };
        }
      },
      nested: () =>
        store.transaction(() => {
          store.put('kept', 1);
          try {
            store.transaction(undone);
          } catch {
            store.put('after', 2);
          }
          return list();
        }),
      asynchronous: () => store.transaction(async () => store.put('inside', 1)),
      add: ({ key }) => add(key),
      addAfterPause: async ({ key }) => {
        await pause(5);
        return add(key);
      },
      lose: async ({ key, calls }) => {
        const read = store.get(key) ?? 0;
        arrive(key);
        await arrivals(key, calls);
        store.put(key, read + 1); // deliberate lost update: the read is before the await
      },
      // One flight for all concurrent calls, since calls may share a promise inside an actor. It ends when `calls`
      // calls with `stays` have arrived.
      share: async ({ stays, calls }) => {
        if (stays) {
          arrive('flight');
        }
        shared ??= arrivals('flight', calls).then(() => {
          shared = undefined;
          return add('flights');
        });
        return shared;
      },
      later: ({ purpose, detail, ms }) => due.set(purpose, detail, ms === null ? null : state.now() + ms),
      isDue: ({ purpose, detail }) => due.get(purpose, detail) !== undefined,
      dueThenUndone: () => {
        try {
          store.transaction(() => {
            due.set('note', 'undone', state.now());
            throw new Error('undo');
          });
        } catch {
          due.set('note', 'kept', state.now() + 1);
        }
      },
      movedThenUndone: ({ detail }) => {
        try {
          store.transaction(() => {
            due.set('note', detail, null);
            due.set('note', 'undone', state.now() + 600_000);
            throw new Error('undo');
          });
        } catch (error) {
          return error.message;
        }
      },
    },
    due: {
      note: (detail) => {
        add(`done/${detail}`);
      },
      // Fails until the key `go` exists.
      failing: (detail) => {
        add(`tried/${detail}`);
        if (store.get('go') === undefined) {
          throw new Error('not yet');
        }
        add(`done/${detail}`);
      },
      // Runs until the key `go` exists.
      long: async (detail) => {
        add(`begun/${detail}`);
        while (store.get('go') === undefined) {
          await pause(20);
        }
        add(`done/${detail}`);
      },
      again: (detail) => {
        if (add(`done/${detail}`) < 3) {
          due.set('again', detail, state.now());
        }
      },
    },
  };
};
