// The calls that handlers have scheduled with ctx.later. `svc later` does the same.

import type { JSX } from 'preact';
import type { SectionProps } from './app.tsx';
import { control } from './control.ts';
import { OfInstall } from './installs.tsx';
import { Table } from './table.tsx';
import { useAction, useRead } from './task.ts';
import { utc } from './time.ts';

interface LaterCall {
  readonly id: string;
  readonly worker: string;
  readonly capability: string;
  readonly at: number;
  readonly status: string;
  readonly attempts: number;
  readonly message?: string;
}

export function Later(props: SectionProps): JSX.Element {
  return <OfInstall {...props} view={Calls} />;
}

function Calls({ install }: { readonly install: string }): JSX.Element {
  const of = `install=${encodeURIComponent(install)}`;
  const { value, error } = useRead(
    'later',
    () => control<{ calls: readonly LaterCall[] }>('GET', `later?${of}&limit=100`),
    2_000,
  );
  const { message, busy, act } = useAction();
  const cancel = (id: string) =>
    act(async () => {
      await control('DELETE', `later/${encodeURIComponent(id)}?${of}`);
      return 'The call is cancelled.';
    });
  return (
    <>
      <p role="status">{message || error}</p>
      {value?.calls.length === 0 ? (
        <p>No call is scheduled.</p>
      ) : (
        <Table label="Scheduled calls" columns={['Call', 'Capability', 'Time, UTC', 'State', 'Attempts', 'Actions']}>
          {value?.calls.map((one) => (
            <tr key={one.id}>
              <td class="path">{one.id}</td>
              <td>{`${one.worker}/${one.capability}`}</td>
              <td>{utc(one.at)}</td>
              <td>{one.message === undefined ? one.status : `${one.status}: ${one.message}`}</td>
              <td>{one.attempts}</td>
              <td>
                <button type="button" disabled={busy || one.status !== 'waiting'} onClick={() => cancel(one.id)}>
                  Cancel
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
