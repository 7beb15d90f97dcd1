import { expect, it } from 'vitest';
import { LogForwarder } from './log-forwarder.ts';

const URL = 'http://localhost:9099/__svc/log';

/** A forwarder whose clock advances by `tick`. `sent` are the entries of each POST. */
function forwarding({ accepts = () => true }: { accepts?: (body: string) => boolean } = {}) {
  const sent: string[][] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const state = { url: URL as string | undefined };
  const forwarder = new LogForwarder({
    target: () => state.url,
    send(url, body, failed) {
      expect(url).toBe(URL);
      if (accepts(body)) {
        sent.push(JSON.parse(body));
      } else {
        failed();
      }
    },
    later: (run, ms) => timers.push({ run, ms }),
    describeDropped: (count) => JSON.stringify(`${count} dropped`),
  });
  const add = (count: number, text = (i: number) => `${i}`) => {
    for (let i = 0; i < count; i++) {
      forwarder.add(JSON.stringify(text(i)));
    }
  };
  const tick = () => {
    for (const { run, ms } of timers.splice(0)) {
      expect(ms).toBe(5_000);
      run();
    }
  };
  return { forwarder, sent, timers, state, add, tick };
}

it('sends what was logged within 5 seconds in one POST', () => {
  const { sent, timers, add, tick } = forwarding();
  add(3);
  expect(timers).toHaveLength(1);
  expect(sent).toEqual([]);
  tick();
  expect(sent).toEqual([['0', '1', '2']]);
  expect(timers).toEqual([]); // no timer runs while nothing waits
  add(1);
  tick();
  expect(sent).toHaveLength(2);
});

it('sends at most 100 entries in a POST', () => {
  const { sent, add, tick } = forwarding();
  add(250);
  tick();
  expect(sent.map((batch) => batch.length)).toEqual([100, 100, 50]);
  expect(sent.flat().at(-1)).toBe('249');
});

it('keeps at most 10,000 entries, drops the oldest and reports how many', () => {
  const { sent, add, tick } = forwarding();
  add(10_012);
  while (sent.flat().length < 10_001) {
    tick();
  }
  expect(sent.flat().slice(0, 3)).toEqual(['12 dropped', '12', '13']);
  expect(sent.flat().at(-1)).toBe('10011');
});

it('splits what is larger than a browser accepts at once, and loses nothing', () => {
  const { sent, add, tick } = forwarding();
  const text = (i: number) => `${i} ${'ü€😀'.repeat(900)}`;
  add(40, text);
  let total = 0;
  while (sent.flat().length < 40) {
    tick();
    const bytes = sent.slice(total).map((batch) => new TextEncoder().encode(JSON.stringify(batch)).length);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(65_536);
    expect(bytes.length).toBeGreaterThan(0);
    total = sent.length;
  }
  expect(sent.flat()).toEqual(Array.from({ length: 40 }, (_, i) => text(i)));
});

it('sends an entry alone that is larger than all limits', () => {
  const { sent, add, tick } = forwarding();
  add(2, () => 'x'.repeat(100_000));
  tick();
  expect(sent.map((batch) => batch.length)).toEqual([1]);
  tick();
  expect(sent).toHaveLength(2);
});

it('repeats a failed POST once, before newer entries', () => {
  let failures = 1;
  const { sent, timers, add, tick } = forwarding({ accepts: () => --failures < 0 });
  add(2);
  tick();
  expect(sent).toEqual([]);
  add(1, () => 'new');
  tick();
  expect(sent).toEqual([['0', '1', 'new']]);

  failures = Number.POSITIVE_INFINITY;
  add(1);
  tick();
  tick();
  expect(timers).toEqual([]); // a card that nothing listens to does not try forever
});

it('flushes at once on request', () => {
  const { forwarder, sent, add, tick } = forwarding();
  add(2);
  forwarder.flush();
  expect(sent).toEqual([['0', '1']]);
  tick();
  expect(sent).toHaveLength(1);
});

it('discards what waits when forwarding is off', () => {
  const { forwarder, sent, state, add, tick } = forwarding();
  add(2);
  state.url = undefined;
  tick();
  state.url = URL;
  tick();
  add(1);
  forwarder.clear();
  tick();
  expect(sent).toEqual([]);
});

it('schedules again after a timer could not be set', () => {
  let broken = true;
  const runs: (() => void)[] = [];
  const sent: string[] = [];
  const forwarder = new LogForwarder({
    target: () => URL,
    send: (_, body) => sent.push(body),
    later(run) {
      if (broken) {
        throw new Error('no timers');
      }
      runs.push(run);
    },
    describeDropped: String,
  });
  expect(() => forwarder.add('1')).toThrow('no timers'); // the logger catches it
  broken = false;
  forwarder.add('2');
  runs[0]?.();
  expect(sent).toEqual(['[1,2]']);
});
