// One invocation, as a request to the server and as a command.

import { call } from './server.ts';
import type { Kind, Result } from './types.ts';

/** What `svc dev invoke` takes. Members that are undefined have the defaults of the command. */
export interface Invocation {
  readonly worker: string;
  readonly id: string;
  readonly kind: Kind;
  readonly surface?: string;
  readonly input?: unknown;
  readonly object?: unknown;
  readonly install?: unknown;
}

/** How an invocation ended: its result, or the reason why the server could not run it. */
export type Answer = { readonly result: Result } | { readonly refused: string };

/** The time limit of a handler, in ns: that of `svc dev invoke`. */
const TIMEOUT = 20e9;

const PARTS = ['input', 'object', 'install'] as const;

/** What the server prints for a command that it runs. */
interface Printed {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Whether the events get new ids: a trigger that has handled them once would not run again. */
const isAgain = (of: Invocation) => of.kind === 'trigger' && of.input !== undefined;

/** Runs `svc dev invoke --json` in the server. */
function run(of: Invocation, saveFixture = ''): Promise<Printed> {
  const given: Record<string, unknown> = {};
  const flags: string[] = of.surface === undefined ? [] : ['surface'];
  for (const part of PARTS) {
    if (of[part] !== undefined) {
      given[part] = of[part];
      flags.push(part);
    }
  }
  return call<Printed>('invoke', {
    target: `${of.worker}/${of.id}`,
    kind: of.kind,
    surface: of.surface ?? '',
    flags,
    given,
    again: isAgain(of),
    saveFixture,
    json: true,
    timeout: TIMEOUT,
  });
}

/** Runs an invocation in the server, as `svc dev invoke --json` does. */
export async function invoke(of: Invocation): Promise<Answer> {
  const { out, err } = await run(of);
  return out === '' ? { refused: err.trim() } : { result: JSON.parse(out) as Result };
}

/** Runs an invocation again, and saves it as a fixture. Returns what the command says. */
export async function saveFixture(of: Invocation, name: string): Promise<string> {
  return (await run(of, name)).err.trim();
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the command that runs the same invocation, and saves it as a fixture if that has a name. */
export function commandOf(of: Invocation, fixture = ''): string {
  const words = ['svc', 'dev', 'invoke', `${of.worker}/${of.id}`, '--kind', of.kind];
  if (of.surface !== undefined) {
    words.push('--surface', of.surface);
  }
  for (const part of PARTS) {
    if (of[part] !== undefined) {
      words.push(`--${part}`, JSON.stringify(of[part]));
    }
  }
  if (isAgain(of)) {
    words.push('--again');
  }
  if (fixture !== '') {
    words.push('--save-fixture', fixture);
  }
  return words.map(quote).join(' ');
}
