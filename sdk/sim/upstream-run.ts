/** One run: a workload, the clients of one or more isolates, and the upstream that they share. */

import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import type { Coordinator } from '../src/crm/gate/coordinator.ts';
import { Desk } from '../src/crm/gate/desk.ts';
import type { RateLimitOptions } from '../src/declare/app.ts';
import { normalizeRateLimits } from '../src/declare/rate-limits.ts';
import { VirtualClock } from './clock.ts';
import { randomOf } from './random.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';
import { type Outcome, runWorkload, type Strand } from './workload.ts';

export { shortest } from './upstream.ts';

/** What an upstream is beside its clock. */
export type Setting = Omit<UpstreamOptions, 'clock' | 'random'>;

/** What else happens. */
export interface Around {
  /** How many isolates share the portal. Default: 1. */
  readonly isolates?: number;
  readonly rateLimits?: RateLimitOptions;
  /** Whether they share a desk. */
  readonly isCoordinated?: boolean;
  /** When the desk cannot be reached, in milliseconds. */
  readonly down?: { readonly from: number; readonly to: number };
  /** Somebody else's calls of the same budget: begins with the run. */
  readonly meanwhile?: (upstream: Upstream, clock: VirtualClock) => Promise<void>;
}

/** A desk over a network, which may be cut. */
function remote(desk: Coordinator, clock: VirtualClock, random: () => number, count: () => void, isDown: (now: number) => boolean): Coordinator {
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    count();
    const oneWay = () => clock.sleep(2.5 + random() * 7.5);
    await oneWay();
    if (isDown(clock.now())) {
      throw new Error('the desk is away');
    }
    const answer = await work();
    await oneWay();
    return answer;
  };
  return {
    join: (args) => call(() => desk.join(args)),
    acquire: (args) => call(() => desk.acquire(args)),
    settle: (args) => call(() => desk.settle(args)),
  };
}

export interface Run extends Outcome {
  /** Questions to the desk. */
  readonly rpcs: number;
  /** 429s that the upstream gave. */
  readonly refused: number;
  readonly arrived: number;
}

export async function run(seed: number, setting: Setting, strands: readonly Strand[], around: Around = {}): Promise<Run> {
  const clock = new VirtualClock();
  const random = randomOf(seed);
  const upstream = new Upstream({ clock, random, ...setting });
  const isolates = Array.from({ length: around.isolates ?? 1 }, (_, i) => createCrmIsolate(String(i)));
  let rpcs = 0;
  const isDown = (now: number) => around.down !== undefined && now >= around.down.from && now < around.down.to;
  const desk = new Desk({ limits: normalizeRateLimits(around.rateLimits), clock, random, isSuccessor: false });
  const coordinator = remote(desk, clock, random, () => (rpcs += 1), isDown);
  void around.meanwhile?.(upstream, clock);
  const outcome = await runWorkload(clock, strands, (strand) =>
    createCrmClient({ fetch: upstream.fetch, clock, random, portalId: 1, isolate: isolates[strand % isolates.length]!, ...(around.rateLimits && { rateLimits: around.rateLimits }), ...(around.isCoordinated && { coordinator }) }),
  );
  return { ...outcome, refused: upstream.refused, arrived: upstream.arrived, rpcs };
}
