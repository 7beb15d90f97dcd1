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
  watched.begin(a, 'cardBackend');
  const fired = globals['setTimeout']?.(none, 1) ?? 0;
  set.get(fired)?.();
  globals['clearInterval']?.(globals['setInterval']?.(none, 1));
  globals['clearTimeout']?.(globals['setInterval']?.(none, 1));
  globals['setTimeout']?.(none, 1, OWN_TIMER);
  watched.end(a);
  expect(a.warnings).toEqual([]);
});

test('a timer of the only active handler is reported when that handler ends', () => {
  const { set, globals, watched, owner } = setUp();
  const [a, b] = [owner(), owner()];
  watched.begin(a, 'cardBackend');
  const repeated = globals['setInterval']?.(none, 1) ?? 0;
  set.get(repeated)?.();
  globals['setTimeout']?.(none, 1);
  watched.begin(b, 'cardBackend');
  watched.end(a);
  watched.end(b);
  expect(a.warnings).toEqual([expect.stringContaining('2 timers still set')]);
  expect(b.warnings).toEqual([]);
});

test('a timer that any of several active handlers may have set is reported by none', () => {
  const { globals, watched, owner } = setUp();
  const [a, b] = [owner(), owner()];
  watched.begin(a, 'cardBackend');
  watched.begin(b, 'cardBackend');
  globals['setTimeout']?.(none, 1);
  watched.end(a);
  watched.end(b);
  expect([...a.warnings, ...b.warnings]).toEqual([]);
});

test('a handler that never ends, as after a cancelled request, does not silence the others for ever', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { globals, watched, owner } = setUp();
    const [cancelled, busy, late] = [owner(), owner(), owner()];
    watched.begin(cancelled, 'cardBackend');
    vi.setSystemTime(Date.now() + 29_999);
    watched.begin(busy, 'cardBackend');
    globals['setTimeout']?.(none, 1);
    watched.end(busy);
    vi.setSystemTime(Date.now() + 1);
    watched.begin(late, 'cardBackend');
    globals['setTimeout']?.(none, 1);
    watched.end(late);
    expect(busy.warnings).toEqual([]);
    expect(late.warnings).toEqual([expect.stringContaining('a timer still set')]);
  } finally {
    vi.useRealTimers();
  }
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
