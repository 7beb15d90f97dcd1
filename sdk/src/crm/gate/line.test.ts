import { describe, expect, it } from 'vitest';
import { normalizeRateLimits } from '../../manifest/rate-limits.ts';
import { Gate } from './gate.ts';
import { settingsOf } from './isolate.ts';
import { Line, type Waiter } from './line.ts';
import { strideOf } from './stride.ts';

/** A line whose gate is held, so that all calls wait. */
function heldLine() {
  const line = new Line(new Gate(settingsOf('general', normalizeRateLimits()), () => 0.5));
  line.gate.holdUntil(5_000);
  const names = new Map<Waiter, string>();
  const arrive = (...surfaces: string[]) => {
    for (const surface of surfaces) {
      const waiter = line.take({ isOne: false }, strideOf(surface), 0, 100_000, 100_000);
      names.set(waiter, surface);
      line.poll(waiter, 0);
    }
  };
  const order = () => line.waiters.map((waiter) => names.get(waiter));
  return { line, arrive, order };
}

const times = (count: number, surface: string) => Array.from({ length: count }, () => surface);

describe('a waiting call that polls late', () => {
  it('keeps its place if all calls are late', () => {
    const { line, arrive, order } = heldLine();
    arrive('sync', 'card');
    const [card, sync] = line.waiters as [Waiter, Waiter];
    card.pollsAt = sync.pollsAt = 5_000;
    expect(line.poll(sync, 6_000)).toBeGreaterThan(0);
    expect(order()).toEqual(['card', 'sync']);
    expect(line.poll(card, 6_000)).toBe(0);
  });

  it('loses its place to one that polls in time', () => {
    const { line, arrive, order } = heldLine();
    arrive('sync', 'card');
    const [card, sync] = line.waiters as [Waiter, Waiter];
    card.pollsAt = 5_000;
    sync.pollsAt = 6_000;
    expect(line.poll(sync, 6_000)).toBe(0);
    expect(order()).toEqual(['sync']);
  });
});

describe('the order of waiting calls', () => {
  it('is cards and agents, actions, triggers, syncs', () => {
    const { arrive, order } = heldLine();
    arrive('sync', 'trigger', 'workflow-action', 'agent', 'card');
    expect(order()).toEqual(['agent', 'card', 'workflow-action', 'trigger', 'sync']);
  });

  it('is that of arrival within a surface', () => {
    const { line, arrive } = heldLine();
    arrive(...times(5, 'sync'));
    const turns = line.waiters.map(({ turn }) => turn);
    expect(turns).toEqual([16, 32, 48, 64, 80]);
  });

  it('gives a sync one of 17 turns among cards', () => {
    const { arrive, order } = heldLine();
    arrive(...times(3, 'sync'), ...times(64, 'card'));
    const places = order().flatMap((surface, at) => (surface === 'sync' ? [at] : []));
    expect(places).toEqual([15, 32, 49]);
  });

  it('puts a card before calls that have waited, and after cards', () => {
    const { arrive, order } = heldLine();
    arrive(...times(100, 'sync'), 'card', 'card');
    expect(order().slice(0, 3)).toEqual(['card', 'card', 'sync']);
  });

  it('counts no turn for calls that were deferred', () => {
    const { line, arrive, order } = heldLine();
    arrive(...times(50, 'sync'));
    for (const waiter of line.waiters.slice(1).reverse()) {
      line.defer(waiter, 0);
    }
    arrive('sync', ...times(40, 'card'));
    expect(order().lastIndexOf('sync')).toBeLessThan(35);
  });
});

describe('a card behind a sync that was refused before and keeps its turn', () => {
  it('leaves first while only the share of others is left', () => {
    const settings = { ...settingsOf('general', normalizeRateLimits()), capacity: 1000, max: 100 };
    const line = new Line(new Gate(settings, () => 0.5));
    const take = (surface: string) => line.take({ isOne: false }, strideOf(surface), 0, 100_000, 100_000);
    for (let i = 0; i < 97; i++) {
      line.gate.lease(0);
    }
    const [sync, card] = [take('sync'), take('card')];
    sync.turn = 1;
    expect(line.poll(sync, 0)).toBeGreaterThan(0);
    expect(line.poll(card, 0)).toBe(0);
    expect(line.waiters).toEqual([sync, card]);
    expect(line.poll(take('card'), 0)).toBe(0);
  });
});

describe('the end of a window', () => {
  /** Sends calls of a surface until they must wait. */
  function sent(gate: Gate, surface: string): number {
    let count = 0;
    for (; gate.waitFor(1, 0, strideOf(surface)) === 0; count++) {
      gate.lease(0);
    }
    return count;
  }

  it('is kept for cards, agents and actions', () => {
    const gate = new Gate({ ...settingsOf('general', normalizeRateLimits()), capacity: 1000, max: 100 }, () => 0.5);
    expect(sent(gate, 'sync')).toBe(97);
    expect(sent(gate, 'trigger')).toBe(0);
    expect(sent(gate, 'card')).toBe(3);
  });

  it('is not kept from a small window', () => {
    const gate = new Gate({ ...settingsOf('search', normalizeRateLimits()), capacity: 1000 }, () => 0.5);
    expect(sent(gate, 'sync')).toBe(5);
  });
});
