/** One run: a workload, the clients of one or more isolates, and the upstream that they share. */

import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import type { Coordinator } from '../src/crm/gate/coordinator.ts';
import { type CoordinatorOptions, PortalCoordinator } from '../src/crm/gate/portal-coordinator.ts';
import type { RateLimitOptions } from '../src/declare/app.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';
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
  /** When the desk forgets everything, in milliseconds. */
  readonly forgets?: readonly number[];
  /** How long an isolate lives, in milliseconds; another one takes its place. */
  readonly livesMs?: number;
  /** Somebody else's calls of the same budget: begins with the run. */
  readonly meanwhile?: (upstream: Upstream, clock: VirtualClock) => Promise<void>;
}

/** A desk over a network, which may be cut. */
function remote(
  deskNow: () => DeskOf,
  clock: VirtualClock,
  random: () => number,
  count: () => void,
  isDown: (now: number) => boolean,
): Coordinator {
  const forgotten = (inMs: number): Promise<never> =>
    inMs === Infinity
      ? new Promise(() => {})
      : clock.sleep(inMs).then(() => Promise.reject(new Error('the desk has forgotten the question')));
  const call = async <T>(work: (desk: PortalCoordinator) => Promise<T>): Promise<T> => {
    count();
    const oneWay = () => clock.sleep(2.5 + random() * 7.5);
    await oneWay();
    if (isDown(clock.now())) {
      throw new Error('the desk is away');
    }
    const { desk, until } = deskNow();
    const answer = await Promise.race([work(desk), forgotten(until - clock.now())]);
    await oneWay();
    return answer;
  };
  return {
    join: (args) => call((desk) => desk.join(args)),
    acquire: (args) => call((desk) => desk.acquire(args)),
    settle: (args) => call((desk) => desk.settle(args)),
  };
}

/** A desk, and when it forgets everything. */
interface DeskOf {
  readonly desk: PortalCoordinator;
  readonly until: number;
}

/** A desk that forgets at times; what its actor writes down it knows again (see `actors/portal/pacing.ts`). */
function deskThatForgets(options: Omit<CoordinatorOptions, 'isSuccessor'>, forgets: readonly number[]): () => DeskOf {
  const left = [...forgets];
  let desk = new PortalCoordinator({ ...options, isSuccessor: false });
  return () => {
    while (left[0] !== undefined && left[0] <= options.clock.now()) {
      left.shift();
      const { heldUntil, grantedUntil } = desk;
      desk = new PortalCoordinator({ ...options, isSuccessor: true, grantedUntil });
      desk.hold(heldUntil);
    }
    return { desk, until: left[0] ?? Infinity };
  };
}

export interface Run extends Outcome {
  /** Questions to the desk. */
  readonly rpcs: number;
  /** 429s that the upstream gave. */
  readonly refused: number;
  readonly arrived: number;
}

export async function run(
  seed: number,
  setting: Setting,
  strands: readonly Strand[],
  around: Around = {},
): Promise<Run> {
  const clock = new VirtualClock();
  const random = randomOf(seed);
  const upstream = new Upstream({ clock, random, ...setting });
  const isolates = new Map<string, ReturnType<typeof createCrmIsolate>>();
  const isolateOf = (strand: number) => {
    const life = around.livesMs === undefined ? 0 : Math.floor(clock.now() / around.livesMs);
    const id = `${strand % (around.isolates ?? 1)}/${life}`;
    isolates.set(id, isolates.get(id) ?? createCrmIsolate(id));
    return isolates.get(id)!;
  };
  let rpcs = 0;
  const isDown = (now: number) => around.down !== undefined && now >= around.down.from && now < around.down.to;
  const deskNow = deskThatForgets(
    { limits: normalizeRateLimits(around.rateLimits), clock, random },
    around.forgets ?? [],
  );
  const coordinator = remote(deskNow, clock, random, () => (rpcs += 1), isDown);
  void around.meanwhile?.(upstream, clock);
  const outcome = await runWorkload(clock, strands, (strand) =>
    createCrmClient({
      fetch: upstream.fetch,
      clock,
      random,
      portalId: 1,
      isolate: isolateOf(strand),
      ...(around.rateLimits && { rateLimits: around.rateLimits }),
      ...(around.isCoordinated && { coordinator }),
    }),
  );
  return { ...outcome, refused: upstream.refused, arrived: upstream.arrived, rpcs };
}
