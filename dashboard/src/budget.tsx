// The rate limits of the emulated CRM, per portal: what is used now, and what was.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SectionProps } from './app.tsx';
import { Text } from './choice.tsx';
import { Plot, type Series } from './plot.tsx';
import { call } from './server.ts';
import { useAction, useRead } from './task.ts';

interface Usage {
  readonly portal: number;
  readonly burst: number;
  readonly search: number;
  readonly day: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly limits: {
    readonly burst: number;
    readonly intervalMs: number;
    readonly search: number;
    readonly day: number;
  };
}

interface UsageAnswer {
  readonly now: string;
  readonly portals: readonly Usage[];
}

/** How often the usage is read, in ms, and how many times are in the plot: five minutes. */
const INTERVAL = 1_000;
const TIMES = 300;

export function Budget({ overview }: SectionProps): JSX.Element {
  const { value, error } = useRead('usage', () => call<UsageAnswer>('usage'), INTERVAL);
  const [history, setHistory] = useState<readonly UsageAnswer[]>([]);
  useEffect(() => {
    if (value !== undefined) {
      setHistory((before) => [...before.slice(1 - TIMES), value]);
    }
  }, [value]);
  if (overview.crm === 'live') {
    return <p>The live CRM does not say how much of its limits is used.</p>;
  }
  if (error !== '' || value === undefined || value.portals.length === 0) {
    return <p role="status">{error || 'No call of the CRM yet.'}</p>;
  }
  const times = history.map(({ now }) => Date.parse(now) / 1000);
  const series: Series[] = value.portals.map(({ portal }) => ({
    label: String(portal),
    values: history.map(({ portals }) => {
      const of = portals.find((one) => one.portal === portal);
      return of === undefined ? null : percent(of.burst, of.limits.burst);
    }),
  }));
  return (
    <>
      {value.portals.map((of) => (
        <section key={of.portal} class="detail" aria-label={`Portal ${of.portal}`}>
          <h3>{of.portal}</h3>
          <Gauge name={`Calls in ${of.limits.intervalMs / 1000} s`} used={of.burst} limit={of.limits.burst} />
          <Gauge name="Searches in 1 s" used={of.search} limit={of.limits.search} />
          <Gauge name="Calls today" used={of.day} limit={of.limits.day} />
          <p>
            Refused:{' '}
            {Object.entries(of.refused)
              .map(([policy, count]) => `${count} by ${policy}`)
              .join(', ') || 'none'}
          </p>
          <Change portal={of.portal} />
        </section>
      ))}
      <h3>Used share of the burst, in percent</h3>
      <Plot label="Used share of the burst in the last five minutes" times={times} series={series} />
    </>
  );
}

/** Sets or forgets the calls of a portal. */
function Change({ portal }: { readonly portal: number }): JSX.Element {
  const [used, setUsed] = useState('');
  const { message, busy, act } = useAction();
  const change = (request: object, done: string) =>
    act(async () => {
      await call('usage', { portal, ...request });
      return done;
    });
  return (
    <div class="actions">
      <Text label="Calls since midnight" value={used} onValue={setUsed} />
      <button
        type="button"
        disabled={busy || !/^[0-9]{1,8}$/.test(used)}
        onClick={() => change({ usedToday: Number(used) }, 'Set.')}
      >
        Set
      </button>
      <button type="button" disabled={busy} onClick={() => change({ reset: true }, 'Forgot all calls.')}>
        Reset
      </button>
      <output>{message}</output>
    </div>
  );
}

const percent = (used: number, limit: number) => (limit === 0 ? 0 : Math.min(100, (100 * used) / limit));

interface GaugeProps {
  readonly name: string;
  readonly used: number;
  /** 0 for none. */
  readonly limit: number;
}

function Gauge({ name, used, limit }: GaugeProps): JSX.Element {
  return (
    <div class="gauge">
      {name}: {limit === 0 ? `${used}, no limit` : `${used} of ${limit}`}
      {limit > 0 && <meter aria-label={name} min={0} max={limit} high={limit * 0.8} optimum={0} value={used} />}
    </div>
  );
}
