// How an invocation ended: its status, what the platform does next, timing, output, calls and logs.

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Place } from './place.tsx';
import type { Result } from './types.ts';
import { spansOf, Waterfall } from './waterfall.tsx';

/** Shows a JSON document. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }): JSX.Element {
  return (
    <pre class="json" role="region" aria-label={label} tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

/** A button that copies a text, and says so. */
export function Copy({ text, children }: { readonly text: string; readonly children: ComponentChildren }): JSX.Element {
  const [copied, setCopied] = useState('');
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(text));
  return (
    <button type="button" onClick={copy} title={text}>
      {copied === text ? 'Copied' : children}
    </button>
  );
}

interface ResultProps {
  readonly result: Result;
  /** The folder of the app. */
  readonly dir: string;
}

/** Shows a result. */
export function ResultView({ result, dir }: ResultProps): JSX.Element {
  const { error, logs, crmCalls } = result;
  return (
    <>
      <p role="status" class="verdict">
        <span class={`badge ${result.ok ? 'good' : 'bad'}`}>{result.status}</span>{' '}
        {result.httpStatus !== 0 && `HTTP ${result.httpStatus}, `}
        {Math.round(result.durationMs)} ms
      </p>
      <p class="effect">Next: {result.effect}.</p>
      {error !== undefined && (
        <>
          <h4>
            {error.name}: {error.message}
          </h4>
          <ul class="stack">
            {error.stack.map((frame, i) => (
              <li key={i} class={frame.own ? 'own' : ''}>
                {frame.function ?? '(anonymous)'}{' '}
                {frame.own ? <Place dir={dir} {...frame} /> : `${frame.file}:${frame.line}:${frame.column}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4>Output</h4>
      <Json value={result.output} label="Output" />
      {crmCalls.length > 0 && (
        <>
          <h4>Calls of the CRM</h4>
          <Waterfall spans={spansOf(crmCalls)} totalMs={result.durationMs} />
        </>
      )}
      {logs.length > 0 && (
        <>
          <h4>Logs</h4>
          <ul class="lines">
            {logs.map((line, i) => (
              <li key={i} class={line.level}>
                <b>{line.level}</b> {line.message} {line.fields !== undefined && JSON.stringify(line.fields)}
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>Response</summary>
        <Json value={result.headers} label="Headers" />
        <Json value={result.body} label="Body" />
      </details>
    </>
  );
}
