// Switches for the faults of the emulated CRM.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SectionProps } from './app.tsx';
import { Text } from './choice.tsx';
import { call } from './server.ts';
import { useAction, useRead } from './task.ts';

interface ActiveFault {
  readonly name?: string;
  readonly status?: number;
  readonly strikes: number;
  readonly method?: string;
  readonly path?: string;
  readonly probability?: number;
  readonly leftMs?: number;
}

export function Faults({ overview }: SectionProps): JSX.Element {
  const { value, error } = useRead('faults', () => call<readonly ActiveFault[] | null>('fault'), 2_000);
  const [path, setPath] = useState('');
  const [rate, setRate] = useState('');
  const { message, busy, act } = useAction();
  const active = value ?? [];
  const nameOf = (fault: ActiveFault) => fault.name ?? String(fault.status);
  const isOn = (name: string) => active.some((fault) => nameOf(fault) === name);
  const hits = (name: string) =>
    active.filter((fault) => nameOf(fault) === name).reduce((sum, fault) => sum + fault.strikes, 0);

  /** Switches one fault. The server can only remove all, so the others are added again. */
  const toggle = (name: string) =>
    act(async () => {
      const selection = { ...(path !== '' && { path }), ...(rate !== '' && { rate: Number(rate) }) };
      if (isOn(name)) {
        const now = (await call<readonly ActiveFault[] | null>('fault')) ?? []; // what is shown may be older
        const others = new Map(now.map((fault) => [nameOf(fault), fault])); // one of each name: a name adds several
        others.delete(name);
        await call('fault', { clear: true });
        for (const [other, { method, path: hit, probability: rate, leftMs: forMs }] of others) {
          await call('fault', { name: other, method, path: hit, rate, forMs });
        }
      } else {
        await call('fault', { name, ...selection });
      }
      return isOn(name) ? `${name} is off.` : `${name} is on.`;
    });
  return (
    <>
      <p>A fault hits the calls of the emulated CRM while it is on, as svc dev fault does.</p>
      <div class="actions">
        <Text label="Path" value={path} onValue={setPath} hint="/crm/v3/objects/contacts/**" />
        <Text label="Share of calls" value={rate} onValue={setRate} hint="0.1" />
        <button
          type="button"
          disabled={busy || active.length === 0}
          onClick={() =>
            act(async () => {
              await call('fault', { clear: true });
              return 'All faults are off.';
            })
          }
        >
          Switch all off
        </button>
      </div>
      <p role="status">{message || error}</p>
      <ul class="switches" aria-label="Faults">
        {overview.faults.map(({ name, effect }) => (
          <li key={name}>
            <button type="button" role="switch" aria-checked={isOn(name)} disabled={busy} onClick={() => toggle(name)}>
              {name}
            </button>{' '}
            {effect}
            {isOn(name) && `, hits: ${hits(name)}`}
          </li>
        ))}
      </ul>
    </>
  );
}
