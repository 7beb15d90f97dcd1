// The plan of an install, and what its meters have counted. `svc dev billing` does the same.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SectionProps } from './app.tsx';
import { JsonControl } from './capabilities.tsx';
import { control } from './control.ts';
import { parseJson } from './form.tsx';
import { OfInstall } from './installs.tsx';
import { Table } from './table.tsx';
import { useAction, useRead } from './task.ts';

interface Meter {
  readonly periodStart: string;
  readonly used: number;
  readonly reserved: number;
  readonly limit: number | null;
}

interface BillingState {
  readonly snapshot: object | null;
  readonly plan: string | null;
  readonly status: string;
  readonly features: readonly string[];
  readonly meters: Readonly<Record<string, Meter>>;
}

export function Billing(props: SectionProps): JSX.Element {
  return <OfInstall {...props} view={BillingView} />;
}

function BillingView({ install }: { readonly install: string }): JSX.Element {
  const { value, error } = useRead(
    install,
    () => control<{ billing: BillingState }>('GET', `billing/${install}`),
    5_000,
  );
  const [edited, setText] = useState<string>();
  const { message, busy, act } = useAction();
  if (value === undefined) {
    return <p role="status">{error}</p>;
  }
  const { snapshot, plan, status, features, meters } = value.billing;
  const text = edited ?? JSON.stringify(snapshot ?? { plan, status, periodStart: null, periodEnd: null }, null, 2);
  const save = () =>
    act(async () => {
      const state = parseJson('State', text) as object;
      await control('PUT', `billing/${install}`, { ...state, version: Date.now() }); // higher than the last one
      return 'Saved.';
    });
  return (
    <>
      <dl class="facts">
        <dt>Plan</dt>
        <dd>{plan ?? 'none'}</dd>
        <dt>Status</dt>
        <dd>{status}</dd>
        <dt>Features</dt>
        <dd>{features.join(', ') || 'none'}</dd>
      </dl>
      <Table label="Meters" columns={['Meter', 'Used', 'Reserved', 'Limit', 'Since']}>
        {Object.entries(meters).map(([id, { used, reserved, limit, periodStart }]) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{used}</td>
            <td>{reserved}</td>
            <td>{limit ?? 'none'}</td>
            <td>{periodStart}</td>
          </tr>
        ))}
      </Table>
      <form
        class="detail"
        aria-label="Billing state"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <JsonControl
          id="billing"
          label="State"
          about="What the install has paid for. Saving sets the version."
          rows={8}
          text={text}
          onText={setText}
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
        </div>
        <p role="status">{message || error}</p>
      </form>
    </>
  );
}
