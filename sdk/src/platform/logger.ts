import type { Logger } from '../context/logger.ts';
import type { Host } from './host.ts';
import type { LogLine } from './log-line.ts';
import { outgoingText, outgoingValue } from './outgoing.ts';
import { describeThrown } from './thrown.ts';

/**
 * Makes a logger that adds `origin` to each line and redacts message and fields. Logging never throws.
 *
 * @param redacted keys whose values are always redacted
 */
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
        message: outgoingText(textOf(message)),
        ...origin,
        ...(fields !== undefined && { fields: jsonFields(fields, redacted) }),
      });
    };
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * Converts the fields to JSON values, then redacts them, so that the results of toJSON() are redacted, too. Values that
 * JSON cannot represent are described.
 */
function jsonFields(fields: unknown, redacted: readonly string[]): Record<string, unknown> {
  return outgoingValue(jsonCopy(fields), redacted) as Record<string, unknown>;
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
    return describeThrown(message).message; // its toString throws
  }
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return String(value);
  }
  return value instanceof Error ? describeThrown(value) : value;
}
