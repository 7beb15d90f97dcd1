/** Reading what another server answered, for the clients that speak JSON. */

/** The parsed JSON, the text where it is no JSON, undefined where there is nothing. */
export async function parsedBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
