// Requests of a component, with their result and error.

import { useEffect, useState } from 'preact/hooks';

/** The state of something that is read from the server. */
export interface Read<T> {
  readonly value?: T | undefined;
  readonly error: string;
  /** Reads it again. */
  readonly again: () => void;
}

/**
 * Reads something when the component appears and when `key` changes.
 *
 * @param every reads it again at this interval, in ms
 */
export function useRead<T>(key: string, read: () => Promise<T>, every?: number): Read<T> {
  const [state, setState] = useState<{ key: string; value?: T; error: string }>({ key, error: '' });
  const [turn, setTurn] = useState(0);
  const again = () => setTurn((n) => n + 1);
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

/** Runs actions one at a time. The message is the result of the last one. */
export function useAction(): {
  readonly message: string;
  readonly busy: boolean;
  readonly act: (action: () => Promise<string>) => Promise<void>;
} {
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
