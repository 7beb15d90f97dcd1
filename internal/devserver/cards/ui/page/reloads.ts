/** The reloads of the page that a card asks for. A card may ask for one each time it is loaded, without end. */

/** Length of the window in which reloads are counted, in ms. A load takes less than 6 s, so that ten fit. */
const WINDOW_MS = 60_000;

/** Most reloads within the window. A person who tries the card's own button needs fewer. */
const MOST = 10;

/** The times of the reloads, in the storage of the tab, since the page forgets them with each reload. */
const KEY = 'svc-card-reloads';

/** Reports whether the page may be reloaded once more, and counts the reload. */
export function mayReload(): boolean {
  const now = Date.now();
  const recent = times().filter((time) => time > now - WINDOW_MS && time <= now);
  if (recent.length >= MOST) {
    return false;
  }
  sessionStorage.setItem(KEY, JSON.stringify([...recent, now]));
  return true;
}

function times(): number[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  return Array.isArray(kept) ? kept.filter((time) => typeof time === 'number') : [];
}

/** What the page says in place of a reload. */
export const TOO_MANY_RELOADS =
  `the card reloaded the page ${MOST} times within ${WINDOW_MS / 1000} s, so it is not reloaded again: ` +
  'call reloadPage only after an action of the user';
