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

/** Runs an invocation in the server, as `svc dev invoke --json` does. */
export async function invoke(of: Invocation): Promise<Answer> {
  const given: Record<string, unknown> = {};
  const flags: string[] = of.surface === undefined ? [] : ['surface'];
  for (const part of PARTS) {
    if (of[part] !== undefined) {
      given[part] = of[part];
      flags.push(part);
    }
  }
  const { out, err } = await call<{ out: string; err: string }>('invoke', {
    target: `${of.worker}/${of.id}`,
    kind: of.kind,
    surface: of.surface ?? '',
    flags,
    given,
    json: true,
    timeout: TIMEOUT,
  });
  return out === '' ? { refused: err.trim() } : { result: JSON.parse(out) as Result };
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the command that runs the same invocation. */
export function commandOf(of: Invocation): string {
  const words = ['svc', 'dev', 'invoke', `${of.worker}/${of.id}`, '--kind', of.kind];
  if (of.surface !== undefined) {
    words.push('--surface', of.surface);
  }
  for (const part of PARTS) {
    if (of[part] !== undefined) {
      words.push(`--${part}`, JSON.stringify(of[part]));
    }
  }
  return words.map(quote).join(' ');
}
