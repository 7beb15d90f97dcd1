// The feature flags. `svc dev flags` does the same.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { JsonControl } from './capabilities.tsx';
import { Text } from './choice.tsx';
import { control } from './control.ts';
import { parseJson } from './form.tsx';
import { Table } from './table.tsx';
import { useAction, useRead } from './task.ts';

interface Row {
  readonly key: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly updatedAt: string;
}

/** A flag that is on for everybody. */
const NEW = {
  type: 'boolean',
  status: 'active',
  variations: { on: true, off: false },
  default: 'on',
  off: 'off',
  rules: [],
};

const textOf = (snapshot: object) => JSON.stringify(snapshot, null, 2);
const pathOf = (key: string) => encodeURIComponent(key);

export function Flags(): JSX.Element {
  const { value, error } = useRead('flags', () => control<{ flags: readonly Row[] }>('GET', 'flags'), 5_000);
  const [key, setKey] = useState('');
  const [text, setText] = useState(textOf(NEW));
  const { message, busy, act } = useAction();
  const show = (chosen: string) =>
    act(async () => {
      const { flag } = await control<{ flag: object }>('GET', `flags/${pathOf(chosen)}`);
      setKey(chosen);
      setText(textOf(flag));
      return '';
    });
  const save = () =>
    act(async () => {
      const now = new Date();
      const given = { salt: key, ...(parseJson('Snapshot', text) as object) };
      // Each change needs a higher version than the last one.
      const snapshot = { ...given, key, version: now.getTime(), updatedAt: now.toISOString() };
      const { flag } = await control<{ flag: object }>('PUT', `flags/${pathOf(key)}`, snapshot);
      setText(textOf(flag));
      return 'Saved. Workers that run use it within 10 seconds.';
    });
  const remove = () =>
    act(async () => {
      await control('DELETE', `flags/${pathOf(key)}`);
      return 'Deleted.';
    });
  return (
    <>
      {value?.flags.length === 0 ? (
        <p>The app has no flags.</p>
      ) : (
        <Table label="Flags" columns={['Key', 'Type', 'Status', 'Version', 'Updated', 'Actions']}>
          {value?.flags.map((one) => (
            <tr key={one.key}>
              <td class="path">{one.key}</td>
              <td>{one.type}</td>
              <td>{one.status}</td>
              <td>{one.version}</td>
              <td>{one.updatedAt}</td>
              <td>
                <button type="button" disabled={busy} onClick={() => show(one.key)}>
                  Show
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <form
        class="detail"
        aria-label="Flag"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="field">
          <Text label="Key" value={key} onValue={setKey} />
        </div>
        <JsonControl
          id="snapshot"
          label="Snapshot"
          about="Variations, rules and rollout. Saving sets the version and the time."
          rows={12}
          text={text}
          onText={setText}
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={busy || key === ''}>
            Save
          </button>
          <button type="button" disabled={busy || key === ''} onClick={remove}>
            Delete
          </button>
        </div>
        <p role="status">{message || error}</p>
      </form>
    </>
  );
}
