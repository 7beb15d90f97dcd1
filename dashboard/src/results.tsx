// The results of invocations and the uncaught errors. `svc checkpoint` and `svc errors` do the same.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Json } from './answer.tsx';
import { Choice } from './choice.tsx';
import { control } from './control.ts';
import { call } from './server.ts';
import { Table } from './table.tsx';
import { useAction, useRead } from './task.ts';
import { utc } from './time.ts';

interface Group {
  readonly key: Readonly<Record<string, string>>;
  readonly count: number;
  readonly errors: number;
  readonly backpressure: number;
  readonly crmCalls: number;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly max: number } | null;
}

interface Failure {
  readonly fingerprint: string;
  readonly name: string;
  readonly message: string;
  readonly count: number;
  readonly last: number;
  readonly worker: string;
  readonly capabilityId: string;
}

const WINDOWS = ['1h', '24h', '7d', '30d'];
const GROUPINGS = ['capability', 'portal', 'outcome'];

/** How often the results are read, in ms. */
const INTERVAL = 5_000;

/** Reads a control route after the records of the running server have arrived, which otherwise takes a minute. */
async function fresh<T>(path: string): Promise<T> {
  await call('records');
  return control<T>('GET', path);
}

export function Results(): JSX.Element {
  const [since, setSince] = useState('24h');
  const [by, setBy] = useState('capability');
  const totals = useRead(
    `${since} ${by}`,
    () => fresh<{ groups: readonly Group[] }>(`checkpoints?since=${since}&by=${by}`),
    INTERVAL,
  );
  return (
    <>
      <div class="actions">
        <Choice label="Window" value={since} options={WINDOWS} onValue={setSince} />
        <Choice label="By" value={by} options={GROUPINGS} onValue={setBy} />
      </div>
      <p role="status">{totals.error}</p>
      {totals.value?.groups.length === 0 ? (
        <p>No invocations in this window.</p>
      ) : (
        <Table label="Results" columns={['Of', 'Count', 'Errors', 'Backpressure', 'CRM calls', 'p50', 'p95', 'Max']}>
          {totals.value?.groups.map(({ key, count, errors, backpressure, crmCalls, latencyMs }) => (
            <tr key={Object.values(key).join('/')}>
              <td>{nameOf(key)}</td>
              <td>{count}</td>
              <td>{errors}</td>
              <td>{backpressure}</td>
              <td>{crmCalls}</td>
              {(['p50', 'p95', 'max'] as const).map((one) => (
                <td key={one}>{latencyMs === null ? '' : `${Math.round(latencyMs[one])} ms`}</td>
              ))}
            </tr>
          ))}
        </Table>
      )}
      <Errors />
    </>
  );
}

/** Returns the name of a group: its capability, its portal or its outcome. */
function nameOf({ worker, capabilityId, portal, outcome }: Group['key']): string {
  return worker === undefined ? (portal ?? outcome ?? '') : `${worker}/${capabilityId}`;
}

function Errors(): JSX.Element {
  const { value, error } = useRead('errors', () => fresh<{ errors: readonly Failure[] }>('errors'), INTERVAL);
  const [shown, setShown] = useState<unknown>();
  const { message, busy, act } = useAction();
  const show = (fingerprint: string) =>
    act(async () => {
      setShown((await control<{ failure: unknown }>('GET', `errors/${fingerprint}`)).failure);
      return '';
    });
  return (
    <>
      <h3>Uncaught errors</h3>
      <p role="status">{message || error}</p>
      {value?.errors.length === 0 ? (
        <p>No handler has thrown an error.</p>
      ) : (
        <Table label="Uncaught errors" columns={['Error', 'Capability', 'Times', 'Last, UTC', 'Actions']}>
          {value?.errors.map((one) => (
            <tr key={one.fingerprint}>
              <td>{`${one.name}: ${one.message}`}</td>
              <td>{`${one.worker}/${one.capabilityId}`}</td>
              <td>{one.count}</td>
              <td>{utc(one.last)}</td>
              <td>
                <button type="button" disabled={busy} onClick={() => show(one.fingerprint)}>
                  {`Show ${one.fingerprint}`}
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {shown !== undefined && <Json value={shown} label="The error" />}
    </>
  );
}
