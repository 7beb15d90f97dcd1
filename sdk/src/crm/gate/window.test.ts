import { expect, test } from 'vitest';
import { Window } from './window.ts';

/** Returns a window of a second with a call each 100 ms, from 0 to 1,500 ms. */
function withCalls(): Window {
  const window = new Window(1_000);
  for (let at = 0; at <= 1_500; at += 100) {
    window.count(at, at);
    window.forget(at);
  }
  return window;
}

test('a late report adds the calls that have left the window since', () => {
  const window = withCalls();
  window.report(0, 1_200, 1_200); // counts the calls from 300 ms on. Those at 300, 400 and 500 ms have left
  expect([3, 4].map((place) => window.reportedIn(place, 1, 1_500))).toEqual([0, 100]);
});

test('a report of an earlier time than the last one has no effect', () => {
  const window = withCalls();
  window.report(2, 1_500, 1_500);
  window.report(0, 1_400, 1_400);
  expect(window.reportedIn(2, 1, 1_500)).toBe(0);
});

test('a report that may be later than the last one applies if fewer calls are left', () => {
  const window = withCalls();
  window.report(2, 1_400, 1_500);
  window.report(0, 1_400, 1_500);
  expect(window.reportedIn(1, 1, 1_500)).toBe(100);
});
