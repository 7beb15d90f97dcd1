import { expect, test, vi } from 'vitest';
import { watchTimers } from './left-timers.ts';
import { Deadline, OWN_TIMER } from '../../platform/deadline.ts';

/** Timers that fire by hand. */
function setUp() {
  const set = new Map<number, (...args: unknown[]) => void>();
  const start = (run: (...args: unknown[]) => void) => {
    set.set(set.size + 1, run);
    return set.size;
  };
  const globals = {
    setTimeout: start,
    setInterval: start,
    clearTimeout: (id: number) => void set.delete(id),
    clearInterval: (id: number) => void set.delete(id),
  };
  const watched = watchTimers(globals);
  const owner = () => {
    const warnings: string[] = [];
    return { warnings, logger: { warn: (message: string) => void warnings.push(message) } };
  };
  return { set, globals: globals as unknown as Record<string, (...args: unknown[]) => number>, watched, owner };
}

const none = () => {};

test('timers that fired, were cleared, or belong to no handler or to the runtime do not warn', () => {
  const { set, globals, watched, owner } = setUp();
  const a = owner();
  globals['setTimeout']?.(none, 1);
  watched.begin(a);
  const fired = globals['setTimeout']?.(none, 1) ?? 0;
  set.get(fired)?.();
  globals['clearInterval']?.(globals['setInterval']?.(none, 1));
  globals['clearTimeout']?.(globals['setInterval']?.(none, 1));
  globals['setTimeout']?.(none, 1, OWN_TIMER);
  watched.end(a);
  expect(a.warnings).toEqual([]);
});

test('a timer of overlapping handlers is reported once, by the last one that ends', () => {
  const { set, globals, watched, owner } = setUp();
  const [a, b] = [owner(), owner()];
  watched.begin(a);
  watched.begin(b);
  const repeated = globals['setInterval']?.(none, 1) ?? 0;
  set.get(repeated)?.();
  globals['setTimeout']?.(none, 1);
  watched.end(a);
  expect(a.warnings).toEqual([]);
  watched.end(b);
  expect(b.warnings).toEqual([expect.stringContaining('2 timers still set')]);
  watched.begin(a);
  watched.end(a);
  expect(a.warnings).toEqual([]);
});

test('the functions keep the properties of those that they replace', () => {
  const promised = Symbol('promisify');
  const start = Object.assign(() => 1, { [promised]: 'kept' });
  const globals = { setTimeout: start, setInterval: start, clearTimeout: none, clearInterval: none };
  watchTimers(globals);
  expect(globals.setTimeout).not.toBe(start);
  expect([globals.setTimeout[promised], globals.setTimeout.name]).toEqual(['kept', start.name]);
});

test('the timers of a deadline belong to the runtime', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  try {
    await new Deadline(1, Date.now()).within(new Promise(() => {}));
    expect(set.mock.calls.map(([, , mark]) => mark)).toEqual([OWN_TIMER, OWN_TIMER]);
  } finally {
    set.mockRestore();
  }
});
