// The records of the emulated CRM. A change fires the subscribed triggers.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SectionProps } from './app.tsx';
import { Choice, Text } from './choice.tsx';
import { call, ServerError } from './server.ts';
import { count, useAction, useRead } from './task.ts';

interface CrmRecord {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
}

interface CrmPage {
  readonly results: readonly CrmRecord[];
  readonly total?: number;
  readonly paging?: { readonly next?: { readonly after: string } };
}

/** How many records a page has. */
const PAGE = 50;

const TYPES = ['contacts', 'companies', 'deals', 'tickets'];

interface CrmRequest {
  readonly method?: string;
  readonly path: string;
  readonly portal: number;
  readonly body?: unknown;
}

/** Sends a request to the emulated CRM. @throws {ServerError} with its message if it refuses */
async function crm<T>(request: CrmRequest): Promise<T> {
  const { status, body } = await call<{ status: number; body: T & { message?: string } }>('crm', request);
  if (status >= 400) {
    throw new ServerError(status, body?.message ?? `the CRM answered ${status}`);
  }
  return body;
}

export function Records({ overview }: SectionProps): JSX.Element {
  const [type, setType] = useState(TYPES[0]!);
  const [portal, setPortal] = useState(String(overview.portals[0]?.portal ?? ''));
  const [search, setSearch] = useState('');
  const [after, setAfter] = useState('');
  const [chosen, setChosen] = useState('');
  const path = `/crm/v3/objects/${encodeURIComponent(type)}`;
  const at = Number(portal);
  const { value, error } = useRead([type, portal, search, after].join(' '), () =>
    crm<CrmPage>({
      method: 'POST',
      path: `${path}/search`,
      portal: at,
      body: { query: search, limit: PAGE, ...(after !== '' && { after }) },
    }),
  );
  const restart = (set: (text: string) => void) => (text: string) => {
    set(text);
    setAfter('');
    setChosen('');
  };
  const next = value?.paging?.next?.after;
  return (
    <>
      <div class="actions" role="search">
        <Choice
          label="Portal"
          value={portal}
          options={overview.portals.map((one) => String(one.portal))}
          onValue={restart(setPortal)}
        />
        <label>
          Type <input list="types" value={type} onChange={(event) => restart(setType)(event.currentTarget.value)} />
          <datalist id="types">
            {[...TYPES, ...(overview.manifest?.app.objects ?? []).map(({ id }) => id)].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <Text label="Search" value={search} onValue={restart(setSearch)} />
        <output>{value === undefined ? '' : count(value.total ?? value.results.length, 'record')}</output>
      </div>
      {error !== '' && (
        <p role="alert" class="refused">
          {error}
        </p>
      )}
      <div class="split">
        <div>
          <ul class="choices" aria-label="Records">
            {value?.results.map((record) => (
              <li key={record.id}>
                <button type="button" aria-pressed={record.id === chosen} onClick={() => setChosen(record.id)}>
                  {record.id} <small>{titleOf(record)}</small>
                </button>
              </li>
            ))}
          </ul>
          <div class="actions">
            <button type="button" disabled={after === ''} onClick={() => setAfter('')}>
              First page
            </button>
            <button type="button" disabled={next === undefined} onClick={() => setAfter(next!)}>
              Next page
            </button>
          </div>
        </div>
        {chosen !== '' && (
          <RecordForm key={`${type} ${portal} ${chosen}`} path={`${path}/${chosen}`} type={type} portal={at} />
        )}
      </div>
    </>
  );
}

/** Returns the values by which people know a record. */
function titleOf({ properties }: CrmRecord): string {
  const known = ['name', 'dealname', 'subject', 'firstname', 'lastname', 'email'];
  return known
    .map((name) => properties[name])
    .filter((text) => text)
    .join(' ');
}

interface FormProps {
  readonly path: string;
  readonly type: string;
  readonly portal: number;
}

interface CrmProperty {
  readonly name: string;
  readonly modificationMetadata?: { readonly readOnlyValue?: boolean };
}

/** Reads a record with all its properties, and the names of those that cannot be changed. */
async function readWhole({
  path,
  type,
  portal,
}: FormProps): Promise<{ record: CrmRecord; fixed: ReadonlySet<string> }> {
  const all = await crm<{ results: readonly CrmProperty[] }>({
    path: `/crm/v3/properties/${encodeURIComponent(type)}`,
    portal,
  });
  const names = all.results.map(({ name }) => name).join(',');
  const record = await crm<CrmRecord>({ path: `${path}?properties=${encodeURIComponent(names)}`, portal });
  const fixed = all.results.filter((property) => property.modificationMetadata?.readOnlyValue === true);
  return { record, fixed: new Set(fixed.map(({ name }) => name)) };
}

function RecordForm(props: FormProps): JSX.Element {
  const { path, portal } = props;
  const { value, error } = useRead(path, () => readWhole(props));
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const { message, busy, act } = useAction();
  const save = (event: Event) => {
    event.preventDefault();
    void act(async () => {
      await crm({ method: 'PATCH', path, portal, body: { properties: edits } });
      setEdits({});
      return 'Saved. Subscribed triggers get the change within a second.';
    });
  };
  const archive = () =>
    act(async () => {
      await crm({ method: 'DELETE', path, portal });
      return 'Archived.';
    });
  return (
    <form class="detail" onSubmit={save} aria-label="Record">
      <div class="actions">
        <button type="submit" class="primary" disabled={busy || Object.keys(edits).length === 0}>
          Save
        </button>
        <button type="button" disabled={busy} onClick={archive}>
          Archive
        </button>
      </div>
      <p role="status">{message || error}</p>
      {value !== undefined &&
        Object.entries(value.record.properties).map(([name, text]) => (
          <div class="field" key={name}>
            <label for={`property-${name}`}>{name}</label>
            <input
              id={`property-${name}`}
              value={edits[name] ?? text ?? ''}
              readOnly={value.fixed.has(name)}
              onInput={(event) => setEdits({ ...edits, [name]: event.currentTarget.value })}
            />
          </div>
        ))}
    </form>
  );
}
