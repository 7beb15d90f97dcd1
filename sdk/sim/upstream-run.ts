import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import type { Coordinator } from '../src/crm/gate/coordinator.ts';
import { type CoordinatorOptions, PortalCoordinator } from '../src/crm/gate/portal-coordinator.ts';
import type { RateLimitOptions } from '../src/declare/app.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';
import { VirtualClock } from './clock.ts';
import { randomOf } from './random.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';
import { type Invocation, type Outcome, runWorkload } from './workload.ts';

export { shortest } from './upstream.ts';

/** The options of an upstream, without clock and randomness. */
export type UpstreamSettings = Omit<UpstreamOptions, 'clock' | 'random'>;

/** The conditions of a run. */
export interface Conditions {
  /** How many isolates share the portal. Default: 1. */
  readonly isolates?: number;
  readonly rateLimits?: RateLimitOptions;
  /** Whether they have a coordinator. */
  readonly isCoordinated?: boolean;
  /** When the coordinator is unreachable, in ms. */
  readonly down?: { readonly from: number; readonly to: number };
  /** How long a message to or from the coordinator takes at most, in ms. Default: 10. */
  readonly oneWayMs?: number;
  /** When the coordinator restarts, in ms. */
  readonly restarts?: readonly number[];
  /** Lifetime of an isolate, in ms. Another one replaces it. */
  readonly livesMs?: number;
  /** Runs during the workload, such as calls of another app on the same budget. */
  readonly meanwhile?: (upstream: Upstream, clock: VirtualClock) => Promise<void>;
}

/** Returns the coordinator behind a network that may be down. */
function remote(
  current: () => Incarnation,
  clock: VirtualClock,
  random: () => number,
  count: () => void,
  { down, oneWayMs = 10 }: Conditions,
): Coordinator {
  const isDown = (now: number) => down !== undefined && now >= down.from && now < down.to;
  const restarted = (inMs: number): Promise<never> =>
    inMs === Infinity
      ? new Promise(() => {})
      : clock.sleep(inMs).then(() => Promise.reject(new Error('the coordinator has restarted')));
  const call = async <T>(work: (coordinator: PortalCoordinator) => Promise<T>): Promise<T> => {
    count();
    const oneWay = () => clock.sleep(oneWayMs * (0.25 + random() * 0.75));
    await oneWay();
    if (isDown(clock.now())) {
      throw new Error('the coordinator is unreachable');
    }
    const { coordinator, until } = current();
    const answer = await Promise.race([work(coordinator), restarted(until - clock.now())]);
    await oneWay();
    return answer;
  };
  return {
    join: (args) => call((coordinator) => coordinator.join(args)),
    acquire: (args) => call((coordinator) => coordinator.acquire(args)),
    settle: (args) => call((coordinator) => coordinator.settle(args)),
    budget: (args) => call((coordinator) => coordinator.budget(args)),
  };
}

/** A coordinator, and when it restarts. */
interface Incarnation {
  readonly coordinator: PortalCoordinator;
  readonly until: number;
}

/** Returns a coordinator that restarts, with the state that its actor stores (see `actors/portal/pacing.ts`). */
function restarting(options: CoordinatorOptions, restarts: readonly number[]): () => Incarnation {
  const left = [...restarts];
  let coordinator = new PortalCoordinator(options);
  return () => {
    while (left[0] !== undefined && left[0] <= options.clock.now()) {
      left.shift();
      coordinator = new PortalCoordinator({ ...options, before: coordinator.state });
    }
    return { coordinator, until: left[0] ?? Infinity };
  };
}

/** The figures of a run. */
export interface Run extends Outcome {
  /** Calls to the coordinator. */
  readonly rpcs: number;
  /** 429s of the upstream. */
  readonly refused: number;
  readonly arrived: number;
}

/** Runs a workload with the clients of one or more isolates against one upstream. */
export async function run(
  seed: number,
  setting: UpstreamSettings,
  invocations: readonly Invocation[],
  conditions: Conditions = {},
): Promise<Run> {
  const clock = new VirtualClock();
  const random = randomOf(seed);
  const upstream = new Upstream({ clock, random, ...setting });
  const isolates = new Map<string, ReturnType<typeof createCrmIsolate>>();
  const isolateOf = (invocation: number) => {
    const life = conditions.livesMs === undefined ? 0 : Math.floor(clock.now() / conditions.livesMs);
    const id = `${invocation % (conditions.isolates ?? 1)}/${life}`;
    isolates.set(id, isolates.get(id) ?? createCrmIsolate(id));
    return isolates.get(id)!;
  };
  let rpcs = 0;
  const current = restarting(
    { limits: normalizeRateLimits(conditions.rateLimits), clock, random },
    conditions.restarts ?? [],
  );
  const network = remote(current, clock, random, () => (rpcs += 1), conditions);
  void conditions.meanwhile?.(upstream, clock);
  const outcome = await runWorkload(clock, invocations, (invocation) =>
    createCrmClient({
      fetch: upstream.fetch,
      clock,
      random,
      portalId: 1,
      isolate: isolateOf(invocation),
      ...(conditions.rateLimits && { rateLimits: conditions.rateLimits }),
      ...(conditions.isCoordinated && { coordinator: network }),
    }),
  );
  return { ...outcome, refused: upstream.refused, arrived: upstream.arrived, rpcs };
}
