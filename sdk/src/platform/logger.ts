/** The handler's logger: structured lines, one JSON object each, that can always be written. */

import type { Logger } from '../context/logger.ts';
import type { Host } from './host.ts';
import type { LogLine } from './log-line.ts';
import { redact } from './redact.ts';
import { describeThrown } from './thrown.ts';

/** Makes a logger whose lines begin with what `origin` says. Message and fields are redacted, `redacted` keys forced. */
export function makeLogger(
  origin: Omit<LogLine, 'at' | 'level' | 'message' | 'fields'>,
  host: Pick<Host, 'now' | 'log'>,
  redacted: readonly string[],
): Logger {
  function at(level: LogLine['level']): Logger['info'] {
    return (message, fields) => {
      host.log({
        at: host.now(),
        level,
        message: redact(textOf(message)) as string,
        ...origin,
        ...(fields !== undefined && { fields: jsonFields(fields, redacted) }),
      });
    };
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * The fields as JSON values; what JSON cannot hold is named instead, since a log call must not fail a handler.
 * Redacted as the last step, so that nothing that a toJSON() adds gets past it.
 */
function jsonFields(fields: unknown, redacted: readonly string[]): Record<string, unknown> {
  return redact(jsonCopy(fields), { fields: redacted }) as Record<string, unknown>;
}

function jsonCopy(fields: unknown): Record<string, unknown> {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(fields, plainValue) ?? 'null');
    return typeof copy === 'object' && copy !== null && !Array.isArray(copy)
      ? (copy as Record<string, unknown>)
      : { value: copy };
  } catch (error) {
    return { unloggable: describeThrown(error).message };
  }
}

function textOf(message: unknown): string {
  try {
    return String(message);
  } catch {
    return describeThrown(message).message; // an object that cannot become a string
  }
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return String(value);
  }
  return value instanceof Error ? describeThrown(value) : value;
}
