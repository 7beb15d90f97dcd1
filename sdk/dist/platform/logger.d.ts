/** The handler's logger: structured lines, one JSON object each, that can always be written. */
import type { Logger } from '../context/logger.ts';
import type { Host } from './host.ts';
import type { LogLine } from './log-line.ts';
/** Makes a logger whose lines begin with what `origin` says. Message and fields are redacted, `redacted` keys forced. */
export declare function makeLogger(origin: Omit<LogLine, 'at' | 'level' | 'message' | 'fields'>, host: Pick<Host, 'now' | 'log'>, redacted: readonly string[]): Logger;
