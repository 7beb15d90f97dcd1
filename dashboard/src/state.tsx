// The installs and the stored state. `svc installs` and `svc dev state` do the same.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Json } from './answer.tsx';
import type { SectionProps } from './app.tsx';
import { JsonControl } from './capabilities.tsx';
import { control } from './control.ts';
import { parseJson } from './form.tsx';
import { OfInstall, type ViewProps } from './installs.tsx';
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

interface Described {
  readonly state: string;
  readonly config: object;
}

function InstallView({ install, action }: ViewProps): JSX.Element {
  const { value, error } = useRead(install, () => control<{ install: Described }>('GET', `installs/${install}`), 5_000);
  const [isSure, setSure] = useState(false);
  const { busy, act } = action;
  const erase = () =>
    act(async () => {
      await control('DELETE', `installs/${install}`);
      return 'The data of the install is erased.';
    });
  const setState = (state: string) =>
    act(async () => {
      await control('PUT', `installs/${install}/state`, { state });
      return `The install is ${state}.`;
    });
  return (
    <>
      <p role="status">{error}</p>
      {value !== undefined && <Json value={value.install} label="The install" />}
      {value !== undefined && <Config install={install} config={value.install.config} />}
      <div class="actions">
        {value?.install.state === 'suspended' ? (
          <button type="button" disabled={busy} onClick={() => setState('active')}>
            Resume
          </button>
        ) : (
          <button type="button" disabled={busy || value === undefined} onClick={() => setState('suspended')}>
            Suspend
          </button>
        )}
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

interface ConfigProps {
  readonly install: string;
  readonly config: object;
}

/** Changes what ctx.install.config() returns. */
function Config({ install, config }: ConfigProps): JSX.Element {
  const [edited, setText] = useState<string>();
  const text = edited ?? JSON.stringify(config);
  const { message, busy, act } = useAction();
  const save = () =>
    act(async () => {
      await control('PUT', `installs/${install}/config`, parseJson('Config', text));
      return 'Saved.';
    });
  return (
    <form
      aria-label="Config"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <JsonControl id="config" label="Config" about="What ctx.install.config() returns." text={text} onText={setText} />
      <div class="actions">
        <button type="submit" disabled={busy}>
          Save
        </button>
        <output>{message}</output>
      </div>
    </form>
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
