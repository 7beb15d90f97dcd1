// What svc check finds in the files as they are now.

import type { JSX } from 'preact';
import type { SectionProps } from './app.tsx';
import { Place } from './place.tsx';
import { call } from './server.ts';
import { count, useRead } from './task.ts';

interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly why?: string;
  readonly hint?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Found {
  /** The folder of the app. */
  readonly dir: string;
  readonly findings: readonly Finding[];
}

/** It needs no overview, so that it also shows why an app has never loaded. */
export function Findings(): JSX.Element {
  const { value, error } = useRead('findings', () => call<Found>('findings'), 1_000);
  return (
    <>
      {error !== '' && <p role="alert">{error}</p>}
      <p role="status">{value === undefined ? '' : count(value.findings.length, 'finding')}</p>
      <ul class="findings" aria-label="Findings">
        {value?.findings.map((finding, i) => (
          <li key={i}>
            <b class={finding.severity === 'error' ? 'bad' : ''}>{finding.severity}</b> {finding.message}{' '}
            <code>{finding.rule}</code>
            <div>
              <Place dir={value.dir} file={finding.file} line={finding.line} column={finding.column} />
            </div>
            {finding.why !== undefined && <div class="about">{finding.why}</div>}
            {finding.hint !== undefined && <div class="about">Fix: {finding.hint}</div>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Links to the previews of the cards of the app. */
export function Cards({ overview }: SectionProps): JSX.Element {
  const cards = overview.manifest?.app.cards ?? [];
  if (cards.length === 0) {
    return <p>This app has no cards.</p>;
  }
  return (
    <ul aria-label="Cards">
      {cards.map(({ id, name, location, objectTypes }) => (
        <li key={id}>
          <a href={`/_svc/dev/cards/${encodeURIComponent(id)}`}>{name}</a>{' '}
          <small>{`${location}, ${objectTypes.join(', ')}`}</small>
        </li>
      ))}
    </ul>
  );
}
