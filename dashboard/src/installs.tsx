// The choice of an install, for sections that show what an install has.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SectionProps } from './app.tsx';
import { Choice } from './choice.tsx';
import { installs } from './control.ts';
import { call } from './server.ts';
import { type Action, useAction, useRead } from './task.ts';
import type { Overview } from './types.ts';

interface Props extends SectionProps {
  readonly view: (props: ViewProps) => JSX.Element;
}

/** What a view of an install gets. */
export interface ViewProps {
  readonly install: string;
  readonly overview: Overview;
  /** An action whose message stays when the install, and so its view, is gone. */
  readonly action: Action;
}

/** Shows a view of the chosen install. Without one, it offers to install the app. */
export function OfInstall({ overview, view: View }: Props): JSX.Element {
  const { value, error } = useRead('installs', installs, 5_000);
  const [chosen, setChosen] = useState('');
  const action = useAction();
  const { message, busy, act } = action;
  const install = value?.find(({ id }) => id === chosen) ?? value?.[0];
  const add = (portal: number) =>
    act(async () => {
      await call('install', { portal });
      return `Installed in ${portal}.`;
    });
  const missing = overview.oauth
    ? overview.portals.filter(({ portal }) => value?.some(({ portalId }) => portalId === portal) === false)
    : [];
  return (
    <>
      <div class="actions">
        {install !== undefined && (
          <Choice label="Install" value={install.id} options={value!.map(({ id }) => id)} onValue={setChosen} />
        )}
        {missing.map(({ portal }) => (
          <button key={portal} type="button" disabled={busy} onClick={() => add(portal)}>
            {`Install in ${portal}`}
          </button>
        ))}
      </div>
      <p role="status">{message || error}</p>
      {install === undefined ? (
        <p>The app is not installed.</p>
      ) : (
        <View key={install.id} install={install.id} overview={overview} action={action} />
      )}
    </>
  );
}
