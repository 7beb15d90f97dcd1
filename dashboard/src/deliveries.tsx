// Deliveries to triggers and push sources that failed.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Json } from './answer.tsx';
import type { SectionProps } from './app.tsx';
import { control } from './control.ts';
import { OfInstall } from './installs.tsx';
import { Table } from './table.tsx';
import { useAction, useRead } from './task.ts';
import { timeOf } from './time.ts';

interface Delivery {
  readonly id: string;
  readonly worker: string;
  readonly target: string;
  readonly status: number;
  readonly message: string;
  readonly lastAt: number;
  readonly times: number;
  readonly replayable: boolean;
}

export function Deliveries(props: SectionProps): JSX.Element {
  return <OfInstall {...props} view={Failed} />;
}

function Failed({ install }: { readonly install: string }): JSX.Element {
  const of = `install=${encodeURIComponent(install)}`;
  const { value, error } = useRead(
    'deliveries',
    () => control<{ deliveries: readonly Delivery[] }>('GET', `deliveries?${of}&limit=100`),
    2_000,
  );
  const [shown, setShown] = useState<unknown>();
  const { message, busy, act } = useAction();
  const show = (id: string) =>
    act(async () => {
      setShown((await control<{ delivery: unknown }>('GET', `deliveries/${id}?${of}`)).delivery);
      return '';
    });
  const replay = (id: string) =>
    act(async () => {
      const { accepted } = await control<{ accepted: boolean }>('POST', `deliveries/${id}/replay`, { install });
      return accepted ? 'The delivery was accepted.' : 'The delivery failed again.';
    });
  return (
    <>
      <p role="status">{message || error}</p>
      {value?.deliveries.length === 0 ? (
        <p>No delivery has failed.</p>
      ) : (
        <Table label="Failed deliveries" columns={['Target', 'Status', 'Message', 'Last', 'Times', 'Actions']}>
          {value?.deliveries.map((one) => (
            <tr key={one.id}>
              <td>{`${one.worker}/${one.target}`}</td>
              <td>{one.status}</td>
              <td>{one.message}</td>
              <td>{timeOf(one.lastAt)}</td>
              <td>{one.times}</td>
              <td>
                <button type="button" disabled={busy || !one.replayable} onClick={() => replay(one.id)}>
                  Replay
                </button>{' '}
                <button type="button" disabled={busy} onClick={() => show(one.id)}>
                  Show
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {shown !== undefined && <Json value={shown} label="The delivery" />}
    </>
  );
}
