// The syncs of an install: their runs, and the rows in quarantine.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Json } from './answer.tsx';
import type { SectionProps } from './app.tsx';
import { control } from './control.ts';
import { OfInstall } from './installs.tsx';
import { invoke } from './invocation.ts';
import { Table } from './table.tsx';
import { useAction, useRead } from './task.ts';
import { timeOf } from './time.ts';
import type { Overview } from './types.ts';

interface Run {
  readonly id: string;
  readonly sync: string;
  readonly worker: string;
  readonly status: string;
  readonly cause?: string;
  readonly startedAt?: number;
  readonly message?: string;
  readonly counts?: { readonly rows: number; readonly upserted: number; readonly poison: number };
}

interface Sync {
  readonly worker: string;
  readonly sync: string;
  readonly cursor: string | null;
  readonly run: Run | null;
  readonly waiting: number;
  readonly poison: number;
}

interface PoisonRow {
  readonly id: string;
  readonly sync: string;
  readonly key: unknown;
  readonly reason: string;
  readonly at: number;
  readonly times: number;
}

export function Syncs(props: SectionProps): JSX.Element {
  return <OfInstall {...props} view={InstallSyncs} />;
}

interface Props {
  readonly install: string;
  readonly overview: Overview;
}

function InstallSyncs({ install, overview }: Props): JSX.Element {
  const declared = overview.capabilities.filter(({ kind }) => kind === 'sync');
  const of = `install=${encodeURIComponent(install)}`;
  const states = useRead('syncs', () => control<{ syncs: readonly Sync[] }>('GET', `syncs?${of}`), 2_000);
  const poison = useRead(
    'poison',
    () => control<{ rows: readonly PoisonRow[] }>('GET', `poison?${of}&limit=100`),
    2_000,
  );
  const [chosen, setChosen] = useState('');
  const { message, busy, act } = useAction();
  const start = (worker: string, id: string) =>
    act(async () => {
      const portal = Number(install);
      const target = Number.isInteger(portal) ? { install: { portalId: portal } } : {};
      const answer = await invoke({ worker, id, kind: 'sync', ...target });
      return 'refused' in answer ? answer.refused : `${id} ended with ${answer.result.status}.`;
    });
  const change = (action: 'retry' | 'discard', id: string) =>
    act(async () => {
      await control('POST', `poison/${action}`, { install, ids: [id] });
      return action === 'retry' ? 'The row is retried: the sync runs soon.' : 'The row is deleted.';
    });
  const [shown, setShown] = useState<unknown>();
  const show = (id: string) =>
    act(async () => {
      setShown((await control<{ row: unknown }>('GET', `poison/${encodeURIComponent(id)}?${of}`)).row);
      return '';
    });
  return (
    <>
      <p role="status">{message || states.error || poison.error}</p>
      <Table label="Syncs" columns={['Sync', 'State', 'Waiting', 'Poison', 'Cursor', 'Actions']}>
        {declared.map(({ worker, id }) => {
          const state = states.value?.syncs.find((one) => one.sync === id && one.worker === worker);
          return (
            <tr key={`${worker}/${id}`}>
              <td>{`${worker}/${id}`}</td>
              <td>{state?.run?.status ?? 'no run in progress'}</td>
              <td>{state?.waiting ?? 0}</td>
              <td>{state?.poison ?? 0}</td>
              <td class="path">{state?.cursor ?? ''}</td>
              <td>
                <button type="button" disabled={busy} onClick={() => start(worker, id)} aria-label={`Run ${id}`}>
                  Run
                </button>{' '}
                <button
                  type="button"
                  onClick={() => setChosen(`worker=${worker}&sync=${id}`)}
                  aria-label={`Runs of ${id}`}
                >
                  Runs
                </button>
              </td>
            </tr>
          );
        })}
      </Table>
      {chosen !== '' && <SyncRuns key={chosen} query={`${of}&${chosen}`} />}
      <h3>Poison rows</h3>
      {poison.value?.rows.length === 0 ? (
        <p>No rows are in quarantine.</p>
      ) : (
        <Table label="Poison rows" columns={['Sync', 'Key', 'Reason', 'Since', 'Times', 'Actions']}>
          {poison.value?.rows.map((row) => (
            <tr key={row.id}>
              <td>{row.sync}</td>
              <td class="path">{JSON.stringify(row.key)}</td>
              <td>{row.reason}</td>
              <td>{timeOf(row.at)}</td>
              <td>{row.times}</td>
              <td>
                <button type="button" disabled={busy} onClick={() => change('retry', row.id)}>
                  Retry
                </button>{' '}
                <button type="button" disabled={busy} onClick={() => change('discard', row.id)}>
                  Discard
                </button>{' '}
                <button type="button" disabled={busy} onClick={() => show(row.id)}>
                  Show
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {shown !== undefined && <Json value={shown} label="The row" />}
    </>
  );
}

function SyncRuns({ query }: { readonly query: string }): JSX.Element {
  const { value, error } = useRead(
    query,
    () => control<{ runs: readonly Run[] }>('GET', `syncs/runs?${query}&limit=20`),
    2_000,
  );
  const [chosen, setChosen] = useState<Run>();
  return (
    <>
      <h3>Runs</h3>
      {error !== '' && <p class="bad">{error}</p>}
      <Table label="Runs of the sync" columns={['Started', 'Status', 'Cause', 'Rows', 'Message', 'Whole run']}>
        {value?.runs.map((run) => (
          <tr key={run.id}>
            <td>{run.startedAt === undefined ? '' : timeOf(run.startedAt)}</td>
            <td>{run.status}</td>
            <td>{run.cause ?? ''}</td>
            <td>{run.counts === undefined ? '' : `${run.counts.upserted} of ${run.counts.rows}`}</td>
            <td>{run.message ?? ''}</td>
            <td>
              <button type="button" onClick={() => setChosen(run)}>
                Show
              </button>
            </td>
          </tr>
        ))}
      </Table>
      {chosen !== undefined && <Json value={chosen} label="The whole run" />}
    </>
  );
}
