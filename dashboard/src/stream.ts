// The events of the server and the observations of the runtime, as they come.

import { useEffect, useState } from 'preact/hooks';
import { addRecord, type Run, type RuntimeRecord } from './run.ts';
import { post } from './server.ts';

/** An event of `svc dev --json` (internal/cmd/dev, event). */
export interface DevEvent {
  readonly event: string;
  readonly at: string;
  readonly method?: string;
  readonly host?: string;
  readonly path?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly invocation?: string;
  readonly worker?: string;
  readonly capability?: string;
  readonly error?: string;
  readonly built?: readonly string[];
  readonly failed?: readonly string[];
  readonly log?: { readonly level: string; readonly message: string; readonly fields?: unknown };
  readonly card?: { readonly level: string; readonly message: string; readonly card: string };
  readonly fired?: { readonly worker: string; readonly cron: string; readonly error?: string };
  readonly ended?: { readonly worker: string; readonly capabilityId: string; readonly outcome: string };
  readonly record?: RuntimeRecord;
}

/** How many events and runs are kept. The server keeps as many events. */
export const KEPT = 10_000;

/** How long to wait before the stream is opened again, in ms. */
const RETRY = 1_000;

let events: DevEvent[] = [];
let runs = new Map<string, Run>();
const watchers = new Set<() => void>();
let rounds = 0;
let isOpen = false;
let isScheduled = false;

/** What the page knows from the stream, the oldest first. */
export interface Stream {
  readonly events: readonly DevEvent[];
  readonly runs: ReadonlyMap<string, Run>;
  /** How often the project was loaded. */
  readonly rounds: number;
}

/** Returns the stream so far. The component is rendered again when there is more. */
export function useStream(): Stream {
  const [, render] = useState(0);
  useEffect(() => {
    const watcher = () => render((n) => n + 1);
    watchers.add(watcher);
    if (!isOpen) {
      isOpen = true;
      void follow();
    }
    return () => void watchers.delete(watcher);
  }, []);
  return { events, runs, rounds };
}

/** Reads the stream, and opens it again when it ends: the server sends what it has kept. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      const { body } = await post('events', {});
      events = [];
      runs = new Map();
      await readLines(body!, (line) => take(JSON.parse(line) as DevEvent));
    } catch {
      // The overview reports why the server does not answer.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

async function readLines(body: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop()!;
    lines.forEach(onLine);
    notify();
  }
}

function take(event: DevEvent): void {
  if (event.record !== undefined) {
    addRecord(runs, event.record);
    for (const oldest of runs.keys()) {
      if (runs.size <= KEPT) {
        break;
      }
      runs.delete(oldest);
    }
  } else if (event.event !== 'history') {
    events.push(event);
    rounds += event.event === 'round' ? 1 : 0;
    if (events.length > 2 * KEPT) {
      events = events.slice(-KEPT);
    }
  }
}

/** Renders at most once a frame, however many lines arrive. */
function notify(): void {
  if (!isScheduled) {
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      for (const watcher of watchers) {
        watcher();
      }
    });
  }
}
