// The clock of the server, and what it does next.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Text } from './choice.tsx';
import { call } from './server.ts';
import { useAction, useRead } from './task.ts';
import { utc } from './time.ts';

interface Schedules {
  readonly now: string;
  readonly aheadMs: number;
  readonly schedules: readonly { readonly worker: string; readonly cron: string; readonly next: readonly string[] }[];
  readonly nextAlarm: string | null;
}

interface Ticked {
  readonly now: string;
  readonly fired: readonly {
    readonly worker: string;
    readonly cron: string;
    readonly at: string;
    readonly error?: string;
  }[];
  readonly alarms: number;
}

/** Steps of the clock that have a button. */
const STEPS = ['1m', '15m', '1h', '24h'];

export function Clock(): JSX.Element {
  const { value, error } = useRead('schedules', () => call<Schedules>('schedules'), 1_000);
  const [by, setBy] = useState('');
  const [ticked, setTicked] = useState<Ticked>();
  const { message, busy, act } = useAction();
  const tick = (duration: string) =>
    act(async () => {
      const next = await call<Ticked>('tick', { by: duration });
      setTicked(next);
      return `The clock is now ${utc(next.now)}. ${next.fired.length} schedules fired, actors woke ${next.alarms} times.`;
    });
  return (
    <>
      <p>
        Now: <time class="mono">{value === undefined ? '' : `${utc(value.now)} UTC`}</time>
        {value !== undefined && value.aheadMs > 0 && `, ${Math.round(value.aheadMs / 1000)} s ahead of the machine`}
      </p>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          void tick(by);
        }}
      >
        {STEPS.map((step) => (
          <button key={step} type="button" disabled={busy} onClick={() => tick(step)}>
            {`Forward ${step}`}
          </button>
        ))}
        <Text label="Duration" value={by} onValue={setBy} hint="90s, 15m, 24h" />
        <button type="submit" disabled={busy || by === ''}>
          Forward
        </button>
      </form>
      <p role="status">{message || error}</p>
      {ticked !== undefined && ticked.fired.length > 0 && (
        <ul class="lines" aria-label="Fired">
          {ticked.fired.map(({ at, worker, cron, error: failed }, i) => (
            <li key={i}>{`${utc(at)} ${worker} ${cron}${failed === undefined ? '' : ` failed: ${failed}`}`}</li>
          ))}
        </ul>
      )}
      <h3>Schedules</h3>
      <div class="scrolls" role="region" aria-label="Schedules" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Worker</th>
              <th scope="col">Schedule</th>
              <th scope="col">Next times, UTC</th>
            </tr>
          </thead>
          <tbody>
            {value?.schedules.map(({ worker, cron, next }) => (
              <tr key={`${worker} ${cron}`}>
                <td>{worker}</td>
                <td class="path">{cron}</td>
                <td>
                  {next.length === 0 ? 'never' : utc(next[0]!)}
                  {next.length > 1 && (
                    <details>
                      <summary>{`${next.length - 1} more`}</summary>
                      {next.slice(1).map((at) => (
                        <div key={at}>{utc(at)}</div>
                      ))}
                    </details>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{value?.nextAlarm == null ? 'No actor waits.' : `The next actor wakes at ${utc(value.nextAlarm)}.`}</p>
    </>
  );
}
