/** What the page shows besides the card: failures, alerts and log entries. */

/** A failure with its place in the source, as the server returns it. */
export interface Failure {
  readonly text: string;
  /** Positions in the source, innermost first. */
  readonly frames: readonly string[];
}

/** Creates an element with a text. */
function element(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

const list = (id: string) => document.getElementById(id)!;

/** How many failures of one load are shown. A card may fail without end. */
export const MAX_FAILURES = 20;

/** Shows a failure, unless there are too many. */
export function showFailure({ text, frames }: Failure): void {
  if (list('failures').childElementCount >= MAX_FAILURES) {
    return;
  }
  const item = element('li', '');
  item.append(element('strong', text), ...frames.map((frame) => element('code', frame)));
  list('failures').append(item);
}

/** Forgets the failures of an earlier load. */
export function clearFailures(): void {
  list('failures').replaceChildren();
}

/** How many alerts are shown. */
const MAX_ALERTS = 20;

/** Shows an alert of the card. */
export function showAlert(type: string, title: string, message: string): void {
  const item = element('li', '', `alert-${type}`);
  item.append(element('strong', title), element('span', message));
  const close = element('button', 'Dismiss');
  close.addEventListener('click', () => item.remove());
  item.append(close);
  const alerts = list('alerts');
  alerts.append(item);
  if (alerts.childElementCount > MAX_ALERTS) {
    alerts.firstElementChild!.remove();
  }
}

/** How many log entries are shown. */
const SHOWN = 200;

/** Shows a log entry with its trace, by which the terminal and the log port have it, too. */
export function showLog(level: string, message: string, trace: string): void {
  const entries = list('log');
  const item = element('li', '', `log-${level}`);
  const id = element('code', trace.slice(0, 8));
  id.title = trace;
  item.append(element('b', level), element('span', message), id);
  entries.append(item);
  while (entries.childElementCount > SHOWN) {
    entries.firstElementChild!.remove();
  }
}
