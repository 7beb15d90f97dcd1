/** The page of a card: it chooses a record, and shows the card for it. */

import { onRound, post } from './api.ts';
import { loadCard } from './frame.ts';
import { clearFailures, showFailure } from './reports.ts';
import { keepInAddress, type Subject, subjectInAddress } from './subject.ts';

/** What the page can choose from. */
interface Choices {
  readonly portals: readonly { readonly id: number; readonly name: string }[];
  readonly objectTypes: readonly string[];
  /** Records of the first object type, or of the one that was asked for. */
  readonly records: readonly { readonly id: string; readonly name: string }[];
  /** Files that do not load now. The card talks to the last version of them that does. */
  readonly stale: readonly string[];
  /** Files of workers of which no version is served, since they do not load. */
  readonly unserved: readonly string[];
  /** Whether the chosen portal has installed the app. */
  readonly installed: boolean;
}

const select = (id: string) => document.getElementById(id) as HTMLSelectElement;
const hint = document.getElementById('install')!;
const stale = document.getElementById('stale')!;
const unserved = document.getElementById('unserved')!;
const holder = document.getElementById('card')!;

function fill(id: string, options: readonly (readonly [value: string, text: string])[], chosen: string): void {
  select(id).replaceChildren(...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

/** Fills the choices for what is wanted, and returns what is chosen. */
async function choose(wanted: Partial<Subject>): Promise<Subject> {
  const choices = await post<Choices>('choices', wanted);
  const objectType = choices.objectTypes.find((type) => type === wanted.objectType) ?? choices.objectTypes[0] ?? '';
  const portal = choices.portals.find(({ id }) => id === wanted.portal) ?? choices.portals[0]!;
  const record = choices.records.find(({ id }) => id === wanted.record) ?? choices.records[0];
  fill(
    'portal',
    choices.portals.map(({ id, name }) => [String(id), `${id} ${name}`]),
    String(portal.id),
  );
  fill(
    'object-type',
    choices.objectTypes.map((type) => [type, type]),
    objectType,
  );
  fill(
    'record',
    choices.records.map(({ id, name }) => [id, `${id} ${name}`]),
    record?.id ?? '',
  );
  hint.hidden = choices.installed;
  stale.hidden = choices.stale.length === 0;
  stale.textContent = `Serving the last version that loads of: ${choices.stale.join(', ')}`;
  unserved.hidden = choices.unserved.length === 0;
  unserved.textContent = `Not served until it loads: ${choices.unserved.join(', ')}`;
  return { portal: portal.id, objectType, record: record?.id ?? '' };
}

/** Shows the card for what is wanted. The newest call wins. */
async function show(wanted: Partial<Subject>): Promise<void> {
  try {
    const subject = await choose(wanted);
    clearFailures();
    keepInAddress(subject);
    await loadCard(holder, subject);
  } catch (error) {
    showFailure({ text: error instanceof Error ? error.message : String(error), frames: [] });
  }
}

const chosen = (): Subject => ({
  portal: Number(select('portal').value),
  objectType: select('object-type').value,
  record: select('record').value,
});

for (const id of ['portal', 'object-type', 'record']) {
  select(id).addEventListener('change', () => show(chosen()));
}
document.getElementById('reload')!.addEventListener('click', () => show(chosen()));
addEventListener('focus', () => {
  if (!hint.hidden) {
    void show(chosen()); // another page or a command may have installed the app
  }
});
onRound(() => show(subjectInAddress())); // the record stays
show(subjectInAddress());
