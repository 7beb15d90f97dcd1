// The capabilities of the app, each with a form that runs it.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copy, ResultView } from './answer.tsx';
import { SaveFixture } from './fixture.tsx';
import { Fields, inputOf, parseJson, type Texts, textsOf } from './form.tsx';
import { type Answer, commandOf, type Invocation, invoke } from './invocation.ts';
import { Send } from './send.tsx';
import { changed, keepFocus } from './task.ts';
import type { Capability, Declared, Kind, Overview } from './types.ts';

const KINDS: Readonly<Record<Kind, string>> = {
  tool: 'tool',
  cardBackend: 'card backend',
  trigger: 'trigger',
  sync: 'sync',
  source: 'push source',
};

/** The surfaces of --surface that a kind can choose. The first one is its default. */
const SURFACES: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  tool: ['action', 'agent', 'batched', 'invoke'],
  cardBackend: ['card', 'invoke'],
};

const nameOf = (of: Capability) => `${of.kind}:${of.worker}/${of.id}`;

interface Props {
  readonly overview: Overview;
  /** An invocation to show in the form, to edit and run it again. */
  readonly edited: Invocation | undefined;
}

/** Shows the list of capabilities, and the form of the chosen one. */
export function Capabilities({ overview, edited }: Props): JSX.Element {
  const all = overview.capabilities;
  const [chosen, setChosen] = useState(edited === undefined ? '' : nameOf(edited));
  const capability = all.find((one) => nameOf(one) === chosen) ?? all[0];
  if (capability === undefined) {
    return <p>This app has no capabilities. Add one with worker.tool or worker.cardBackend.</p>;
  }
  const declared = overview.manifest?.workers
    .find(({ name }) => name === capability.worker)
    ?.capabilities.find(({ kind, id }) => kind === capability.kind && id === capability.id);
  const name = nameOf(capability);
  return (
    <div class="split">
      <ul class="choices" aria-label="Capabilities">
        {all.map((one) => (
          <li key={nameOf(one)}>
            <button type="button" aria-pressed={nameOf(one) === name} onClick={() => setChosen(nameOf(one))}>
              {one.id} <small>{`${one.worker}, ${KINDS[one.kind]}`}</small>
            </button>
          </li>
        ))}
      </ul>
      <Form
        key={name}
        overview={overview}
        capability={capability}
        declared={declared}
        edited={edited !== undefined && nameOf(edited) === name ? edited : undefined}
      />
    </div>
  );
}

interface FormProps extends Props {
  readonly capability: Capability;
  readonly declared: Declared | undefined;
}

const textOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));

