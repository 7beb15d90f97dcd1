// The entries of ctx.store.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SectionProps } from './app.tsx';
import { Text } from './choice.tsx';
import { parseJson } from './form.tsx';
import { OfInstall } from './installs.tsx';
import { call } from './server.ts';
import { useAction, useRead } from './task.ts';

interface Page {
  readonly entries: readonly { readonly key: string; readonly value: unknown }[];
  readonly more: boolean;
}

export function Store(props: SectionProps): JSX.Element {
  return <OfInstall {...props} view={Entries} />;
}

function Entries({ install }: { readonly install: string }): JSX.Element {
  const [prefix, setPrefix] = useState('');
  const [after, setAfter] = useState('');
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const { message, busy, act } = useAction();
  const { value, error, again } = useRead(`${prefix}\n${after}`, () => call<Page>('store', { install, prefix, after }));
  const write = (request: object, done: string) =>
    act(async () => {
      await call('store', { install, key, ...request });
      return done;
    });
  return (
    <>
      <div class="actions" role="search">
        <Text
          label="Prefix"
          value={prefix}
          onValue={(next) => {
            setPrefix(next);
            setAfter('');
          }}
        />
        <button type="button" onClick={again}>
          Read again
        </button>
      </div>
      <div class="split">
        <div>
          <ul class="choices" aria-label="Entries">
            {value?.entries.map((entry) => (
              <li key={entry.key}>
                <button
                  type="button"
                  aria-pressed={entry.key === key}
                  onClick={() => {
                    setKey(entry.key);
                    setText(JSON.stringify(entry.value, null, 2));
                  }}
                >
                  {entry.key} <small>{JSON.stringify(entry.value).slice(0, 100)}</small>
                </button>
              </li>
            ))}
          </ul>
          {value?.entries.length === 0 && <p>No entries.</p>}
          {value?.more && (
            <button type="button" onClick={() => setAfter(value.entries.at(-1)!.key)}>
              Next page
            </button>
          )}
        </div>
        <form
          class="detail"
          aria-label="Entry"
          onSubmit={(event) => {
            event.preventDefault();
            void act(async () => {
              await call('store', { install, key, value: parseJson('Value', text) });
              return 'Saved.';
            });
          }}
        >
          <div class="field">
            <Text label="Key" value={key} onValue={setKey} />
          </div>
          <div class="field">
            <label for="value">Value</label>
            <textarea
              id="value"
              rows={8}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </div>
          <div class="actions">
            <button type="submit" class="primary" disabled={busy || key === '' || text === ''}>
              Save
            </button>
            <button type="button" disabled={busy || key === ''} onClick={() => write({}, 'Deleted.')}>
              Delete
            </button>
          </div>
          <p role="status">{message || error}</p>
        </form>
      </div>
    </>
  );
}
