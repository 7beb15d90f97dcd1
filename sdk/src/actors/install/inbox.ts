/**
 * The inbox of push sources: rows that were taken from a sender and wait for the source's sync. What is here is on
 * disk, in the order in which it came; a sender that was told so may forget it.
 *
 * Keys: `inbox/size/<worker>/<source>` counts, `inbox/row/<worker>/<source>/<number>` is one row.
 */

import { ActorError } from '../actor.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';

/** Rows that may wait for one source of one install. */
export const MAX_INBOX_ROWS = 10_000;

/** Characters of JSON that may wait for one source of one install. */
export const MAX_INBOX_CHARS = 64 * 1_048_576;

/** How full the inbox of a source is. */
interface InboxSize {
  /** The number of the next row. Numbers are never used again. */
  readonly next: number;
  readonly rows: number;
  readonly chars: number;
}

/** One row that waits. */
export interface InboxRow {
  readonly key: string;
  readonly data: unknown;
  /** When it was taken, in milliseconds since the epoch. */
  readonly at: number;
}

/** Rows of a source, which has its name on its worker. */
interface InboxRows {
  readonly worker: string;
  readonly source: string;
  readonly rows: readonly Omit<InboxRow, 'at'>[];
}

const EMPTY: InboxSize = { next: 0, rows: 0, chars: 0 };

export function inbox({ store, now }: ActorState): ActorPart {
  return {
    methods: {
      /** Takes all of the rows, or none of them: `inbox_full` when there is no room for all. */
      inboxPut(args) {
        const { worker, source, rows } = args as InboxRows;
        const of = `${encodeURIComponent(worker)}/${encodeURIComponent(source)}`;
        const size = store.get<InboxSize>(sizeKey(of)) ?? EMPTY;
        const entries = rows.map(({ key, data }): InboxRow => ({ key, data, at: now() }));
        const chars = size.chars + entries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
        if (size.rows + rows.length > MAX_INBOX_ROWS || chars > MAX_INBOX_CHARS) {
          throw new ActorError('inbox_full', `${size.rows} rows of the source ${JSON.stringify(source)} wait for its sync, and there is no room for more`);
        }
        store.transaction(() => {
          entries.forEach((entry, i) => store.put(rowKey(of, size.next + i), entry));
          store.put(sizeKey(of), { next: size.next + rows.length, rows: size.rows + rows.length, chars } satisfies InboxSize);
        });
        return { waiting: size.rows + rows.length };
      },
    },
  };
}

/** Names are any text: escaped, one source's keys never begin with those of another. */
const sizeKey = (of: string) => `inbox/size/${of}`;
const rowKey = (of: string, number: number) => `inbox/row/${of}/${String(number).padStart(15, '0')}`;
