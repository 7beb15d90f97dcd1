// The installs and the stored state. `svc installs` and `svc dev state` do the same.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Json } from './answer.tsx';
import type { SectionProps } from './app.tsx';
import { control } from './control.ts';
import { OfInstall } from './installs.tsx';
import { call } from './server.ts';
import { Table } from './table.tsx';
import { useAction, useRead } from './task.ts';
import { utc } from './time.ts';

/** An actor of an export (internal/store, ActorState). */
interface Actor {
  readonly class: string;
  readonly name: string;
  readonly alarm?: number | null;
  readonly entries: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly actors: readonly Actor[] | null;
}

export function State(props: SectionProps): JSX.Element {
  return (
    <>
      <OfInstall {...props} view={InstallView} />
      <Actors />
    </>
  );
}

function InstallView({ install }: { readonly install: string }): JSX.Element {
  const { value, error } = useRead(install, () => control<{ install: unknown }>('GET', `installs/${install}`), 5_000);
  const [isSure, setSure] = useState(false);
  const { message, busy, act } = useAction();
  const erase = () =>
    act(async () => {
      await control('DELETE', `installs/${install}`);
      setSure(false);
      return 'The data of the install is erased.';
    });
  return (
    <>
      <p role="status">{message || error}</p>
      {value !== undefined && <Json value={value.install} label="The install" />}
      <div class="actions">
        <label>
          <input type="checkbox" checked={isSure} onInput={(of) => setSure(of.currentTarget.checked)} /> All its data
        </label>
        <button type="button" disabled={busy || !isSure} onClick={erase}>
          Erase
        </button>
      </div>
    </>
  );
}

function Actors(): JSX.Element {
  const { value, error, again } = useRead('state', () => call<Export>('state'));
  const [shown, setShown] = useState<Actor>();
  return (
    <>
      <h3>Actors</h3>
      <div class="actions">
        <button type="button" onClick={again}>
          Read again
        </button>
      </div>
      <p role="status">{error}</p>
      <Table label="Actors" columns={['Actor', 'Entries', 'Alarm, UTC', 'Actions']}>
        {value?.actors?.map((actor) => (
          <tr key={`${actor.class}/${actor.name}`}>
            <td class="path">{`${actor.class}/${actor.name}`}</td>
            <td>{Object.keys(actor.entries).length}</td>
            <td>{actor.alarm == null ? '' : utc(actor.alarm)}</td>
            <td>
              <button type="button" onClick={() => setShown(actor)}>
                Show
              </button>
            </td>
          </tr>
        ))}
      </Table>
      {shown !== undefined && <Json value={shown.entries} label={`${shown.class}/${shown.name}`} />}
    </>
  );
}
