import { parseJson } from '../declare/json.ts';

/** Reads a response body as JSON. Returns undefined for an empty body, and the text of a body that cannot be parsed. */
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
