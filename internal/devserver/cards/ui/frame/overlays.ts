/** Which modals and panels are open, by id. */

import { useSyncExternalStore } from 'react';

let open: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  open = next;
  for (const listener of listeners) {
    listener();
  }
}

/** Opens a modal or a panel. */
export function openOverlay(id: string): void {
  change(new Set([...open, id]));
}

/** Closes a modal or a panel. */
export function closeOverlay(id: string): void {
  change(new Set([...open].filter((one) => one !== id)));
}

/** Returns whether a modal or a panel is open. */
export function useIsOpen(id: string): boolean {
  return useSyncExternalStore(subscribe, () => open.has(id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The second argument of an event handler of the vendor's components. */
export const reactions = {
  openPanel: openOverlay,
  closePanel: closeOverlay,
  openModal: openOverlay,
  closeModal: closeOverlay,
};
