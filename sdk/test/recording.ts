import { RECORDER, type Recorder } from '../src/declare/recorder.ts';

/** The arguments of one call of `declared`. */
export interface Declared {
  readonly kind: string;
  readonly call: string;
  readonly args: unknown[];
  readonly definition: object;
  readonly extra: object | undefined;
}

/** The arguments of one call of `failed`. */
export interface Failed {
  readonly definition: object;
  readonly error: { rule: string; message: string; path: string[] };
}

/** Runs a function with a recorder like that of `svc check`, and returns its calls. */
export function recording(run: () => void): { declared: Declared[]; failed: Failed[] } {
  const heard: { declared: Declared[]; failed: Failed[] } = { declared: [], failed: [] };
  const recorder: Recorder = {
    declared: (kind, call, args, definition, extra) => heard.declared.push({ kind, call, args, definition, extra }),
    failed: (definition, error) => heard.failed.push({ definition, error }),
    used: () => undefined,
  };
  const scope = globalThis as Record<symbol, unknown>;
  scope[RECORDER] = recorder;
  try {
    run();
  } finally {
    delete scope[RECORDER];
  }
  return heard;
}
