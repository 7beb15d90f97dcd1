/** Reading what another server answered, for the clients that speak JSON. */

import { parseJson } from './body.ts';

/** The parsed JSON, the text where it is none that a worker reads (it nests too deep), undefined where there is nothing. */
export async function parsedBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') {
    return undefined;
  }
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
