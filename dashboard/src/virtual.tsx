// A list of any length: only the rows that can be seen are in the page.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The height of a row, in px. The style sheet has the same. */
const ROW = 26;

/** How many rows above and below the visible ones are in the page, too. */
const SPARE = 8;

interface Props<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly row: (of: T, index: number) => JSX.Element;
  /** Shows the last row, also when more are added, until the user scrolls up. */
  readonly follows?: boolean;
}

/** Shows the rows in a box that scrolls. */
export function VirtualList<T>({ label, rows, row, follows = false }: Props<T>): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // Where the box stood for atEnd. The event of a scroll comes after it, so rows can come in between.
  const position = useRef(0);
  const [view, setView] = useState({ top: 0, height: 600 });
  const measure = () => {
    const { scrollTop, clientHeight, scrollHeight } = box.current!;
    atEnd.current = scrollTop + clientHeight >= scrollHeight - ROW;
    position.current = scrollTop;
    setView({ top: scrollTop, height: clientHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows move the end
  useEffect(() => {
    const { scrollTop, scrollHeight } = box.current!;
    if (follows && atEnd.current && scrollTop >= position.current) {
      box.current!.scrollTop = scrollHeight;
      position.current = box.current!.scrollTop;
    }
  }, [rows.length, follows]);
  const first = Math.max(0, Math.min(Math.floor(view.top / ROW), rows.length) - SPARE);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + SPARE);
  return (
    <div class="virtual" ref={box} onScroll={measure} role="region" aria-label={label} tabIndex={0}>
      <div role="list" aria-label={label} style={{ height: `${rows.length * ROW}px` }}>
        {rows.slice(first, last).map((one, i) => (
          <div
            key={first + i}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={first + i + 1}
            style={{ top: `${(first + i) * ROW}px` }}
          >
            {row(one, first + i)}
          </div>
        ))}
      </div>
    </div>
  );
}
