// A table that scrolls to the side where it is too narrow.

import type { ComponentChildren, JSX } from 'preact';

interface Props {
  readonly label: string;
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
}

export function Table({ label, columns, children }: Props): JSX.Element {
  return (
    <div class="scrolls" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
