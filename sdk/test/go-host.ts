/**
 * The Go side of the local host's protocol, in memory, for `src/host/local.ts` and `src/host/state.ts`. Those files
 * document the functions.
 */

import { vi } from 'vitest';

/** The state of the host. */
export interface GoHost {
  readonly env: Record<string, string>;
  readonly logs: Record<string, unknown>[];
  readonly observations: Record<string, unknown>[];
  /** Stored texts by class, name and key. */
  readonly texts: Map<string, string>;
  /** The time of each actor's alarm. */
  readonly alarms: Map<string, number>;
}

interface ActorAddress {
  readonly class: string;
  readonly name: string;
}

const SEPARATOR = '\u0000';

type Undo = () => void;

type Timer = ReturnType<typeof setTimeout>;

/** The timers of Node, and those that hosts have started. Test files that import this module anew share them. */
interface SharedTimers {
  readonly node: Pick<typeof globalThis, 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval'>;
  readonly started: Set<Timer>;
}

function sharedTimers(): SharedTimers {
  const holder = globalThis as { __testTimers?: SharedTimers };
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  holder.__testTimers ??= { node: { setTimeout, setInterval, clearTimeout, clearInterval }, started: new Set() };
  return holder.__testTimers;
}

const { node, started } = sharedTimers();

/** Returns a function that starts timers and keeps them. */
function kept<F extends typeof setTimeout | typeof setInterval>(start: F): F {
  const starting = (...args: Parameters<F>) => {
    const timer = (start as (...args: Parameters<F>) => Timer)(...args);
    started.add(timer);
    return timer;
  };
  return Object.assign(starting, start) as unknown as F;
}

/** Each start of a worker wraps the global ones. */
const timers = { ...node, setTimeout: kept(node.setTimeout), setInterval: kept(node.setInterval) };

/**
 * Defines the host functions on `globalThis`, and ends the timers of the previous host: what its worker would write then
 * would be in the state of this one.
 */
export function installGoHost(): GoHost {
  started.forEach((timer) => node.clearTimeout(timer));
  started.clear();
  if (!vi.isFakeTimers()) {
    Object.assign(globalThis, timers);
  }
  const host: GoHost = { env: {}, logs: [], observations: [], texts: new Map(), alarms: new Map() };
  Object.assign(globalThis, workerFunctions(host), storeFunctions(host));
  return host;
}

function workerFunctions(host: GoHost): object {
  return {
    __svc_host_env: () => JSON.stringify(host.env),
    __svc_host_shared: () => 'false',
    __svc_host_log(line: string) {
      host.logs.push(JSON.parse(line) as Record<string, unknown>);
      return '';
    },
    __svc_host_observe(json: string) {
      host.observations.push(JSON.parse(json) as Record<string, unknown>);
      return '';
    },
    __svc_host_actor: (json: string) => globalThis.__svc_actor(json),
  };
}

function storeFunctions({ texts, alarms }: GoHost): object {
  const marks: Undo[][] = [];
  function set<V>(map: Map<string, V>, key: string, value: V | undefined): void {
    const before = map.get(key);
    marks.at(-1)?.push(() => void (before === undefined ? map.delete(key) : map.set(key, before)));
    void (value === undefined ? map.delete(key) : map.set(key, value));
  }
  const keyOf = ({ class: className, name }: ActorAddress, key: string) => [className, name, key].join(SEPARATOR);
  const parse = <T>(json: string) => JSON.parse(json) as ActorAddress & T;
  return {
    __svc_store_get(json: string) {
      const request = parse<{ key: string }>(json);
      return texts.get(keyOf(request, request.key)) ?? '';
    },
    __svc_store_put(json: string) {
      const request = parse<{ key: string; value: string }>(json);
      set(texts, keyOf(request, request.key), request.value);
      return '';
    },
    __svc_store_delete(json: string) {
      const request = parse<{ key: string }>(json);
      const had = texts.has(keyOf(request, request.key));
      set(texts, keyOf(request, request.key), undefined);
      return String(had);
    },
    __svc_store_list(json: string) {
      const request = parse<{ prefix: string; start: string; limit: number }>(json);
      const base = keyOf(request, '');
      const prefix = base + request.prefix;
      const entries: [key: string, text: string][] = [];
      for (const [whole, text] of texts) {
        const key = whole.startsWith(prefix) ? whole.slice(base.length) : undefined;
        if (key !== undefined && compareUtf8(key, request.start) >= 0) {
          entries.push([key, text]);
        }
      }
      entries.sort(([a], [b]) => compareUtf8(a, b));
      return JSON.stringify(request.limit === 0 ? entries : entries.slice(0, request.limit));
    },
    __svc_store_transaction(operation: string) {
      if (operation === 'begin') {
        marks.push([]);
        return '';
      }
      const mark = marks.pop();
      if (mark === undefined) {
        throw new Error(`${operation} without begin`);
      }
      if (operation === 'rollback') {
        mark.reverse().forEach((undo) => undo());
      } else {
        marks.at(-1)?.push(...mark);
      }
      return '';
    },
    __svc_store_alarm(json: string) {
      const request = parse<{ at: number | null }>(json);
      set(alarms, keyOf(request, ''), request.at ?? undefined);
      return '';
    },
  };
}

/** Compares well-formed texts by code points, which have the order of UTF-8 bytes. Makes no arrays: lists sort by it. */
function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) {
      return rank(x) - rank(y);
    }
  }
  return a.length - b.length;
}

/** Orders code units like the code points that they are of: surrogates are after all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
