// The frame of the dashboard: what is served, the sections, and what keeps the page from the server.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Billing } from './billing.tsx';
import { Budget } from './budget.tsx';
import { Capabilities } from './capabilities.tsx';
import { Clock } from './clock.tsx';
import { Deliveries } from './deliveries.tsx';
import { Faults } from './faults.tsx';
import { Cards, Findings } from './findings.tsx';
import { Flags } from './flags.tsx';
import type { Invocation } from './invocation.ts';
import { Later } from './later.tsx';
import { Logs } from './logs.tsx';
import { Records } from './records.tsx';
import { Results } from './results.tsx';
import { Runs } from './runs.tsx';
import { call, type ServerError } from './server.ts';
import { State } from './state.tsx';
import { Store } from './store.tsx';
import { useStream } from './stream.ts';
import { Syncs } from './syncs.tsx';
import { useChanges } from './task.ts';
import type { Overview } from './types.ts';

/** What each section gets. */
export interface SectionProps {
  readonly overview: Overview;
  /** Opens an invocation in the form of its capability. */
  readonly edit: (invocation: Invocation) => void;
  readonly edited: Invocation | undefined;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly view: (props: SectionProps) => JSX.Element;
}

const SECTIONS: readonly Section[] = [
  { id: 'capabilities', title: 'Capabilities', view: Capabilities },
  { id: 'runs', title: 'Runs', view: Runs },
  { id: 'logs', title: 'Logs', view: Logs },
  { id: 'results', title: 'Results', view: Results },
  { id: 'records', title: 'Records', view: Records },
  { id: 'store', title: 'Store', view: Store },
  { id: 'syncs', title: 'Syncs', view: Syncs },
  { id: 'deliveries', title: 'Deliveries', view: Deliveries },
  { id: 'later', title: 'Scheduled calls', view: Later },
  { id: 'clock', title: 'Clock', view: Clock },
  { id: 'faults', title: 'Faults', view: Faults },
  { id: 'budget', title: 'Budget', view: Budget },
  { id: 'flags', title: 'Flags', view: Flags },
  { id: 'billing', title: 'Billing', view: Billing },
  { id: 'state', title: 'State', view: State },
  { id: 'findings', title: 'Findings', view: Findings },
  { id: 'cards', title: 'Cards', view: Cards },
];

/** How often the overview is read while nothing else has changed it, in ms. */
const OVERVIEW_INTERVAL = 5_000;

/** The section that shows why nothing is served, until the app loads. */
const NOT_SERVED: Section = { id: 'findings', title: 'Findings', view: Findings };

/** Returns the id in the address: `#/logs` names the section logs. */
const sectionId = () => location.hash.split('/')[1];

/** Returns the section that the address names. */
function useSection(): Section {
  const [id, setId] = useState(sectionId());
  useEffect(() => {
    const changed = () => setId(sectionId());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return SECTIONS.find((section) => section.id === id) ?? SECTIONS[0]!;
}

/** Returns the overview, and why the server does not give it. It is read again after each of the `rounds`. */
function useOverview(rounds: number): { overview?: Overview; error?: ServerError } {
  const [state, setState] = useState<{ overview?: Overview; error?: ServerError }>({});
  const [turn, setTurn] = useState(0);
  const refresh = () => setTurn((n) => n + 1);
  useChanges(refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn reads the overview again
  useEffect(() => {
    call<Overview>('overview').then(
      (overview) => setState({ overview }),
      (error: ServerError) => setState((before) => ({ ...before, error })),
    );
    const timer = setTimeout(refresh, OVERVIEW_INTERVAL);
    return () => clearTimeout(timer);
  }, [turn, rounds]);
  return state;
}

export function App(): JSX.Element {
  const { rounds } = useStream(); // it opens the stream, so that no section waits for it
  const { overview, error } = useOverview(rounds);
  const [edited, setEdited] = useState<Invocation>();
  const chosen = useSection();
  if (error?.status === 401) {
    return <Locked />;
  }
  const isServed = overview !== undefined || error?.status !== 503;
  const section = isServed ? chosen : NOT_SERVED;
  const edit = (invocation: Invocation) => {
    setEdited(invocation);
    location.hash = '#/capabilities';
  };
  return (
    <>
      <a class="skip" href="#main">
        Skip to the section
      </a>
      <header>
        <h1>{overview?.manifest?.app.name ?? 'svc dev'}</h1>
        {overview !== undefined && (
          <p>
            {overview.environment}, {overview.crm} CRM
            {overview.aheadMs > 0 && <span class="badge">clock {Math.round(overview.aheadMs / 1000)} s ahead</span>}
          </p>
        )}
        <nav aria-label="Sections">
          {SECTIONS.map(({ id, title }) => (
            <a key={id} href={`#/${id}`} aria-current={id === section.id ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      {error !== undefined && (
        <p role="alert" class="refused">
          {error.message}
        </p>
      )}
      {overview !== undefined && overview.stale.length > 0 && (
        <p role="alert" class="refused">
          Serving the last version that loads of: {overview.stale.join(', ')}
        </p>
      )}
      {overview !== undefined && overview.unserved.length > 0 && (
        <p role="alert" class="refused">
          Not served until it loads: {overview.unserved.join(', ')}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <h2>{section.title}</h2>
        {!isServed && <Findings />}
        {isServed && overview === undefined && <p>Waiting for the server.</p>}
        {overview !== undefined && <section.view overview={overview} edit={edit} edited={edited} />}
      </main>
    </>
  );
}

/** What a page shows that has no valid token: a link of an earlier start of the server, or none. */
function Locked(): JSX.Element {
  return (
    <main>
      <h1>This page needs the link of svc dev</h1>
      <p>
        Open the link after <code>dashboard</code> in the output of <code>svc dev</code>, or run{' '}
        <code>svc open dev</code> in the folder of the app. It changes at each start of the server.
      </p>
    </main>
  );
}
