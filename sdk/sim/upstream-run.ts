/** One run: a workload, the clients of one or more isolates, and the upstream that they share. */

import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
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
  /** Somebody else's calls of the same budget: begins with the run. */
  readonly meanwhile?: (upstream: Upstream, clock: VirtualClock) => Promise<void>;
}

export interface Run extends Outcome {
  /** 429s that the upstream gave. */
  readonly refused: number;
  readonly arrived: number;
}

export async function run(seed: number, setting: Setting, strands: readonly Strand[], around: Around = {}): Promise<Run> {
  const clock = new VirtualClock();
  const random = randomOf(seed);
  const upstream = new Upstream({ clock, random, ...setting });
  const isolates = Array.from({ length: around.isolates ?? 1 }, createCrmIsolate);
  void around.meanwhile?.(upstream, clock);
  const outcome = await runWorkload(clock, strands, (strand) =>
    createCrmClient({ fetch: upstream.fetch, clock, random, portalId: 1, isolate: isolates[strand % isolates.length]! }),
  );
  return { ...outcome, refused: upstream.refused, arrived: upstream.arrived };
}
