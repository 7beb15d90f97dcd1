// Webhooks over HTTP, signed as their senders sign them. `svc dev send` does the same.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Choice, Text } from './choice.tsx';
import { call } from './server.ts';
import { Table } from './table.tsx';
import { useAction } from './task.ts';
import type { Capability } from './types.ts';

interface Signed {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The text that the signature is of. */
  readonly signed: string;
}

interface Sent {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
  readonly signed: string;
}

interface Props {
  readonly capability: Capability;
  readonly portal: number;
  /** Returns the events or the body of the form. @throws if they are not valid JSON */
  readonly input: () => unknown;
}

/** What can be wrong with a signature. Each must be rejected. */
const FLAWS: Readonly<Record<string, object>> = {
  'a wrong key': { wrongKey: true },
  'a time 6 minutes ahead': { skewMs: 360_000 },
  'a time 6 minutes ago': { skewMs: -360_000 },
};

/** Sends deliveries, and shows the responses. */
export function Send({ capability: { worker, kind, id, eventType }, portal, input }: Props): JSX.Element {
  const [event, setEvent] = useState('');
  const [repeat, setRepeat] = useState('1');
  const [flaw, setFlaw] = useState('');
  const [isTwice, setTwice] = useState(false);
  const [responses, setResponses] = useState<readonly Sent[]>([]);
  const { message, busy, act } = useAction();
  const send = () =>
    act(async () => {
      const url = `${location.origin}/w/${encodeURIComponent(worker)}`; // other origins are out of reach
      const request = { worker, kind, id, portal, url, input: input(), again: isTwice, ...FLAWS[flaw] };
      const all: Sent[] = [];
      for (let i = 0; i < Number(repeat); i++) {
        const { requests } = await call<{ requests: readonly Signed[] }>('sign', {
          ...request,
          ...(event !== '' && { eventType: event }),
        });
        for (const one of requests) {
          all.push(await deliver(one));
          setResponses([...all]);
        }
      }
      return '';
    });
  const rejected = responses.find(({ status }) => status === 401);
  return (
    <details>
      <summary>Send over HTTP</summary>
      <div class="actions">
        {kind === 'trigger' && <Text label="Event type" value={event} onValue={setEvent} hint={eventType ?? ''} />}
        <Choice label="Deliveries" value={repeat} options={['1', '10', '100']} onValue={setRepeat} />
        <Choice label="Sign with" value={flaw} any="the right key" options={Object.keys(FLAWS)} onValue={setFlaw} />
        <label>
          <input type="checkbox" checked={isTwice} onInput={(of) => setTwice(of.currentTarget.checked)} /> Each twice
        </label>
        <button type="button" disabled={busy} onClick={send}>
          Send
        </button>
      </div>
      <p role="status">{message}</p>
      {responses.length > 0 && (
        <Table label="Responses" columns={['Delivery', 'Status', 'Time', 'Response']}>
          {responses.map(({ status, ms, text }, i) => (
            <tr key={i}>
              <td>{i + 1}</td>
              <td>{status}</td>
              <td>{`${Math.round(ms)} ms`}</td>
              <td class="path">{text.slice(0, 200)}</td>
            </tr>
          ))}
        </Table>
      )}
      {rejected !== undefined && (
        <>
          <p>The signature was rejected. It is the HMAC-SHA256 of this text:</p>
          <pre class="json" role="region" aria-label="The signed text" tabIndex={0}>
            {rejected.signed}
          </pre>
        </>
      )}
    </details>
  );
}

/** Sends a signed request. */
async function deliver({ method, url, headers, body, signed }: Signed): Promise<Sent> {
  const start = performance.now();
  const response = await fetch(url, { method, headers, body });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - start, text, signed };
}
