import type { Logger } from '../context/logger.ts';
import { isObject } from './body.ts';
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
        ...(fields !== undefined && { fields: outgoingValue(jsonCopy(fields), redacted) as LogLine['fields'] }),
      });
    };
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * Converts the fields to JSON values, so that the results of toJSON() are redacted, too. Values that JSON cannot
 * represent are described.
 */
function jsonCopy(fields: unknown): Record<string, unknown> {
  try {
    const copy = jsonValue(fields);
    return isObject(copy) ? copy : { value: copy };
  } catch {
    return eachJsonField(fields);
  }
}

/** Copies each field by itself, since another one cannot be read. A proxy may even have no readable names. */
function eachJsonField(fields: unknown): Record<string, unknown> {
  const read = (name: string) => readable(() => jsonValue((fields as Record<string, unknown>)[name]));
  return readable(() => Object.fromEntries(Object.keys(fields as object).map((name) => [name, read(name)])));
}

function readable<T>(read: () => T): T | { unloggable: string } {
  try {
    return read();
  } catch (error) {
    return { unloggable: describeThrown(error).message };
  }
}

function jsonValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, withoutCycles()) ?? 'null');
}

function textOf(message: unknown): string {
  try {
    return String(message);
  } catch {
    return describeThrown(message).message; // its toString throws
  }
}

/** Returns a replacer that describes what JSON cannot represent, and cuts an object where it contains itself. */
function withoutCycles(): (this: unknown, name: string, value: unknown) => unknown {
  const open: unknown[] = []; // the objects that contain the current value, from the outermost
  return function (_name, value) {
    while (open.length > 0 && open.at(-1) !== this) {
      open.pop();
    }
    const plain = plainValue(value);
    if (typeof plain === 'object' && plain !== null) {
      if (open.includes(plain)) {
        return '[circular]';
      }
      open.push(plain);
    }
    return plain;
  };
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
    return String(value);
  }
  return value instanceof Error ? describeThrown(value) : value;
}
