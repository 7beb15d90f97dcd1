// Iterator and the methods that all iterators inherit.
(() => {
  const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

  function receiver(value) {
    if (Object(value) !== value) throw new TypeError('Iterator helper called on non-object');
    return value;
  }
  function close(iterator) {
    iterator.return?.();
  }
  function closeQuietly(iterator) {
    try {
      close(iterator);
    } catch {
      // Throw the original error.
    }
  }
  function callable(iterator, callback) {
    if (typeof callback === 'function') return;
    closeQuietly(iterator);
    throw new TypeError(`${typeof callback === 'symbol' ? 'Symbol()' : callback} is not a function`);
  }
  function count(iterator, limit) {
    let number;
    try {
      number = Number(limit);
    } catch (error) {
      closeQuietly(iterator);
      throw error;
    }
    if (number !== number || Math.trunc(number) < 0) {
      closeQuietly(iterator);
      throw new RangeError(`${limit} must be positive`);
    }
    return Math.trunc(number);
  }
  function step(next, iterator) {
    const result = next.call(iterator);
    if (Object(result) !== result) throw new TypeError(`Iterator result ${String(result)} is not an object`);
    return result;
  }

  /** An iterator that draws from another one. advance(state) gives the next result, or undefined at the end. */
  class Helper {
    #source;
    #advance;
    #inner;
    #ended = false;
    #running = false;
    constructor(source, advance) {
      this.#source = source;
      this.#advance = advance;
    }
    #guarded(action) {
      if (this.#running) throw new TypeError('Generator is already running');
      this.#running = true;
      try {
        return action();
      } finally {
        this.#running = false;
      }
    }
    next() {
      return this.#guarded(() => {
        if (this.#ended) return { value: undefined, done: true };
        try {
          const found = this.#advance((inner) => (this.#inner = inner));
          if (found) return { value: found.value, done: false };
        } catch (error) {
          this.#ended = true;
          throw error;
        }
        this.#ended = true;
        return { value: undefined, done: true };
      });
    }
    return() {
      return this.#guarded(() => {
        if (!this.#ended) {
          this.#ended = true;
          if (this.#inner) closeBoth(this.#inner, this.#source);
          else close(this.#source);
        }
        return { value: undefined, done: true };
      });
    }
  }
  function closeBoth(inner, source) {
    try {
      close(inner);
    } catch (error) {
      closeQuietly(source);
      throw error;
    }
    close(source);
  }
  const helperPrototype = Object.create(IteratorPrototype);
  for (const name of ['next', 'return']) {
    const method = Helper.prototype[name];
    Object.defineProperty(helperPrototype, name, { value: method, writable: true, configurable: true });
  }
  Object.defineProperty(helperPrototype, Symbol.toStringTag, { value: 'Iterator Helper', configurable: true });
  Object.setPrototypeOf(Helper.prototype, helperPrototype);
  delete Helper.prototype.next;
  delete Helper.prototype.return;
  delete Helper.prototype.constructor;

  /** Runs action on each value; a throw closes the source. An action that gives something ends the loop. */
  function consume(source, action) {
    const next = source.next;
    for (let index = 0; ; index++) {
      const result = step(next, source);
      if (result.done) return undefined;
      let found;
      try {
        found = action(result.value, index);
      } catch (error) {
        closeQuietly(source);
        throw error;
      }
      if (found) {
        close(source);
        return found;
      }
    }
  }
  function flattenable(value, acceptStrings) {
    if (Object(value) !== value && !(acceptStrings && typeof value === 'string')) {
      throw new TypeError(`${String(value)} is not an object`);
    }
    const open = value[Symbol.iterator];
    const iterator = open == null ? value : open.call(value);
    if (Object(iterator) !== iterator) throw new TypeError(`${String(iterator)} is not an object`);
    return iterator;
  }
  function mapped(source, each) {
    const next = source.next;
    let index = 0;
    return new Helper(source, (setInner) => {
      for (;;) {
        const result = step(next, source);
        if (result.done) return undefined;
        try {
          const found = each(result.value, index++, setInner);
          if (found) return found;
        } catch (error) {
          closeQuietly(source);
          throw error;
        }
      }
    });
  }

  const methods = {
    map(mapper) {
      const source = receiver(this);
      callable(source, mapper);
      return mapped(source, (value, index) => ({ value: mapper(value, index) }));
    },
    filter(predicate) {
      const source = receiver(this);
      callable(source, predicate);
      return mapped(source, (value, index) => (predicate(value, index) ? { value } : undefined));
    },
    take(limit) {
      const source = receiver(this);
      let remaining = count(source, limit);
      const next = source.next;
      return new Helper(source, () => {
        if (remaining === 0) {
          close(source);
          return undefined;
        }
        remaining--;
        const result = step(next, source);
        return result.done ? undefined : { value: result.value };
      });
    },
    drop(limit) {
      const source = receiver(this);
      let remaining = count(source, limit);
      const next = source.next;
      return new Helper(source, () => {
        for (; remaining > 0; remaining--) if (step(next, source).done) return undefined;
        const result = step(next, source);
        return result.done ? undefined : { value: result.value };
      });
    },
    flatMap(mapper) {
      const source = receiver(this);
      callable(source, mapper);
      const next = source.next;
      let index = 0;
      let inner;
      let innerNext;
      return new Helper(source, (setInner) => {
        for (;;) {
          try {
            if (inner) {
              const result = step(innerNext, inner);
              if (!result.done) return { value: result.value };
              setInner((inner = undefined));
            }
          } catch (error) {
            closeQuietly(source);
            throw error;
          }
          const outer = step(next, source);
          if (outer.done) return undefined;
          try {
            inner = flattenable(mapper(outer.value, index++), false);
            innerNext = inner.next;
            setInner(inner);
          } catch (error) {
            closeQuietly(source);
            throw error;
          }
        }
      });
    },
    reduce(reducer, ...initial) {
      const source = receiver(this);
      callable(source, reducer);
      let first = initial.length === 0;
      let accumulator = initial[0];
      let offset = 0;
      consume(source, (value, index) => {
        if (first) {
          first = false;
          accumulator = value;
          return;
        }
        accumulator = reducer(accumulator, value, index + offset);
      });
      if (first) throw new TypeError('Reduce of a done iterator with no initial value');
      return accumulator;
    },
    toArray() {
      const values = [];
      consume(receiver(this), (value) => {
        values.push(value);
      });
      return values;
    },
    forEach(action) {
      const source = receiver(this);
      callable(source, action);
      consume(source, (value, index) => {
        action(value, index);
      });
    },
    some(predicate) {
      const source = receiver(this);
      callable(source, predicate);
      return consume(source, (value, index) => !!predicate(value, index)) === true;
    },
    every(predicate) {
      const source = receiver(this);
      callable(source, predicate);
      return consume(source, (value, index) => !predicate(value, index)) === undefined;
    },
    find(predicate) {
      const source = receiver(this);
      callable(source, predicate);
      return consume(source, (value, index) => (predicate(value, index) ? { value } : undefined))?.value;
    },
  };

  function Iterator() {
    if (new.target === undefined || new.target === Iterator) {
      throw new TypeError('Abstract class Iterator not directly constructable');
    }
  }
  Object.defineProperty(Iterator, 'prototype', { value: IteratorPrototype, writable: false });
  const wrapPrototype = Object.create(IteratorPrototype);
  Object.defineProperty(Iterator, 'from', {
    value: {
      from(value) {
        const iterator = flattenable(value, true);
        if (IteratorPrototype.isPrototypeOf(iterator)) return iterator;
        const next = iterator.next;
        return Object.create(wrapPrototype, {
          next: { value: () => next.call(iterator), writable: true, configurable: true },
          return: {
            value: () => (iterator.return ? iterator.return() : { value: undefined, done: true }),
            writable: true,
            configurable: true,
          },
        });
      },
    }.from,
    writable: true,
    configurable: true,
  });
  return { Iterator, methods };
})();
