// Requests of a component, with their result and error.

import { useEffect, useState } from 'preact/hooks';

/** The state of something that is read from the server. */
export interface Read<T> {
  readonly value?: T | undefined;
  readonly error: string;
  /** Reads it again. */
  readonly again: () => void;
}

/** What the page reads again after a change. */
const readers = new Set<() => void>();

/** Reads everything again that the page shows of the server: an action may have changed it. */
export function changed(): void {
  for (const again of [...readers]) {
    again();
  }
}

/** Calls `again` after each action, while the component is shown. */
export function useChanges(again: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of its closures does the same
  useEffect(() => {
    readers.add(again);
    return () => void readers.delete(again);
  }, []);
}

/**
 * Reads something when the component appears, when `key` changes, and after each action.
 *
 * @param every reads it again at this interval, in ms
 */
export function useRead<T>(key: string, read: () => Promise<T>, every?: number): Read<T> {
  const [state, setState] = useState<{ key: string; value?: T; error: string }>({ key, error: '' });
  const [turn, setTurn] = useState(0);
  const again = () => setTurn((n) => n + 1);
  useChanges(again);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is read
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (value) => isCurrent && setState({ key, value, error: '' }),
      (error: Error) => isCurrent && setState({ key, error: error.message }),
    );
    const timer = every === undefined ? undefined : setTimeout(again, every);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, turn, every]);
  return { value: state.key === key ? state.value : undefined, error: state.error, again };
}

/** Returns a number with its word: '1 record', '2 records'. */
export const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** An action of a component. */
export interface Action {
  readonly message: string;
  readonly busy: boolean;
  readonly act: (action: () => Promise<string>) => Promise<void>;
}

/** Runs actions one at a time, after which the page shows what they have changed. The message is the last result. */
export function useAction(): Action {
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const act = async (action: () => Promise<string>) => {
    const returnFocus = keepFocus();
    setBusy(true);
    try {
      setMessage(await action());
    } catch (error) {
      setMessage((error as Error).message);
    }
    setBusy(false);
    changed(); // also after an error: an action may have done its part
    returnFocus();
  };
  return { message, busy, act };
}

/** Returns a function that gives the focus back to what has it now: a button that is disabled meanwhile loses it. */
export function keepFocus(): () => void {
  const { activeElement } = document;
  return () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && activeElement instanceof HTMLElement) {
        activeElement.focus();
      }
    });
}
