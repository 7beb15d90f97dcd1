// A place in the source of the app.

import type { JSX } from 'preact';

interface Props {
  /** The folder of the app. */
  readonly dir: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A place as a link that opens the editor there. */
export function Place({ dir, file, line, column }: Props): JSX.Element {
  const place = `${file}:${line}:${column}`;
  return <a href={`vscode://file${encodeURI(`${dir}/${place}`)}`}>{place}</a>;
}
