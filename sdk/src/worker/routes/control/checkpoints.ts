/** GET /_svc/control/checkpoints?since=24h&until=&by=&capability=&kind=&portal=&step=: summarizes invocations. */

import { MINUTES_KEPT_MS, type Summary, type SummaryArguments } from '../../../actors/project/rollups.ts';
import { HOUR_MS, MINUTE_MS, startOf } from '../../../checkpoints/row.ts';
import { GROUPINGS, type Grouping, type Labels } from '../../../checkpoints/summary.ts';
import { readField } from '../../../declare/field-value.ts';
import { projectName, projectScope } from '../../../platform/env.ts';
import { invalidInput, json } from '../../../platform/errors.ts';
import type { AppCall } from '../../request/route.ts';

/** Default window, in ms: one day. */
const DEFAULT_SINCE_MS = 86_400_000;

/** Maximum delay of a record, in ms: seconds in its isolate and a minute in its portal's actor. */
const DELAY_MS = 62_000;

/** Maximum number of steps in a series. */
const MAX_STEPS = 400;

/**
 * `since` and `until` are a time (ms since the epoch, or ISO 8601) or a duration before now such as `24h`. `step` is a
 * duration such as `5m`, and requests a series. Returns {ok, projectId, environment, since, from, until,
 * completeUntil, note, totals, by?, groups?, step?, series?}. `from` is the start of the first counted span.
 */
export async function checkpoints({ host, env, url }: AppCall): Promise<Response> {
  const now = host.now();
  const since = readTime(url, 'since', now) ?? now - DEFAULT_SINCE_MS;
  const until = readTime(url, 'until', now) ?? now;
  if (since > until) {
    throw invalidInput('since', 'since must be before until');
  }
  const by = readGrouping(url.searchParams.get('by'));
  const span = since < startOf(now - MINUTES_KEPT_MS, HOUR_MS) ? HOUR_MS : MINUTE_MS;
  const step = readStep(url, span, until - since);
  const args: SummaryArguments = {
    since,
    until: until + 1,
    labels: readLabels(url),
    by,
    step,
  };
  const summary = (await host.actor('ProjectActor', projectName(env), 'summary', args)) as Summary;
  const { projectId, environment } = projectScope(env);
  return json(200, {
    ok: true,
    projectId,
    environment,
    since,
    from: startOf(since, span),
    until,
    completeUntil: Math.min(until, now - DELAY_MS),
    note: 'an isolate that is killed loses at most the records of its last second',
    by,
    step,
    ...summary,
  });
}

/** Returns the step, rounded up to whole spans, since a span is counted at its start. */
function readStep(url: URL, span: number, window: number): number | undefined {
  const text = url.searchParams.get('step');
  if (text === null) {
    return undefined;
  }
  const asked = durationOf(text);
  if (asked === undefined || asked <= 0) {
    throw invalidInput('step', 'step must be a duration such as 5m');
  }
  const step = Math.ceil(asked / span) * span;
  if (window / step > MAX_STEPS) {
    throw invalidInput('step', `step must be longer: a series has at most ${MAX_STEPS} steps`);
  }
  return step;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readTime(url: URL, name: string, now: number): number | undefined {
  const text = url.searchParams.get(name);
  if (text === null || text === '') {
    return undefined;
  }
  const span = durationOf(text);
  const time = span !== undefined ? now - span : instantOf(text);
  if (!Number.isFinite(time)) {
    const message = `${name} must be a duration such as 24h, or a time such as 2026-01-01T00:00:00Z or in milliseconds`;
    throw invalidInput(name, message);
  }
  return time;
}

/** Returns a duration such as `24h` in ms. */
function durationOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit ?? ''] ?? 0);
}

/** Parses a time. `Date.parse` alone would accept other formats, which depend on the engine. */
function instantOf(text: string): number {
  const reading = /^\d{1,9}$/.test(text) ? undefined : readField({ type: 'datetime' }, text);
  return reading === undefined || 'expected' in reading ? NaN : Date.parse(String(reading.value));
}

function readLabels({ searchParams }: URL): Labels {
  const given = ['capability', 'kind', 'portal'].map((name) => [name, searchParams.get(name)]);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}

function readGrouping(by: string | null): Grouping | undefined {
  if (by === null) {
    return undefined;
  }
  const known = GROUPINGS.find((one) => one === by);
  if (known === undefined) {
    throw invalidInput('by', `by must be one of ${GROUPINGS.join(', ')}`);
  }
  return known;
}