function Form({ overview, capability, declared, edited }: FormProps): JSX.Element {
  const { kind } = capability;
  const fields = declared?.input ?? [];
  const hasFields = kind === 'tool' || kind === 'cardBackend';
  const [texts, setTexts] = useState<Texts>(() =>
    textsOf(fields, edited?.input as Record<string, unknown> | undefined),
  );
  const [body, setBody] = useState(hasFields ? '' : textOf(edited?.input));
  const edits = edited?.install as { portalId?: number } | undefined;
  const [portal, setPortal] = useState(String(edits?.portalId ?? overview.portals[0]?.portal ?? ''));
  const [surface, setSurface] = useState(edited?.surface ?? '');
  const [object, setObject] = useState(textOf(edited?.object));
  const [install, setInstall] = useState(edits !== undefined && Object.keys(edits).length > 1 ? textOf(edits) : '');
  const [running, setRunning] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const [sent, setSent] = useState<Invocation>();

  const invocation = (): Invocation => ({
    worker: capability.worker,
    id: capability.id,
    kind,
    ...(surface !== '' && { surface }),
    ...(hasFields && { input: inputOf(fields, texts) }),
    ...(!hasFields && body !== '' && { input: parseJson('Input', body) }),
    ...(object !== '' && { object: parseJson('Record', object) }),
    install: install === '' ? { portalId: Number(portal) } : parseJson('Install', install),
  });
  const run = async (of: () => Invocation) => {
    const returnFocus = keepFocus();
    setRunning(true);
    try {
      const next = of();
      setSent(next);
      setAnswer(await invoke(next));
    } catch (error) {
      setAnswer({ refused: (error as Error).message });
    }
    setRunning(false);
    changed();
    returnFocus();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void run(invocation);
  };

  return (
    <div class="detail">
      <h3>{declared?.label ?? capability.id}</h3>
      {declared?.description !== undefined && <p>{declared.description}</p>}
      {capability.eventType !== undefined && (
        <p>
          Event: <code>{capability.eventType}</code>
        </p>
      )}
      <form onSubmit={submit}>
        {hasFields && <Fields fields={fields} texts={texts} onChange={setTexts} />}
        {(kind === 'trigger' || kind === 'source') && (
          <JsonControl
            id="input"
            label={kind === 'trigger' ? 'Events' : 'Body'}
            about={
              kind === 'trigger' ? 'An event or a list, completed from a sample. Empty: the sample.' : 'JSON to post.'
            }
            text={body}
            onText={setBody}
          />
        )}
        <div class="field">
          <label for="portal">Portal</label>
          <select id="portal" value={portal} onInput={(event) => setPortal(event.currentTarget.value)}>
            {overview.portals.map((one) => (
              <option key={one.portal} value={String(one.portal)}>{`${one.portal}: ${one.name}`}</option>
            ))}
          </select>
        </div>
        {kind === 'tool' && (
          <JsonControl
            id="object"
            label="Record"
            about={`Such as {"id": "101"}. Empty: the first sample of ${capability.objectType ?? 'its type'}.`}
            text={object}
            onText={setObject}
          />
        )}
        <details open={install !== '' || surface !== ''}>
          <summary>Caller and install</summary>
          {SURFACES[kind] !== undefined && (
            <div class="field">
              <label for="surface">Surface</label>
              <select id="surface" value={surface} onInput={(event) => setSurface(event.currentTarget.value)}>
                {SURFACES[kind].map((one, i) => (
                  <option key={one} value={i === 0 ? '' : one}>
                    {one}
                  </option>
                ))}
              </select>
            </div>
          )}
          <JsonControl
            id="install"
            label="Install"
            about={'Such as {"portalId": 42, "config": {}}. Empty: that of the portal.'}
            text={install}
            onText={setInstall}
          />
        </details>
        <div class="actions">
          <button type="submit" class="primary" disabled={running}>
            Invoke
          </button>
          {sent !== undefined && (
            <>
              <button type="button" disabled={running} onClick={() => run(() => sent)}>
                Replay
              </button>
              <Copy text={commandOf(sent)}>Copy as command</Copy>
            </>
          )}
        </div>
      </form>
      <section aria-label="Answer" aria-busy={running}>
        {answer !== undefined && 'refused' in answer && (
          <p role="alert" class="refused">
            {answer.refused}
          </p>
        )}
        {answer !== undefined && 'result' in answer && <ResultView result={answer.result} dir={overview.dir} />}
      </section>
      {sent !== undefined && <SaveFixture of={sent} />}
      {(kind === 'trigger' || kind === 'source') && (
        <Send capability={capability} portal={Number(portal)} input={() => invocation().input} />
      )}
    </div>
  );
}

interface JsonProps {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The height, in lines. */
  readonly rows?: number;
}

/** A control for a JSON document. */
export function JsonControl({ id, label, about, text, onText, rows = 2 }: JsonProps): JSX.Element {
  return (
    <div class="field">
      <label for={id}>
        {label} <small>json</small>
      </label>
      <textarea
        id={id}
        rows={rows}
        spellcheck={false}
        aria-describedby={`${id}-about`}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <small id={`${id}-about`} class="about">
        {about}
      </small>
    </div>
  );
}
