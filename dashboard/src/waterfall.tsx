// The calls of one invocation on a common time axis.

import type { JSX } from 'preact';
import type { CrmCall } from './types.ts';

/** One bar: a call, with the time it waited for the rate limit before it left. */
export interface Span {
  readonly label: string;
  readonly status: number | null;
  /** Start of the wait, relative to the invocation, in ms. */
  readonly from: number;
  readonly waitMs: number;
  readonly durationMs: number;
}

/** Returns the bars of calls. The start is the time of the invocation, or of the first call. */
export function spansOf(calls: readonly CrmCall[], start?: number): readonly Span[] {
  const begins = calls.map(({ at, waitMs }) => at - waitMs);
  const zero = Math.min(start ?? Number.POSITIVE_INFINITY, ...begins);
  return calls.map((call, i) => ({
    label: `${call.method} ${call.path}`,
    status: call.status,
    from: begins[i]! - zero,
    waitMs: call.waitMs,
    durationMs: call.durationMs,
  }));
}

const ms = (value: number) => `${Math.round(value * 10) / 10} ms`;

/** Shows the bars as a table, so that each has its figures as text. */
export function Waterfall({
  spans,
  totalMs,
}: {
  readonly spans: readonly Span[];
  readonly totalMs: number;
}): JSX.Element {
  const end = Math.max(totalMs, 1, ...spans.map(({ from, waitMs, durationMs }) => from + waitMs + durationMs));
  const percent = (value: number) => `${(100 * value) / end}%`;
  return (
    <div class="scrolls" role="region" aria-label="Calls" tabIndex={0}>
      <table class="waterfall">
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Status</th>
            <th scope="col">Waited</th>
            <th scope="col">Took</th>
            <th scope="col" class="axis">
              {ms(0)} to {ms(end)}
            </th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span, i) => (
            <tr key={i}>
              <td class="path">{span.label}</td>
              <td>{span.status ?? 'no response'}</td>
              <td>{ms(span.waitMs)}</td>
              <td>{ms(span.durationMs)}</td>
              <td class="axis">
                <span
                  class="bar"
                  style={{ marginLeft: percent(span.from), width: percent(span.waitMs + span.durationMs) }}
                >
                  <span
                    class="wait"
                    style={{ width: `${(100 * span.waitMs) / (span.waitMs + span.durationMs || 1)}%` }}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
