/** The handler's logger: structured lines, one JSON object each, that can always be written. */

import type { Logger } from '../context/logger.ts';
import type { DispatchKind } from './checkpoint.ts';
import { describeThrown } from './checkpoint.ts';

/** One line of a handler's log. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly worker: string;
  readonly capabilityId: string;
  readonly kind: DispatchKind;
  readonly invocation: string;
  /** JSON values only. */
  readonly fields?: Record<string, unknown>;
}

/** Makes a logger whose lines begin with what `origin` says. */
export function makeLogger(
  origin: Omit<LogLine, 'at' | 'level' | 'message' | 'fields'>,
  now: () => number,
  write: (line: LogLine) => void,
): Logger {
  function at(level: LogLine['level']): Logger['info'] {
    return (message, fields) => {
      write({
        at: now(),
        level,
        message: String(message),
        ...origin,
        ...(fields !== undefined && { fields: jsonFields(fields) }),
      });
    };
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The fields as JSON values; what JSON cannot hold is named instead, since a log call must not fail a handler. */
function jsonFields(fields: unknown): Record<string, unknown> {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(fields, plainValue) ?? 'null');
    return typeof copy === 'object' && copy !== null && !Array.isArray(copy)
      ? (copy as Record<string, unknown>)
      : { value: copy };
  } catch (error) {
    return { unloggable: describeThrown(error).message };
  }
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return String(value);
  }
  return value instanceof Error ? describeThrown(value) : value;
}
