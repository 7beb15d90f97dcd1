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
  return <a href={`vscode://file${pathOf(`${dir}/${place}`)}`}>{place}</a>;
}

/** Returns a path for a URL. A folder may have any character in its name, and that of Windows begins with a drive. */
function pathOf(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':');
  return encoded.startsWith('/') ? encoded : `/${encoded}`;
}
