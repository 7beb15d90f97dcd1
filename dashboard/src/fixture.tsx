// Saves an invocation as a fixture, which `svc test` runs.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copy } from './answer.tsx';
import { Text } from './choice.tsx';
import { commandOf, type Invocation, saveFixture } from './invocation.ts';
import { useAction } from './task.ts';

/** The names that `--save-fixture` takes (internal/fixture, NamePattern). */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Saves the invocation. It runs once more: a fixture has what its run reads. */
export function SaveFixture({ of }: { readonly of: Invocation }): JSX.Element {
  const [name, setName] = useState('');
  const { message, busy, act } = useAction();
  const isValid = NAME.test(name);
  return (
    <form
      class="actions"
      aria-label="Fixture"
      onSubmit={(event) => {
        event.preventDefault();
        void act(() => saveFixture(of, name));
      }}
    >
      <Text label="Fixture" value={name} onValue={setName} hint={`${of.id}-1`} />
      <button type="submit" disabled={busy || !isValid}>
        Run again and save
      </button>
      {isValid && <Copy text={commandOf(of, name)}>Copy as command</Copy>}
      <output class="notes">{message}</output>
    </form>
  );
}
