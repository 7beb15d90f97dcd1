// What the server logs, with search and filters.

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Json } from './answer.tsx';
import { Choice } from './choice.tsx';
import { type DevEvent, useStream } from './stream.ts';
import { timeOf } from './time.ts';
import { VirtualList } from './virtual.tsx';

interface Line {
  readonly at: string;
  readonly level: string;
  readonly worker: string;
  readonly capability: string;
  readonly text: string;
  readonly event: DevEvent;
}

/** The levels of the filter, the least important first. */
const LEVELS = ['debug', 'info', 'warn', 'error'];

/** Returns the line that shows an event. */
function lineOf(event: DevEvent): Line {
  const { at, worker = '', capability = '', log, card, fired, ended } = event;
  const line = (level: string, text: string) => ({ at, level, worker, capability, text, event });
  if (log !== undefined) {
    return line(log.level, `${log.message}${log.fields === undefined ? '' : ` ${JSON.stringify(log.fields)}`}`);
  }
  if (card !== undefined) {
    return line(card.level, `card ${card.card}: ${card.message}`);
  }
  if (fired !== undefined) {
    const failed = fired.error === undefined ? '' : ` failed: ${fired.error}`;
    return { ...line(failed === '' ? 'info' : 'error', `schedule ${fired.cron}${failed}`), worker: fired.worker };
  }
  if (ended !== undefined) {
    const level = ended.outcome === 'ok' ? 'info' : ended.outcome === 'error' ? 'error' : 'warn';
    return { ...line(level, `ended with ${ended.outcome}`), worker: ended.worker, capability: ended.capabilityId };
  }
  if (event.event === 'request') {
    const level = event.status! >= 500 ? 'error' : event.status! >= 400 ? 'warn' : 'info';
    const sent = { ...line(level, `${event.method} ${event.path} ${event.status} ${event.durationMs?.toFixed(1)} ms`) };
    return { ...sent, worker: workerOf(event) };
  }
  const failed = [event.error, ...(event.failed ?? [])].filter((text) => text !== undefined);
  const built = event.built === undefined ? '' : `: ${event.built.join(', ')}`;
  return line(failed.length > 0 ? 'error' : 'info', `${event.event}${built}${failed.join('; ')}`);
}

/** Returns the worker that a request names by its host or its path. */
function workerOf({ host = '', path = '' }: DevEvent): string {
  return /^([^.]+)\.localhost(:|$)/.exec(host)?.[1] ?? /^\/w\/([^/]+)/.exec(path)?.[1] ?? '';
}

const lines = new WeakMap<DevEvent, Line>();

/** Returns the line of an event, which is made once. */
function knownLine(event: DevEvent): Line {
  let line = lines.get(event);
  if (line === undefined) {
    line = lineOf(event);
    lines.set(event, line);
  }
  return line;
}

const distinct = (all: readonly Line[], of: (line: Line) => string) =>
  [...new Set(all.map(of))].filter((name) => name !== '').sort();

export function Logs(): JSX.Element {
  const { events } = useStream();
  const [search, setSearch] = useState('');
  const [level, setLevel] = useState('');
  const [worker, setWorker] = useState('');
  const [capability, setCapability] = useState('');
  const [chosen, setChosen] = useState<Line>();
  const invocation = location.hash.split('/')[2] ?? '';
  const count = events.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list grows in place
  const all = useMemo(() => events.map(knownLine), [events, count]);
  const wanted = search.toLowerCase();
  const least = LEVELS.indexOf(level);
  const found = all.filter(
    (line) =>
      LEVELS.indexOf(line.level) >= least &&
      (worker === '' || line.worker === worker) &&
      (capability === '' || line.capability === capability) &&
      (invocation === '' || line.event.invocation === invocation) &&
      line.text.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div class="actions" role="search">
        <label>
          Search <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </label>
        <Choice label="Level" value={level} options={LEVELS} any="all" onValue={setLevel} />
        <Choice label="Worker" value={worker} options={distinct(all, (l) => l.worker)} any="all" onValue={setWorker} />
        <Choice
          label="Capability"
          value={capability}
          options={distinct(all, (line) => line.capability)}
          any="all"
          onValue={setCapability}
        />
        {invocation !== '' && <a href="#/logs">Show all runs</a>}
        <output>
          {found.length} of {all.length} lines
        </output>
      </div>
      <VirtualList
        label="Log lines"
        rows={found}
        follows
        row={(line) => (
          <button type="button" class={`row ${line.level}`} onClick={() => setChosen(line)}>
            {timeOf(line.at)} <b>{line.level}</b> {line.capability || line.worker} {line.text}
          </button>
        )}
      />
      {chosen !== undefined && (
        <section aria-label="Chosen line" class="detail">
          <Json value={chosen.event} label="The whole line" />
        </section>
      )}
    </>
  );
}
