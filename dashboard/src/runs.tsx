// The runs of capabilities, whatever started them: a card, a workflow, a webhook, a schedule or a command.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copy, Json } from './answer.tsx';
import type { SectionProps } from './app.tsx';
import { SaveFixture } from './fixture.tsx';
import { commandOf, type Invocation, invoke } from './invocation.ts';
import { invocationOf, type Run, spansOfRun } from './run.ts';
import { useStream } from './stream.ts';
import { changed } from './task.ts';
import { timeOf } from './time.ts';
import { VirtualList } from './virtual.tsx';
import { Waterfall } from './waterfall.tsx';

/** Shows the runs, the newest first, and the chosen one. */
export function Runs({ edit }: SectionProps): JSX.Element {
  const { runs } = useStream();
  const [chosen, setChosen] = useState('');
  const ended = [...runs.values()].filter(({ head }) => head !== undefined).reverse();
  const run = runs.get(chosen) ?? ended[0];
  if (run === undefined) {
    return <p>No capability has run yet. Invoke one, or send a webhook with svc dev send.</p>;
  }
  return (
    <div class="split wide">
      <VirtualList
        label="Runs"
        rows={ended}
        row={(one) => (
          <button type="button" class="row" aria-pressed={one.id === run.id} onClick={() => setChosen(one.id)}>
            <RunLine run={one} />
          </button>
        )}
      />
      <RunView key={run.id} run={run} edit={edit} />
    </div>
  );
}

function RunLine({ run: { head } }: { readonly run: Run }): JSX.Element {
  return (
    <>
      {timeOf(head!.at)} <b class={head!.outcome === 'ok' ? 'good' : 'bad'}>{head!.outcome}</b> {head!.capabilityId}{' '}
      {Math.round(head!.durationMs)} ms
    </>
  );
}

interface RunProps {
  readonly run: Run;
  readonly edit: (invocation: Invocation) => void;
}

function RunView({ run, edit }: RunProps): JSX.Element {
  const [state, setState] = useState('');
  const head = run.head!;
  const invocation = invocationOf(run);
  const replay = async () => {
    setState('Running.');
    try {
      const answer = await invoke(invocation!);
      setState('refused' in answer ? answer.refused : `Ended with ${answer.result.status}.`);
    } catch (error) {
      setState((error as Error).message);
    }
    changed();
  };
  return (
    <div class="detail">
      <h3>{`${head.worker}/${head.capabilityId}`}</h3>
      <dl class="facts">
        <dt>Outcome</dt>
        <dd>
          <span class={`badge ${head.outcome === 'ok' ? 'good' : 'bad'}`}>{head.outcome}</span> HTTP {head.httpStatus}
          {head.backpressure && ', the rate limit was exhausted'}
        </dd>
        <dt>Surface</dt>
        <dd>{head.surface}</dd>
        <dt>Portal</dt>
        <dd>{head.portalId ?? 'none'}</dd>
        <dt>Time</dt>
        <dd>
          {timeOf(head.at)}, {Math.round(head.durationMs)} ms, of them {Math.round(head.crmWaitMs)} ms for the rate
          limit
        </dd>
        <dt>Invocation</dt>
        <dd class="path">{run.id}</dd>
      </dl>
      {run.error !== undefined && <p class="bad">{run.error}</p>}
      <div class="actions">
        <button type="button" disabled={invocation === undefined} onClick={replay}>
          Replay
        </button>
        <button type="button" disabled={invocation === undefined} onClick={() => edit(invocation!)}>
          Edit and replay
        </button>
        {invocation !== undefined && <Copy text={commandOf(invocation)}>Copy as command</Copy>}
        <a href={`#/logs/${run.id}`}>Logs of this run</a>
      </div>
      <p role="status">{state}</p>
      {invocation !== undefined && <SaveFixture of={invocation} />}
      <Waterfall spans={spansOfRun(run)} totalMs={head.durationMs} />
      {run.request !== undefined && (
        <details>
          <summary>Request</summary>
          <p class="path">
            {run.request.method} {run.request.url}
          </p>
          <Json value={run.request.body} label="Body of the request" />
        </details>
      )}
    </div>
  );
}
